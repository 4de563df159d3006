"""The engine against an independent referee: captures, results, and what is legal."""

from __future__ import annotations

import random

import pytest

import tenka
from tests.games.samurai.referee import Foul, Referee

pytestmark = pytest.mark.long

GAMES = 2_000
WATCHED = 60


def play(players: int, seed: int, watch=lambda match: None) -> tenka.Match:
    """A random game, over all options by the seed."""
    options = {
        "hands": ("chosen", "random")[seed % 2],
        "figures": ("placed", "random")[seed // 2 % 2],
    }
    match = tenka.new("samurai", players=players, seed=seed, **options)
    rng = random.Random(seed)
    while not match.over:
        watch(match)
        player = rng.choice(match.to_act)
        match.play(player, rng.choice(match.legal(player)))
    return match


def taken(match: tenka.Match) -> list[tuple[int | None, str, str]]:
    """What became of each figure, in order, as the journal tells it."""
    return [
        (entry.values.get("player"), entry.figure, entry.settlement)
        for entry in match.journal
        if entry.kind.name in ("captured", "set aside")
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_referee_finds_the_same_captures_and_the_same_winners(players):
    for seed in range(GAMES):
        match = play(players, seed)
        referee = Referee(match.record())
        referee.judge()
        assert taken(match) == referee.taken, seed


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_referee_allows_exactly_what_is_legal(players):
    for seed in range(WATCHED):
        offered = []

        def note_options(match, offered=offered):
            offered.append({p: sorted(map(str, match.legal(p))) for p in match.to_act})

        match = play(players, seed, note_options)

        def compare(moment, options, offered=offered):
            assert {p: sorted(texts) for p, texts in options.items()} == offered[moment]

        Referee(match.record()).judge(compare)


def test_the_referee_is_strict():
    record = play(2, 3).record()
    for at, step in enumerate(record["steps"]):
        if step.get("does") == "end":
            broken = {**record, "steps": record["steps"][:at] + record["steps"][at + 1 :]}
            with pytest.raises(Foul):
                Referee(broken).judge()
            break
    with pytest.raises(Foul):
        Referee({**record, "result": {**record["result"], "winners": [0, 1]}}).judge()
