"""Whole games: conservation, points and chests counted a second time, fixtures."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import tenka
from tests.games.shogun.invariants import OPTIONS, check_all

pytestmark = pytest.mark.long

FIXTURES = sorted((Path(__file__).parents[2] / "fixtures" / "shogun").glob("*.json"))
GAMES = 600  # for each set of options


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_nothing_is_lost_in_six_hundred_games(options):
    rng = np.random.default_rng(len(str(options)))
    batch = tenka.batch("shogun", GAMES, seed=7, threads=1, **options)
    while not batch.over.all():
        masks, _ = batch.legal_masks()
        batch.step((masks * rng.random(masks.shape, dtype=np.float32)).argmax(axis=1))
        check_all(batch.states)


def random_match(seed: int, **options) -> tenka.Match:
    match = tenka.new("shogun", seed=seed, **options)
    play_on(match, np.random.default_rng(seed), lambda: match.over)
    return match


def play_on(match, rng, done) -> None:
    while not done():
        player = match.to_act[rng.integers(len(match.to_act))]
        legal = match.legal(player)
        match.play(player, legal[rng.integers(len(legal))])


# -- points, counted slowly


def points_of(view, player: int) -> int:
    """What a clan gains in a winter that ends like this."""
    own = [p for p in view["provinces"] if p["owner"] == player]
    points = len(own) + sum(len(p["buildings"]) for p in own)
    for region in ("green", "red", "purple", "yellow", "brown"):
        for building, prize in (("castle", 3), ("temple", 2), ("theatre", 1)):
            counts = Counter(
                p["owner"]
                for p in view["provinces"]
                if p["region"] == region and building in p["buildings"]
            )
            rivals = [n for other, n in counts.items() if other != player]
            if counts[player] and all(counts[player] > n for n in rivals):
                points += prize
            elif counts[player] and all(counts[player] >= n for n in rivals):
                points += prize - 1
    return points


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_points_counted_again(options):
    for seed in range(12):
        rng = np.random.default_rng(seed)
        match = tenka.new("shogun", seed=seed, **options)
        for year in (1, 2):
            before = match.scores
            play_on(match, rng, lambda m=match, y=year: m.over or m.state.year == y)
            view = match.view(None)
            gains = [points_of(view, p) for p in range(match.options["players"])]
            assert match.scores == tuple(a + b for a, b in zip(before, gains, strict=True))


def test_chests_are_the_sum_of_journalled_gains_and_costs():
    for seed in range(30):
        players = 3 + seed % 3
        match = random_match(seed, players=players)
        chests = [{3: 18, 4: 15, 5: 12}[players]] * players
        for entry in match.journal:
            values = entry.values
            if "paid" in values:
                chests[entry.player] -= entry.paid
            elif entry.kind.name == "taxes taken":
                chests[entry.player] += entry.chests
        assert chests == match.state.chests[:players].tolist()


def test_the_map_follows_from_the_journal():
    """Armies and owners, told by the entries that everyone sees."""
    for seed in range(20):
        match = random_match(seed, players=5)
        armies: Counter[str] = Counter()
        owner: dict[str, int] = {}
        for entry in match.journal:
            follow(entry, armies, owner)
        for province in match.view(None)["provinces"]:
            assert province["owner"] == owner.get(province["name"])
            assert province["armies"] == armies[province["name"]]


def follow(entry, armies, owner) -> None:
    name = entry.kind.name
    if name == "armies placed":
        owner[entry.province], armies[entry.province] = entry.player, entry.armies
    elif name == "deployed":
        armies[entry.province] += entry.armies
    elif name in ("moved", "attack"):
        armies[entry.source] -= entry.armies
        armies[entry.province] += entry.armies if name == "moved" else 0
    elif name == "battle result":
        armies[entry.province] = entry.armies
    elif name == "province lost":
        owner.pop(entry.province)
    elif name == "province won":
        owner[entry.province] = entry.player


# -- finished games


def test_there_are_at_least_thirty_fixtures():
    assert len(FIXTURES) >= 30


@pytest.fixture(scope="module")
def replayed():
    return [tenka.load(path) for path in FIXTURES]


def test_fixtures_replay_to_their_result_and_their_bytes(replayed):
    from tenka.core.recordfile import text

    for path, match in zip(FIXTURES, replayed, strict=True):
        assert match.over
        assert text(match.record()) == path.read_text(encoding="utf-8"), path.name


def test_fixtures_cover_players_sides_and_starts(replayed):
    shapes = {(m.options["players"], m.options["side"], m.options["start"]) for m in replayed}
    starts = [("sun", "preset"), ("sun", "draft"), ("moon", "draft")]
    assert shapes == {(players, *start) for players in (3, 4, 5) for start in starts}
    assert {m.options["always_yes"] for m in replayed} == {True, False}


def test_fixtures_cover_ties_elimination_and_a_shared_win(replayed):
    assert {m.game.ending(m.state) for m in replayed} == {"points", "chests", "shared win"}
    assert sum(map(plans_without_provinces, replayed)) >= 2
    assert {len(m.winners) for m in replayed} >= {1, 2}


def plans_without_provinces(match) -> bool:
    """Whether a clan that has lost everything plays on."""
    armies: Counter[str] = Counter()
    owner: dict[str, int] = {}
    for entry in match.journal:
        follow(entry, armies, owner)
        if entry.kind.name == "planned" and entry.player not in owner.values():
            return True
    return False


def test_fixtures_cover_everything_that_can_happen(replayed):
    kinds = {entry.kind.name for m in replayed for entry in m.journal}
    assert kinds == {kind.name for kind in tenka.game("shogun").journal}
    results = {e.result for m in replayed for e in m.journal if e.kind.name == "battle result"}
    assert results == {"attacker won", "defender won", "undecided", "peasants won", "put down"}
    reasons = {e.reason for m in replayed for e in m.journal if e.kind.name == "army added"}
    assert reasons == {"castle", "attack", "defence"}
