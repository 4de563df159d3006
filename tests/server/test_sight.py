"""What the server shows of a position is what the game shows."""

from __future__ import annotations

import json
import random

import pytest

import tenka
from tenka.server import sight


@pytest.mark.parametrize("game", tenka.games())
def test_views_are_the_games_own(game):
    match, rng = tenka.new(game, seed=6), random.Random(6)
    while not match.over:
        for viewer in (None, 0, 1):
            assert sight.view(match, viewer) == match.view(viewer)
        json.dumps(sight.view(match, 0))
        for _ in range(9):
            if match.to_act:
                player = rng.choice(match.to_act)
                match.play(player, rng.choice(match.legal(player)))
    assert sight.view(match, None) == match.view(None)
