"""The engine's tables against those that the tests have typed on their own."""

from __future__ import annotations

import numpy as np

from tenka.games.shogun import facts
from tests.games.shogun import board


def by_name(column) -> dict[str, int]:
    return dict(zip(facts.PROVINCES, column.tolist(), strict=True))


def test_provinces():
    assert sorted(facts.PROVINCES) == sorted(board.NAMES)
    assert len(facts.PROVINCES) == 45
    assert by_name(facts.CHESTS) == board.CHESTS
    assert by_name(facts.RICE) == board.RICE
    assert by_name(facts.SPACES) == board.SPACES


def test_regions_of_nine_provinces_on_both_sides():
    """The rulebook: 'Bez względu na stronę planszy, każdy z regionów składa się z 9 prowincji'."""
    for side, name in enumerate(("sun", "moon")):
        regions = by_name(facts.REGION[side])
        assert {p: facts.REGIONS[at] for p, at in regions.items()} == board.REGION[name]
        assert np.bincount(facts.REGION[side]).tolist() == [9] * 5
        assert facts.NOT_FOR_THREE[side].split() == board.NOT_FOR_THREE[name]


def test_borders_and_sea_routes():
    for at, name in enumerate(facts.PROVINCES):
        near = {facts.PROVINCES[other] for other in np.flatnonzero(facts.ADJACENT[at])}
        assert near == board.NEAR[name]


def test_presets():
    for players, columns in board.PRESETS.items():
        for player, column in enumerate(columns):
            numbers = facts.PRESETS[players, player]
            rows = zip(numbers, facts.GROUPS, strict=True)
            told = [f"{facts.PROVINCES[p]} {armies}" for p, armies in rows if p >= 0]
            assert ", ".join(told) == column


def test_event_cards():
    cards = [f"{name} (rice -{loss})" for name, losses in board.EVENTS.items() for loss in losses]
    assert sorted(cards) == sorted(facts.EVENT_WORDS)
    assert len(cards) == 12
