"""Gymnasium's own check, unchanged, on every game and player count; and what it does not ask."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tenka
from tenka.envs.gymnasium import SeatEnv, SeatVectorEnv
from tests.envs.cases import every_case, every_game

IDS = {"suntzu": "tenka/SunTzu-v1", "samurai": "tenka/Samurai-v1", "shogun": "tenka/Shogun-v1"}


@every_case
@pytest.mark.parametrize("illegal", ["terminate", "random"])
def test_their_check_passes(name, players, illegal, capsys):
    for mode in (None, "rgb_array"):
        env = gymnasium.make(IDS[name], players=players, illegal=illegal, render_mode=mode)
        check_env(env.unwrapped)


@every_game
def test_a_match_from_the_last_seat_against_bots(name):
    players = max(tenka.game(name).players)
    level = tenka.bots(name)[:2][-1]
    env = SeatEnv(name, seat=players - 1, opponents=level, think_ms=1, players=players)
    seen, info = env.reset(seed=4)
    rng = np.random.default_rng(0)
    reward, over = 0.0, False
    while not over:
        assert reward == 0
        assert np.array_equal(info["action_mask"], env.action_masks())
        seen, reward, over, cut, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        assert not cut
    match = env.table.match
    assert match.over
    assert not info["action_mask"].any()
    assert np.array_equal(seen, match.game.observe(match.state, players - 1))
    assert (reward == -1 / (players - 1)) == (players - 1 not in match.winners)


def test_the_bots_are_those_that_were_asked_for():
    """A strong opponent leaves random play less than a random one does."""

    def share(opponents):
        env, rng, won = SeatEnv("suntzu", opponents=opponents), np.random.default_rng(1), 0.0
        for seed in range(30):
            _, info = env.reset(seed=seed)
            over = False
            while not over:
                action = rng.choice(np.flatnonzero(info["action_mask"]))
                _, reward, over, _, info = env.step(action)
            won += reward
        return won / 30

    assert share("novice") < -0.4 < share("random")


def test_what_cannot_be_is_refused():
    with pytest.raises(tenka.OptionError, match="seat is one of 0 to 1"):
        SeatEnv("suntzu", seat=2)
    with pytest.raises(tenka.OptionError, match="3 opponents are needed here, not 1"):
        SeatEnv("samurai", players=4, opponents=["novice"])
    with pytest.raises(tenka.UnknownBot):
        SeatEnv("suntzu", opponents="grandmaster")
    with pytest.raises(tenka.OptionError, match="not shown"):
        SeatVectorEnv("suntzu", 2, render_mode="ansi")
    env = SeatEnv("suntzu", illegal="terminate")
    _, info = env.reset(seed=1)
    _, reward, over, _, _ = env.step(int(info["action_mask"].argmin()))
    assert (reward, over) == (-1, True)


def play(env, steps, rng, each=lambda *step: None):
    _, info = env.reset(seed=1)
    for _ in range(steps):
        masks = info["action_mask"]
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        *step, info = env.step(actions)
        each(*step, info)


@every_game
@pytest.mark.parametrize("opponents", ["random", "bots", "policy"])
def test_many_matches_from_one_seat(name, opponents):
    others = {
        "random": "random",
        "bots": [tenka.bot(name, tenka.bots(name)[:2][-1])] * (tenka.game(name).players[0] - 1),
        "policy": lambda seen, masks: masks.argmax(axis=1),
    }
    env = SeatVectorEnv(name, 6, seat=1, opponents=others[opponents])
    endings = []

    def look(seen, rewards, ended, cut, info):
        assert env.observation_space.contains(seen)
        assert (env.batch.actors == 1).all()
        assert not cut.any()
        assert (rewards[~ended] == 0).all()
        for at in np.flatnonzero(ended):
            endings.append(float(rewards[at]))
            final = info["final_obs"][at]
            assert env.single_observation_space.contains(final)
            assert not np.array_equal(final, seen[at])

    play(env, 160, np.random.default_rng(2), look)
    assert len(endings) >= 6
    least = -1 / (env.batch.options["players"] - 1)
    assert all(least - 1e-6 < reward <= 1 for reward in endings)


def test_gymnasium_makes_the_vector_environment_by_name():
    env = gymnasium.make_vec(
        "tenka/SunTzu-v1", num_envs=5, vectorization_mode="vector_entry_point", events=True
    )
    assert isinstance(env.unwrapped, SeatVectorEnv)
    assert env.unwrapped.batch.options["events"] is True
    assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    first, _ = env.reset(seed=3)
    again, _ = env.reset(seed=3)
    assert np.array_equal(first, again)
    env.close()


def test_the_vector_environment_plays_the_same_matches_as_its_wrapper_expects():
    """Gymnasium's own statistics of episodes count them right."""
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(SeatVectorEnv("suntzu", 4))
    counted = []
    play(
        env,
        250,
        np.random.default_rng(1),
        lambda *step: counted.extend(step[-1]["episode"]["r"][step[2]] if step[2].any() else []),
    )
    assert len(counted) == env.episode_count >= 4
    assert set(counted) <= {-1.0, 0.0, 1.0}
