"""The pace of bots among people: it follows what everybody sees, and tells no secret."""

from __future__ import annotations

import asyncio
from itertools import islice

import numpy as np
import pytest

import tenka
from tenka.server import tempo
from tests.bots.proofs import positions
from tests.games.samurai.invariants import twin as samurai_twin
from tests.games.shogun.invariants import twin as shogun_twin
from tests.games.suntzu.invariants import twin as suntzu_twin

TWINS = {"samurai": samurai_twin, "shogun": shogun_twin, "suntzu": suntzu_twin}
PACE = 0.3
SPECTATOR = -1


@pytest.mark.parametrize("game", TWINS)
def test_a_pause_is_the_same_whatever_is_hidden(game):
    """Positions that differ in every secret, the bot's own hand too; some answers are forced."""
    rng = np.random.default_rng(3)
    for match, player in positions(game, {}, seed=2, every=9):
        other = match.clone(TWINS[game](match.state, SPECTATOR, rng))
        assert other.redacted_bytes(None) == match.redacted_bytes(None)
        if player in other.to_act:
            assert tempo.weight(other, player) == tempo.weight(match, player)


@pytest.mark.parametrize("game", TWINS)
def test_a_pause_has_bounds_and_answers_that_nobody_sees_have_none(game):
    seen = unseen = 0
    for match, player in positions(game, {}, seed=5, every=7):
        for action in islice(match.legal(player), 2):
            wait = tempo.pause(match, player, action.id, PACE, alone=False)
            if tempo.shows(match, player, action.id):
                seen += 1
                assert (1 - tempo.UNEVEN) * PACE <= wait <= tempo.MOST * PACE
            else:
                unseen += 1
                assert wait == 0
    assert seen
    assert unseen or game == "samurai"


def test_it_grows_with_what_there_is_to_decide():
    """A whole plan of Shogun against a march; the place of a tile against which tile it is."""
    plan = tenka.new("shogun", players=3, seed=1)
    while plan.view(None)["phase"] != "planning":
        plan.play(plan.to_act[0], plan.legal(plan.to_act[0])[0])
    assert tempo.weight(plan, 0) == tempo.MOST
    tile = tenka.new("samurai", seed=1, hands="random", figures="random")
    player = tile.to_act[0]
    which = tempo.weight(tile, player)
    tile.play(player, tile.legal(player)[0])
    assert 1 < which < tempo.weight(tile, player) < tempo.MOST


def test_bots_alone_and_those_without_a_pace_are_not_slowed():
    match = tenka.new("samurai", seed=1, hands="random", figures="random")
    player = match.to_act[0]
    action = match.legal(player)[0].id
    assert tempo.pause(match, player, action, PACE, alone=True) == PACE
    assert tempo.pause(match, player, action, 0, alone=False) == 0


def test_thinking_is_part_of_the_pause(monkeypatch):
    """Who has thought for so long already does not wait as long again."""
    waits = []

    async def sleep(seconds):
        waits.append(seconds)

    monkeypatch.setattr(tempo.asyncio, "sleep", sleep)
    monkeypatch.setattr(tempo.time, "monotonic", lambda: 100.0)
    for asked in (100.0, 99.5, 40.0):
        asyncio.run(tempo.keep(1.5, since=asked))
    assert waits == [1.5, 1.0, 0.0]
