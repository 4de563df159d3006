"""Finished games: each is replayed, and together they show all that can happen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tenka
from tenka.core.match import Match
from tenka.core.recordfile import text
from tenka.games.suntzu.state import PHASES
from tests.fixtures.make_suntzu import reinforced_in

FOLDER = Path(__file__).parent.parent.parent / "fixtures" / "suntzu"
FILES = sorted(FOLDER.glob("*.json"))
ENDINGS = {
    "track-end-round-3": "end of the track in round 3",
    "track-end-round-6": "end of the track in round 6",
    "round-9-points": "round 9",
    "round-9-pool": "round 9, armies in the pool",
    "round-9-draw": "round 9, draw",
    "fifth-event-points": "fifth event",
    "fifth-event-pool": "fifth event, armies in the pool",
    "fifth-event-draw": "fifth event, draw",
}

each_file = pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])


def group(notation: str) -> str:
    """The kind of a decision: 'QIN=6' is an order, 'reinforce -7' a discard, 'from WU' a source."""
    if "=" in notation:
        return "order"
    if notation.startswith("reinforce"):
        return "discard" if notation.startswith("reinforce -") else "reinforce"
    return "great plague" if notation == "great plague" else notation.split()[0]


@each_file
def test_a_finished_game_is_replayed_to_its_stored_result_and_its_bytes(path):
    stored = json.loads(path.read_text(encoding="utf-8"))["result"]
    match = tenka.load(path)
    assert match.over
    assert text(match.record()) == path.read_text(encoding="utf-8")
    assert list(match.winners) == stored["winners"]
    assert list(match.scores) == stored["scores"]
    assert match.game.ending(match.state) == stored["ending"]


@each_file
def test_its_name_tells_the_ending_or_the_general_or_the_window(path):
    result = json.loads(path.read_text(encoding="utf-8"))["result"]
    name = path.stem.removeprefix("beginner-")
    for end, words in ENDINGS.items():
        if name.startswith(end):
            winner = {"sun-tzu": [0], "shao": [1], "": [0, 1]}[name.removeprefix(end).strip("-")]
            assert (result["ending"], result["winners"]) == (words, winner)
            return
    if name.startswith("window-"):
        wanted = name.removeprefix("window-")
        assert any(wanted in phase for phase in reinforced_in(tenka.load(path)))
        return
    general = name.removeprefix("general-")
    used = [e.general for e in tenka.load(path).journal if e.kind.name == "general used"]
    assert general in [name.replace(" ", "-") for name in used]


def test_together_they_show_every_ending_general_event_option_and_kind_of_decision():
    records = [json.loads(path.read_text(encoding="utf-8")) for path in FILES]
    entries = [entry for path in FILES for entry in tenka.load(path).journal]
    game = tenka.game("suntzu")
    assert len(records) >= 20
    assert {record["result"]["ending"] for record in records} == set(ENDINGS.values())
    assert {e.general for e in entries if e.kind.name == "general used"} == {
        str(action).removeprefix("general ")
        for action in game.actions
        if str(action).startswith("general")
    }
    assert {e.event for e in entries if e.kind.name == "event met"} == {
        "pandemic",
        "war chariot",
        "champion",
        "hero",
        "light infantry",
    }
    decided = {group(s["does"]) for record in records for s in record["steps"] if "does" in s}
    assert decided == {group(str(action)) for action in game.actions}
    assert {entry.kind.name for entry in entries} == {kind.name for kind in game.journal}
    options = [(r["options"]["events"], r["options"]["beginner"]) for r in records]
    assert {*options} == {(False, False), (True, False), (False, True)}


def test_together_they_bring_reinforcements_and_generals_in_every_window():
    deeds = set()
    for path in FILES:
        match = tenka.load(path)
        again = Match(match.game, match.options, match.seed)
        for player, action, _ in match.history:
            deeds.add((group(str(action)), again.view(None)["phase"]))
            again.play(player, action)
    marches = {phase for deed, phase in deeds if deed in ("march", "remove", "reinforce")}
    assert {phase for deed, phase in deeds if deed == "discard"} == {
        phase for phase in PHASES if "window" in phase
    }
    assert marches >= {
        "window before orders",
        "window before battle",
        "window at the end of the round",
    }


def test_the_marker_is_told_on_each_step_of_both_sides_of_the_track():
    """From the middle the points of a round move it, but not past an end."""
    told = set()
    for path in FILES:
        track = 0
        for entry in tenka.load(path).journal:
            if entry.kind.name == "points":
                track = max(-9, min(9, track + entry.sun_tzu - entry.shao))
                assert entry.track == track
            elif "track" in entry.values:
                assert abs(entry.track - track) == 1
                track = entry.track
            told.add(track)
    assert {-2, -1, 0, 1, 2} <= told
