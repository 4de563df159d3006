"""Finished games on file: they play again to the same end, and show all that can happen."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

import tenka
from tenka.core.recordfile import text
from tests.fixtures.make_samurai import features
from tests.games.samurai.invariants import check
from tests.games.samurai.referee import Referee

FILES = sorted((Path(__file__).parents[2] / "fixtures" / "samurai").glob("*.json"))
RUNGS = ("most kinds led", "the only leader", "figures of other kinds", "figures in all")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_on_file_plays_again_to_the_same_bytes(path):
    stored = json.loads(path.read_text(encoding="utf-8"))
    match = tenka.load(path)
    assert match.over
    assert text(match.record()) == path.read_text(encoding="utf-8")
    check(match.state)
    Referee(stored).judge()


def test_the_games_on_file_show_every_end_and_every_rung():
    shown = set().union(*(features(tenka.load(path)) for path in FILES))
    assert len(FILES) >= 20
    for players in (2, 3, 4):
        assert {(players, reason) for reason in ("last", "fourth", "both")} <= shown
        assert {(players, rung) for rung in (*RUNGS, "shared win")} <= shown
        assert ("passed", players) in shown
        assert ("winners", players) in shown, "a win shared by all"
    exchanges = ("token exchange", "figure exchange", "alike")
    assert set(product((2, 3, 4), exchanges)) <= shown
    for kind in ("helmet", "buddha", "rice"):
        assert ("gone", f"last {kind}") in shown


def test_a_game_of_the_first_rules_is_refused_with_what_has_changed():
    record = json.loads(FILES[0].read_text(encoding="utf-8"))
    assert record["version"] == 2
    says = "version 1 .* plays version 2: two figures that are alike may change places"
    with pytest.raises(tenka.RecordError, match=says):
        tenka.load(record | {"version": 1})
