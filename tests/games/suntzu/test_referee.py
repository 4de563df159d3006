"""An outside referee, who knows only the rules page, agrees with every game."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from itertools import product

import pytest

import tenka
from tests.games.suntzu.ledger import Foul, Moment
from tests.games.suntzu.players import OPTIONS, STYLES, play
from tests.games.suntzu.referee import judge
from tests.games.suntzu.test_fixtures import FILES

pytestmark = pytest.mark.long

PAIRS = list(product(STYLES, repeat=2))


def table_of(match: tenka.Match) -> dict:
    """The engine's position in the referee's words."""
    views = [match.view(0), match.view(1)]
    players = [views[p]["players"][p] for p in (0, 1)]
    provinces = views[0]["provinces"]
    return {
        "round": views[0]["round"],
        "track": views[0]["track"],
        "event": views[0]["event"],
        "pool": [me["pool"] for me in players],
        "reserve": [me["reinforcements"] for me in players],
        "armies": [[at["armies"][p] for at in provinces] for p in (0, 1)],
        "markers": [[at["markers"][p] for at in provinces] for p in (0, 1)],
        "hand": [sorted(me["hand"]) for me in players],
        "pile": [me["pile_size"] for me in players],
        "gone": [sorted(me["discarded"]) for me in players],
        "unused": [sorted(me["generals"]) for me in players],
    }


def compare(record: dict, moments: list[Moment], tables: bool = True) -> None:
    """Replay a record in the engine: position and choices are the referee's at every decision."""
    chosen = {name: value for name, value in record["options"].items() if name != "players"}
    match = tenka.new("suntzu", seed=record["seed"], **chosen)
    decisions = [step for step in record["steps"] if "does" in step]
    for moment, step in zip(moments, decisions, strict=True):
        legal = {p: sorted(map(str, match.legal(p))) for p in match.to_act}
        assert legal == {p: sorted(options) for p, options in moment.options.items()}
        if tables:
            assert table_of(match) == moment.table
        match.play(step["player"], step["does"])
    assert match.over


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_the_referee_agrees_with_the_finished_games(path):
    record = json.loads(path.read_text(encoding="utf-8"))
    compare(record, judge(record))


@pytest.mark.parametrize("options", OPTIONS, ids=["plain", "events", "beginner"])
def test_the_referee_agrees_with_random_games(options):
    """100 games for each option, between all pairs of tastes; every tenth compared whole."""
    for seed in range(100):
        blue, red = PAIRS[seed % len(PAIRS)]
        record = play(1000 + seed, blue, red, **options).record()
        compare(record, judge(record), tables=seed % 10 == 0)


# -- the referee is not blind


def changed(record: dict, find, change) -> dict:
    """The record with its first step that fits changed."""
    record = copy.deepcopy(record)
    change(next(step for step in record["steps"] if find(step)))
    return record


@pytest.fixture(scope="module")
def record():
    path = next(path for path in FILES if path.stem == "fifth-event-points-shao")
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("find", "change"),
    [
        (lambda s: s.get("does", "").startswith("WU="), {"does": "WU=77"}),
        (lambda s: s.get("does", "").startswith("QIN="), {"does": "CHU=2"}),
        (lambda s: s.get("does") == "pass", {"does": "great plague", "player": 0}),
        (lambda s: s.get("does", "").startswith("battle"), {"player": 5}),
        (lambda s: s.get("chance") == "drawn", {"cards": ["6", "6"]}),
        (lambda s: s.get("chance") == "dealt", {"cards": ["9", "9", "9", "9"]}),
        (lambda s: s.get("chance") == "displays", {"QIN": "9/9/9"}),
        (lambda s: s.get("chance") == "event opened", {"event": "sunshine"}),
    ],
    ids=["card", "province", "general", "namer", "draw", "deal", "display", "event"],
)
def test_the_referee_refuses_what_breaks_a_rule(record, find, change):
    with pytest.raises(Foul):
        judge(changed(record, find, lambda step: step.update(change)))


def test_the_referee_refuses_another_result(record):
    for change in ({"winners": [0]}, {"scores": [5, -5]}, {"ending": "round 9"}):
        with pytest.raises(Foul, match="result"):
            judge({**record, "result": {**record["result"], **change}})


def test_the_referee_refuses_a_game_cut_short_or_gone_on(record):
    with pytest.raises(Foul, match="stops"):
        judge({**record, "steps": record["steps"][:-1]})
    with pytest.raises(Foul, match="over before"):
        judge({**record, "steps": [*record["steps"], {"player": 0, "does": "pass"}]})


def test_the_referee_knows_nothing_of_tenka():
    program = "import sys, tests.games.suntzu.referee; print('tenka' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
