"""Who knows what, and what can be imagined of the rest."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

import tenka
from tenka.core.layout import NONE, UNKNOWN
from tenka.games.shogun.facts import PROVINCES
from tests.games.shogun.invariants import check
from tests.games.shogun.scene import Scene

LINE = "castle=Yamato temple=Kaga theatre=Omi rice=Tamba taxes=Kii deploy5=Settsu bid=chest3"


def test_a_plan_is_seen_by_nobody_else_and_nor_is_how_far_it_has_got():
    match = tenka.new("shogun", players=4, seed=1)
    before = match.redacted(1).tobytes(), match.redacted(None).tobytes()
    match.play(0, "Yamato; Kaga; Omi")
    assert (match.redacted(1).tobytes(), match.redacted(None).tobytes()) == before
    assert match.view(0)["players"][0]["plan"]["temple"] == "Kaga"
    match.play(0, "Tamba; Kii; Settsu; chest; chest; chest; chest; bid=chest3")
    assert set(match.view(1)["players"][0]["plan"].values()) == {"closed"}
    assert match.view(0)["players"][0]["plan"]["bid"] == "chest3"


def test_two_different_plans_look_the_same_and_take_as_many_decisions():
    one, two = (tenka.new("shogun", players=4, seed=1) for _ in range(2))
    one.play(0, LINE)
    two.play(0, "rice=Noto castle=Kii temple=Settsu taxes=Kaga deploy1=Omi bid=Yamato")
    assert len(one.history) == len(two.history)
    for viewer in (1, 2, 3, None):
        assert one.redacted(viewer).tobytes() == two.redacted(viewer).tobytes()
        told = [[str(e.seen_by(viewer)) for e in match.journal] for match in (one, two)]
        assert told[0] == told[1]


def test_a_card_is_opened_only_when_its_turn_comes_and_bids_all_at_once():
    scene = Scene("red Omi 5 | blue Kai 3 | yellow Aki 3")
    scene.act("battleA rice", red="Omi", blue="battleA=Kai", yellow="battleA=Aki rice=Aki")
    seen = scene.match.view(2)["players"]
    assert [p["plan"]["bid"] for p in seen] == ["-"] * 4
    assert [seen[p]["plan"]["battleA"] for p in (0, 1, 3)] == ["Omi", "closed", "closed"]
    scene.play("red", "Omi>Ise 2")
    assert scene.match.view(2)["players"][1]["plan"]["battleA"] == "Kai"


def test_hidden_action_cards_piles_and_tower_levels_are_unknown_to_all():
    match = tenka.new("shogun", players=4, seed=1, start="draft")
    assert set(match.redacted(0).pile[: match.state.pile_size].tolist()) == {UNKNOWN}
    while match.view(None)["phase"] != "planning":
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    for viewer in (0, None):
        seen = match.redacted(viewer)
        assert (seen.action_order[5:] == UNKNOWN).all()
        assert (seen.action_order[:5] == match.state.action_order[:5]).all()
        assert (seen.event_pile[4:] == UNKNOWN).all()
        assert (seen.upper == UNKNOWN).all()
        assert (seen.tower == match.state.tower).all()


def imagined(match, viewer, times=400):
    """All values that each hidden cell takes in imagined states."""
    rng = np.random.default_rng(1)
    seen = match.redacted(viewer)
    cells = defaultdict(set)
    for _ in range(times):
        state = match.game.determinise(seen, rng)
        check(state)
        for name in ("plan", "action_order", "event_pile", "upper", "pile"):
            for at, value in np.ndenumerate(state[name]):
                if seen[name][at] == UNKNOWN:
                    cells[name, *at].add(int(value))
    return cells


def test_everything_that_is_possible_is_imagined():
    match = tenka.new("shogun", players=4, seed=1)
    match.play(0, LINE)
    cells = imagined(match, 1)
    own = np.flatnonzero(match.state.owner == 0).tolist()
    for field in range(10):
        assert cells["plan", 0, field] == {*own, 51}  # any province, or a chest card
    assert cells["plan", 0, 10] == {*own, 45, 46, 47, 48, 49}  # nothing cannot be bid
    hidden = set(match.state.action_order[5:].tolist())
    assert all(cells["action_order", at] == hidden for at in range(5, 10))
    for colour in range(4):
        assert cells["upper", colour] == set(range(match.state.tower[colour] + 1))


def short_hand(chests: int = 1):
    """The first clan has two provinces, and all are to plan."""
    match = tenka.new("shogun", players=4, seed=1)
    s = match.state.copy()
    hand = [PROVINCES.index(name) for name in ("Yamato", "Kaga")]
    s.owner[s.owner == 0] = NONE
    s.owner[hand] = 0
    s.armies[s.owner == NONE] = 0
    s.reserve[0] = 62 - s.armies[hand].sum() - s.tower[0]
    s.hand_size[0], s.chests[0] = 2, chests
    return match.clone(state=s)


SHORT_LINES = (
    "castle=Kaga taxes=Yamato temple=- theatre=- rice=- bid=-",
    "castle=Yamato battleA=Kaga temple=- theatre=- rice=- bid=-",
)


def plan_others(match) -> None:
    """The other clans plan, with all their provinces in the order of the map."""
    while match.view(None)["phase"] == "planning":
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])


def test_few_chests_and_few_cards_bound_what_is_imagined():
    match = short_hand()
    hand = [PROVINCES.index(name) for name in ("Yamato", "Kaga")]
    match.play(0, "castle=Kaga bid=Yamato")
    cells = imagined(match, 2)
    assert cells["plan", 0, 10] == {*hand, 45, 46, 50}  # 0 or 1 chests, or nothing at all
    assert cells["plan", 0, 5] == {*hand, 50, 51}  # while others plan, any field may be empty
    state = match.game.determinise(match.redacted(2), np.random.default_rng(2))
    assert set(hand) < set(state.plan[0].tolist())  # a short hand is laid whole


def test_empty_fields_are_seen_once_all_have_planned_and_chest_cards_stay_closed():
    """The rulebook: 'W rzadkim przypadku, kiedy gracz nie posiada dostatecznie dużo kart, aby
    umieścić po 1 na każdym z 10 pól akcji, nieużywane pola pozostawia puste'.
    """
    match = short_hand()
    match.play(0, "castle=Kaga temple=- theatre=- rice=Yamato taxes=- bid=-")
    assert set(match.view(1)["players"][0]["plan"].values()) == {"closed"}, "others still plan"
    plan_others(match)
    for viewer in (1, 2, 3, None):
        plan = match.view(viewer)["players"][0]["plan"]
        assert [field for field, card in plan.items() if card == "-"] == [
            "temple", "theatre", "taxes", "bid",
        ]  # fmt: skip
        assert sum(card == "closed" for card in plan.values()) == 7
        for other in {1, 2, 3} - {viewer}:
            assert "-" not in match.view(viewer)["players"][other]["plan"].values()
    (entry,) = [e for e in match.journal if e.kind.name == "fields left empty"]
    assert str(entry.seen_by(2)) == str(entry)
    assert (entry.player, entry.fields) == (0, ["temple", "theatre", "taxes", "bid"])


def test_plans_with_the_same_empty_fields_look_the_same_to_others():
    one, two = short_hand(), short_hand()
    one.play(0, SHORT_LINES[0])
    two.play(0, SHORT_LINES[1])
    for match in (one, two):
        plan_others(match)
        match.play(match.to_act[0], "place 1")
    for viewer in (1, 2, 3, None):
        assert one.redacted(viewer).tobytes() == two.redacted(viewer).tobytes()
        told = [[str(e.seen_by(viewer)) for e in match.journal] for match in (one, two)]
        assert told[0] == told[1]


def test_no_card_is_imagined_on_a_field_that_is_seen_to_be_empty():
    match = short_hand()
    match.play(0, SHORT_LINES[0])
    plan_others(match)
    hand = {PROVINCES.index(name) for name in ("Yamato", "Kaga")}
    cells = imagined(match, 2)
    closed = [at[2] for at in cells if at[:2] == ("plan", 0)]
    assert sorted(closed) == [0, 4, 5, 6, 7, 8, 9]
    assert all(cells["plan", 0, field] == {*hand, 51} for field in closed)


def test_an_empty_field_is_not_opened_a_second_time():
    match = short_hand()
    match.play(0, SHORT_LINES[0])
    plan_others(match)
    while match.view(None)["phase"] == "places":
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    while match.view(None)["season"] == "spring":
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    opened = [e.action for e in match.journal if e.kind.name == "card opened" and e.player == 0]
    assert not set(opened) & {"temple", "theatre", "rice"}
    assert len(opened) == 7


def test_cards_won_or_seen_this_round_are_not_imagined_on_closed_fields():
    scene = Scene("red Omi 5, Ise 3, Kai 2 | blue Mino 1, Aki 3, Iyo 2 | yellow Shima 3")
    scene.act(
        "battleA battleB rice taxes",
        red="battleA=Omi rice=Ise taxes=Kai",
        blue="rice=Aki taxes=Iyo deploy3=Mino",
        yellow="battleB=Shima",
    )
    scene.play("red", "Omi>Mino 4")
    cells = imagined(scene.match, 2, times=200)
    closed = {value for (name, *at), values in cells.items() if name == "plan" for value in values}
    assert PROVINCES.index("Mino") not in closed
    assert PROVINCES.index("Omi") not in closed
    assert {PROVINCES.index(name) for name in ("Ise", "Kai", "Aki", "Iyo")} <= closed
