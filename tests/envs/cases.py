"""Every game and player count, for the suites of the peers."""

from __future__ import annotations

import pytest

import tenka

CASES = [(name, players) for name in tenka.games() for players in sorted(tenka.game(name).players)]

every_case = pytest.mark.parametrize(
    ("name", "players"), CASES, ids=[f"{name}-{players}" for name, players in CASES]
)
every_game = pytest.mark.parametrize("name", tenka.games())
