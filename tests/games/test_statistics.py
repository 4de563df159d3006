"""Statistics of finished games against what the positions themselves show."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import tenka

FIXTURES = Path(__file__).parent.parent / "fixtures"
CHESTS = {3: 18, 4: 15, 5: 12}


def games_of(game):
    files = sorted((FIXTURES / game).glob("*.json"))
    return pytest.mark.parametrize("file", files, ids=[file.stem for file in files])


def played(file):
    """What is counted in a stored game, the match, and the states at the ends of its steps."""
    match = tenka.load(json.loads(file.read_text(encoding="utf-8")))
    counted = match.game.statistics(match.options["players"])
    counted.count(match.journal)
    again = tenka.Match(match.game, match.options, match.seed)
    ends, begun = [], any(entry.kind.name == counted.step for entry in again.journal)
    for player, action, entries in match.history:
        again.play(player, action)
        for _ in [e for e in entries if e.kind.name == counted.step]:
            ends += [again.state.copy()] if begun else []  # a step's beginning counts nothing
            begun = True
    assert again.state_bytes() == match.state_bytes()
    return counted, match, [*ends, match.state]


def curve(counted, name):
    return next(line["seats"] for line in counted.curves() if line["name"] == name)


def check_all(counted, match, ends):
    """What holds in every game: the score's curve ends at the score, with a number per step."""
    assert [seat[-1] for seat in counted.curves()[0]["seats"]] == list(match.scores)
    for line in counted.curves():
        assert {len(seat) for seat in line["seats"]} == {len(counted.steps)} == {len(ends)}
    assert all(amount >= 0 for name in counted.battles for amount in counted.amounts[name])


@games_of("samurai")
def test_samurai(file):
    counted, match, ends = played(file)
    check_all(counted, match, ends)
    players, amounts = match.options["players"], counted.amounts
    taken = [match.view(None)["players"][p]["captured"] for p in range(players)]
    for kind in ("helmet", "buddha", "rice"):
        assert amounts[kind] == [captured[kind] for captured in taken]
    assert amounts["captures"] == list(match.scores)
    assert sum(amounts["figures set aside"]) == sum(match.view(None)["set_aside"].values())


@games_of("suntzu")
def test_sun_tzu(file):
    counted, match, ends = played(file)
    check_all(counted, match, ends)
    amounts = counted.amounts
    battles = sum(1 for entry in match.journal if entry.kind.name == "opened")
    fought = amounts["battles won"][0] + amounts["battles won"][1] + amounts["ties"][0]
    assert amounts["battles lost"] == amounts["battles won"][::-1]
    assert fought <= battles
    assert battles - fought <= sum(amounts["plagues"])
    assert curve(counted, "track")[0][:-1] == [int(s.track) for s in ends[:-1]]
    gained = [sum(amounts[name][seat] for name in counted.points) for seat in (0, 1)]
    if abs(match.scores[0]) < 9:  # the marker stops at the ends of the track
        assert gained[0] - gained[1] == match.scores[0]


@games_of("shogun")
def test_shogun(file):
    counted, match, ends = played(file)
    check_all(counted, match, ends)
    amounts, players = counted.amounts, range(match.options["players"])
    for seat in players:
        assert sum(amounts[name][seat] for name in counted.points) == match.scores[seat]
        assert match.state.chests[seat] == (
            CHESTS[len(players)] + amounts["taxes taken"][seat] - amounts["chests paid"][seat]
        )
        ways = ("attacks won", "attacks undecided", "attacks lost")
        assert amounts["attacks"][seat] == sum(amounts[way][seat] for way in ways)
        assert amounts["revolts put down"][seat] <= amounts["revolts"][seat]
        held = [int((s.owner == seat).sum()) for s in ends]
        assert curve(counted, "provinces held")[seat] == held
        placed = sum(
            1 for e in match.journal if e.kind.name == "armies placed" and e.player == seat
        )
        assert placed + amounts["provinces won"][seat] - amounts["provinces lost"][seat] == held[-1]
        stand = [int(np.bitwise_count(s.buildings[s.owner == seat]).sum()) for s in ends]
        assert curve(counted, "buildings held")[seat] == stand
        points = [int(s.points[seat]) for s in ends]
        assert curve(counted, "points")[seat] == points
        filled = sum(e.cubes[seat] for e in match.journal if e.kind.name == "tower filled")
        thrown, fallen = (amounts[name][seat] for name in counted.luck)
        assert 0 <= fallen <= thrown + filled
    assert sum(amounts["attacked"]) >= sum(amounts["defences won"])
    results = [e.result for e in match.journal if e.kind.name == "battle result"]
    assert sum(amounts["attacks won"]) == results.count("attacker won")
    assert sum(amounts["defences won"]) == results.count("defender won")
    assert sum(amounts["revolts put down"]) == results.count("put down")
