"""Set-up: what everyone has, presets, the draft, the tower's first cubes."""

from __future__ import annotations

import numpy as np
import pytest

import tenka
from tenka.games.shogun.facts import (
    ADJACENT,
    EXISTS_FOR_THREE,
    GROUPS,
    PROVINCES,
    REGION,
    REGIONS,
    SPACES,
)
from tests.games.shogun.scene import Scene


def near(a: str, b: str) -> bool:
    return bool(ADJACENT[PROVINCES.index(a), PROVINCES.index(b)])


def entries(match, *kinds):
    return [e for e in match.journal if e.kind.name in kinds]


def test_the_board():
    assert len(PROVINCES) == 45
    for side in range(2):
        assert [int((REGION[side] == at).sum()) for at in range(len(REGIONS))] == [9] * 5
        assert EXISTS_FOR_THREE[side].sum() == 37
    assert (ADJACENT == ADJACENT.T).all()
    assert not ADJACENT.diagonal().any()
    assert set(SPACES.tolist()) == {1, 2, 3}


def test_shima_and_izu_are_adjacent_by_sea_and_so_are_six_pairs_in_all():
    assert near("Shima", "Izu")
    assert near("Izu", "Awa-Boso")
    assert near("Aki", "Iyo")
    assert near("Harima", "Sanuki")
    assert near("Awa-Shikoku", "Kii")
    assert near("Tajima", "Kaga")
    assert not near("Aki", "Tosa")
    assert ADJACENT.sum() == 2 * (91 + 6)


@pytest.mark.parametrize(("players", "chests", "groups"), [(3, 18, 9), (4, 15, 8), (5, 12, 7)])
def test_what_each_clan_has(players, chests, groups):
    match = tenka.new("shogun", players=players, seed=1)
    for clan in match.view(None)["players"]:
        assert clan["chests"] == chests
        assert clan["provinces"] == groups
        assert (clan["rice"], clan["points"]) == (0, 0)


def test_player_0_takes_column_a_and_player_1_column_b():
    provinces = {p["name"]: p for p in tenka.new("shogun", players=3, seed=1).view(0)["provinces"]}
    for name, owner, armies in [
        ("Suruga", 0, 5),
        ("Tajima", 0, 2),
        ("Yamato", 1, 5),
        ("Echizen", 1, 4),
        ("Bizen", 2, 5),
        ("Etchu", 2, 3),
    ]:
        assert (provinces[name]["owner"], provinces[name]["armies"]) == (owner, armies)


@pytest.mark.parametrize(
    ("side", "missing"),
    [
        ("sun", "Awa-Boso Echigo Iwami Izumo Kazusa Mutsu Sanuki Tosa"),
        ("moon", "Aki Hitachi Iwami Iyo Mutsu Shimosa Shimotsuke Tosa"),
    ],
)
def test_eight_provinces_do_not_exist_for_three(side, missing):
    names = {p["name"] for p in tenka.new("shogun", players=3, side=side).view(0)["provinces"]}
    assert sorted(set(PROVINCES) - names) == missing.split()
    everyone = tenka.new("shogun", players=4, side=side).view(0)["provinces"]
    assert len(everyone) == 45


def test_no_army_may_enter_a_province_that_does_not_exist():
    scene = Scene("3 players | red Izu 3").act("battleA", red="Izu")
    assert scene.asked == "red: >Sagami, >Shima, >Suruga"
    with pytest.raises(tenka.IllegalAction, match="not in the game with 3 players"):
        scene.play("red", "Izu>Awa-Boso 1")


def test_the_moon_side_has_the_same_borders_and_sea_routes():
    scene = Scene("moon | red Izu 3").act("battleA", red="Izu")
    assert scene.asked == "red: >Awa-Boso, >Sagami, >Shima, >Suruga"


@pytest.mark.parametrize(("players", "cubes"), [(3, 31), (4, 38), (5, 45)])
def test_seven_armies_of_each_and_ten_peasants_go_into_the_tower(players, cubes):
    match = tenka.new("shogun", players=players, seed=4)
    (thrown,), (stayed,) = entries(match, "tower filled"), entries(match, "stayed inside")
    assert sum(thrown.cubes) == cubes
    assert thrown.cubes == [7] * players + [0] * (5 - players) + [10]
    assert stayed.cubes == match.state.tower.tolist()
    assert 0 < sum(stayed.cubes) < cubes
    assert not match.state.tray.any()


def test_four_of_twelve_events_lie_open():
    match = tenka.new("shogun", seed=4)
    (events,) = entries(match, "events")
    assert len(set(events.events)) == 4
    assert [e["event"] for e in match.view(None)["events"]] == events.events


def test_the_start_follows_the_side():
    assert tenka.new("shogun").options["start"] == "preset"
    assert tenka.new("shogun", side="moon").options["start"] == "draft"
    assert tenka.new("shogun", side="sun", start="draft").view(0)["phase"] == "draft"
    with pytest.raises(tenka.OptionError, match="side='moon' and start='preset'"):
        tenka.new("shogun", side="moon", start="preset")


# -- the draft


def drafting(seed=1, players=3):
    match = tenka.new("shogun", players=players, seed=seed, start="draft")
    return match, match.view(None)["draft"]


def take(match, card, armies):
    """One whole turn of whoever is asked."""
    match.play(match.to_act[0], card)
    if match.view(None)["phase"] == "army group":
        match.play(match.to_act[0], str(armies))


def test_the_first_seat_is_drawn_and_then_it_goes_clockwise():
    firsts = set()
    for seed in range(20):
        match, _ = drafting(seed)
        first = match.to_act[0]
        firsts.add(first)
        for turn in range(1, 5):
            take(match, "pile", 2)
            assert match.to_act == ((first + turn) % 3,)
    assert firsts == {0, 1, 2}


def test_a_taken_open_card_is_replaced_from_the_pile_after_its_armies_stand():
    match, draft = drafting()
    left, right = draft["open"]
    player = match.to_act[0]
    match.play(player, left)
    assert match.view(None)["draft"]["open"] == [left, right]
    assert [str(a) for a in match.legal(player)] == ["5", "4", "3", "2"]
    match.play(player, "5")
    now = match.view(None)["draft"]
    assert now["open"][1] == right
    assert now["open"][0] not in (left, right)
    assert now["pile_size"] == draft["pile_size"] - 1
    assert now["groups"][player] == [4, 4, 3, 3, 2, 2, 2, 2]
    place = next(p for p in match.view(None)["provinces"] if p["name"] == left)
    assert (place["owner"], place["armies"]) == (player, 5)


def test_the_card_of_the_pile_is_seen_before_its_armies_are_chosen():
    match, draft = drafting()
    match.play(match.to_act[0], "pile")
    assert match.view(None)["draft"]["taken"] not in [*draft["open"], None]
    assert match.view(None)["draft"]["open"] == draft["open"]


def test_the_same_two_open_cards_may_be_exchanged():
    match, draft = drafting()
    first = match.to_act[0]
    for _ in range(3):
        assert "exchange" not in map(str, match.legal(match.to_act[0]))
        take(match, "pile", 3)
    assert match.to_act == (first,)
    match.play(first, "exchange")
    now = match.view(None)["draft"]
    assert not set(now["open"]) & set(draft["open"])
    assert now["under_pile"] == draft["open"][::-1]  # from the bottom: the right one lies below
    assert now["pile_size"] == draft["pile_size"] - 3
    with pytest.raises(tenka.IllegalAction, match="not both those that lay there"):
        match.play(first, "exchange")
    take(match, now["open"][0], 4)
    assert match.to_act == ((first + 1) % 3,)
    assert "exchange" not in map(str, match.legal(match.to_act[0]))


def test_no_exchange_when_one_of_the_two_cards_is_new():
    match, draft = drafting()
    take(match, "pile", 3)
    take(match, draft["open"][1], 3)
    take(match, "pile", 3)
    assert "exchange" not in map(str, match.legal(match.to_act[0]))


def test_cards_under_the_pile_come_up_in_the_order_they_went_there():
    match, _ = drafting(seed=3)
    under: list[str] = []
    while match.view(None)["phase"] == "draft":
        player = match.to_act[0]
        if "exchange" in map(str, match.legal(player)):
            under += match.view(None)["draft"]["open"]
            match.play(player, "exchange")
        take(match, "pile", next(g for g in match.view(None)["draft"]["groups"][player] if g))
    assert len(under) > 10
    shown = [
        name
        for entry in entries(match, "card drawn", "cards opened")
        for name in entry.values.values()
        if name in PROVINCES
    ]
    again = [name for at, name in enumerate(shown) if name in shown[:at]]
    assert again
    assert again == under[: len(again)]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_draft_ends_when_all_groups_stand_and_events_come_last(players):
    match = tenka.new("shogun", players=players, seed=2, start="draft")
    rng = np.random.default_rng(2)
    while match.view(None)["phase"] in ("draft", "army group"):
        assert match.view(None)["events"] == []
        player = match.to_act[0]
        match.play(player, rng.choice(match.legal(player)))
    owned = [p for p in match.view(None)["provinces"] if p["owner"] is not None]
    groups = sorted(GROUPS[: {3: 9, 4: 8, 5: 7}[players]].tolist())
    for player in range(players):
        assert sorted(p["armies"] for p in owned if p["owner"] == player) == groups
    kinds = [e.kind.name for e in match.journal]
    assert kinds.index("tower filled") > max(
        at for at, kind in enumerate(kinds) if kind == "armies placed"
    )
    assert kinds.index("events") > kinds.index("tower filled")


def test_groups_that_are_all_alike_are_not_asked_for():
    match, _ = drafting()
    rng = np.random.default_rng(1)
    for _ in range(3 * 5):
        player = match.to_act[0]
        largest = match.view(None)["draft"]["groups"][player][0]
        take(match, "pile", largest)
    while match.view(None)["phase"] == "draft":
        before = len(entries(match, "armies placed"))
        match.play(match.to_act[0], rng.choice(["pile"]))
        assert len(entries(match, "armies placed")) == before + 1
