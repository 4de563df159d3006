"""The page of what opponents win: rows that are not played again stay as they are."""

from __future__ import annotations

import pytest

from benchmarks.opponents import EMPTY, Row, put_into, together
from tenka.arena import Tournament

HERE, THERE = "One, 2 cores, Python 3.11.7", "Other, 16 cores, Python 3.12.3"


def facts(games, share, machine):
    return {
        "games": games,
        "share": share,
        "interval": (0.2, 0.8),
        "times_equal": 1.5,
        "moves": 10,
        "ms_per_move": 60.0,
        "slowest_ms": 150.0,
        "late": 0,
        "machine": machine,
    }


def row(game, players):
    return Row(game, players, "master", "expert", "1.7 times")


def test_a_row_is_replaced_and_the_others_stay(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"# Before\n\n{EMPTY}\nAfter.\n")
    put_into(page, {row("samurai", 4): facts(7, 0.5, HERE)}, 200)
    put_into(page, {row("samurai", 3): facts(8, 0.25, HERE)}, 200)
    put_into(page, {row("shogun", 3): facts(9, 0.75, HERE)}, 200)
    put_into(page, {row("samurai", 4): facts(11, 0.5, THERE)}, 200)
    text = page.read_text()
    lines = [line.split(" | ")[:5] for line in text.splitlines() if "master" in line]
    assert lines == [
        ["| Samurai", "3", "master", "expert", "8"],
        ["| Samurai", "4", "master", "expert", "11"],
        ["| Shogun", "3", "master", "expert", "9"],
    ]
    assert f"Samurai on {HERE} and {THERE}; Shogun on {HERE}." in text
    put_into(page, {row("shogun", 3): facts(12, 0.75, THERE)}, 200)  # nothing is left of the old
    assert f"Shogun on {THERE}." in page.read_text()
    assert page.read_text().startswith("# Before")
    assert page.read_text().endswith("After.\n")


def test_games_are_counted_with_what_those_before_them_came_to():
    before = facts(30, 0.4, HERE) | {"moves": 100, "ms_per_move": 50.0, "slowest_ms": 170.0}
    both = together(facts(10, 0.8, HERE), before, 3)
    assert both["games"] == 40
    assert both["share"] == pytest.approx(0.5)
    assert both["times_equal"] == pytest.approx(1.5)
    assert both["ms_per_move"] == pytest.approx((10 * 60 + 100 * 50) / 110)
    assert both["slowest_ms"] == 170.0
    assert both["interval"][0] < 0.5 < both["interval"][1]
    assert together(facts(0, 0.0, HERE), before, 3)["share"] == pytest.approx(0.4)


def test_games_before_are_skipped():
    """They were played in the first seats, and are not played again."""
    whole = Tournament.of("suntzu", ["novice", "random"], 2, games=4)
    played = whole.run(workers=1).results
    rest = whole.run(workers=1, played=played[2:3], skipped=2).results
    assert [one.scores for one in rest] == [one.scores for one in played[2:]]
