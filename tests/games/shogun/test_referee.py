"""Records can be followed without our rules, and come to the same end."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import numpy as np
import pytest

import tenka
from tests.games.shogun.invariants import OPTIONS
from tests.games.shogun.referee import Referee

pytestmark = pytest.mark.long

FIXTURES = sorted((Path(__file__).parents[2] / "fixtures" / "shogun").glob("*.json"))


def compare(record, match) -> None:
    referee = Referee(record)
    players = match.options["players"]
    assert referee.points == list(match.scores)
    assert referee.winners == list(match.winners)
    assert referee.chests == match.state.chests[:players].tolist()
    assert referee.reserve == match.state.reserve.tolist()
    assert referee.inside == match.state.tower.tolist()
    assert referee.tray == match.state.tray.tolist()
    for province in match.view(None)["provinces"]:
        name = province["name"]
        assert referee.owner.get(name) == province["owner"]
        assert referee.armies[name] == province["armies"]
        assert referee.markers[name] == province["markers"]
        assert referee.built[name] == set(province["buildings"])


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_random_games(options):
    for seed in range(25):
        rng = np.random.default_rng(seed)
        match = tenka.new("shogun", seed=seed, **options)
        while not match.over:
            player = match.to_act[rng.integers(len(match.to_act))]
            legal = match.legal(player)
            match.play(player, legal[rng.integers(len(legal))])
        compare(copy.deepcopy(match.record()), match)


def test_fixtures():
    for path in FIXTURES:
        compare(json.loads(path.read_text(encoding="utf-8")), tenka.load(path))


def test_a_game_of_the_first_rules_is_refused_with_what_has_changed():
    record = json.loads(FIXTURES[0].read_text(encoding="utf-8"))
    assert record["version"] == 2
    says = "version 1 .* plays version 2: a plan says which fields get a chest card and which stay"
    with pytest.raises(tenka.RecordError, match=says):
        tenka.load(record | {"version": 1})
