"""The worked example learns, if only for a moment; its figures are in docs/research.md."""

from __future__ import annotations

import importlib.util
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is too large to be a test dependency")
FILE = Path(__file__).parents[2] / "examples" / "train_suntzu.py"


@pytest.fixture(scope="module")
def example():
    spec = importlib.util.spec_from_file_location("train_suntzu", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # tests run side by side, and threads would wait for each other
    yield module
    torch.set_num_threads(threads)


def test_a_moment_of_training(example, tmp_path):
    given = {"minutes": 0.01, "matches": 16, "steps": 8, "games": 8, "points": 2}
    given |= {"plot": tmp_path / "curve.svg", "save": tmp_path / "player.pt"}
    curve = example.main([f"--{name}={value}" for name, value in given.items()])
    assert 2 <= len(curve) <= 3
    assert curve[-1][0] >= 0.01
    assert all(-1e-9 < low <= share <= high <= 1 for _, share, low, high in curve)
    ElementTree.parse(tmp_path / "curve.svg")  # noqa: S314  (our own)
    assert "policy.weight" in torch.load(tmp_path / "player.pt")


def test_learning_makes_better_decisions_more_likely(example):
    """Of two decisions, the one that always gains is soon preferred."""
    torch.manual_seed(1)
    player = example.Player(4, 3)
    optimizer = torch.optim.Adam(player.parameters(), lr=1e-2)
    seen = torch.ones(64, 4)
    masks = torch.tensor([[True, True, False]]).repeat(64, 1)
    actions = torch.arange(64) % 2
    for _ in range(10):
        with torch.no_grad():
            before = player(seen, masks)[0].gather(1, actions[:, None]).squeeze(1)
        gains = torch.where(actions == 1, 1.0, -1.0)
        example.learn(player, optimizer, (seen, masks, actions, before, gains, gains * 0))
    odds = player(seen[:1], masks[:1])[0].exp()[0]
    assert odds[1] > 0.8
    assert odds[2] == 0


def test_each_decision_is_judged_by_its_own_players_story(example):
    """Against the textbook's sum, player by player and match by match."""
    play = example.SelfPlay(example.Player(465, 143), torch.device("cpu"), 3, 40, seed=1)
    rng = np.random.default_rng(0)
    values = rng.normal(size=(40, 3)).astype(np.float32)
    actors = rng.integers(0, 2, size=(40, 3))
    ended = rng.random((40, 3)) < 0.1
    prize = np.where(ended, rng.choice([-1.0, 1.0], size=(40, 3)), 0)
    rewards = np.stack([prize, -prize], axis=2).astype(np.float32)
    rows = [(None,) * 5 + (actors[t], (rewards[t], ended[t])) for t in range(40)]
    last = rng.normal(size=3).astype(np.float32)
    gains = play.advantages(rows, values, last)
    for match in range(3):
        for player in range(2):
            sign = 1 if play.env.actors[match] == player else -1
            story = tell(values[:, match], actors[:, match], rewards[:, match], ended[:, match],
                         player, sign * last[match])  # fmt: skip
            for step, expected in story.items():
                assert gains[step, match] == pytest.approx(expected, abs=1e-4)


def tell(values, actors, rewards, ended, player, beyond, trust=0.95):
    """One player's advantages: the discounted sum of surprises until the match ends."""
    mine = [t for t in range(len(values)) if actors[t] == player]
    surprise, final = {}, {}
    for at, t in enumerate(mine):
        until = mine[at + 1] if at + 1 < len(mine) else len(values)
        end = next((k for k in range(t, until) if ended[k]), None)
        final[t] = end is not None
        following = values[until] if until < len(values) else beyond
        worth = rewards[end, player] if final[t] else following
        surprise[t] = worth - values[t]
    story = {}
    for at, t in enumerate(mine):
        story[t] = 0.0
        for k, later in enumerate(mine[at:]):
            story[t] += trust**k * surprise[later]
            if final[later]:
                break
    return story


def test_the_interval_is_wilsons(example):
    low, high = example.interval(0.5, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)


def test_the_share_against_a_bot_counts_games_from_both_seats(example):
    """A player that knows nothing loses to the novice, and about halves with random play."""
    torch.manual_seed(2)
    player = example.Player(465, 143)
    device = torch.device("cpu")
    assert example.face(player, device, "novice", 40, seed=1) < 0.35
    assert 0.25 < example.face(player, device, "random", 40, seed=1) < 0.75
