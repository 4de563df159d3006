"""PPO (proximal policy optimisation) by self-play, for `examples/train.py`: from the network up."""
