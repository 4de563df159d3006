"""Record files: whole, damaged, newer, and against the rules."""

import copy
import json
from dataclasses import replace

import pytest

import tenka
from tenka.core import recordfile
from tenka.core.recordfile import text


@pytest.fixture(scope="module")
def record():
    match = tenka.new("suntzu", seed=11, events=True)
    while not match.over:
        match.play(match.to_act[-1], match.legal(match.to_act[-1])[0])
    return match.record()


def test_a_record_holds_what_a_referee_needs(record):
    assert list(record) == [
        "format",
        "version",
        "game",
        "options",
        "seats",
        "seed",
        "steps",
        "result",
    ]
    assert record["options"] == {"players": 2, "events": True, "beginner": False}
    assert record["seed"] == 11
    assert record["steps"][0] == {"chance": "event opened", "event": record["steps"][0]["event"]}
    kinds = {step["chance"] for step in record["steps"] if "chance" in step}
    assert kinds >= {"event opened", "dealt", "displays", "drawn"}
    assert set(record["result"]) == {"winners", "scores", "ending"}


def test_a_running_game_has_no_result():
    assert tenka.new("suntzu").record()["result"] is None


def test_a_record_is_read_as_content_text_bytes_and_file(record, tmp_path):
    file = tmp_path / "game.json"
    file.write_text(text(record), encoding="utf-8")
    matches = [tenka.load(r) for r in (record, text(record), text(record).encode(), file)]
    assert len({match.state_bytes() for match in matches}) == 1


def test_names_of_seats_are_kept(record):
    changed = record | {"seats": ["Ada", "a bot"]}
    assert tenka.load(changed).record() == changed


def _without(record, key):
    return {k: v for k, v in record.items() if k != key}


def _change(record, change):
    record = copy.deepcopy(record)
    change(record)
    return record


def _first(record, key):
    return next(step for step in record["steps"] if key in step)


DAMAGES = {
    "it is not JSON": lambda r: text(r)[:-20],
    "its 'format' is not": lambda r: r | {"format": "chess"},
    "a newer Tenka will read it": lambda r: r | {"version": r["version"] + 1},
    "of version 0 of Sun Tzu": lambda r: r | {"version": 0},
    "it has no 'version'": lambda r: _without(r, "version"),
    "its 'version' is no int": lambda r: r | {"version": True},
    "it has no 'steps'": lambda r: _without(r, "steps"),
    "its 'steps' is no list": lambda r: r | {"steps": {}},
    "its 'options' is no dict": lambda r: r | {"options": None},
    "no game 'go'": lambda r: r | {"game": "go"},
    "has no option 'speed'": lambda r: r | {"options": {"players": 2, "speed": 1}},
    "a seed is": lambda r: r | {"seed": "secret"},
    "has no seed": lambda r: r | {"seed": None},
    "has 2 seats": lambda r: r | {"seats": ["Ada"]},
    "neither a decision nor an outcome": lambda r: r | {"steps": [*r["steps"], 7]},
    "breaks the rules": lambda r: _change(r, lambda x: _first(x, "does").update(does="WU=1")),
    "no notation of Sun Tzu": lambda r: _change(
        r, lambda x: _first(x, "does").update(does="castle to e4")
    ),
    "breaks the rules: players are": lambda r: _change(
        r, lambda x: _first(x, "does").update(player=5)
    ),
    r"step \d+ of the record is": lambda r: _change(
        r, lambda x: _first(x, "chance").update(event="flood")
    ),
    "the record's result is": lambda r: r | {"result": None},
}


@pytest.mark.parametrize("says", DAMAGES)
def test_a_damaged_record_is_refused_in_words(record, says):
    with pytest.raises(tenka.RecordError, match=says):
        tenka.load(DAMAGES[says](record))


def test_a_record_of_older_rules_is_refused_with_what_has_changed(record, monkeypatch):
    game = tenka.game("suntzu")
    assert record["version"] == game.version
    newer = replace(game, revisions=(*game.revisions, "armies swim", "armies fly"))
    monkeypatch.setattr(recordfile, "find", {"suntzu": newer}.__getitem__)
    now = newer.version
    says = rf"version {now - 2} .* version {now}: armies swim; armies fly\. The Tenka"
    with pytest.raises(tenka.RecordError, match=says):
        tenka.load(record)
    with pytest.raises(tenka.RecordError, match=rf"version {now}: armies fly\."):
        tenka.load(record | {"version": now - 1})


def test_a_missing_outcome_is_noticed(record):
    steps = [step for step in record["steps"] if step.get("chance") != "displays"]
    with pytest.raises(tenka.RecordError, match=r"of the game .*displays"):
        tenka.load(record | {"steps": steps})


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(tenka.RecordError, match="No such file"):
        tenka.load(tmp_path / "none.json")


def test_the_text_has_one_step_a_line(record):
    lines = text(record).splitlines()
    assert sum(line.startswith('  {"player"') for line in lines) == sum(
        "does" in step for step in record["steps"]
    )
    assert json.loads(text(record)) == record
