"""What falls out of the tower is not foreseen, even where nothing else intervenes."""

from __future__ import annotations

import numpy as np

import tenka
from tenka.core import foresight


def test_a_series_ends_at_the_tower_though_its_player_goes_on():
    """In winter one clan may have several revolts, and names them one after another."""
    rng, seen = np.random.default_rng(0), 0
    match = tenka.new("shogun", players=3, seed=0)
    while seen < 3:
        if match.over:
            match = tenka.new("shogun", players=3, seed=int(rng.integers(2**32)))
        player = match.to_act[0]
        action = rng.choice(match.legal(player))
        revolting = match.view(None)["phase"] == "revolts"
        step = foresight.take(match, player, action.id)
        if revolting and step.before == step.after:
            seen += 1
            assert step.chance
            assert not step.foreseen
