"""Planning and the order of players: fields, short hands, bids, places."""

from __future__ import annotations

from itertools import permutations

import pytest

import tenka
from tenka.core.layout import NONE
from tenka.games.shogun.facts import FIELDS, MAP, PROVINCES
from tests.games.shogun.invariants import check

CHESTS_0 = MAP


def planning(hand: str, chests: int = 15):
    """A match of 4 in which Takeda has just these provinces, and plans."""
    match = tenka.new("shogun", players=4, seed=1)
    s = match.state.copy()
    mine = [PROVINCES.index(name) for name in hand.split()]
    s.owner[s.owner == 0] = NONE
    s.owner[mine] = 0
    s.armies[s.owner == NONE] = 0
    s.armies[mine] = 1
    for player in range(4):
        s.hand_size[player] = (s.owner == player).sum()
        s.reserve[player] = 62 - s.armies[s.owner == player].sum() - s.tower[player]
    s.chests[0] = chests
    s.plan[0] = [MAP + 6] * 4 + [MAP + 5] * 6 + [NONE] if not mine else [NONE] * 11
    return match.clone(state=s)


SIX = "Yamato Kaga Omi Tamba Kii Settsu"
FIVE = "Yamato Kaga Omi Tamba Kii"


def options(match):
    return " ".join(str(a) for a in match.legal(0))


def plan_of(match):
    return " ".join(f"{f}={c}" for f, c in match.view(0)["players"][0]["plan"].items() if c)


def test_a_whole_plan_in_one_line():
    match = planning(SIX)
    line = (
        "castle=Yamato temple=chest theatre=Kaga rice=Omi taxes=Tamba deploy5=Kii deploy3=chest"
        " deploy1=chest battleA=Settsu battleB=chest bid=chest2"
    )
    match.play(0, line)
    assert plan_of(match) == line
    assert match.to_act == (1, 2, 3)
    check(match.state)


def test_fields_come_in_any_order_and_unnamed_ones_get_chest_cards():
    match = planning(SIX)
    match.play(
        0, "bid=chest0 BATTLEA=settsu rice=Omi castle=Yamato taxes=Tamba theatre=Kaga temple=Kii"
    )
    assert plan_of(match) == (
        "castle=Yamato temple=Kii theatre=Kaga rice=Omi taxes=Tamba deploy5=chest deploy3=chest"
        " deploy1=chest battleA=Settsu battleB=chest bid=chest0"
    )


def test_with_few_cards_unnamed_fields_stay_empty_once_the_chest_cards_are_laid():
    """'Nieużywane pola pozostawia puste': two provinces, five chest cards, four empty fields."""
    match = planning("Yamato Kaga")
    match.play(0, "castle=Yamato rice=- battleB=Kaga bid=chest2")
    assert plan_of(match) == (
        "castle=Yamato temple=chest theatre=chest rice=- taxes=chest deploy5=chest deploy3=-"
        " deploy1=- battleA=- battleB=Kaga bid=chest2"
    )
    check(match.state)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("castle=Yamato", "names its bid too"),
        ("castle=Yamato castle=Kii bid=chest1", "one card for castle"),
        ("casle=Yamato bid=chest1", "did you mean castle"),
        ("castle=Hida bid=chest1", "no card of Hida is in hand"),
        ("castle=Yamato rice=Yamato bid=chest1", "lies on castle already"),
        ("castle=Yamato rice=Kii bid=chest1", "deploy3 may not stay empty"),
        ("temple=- castle=Yamato bid=chest1", "temple may not stay empty"),
        ("castle=Edo bid=chest1", "is no notation of Shogun"),
    ],
)
def test_wrong_plans_are_refused_whole(line, why):
    match = planning(SIX)
    before = match.state_bytes()
    with pytest.raises(tenka.IllegalAction, match=why):
        match.play(0, line)
    assert match.state_bytes() == before


def test_field_by_field_and_never_the_same_card_twice():
    match = planning(SIX)
    assert options(match) == "Kaga Kii Omi Settsu Tamba Yamato chest"
    match.play(0, "Kii")
    assert options(match) == "Kaga Omi Settsu Tamba Yamato chest"
    with pytest.raises(tenka.IllegalAction, match="temple is next"):
        match.play(0, "bid=chest1")


def test_four_fields_without_a_province_for_a_chest_bid_five_for_a_province_bid():
    match = planning(SIX)
    match.play(0, "chest; chest; chest; chest; chest")
    assert options(match) == "Kaga Kii Omi Settsu Tamba Yamato"
    with pytest.raises(tenka.IllegalAction, match="no chest card is left"):
        match.play(0, "chest")
    match.play(0, "Kaga; Kii; Omi; Settsu; Tamba")
    assert options(match) == "bid=Yamato"  # asked all the same: the number of answers is no clue
    four = planning(SIX)
    four.play(0, "chest; chest; chest; chest; Kaga; Kii; Omi; Settsu; Tamba")
    assert options(four) == "Yamato chest"
    four.play(0, "Yamato")
    assert options(four) == "bid=chest0 bid=chest1 bid=chest2 bid=chest3 bid=chest4"


def test_with_many_cards_the_bid_may_be_any_card_left_but_not_empty():
    match = planning("Yamato Kaga Omi Tamba Kii Settsu Noto Awa-Shikoku", chests=2)
    match.play(0, "Yamato; Kaga; Omi; Tamba; Kii; Settsu; chest; chest; chest; chest")
    assert options(match) == "bid=Awa-Shikoku bid=Noto bid=chest0 bid=chest1 bid=chest2"
    with pytest.raises(tenka.IllegalAction, match="bid of 3 is more than the 2 chests"):
        match.play(0, "bid=chest3")
    with pytest.raises(tenka.IllegalAction, match="may not stay empty"):
        match.play(0, "bid=-")


def test_a_short_hand_is_laid_whole_and_its_owner_chooses_the_empty_fields():
    """'O ile to możliwe, gracz musi umieścić po 1 zakrytej karcie na każdym z 11 pól': of ten cards
    each is laid, and one field stays empty.
    """
    match = planning(FIVE, chests=1)
    assert options(match) == "Kaga Kii Omi Tamba Yamato chest -"
    match.play(0, "chest; chest; -")
    assert options(match) == "Kaga Kii Omi Tamba Yamato chest"
    with pytest.raises(tenka.IllegalAction, match="no more fields stay empty than cards are miss"):
        match.play(0, "-")
    match.play(0, "chest; chest; chest")
    assert options(match) == "Kaga Kii Omi Tamba Yamato"
    match.play(0, "Kii; Omi; Tamba; Yamato")
    assert options(match) == "bid=Kaga"
    match.play(0, "bid=Kaga")
    check(match.state)


def test_with_a_short_hand_the_bid_may_stay_empty():
    """The rulebook: 'Na samym końcu swojego wyboru dokonują gracze, którzy w ogóle nie zalicytowali
    żadną kartą (… jeśli gracz będzie posiadał zbyt mało kart prowincji)'.
    """
    match = planning(FIVE, chests=1)
    match.play(0, "Kii; Omi; Tamba; Yamato; Kaga; chest; chest; chest; chest")
    assert options(match) == "chest -"
    other = match.clone()
    other.play(0, "-")
    assert options(other) == "bid=chest0 bid=chest1"
    match.play(0, "chest")
    assert options(match) == "bid=-"
    match.play(0, "bid=-")
    check(match.state)


def test_without_provinces_only_the_bid_is_asked():
    match = planning("", chests=2)
    assert options(match) == "bid=chest0 bid=chest1 bid=chest2 bid=-"
    for bid in ("bid=chest2", "bid=-"):
        after = match.clone()
        after.play(0, bid)
        assert after.to_act == (1, 2, 3)
        check(after.state)


# -- bids and places


def bidding(bids: str, seed: int = 1):
    """Four clans bid: 'Kai' stands for any province, 'nothing' for no card."""
    match = tenka.new("shogun", players=4, seed=seed)
    for player, bid in enumerate(bids.split()):
        s = match.state.copy()
        hand = [name for at, name in enumerate(PROVINCES) if s.owner[at] == player]
        if bid == "nothing":  # only short hands may bid nothing
            for name in hand[5:]:
                s.armies[PROVINCES.index(name)] = 0
                s.owner[PROVINCES.index(name)] = NONE
            s.hand_size[player], hand = 5, hand[:5]
            s.reserve[player] = 62 - s.armies[s.owner == player].sum() - s.tower[player]
            match = match.clone(state=s)
            laid, last = [*hand, *["chest"] * 5], "bid=-"
        elif bid == "Kai":
            laid, last = [*hand[:7], *["chest"] * 3], f"bid={hand[7]}"
        else:
            laid, last = [*hand, *["chest"] * 2], f"bid=chest{bid}"
        match.play(player, "; ".join([*laid, last]))
    return match


def choice_order(match):
    return match.view(None)["choice_order"]


def test_the_rank_of_bids():
    assert choice_order(bidding("0 Kai nothing 1")) == [3, 1, 0, 2]
    assert choice_order(bidding("1 2 3 4")) == [3, 2, 1, 0]
    assert choice_order(bidding("4 nothing 0 2")) == [0, 3, 2, 1]


def test_bids_are_paid_and_provinces_are_free():
    match = bidding("4 Kai 0 1")
    assert [p["chests"] for p in match.view(None)["players"]] == [11, 15, 15, 14]
    assert [e.paid for e in match.journal if e.kind.name == "bid"] == [4, 0, 0, 1]


@pytest.mark.parametrize(
    "bids", ["2 2 4 2", "Kai Kai 4 Kai", "0 0 4 0", "nothing nothing 4 nothing"]
)
def test_equal_bids_choose_in_random_order(bids):
    missing = {(2, *rest) for rest in permutations((0, 1, 3))}
    possible = frozenset(missing)
    for seed in range(60):
        order = tuple(choice_order(bidding(bids, seed)))
        assert order in possible
        missing.discard(order)
        if not missing:
            return
    raise AssertionError(f"never {missing}")


def test_the_whole_order_is_drawn_before_anyone_chooses_and_places_give_the_turn_order():
    match = bidding("1 2 3 4")
    assert match.to_act == (3,)
    match.play(3, "place 4")
    assert [str(a) for a in match.legal(2)] == ["place 1", "place 2", "place 3", "place 5"]
    with pytest.raises(tenka.IllegalAction, match="place 4 is taken"):
        match.play(2, "place 4")
    specials = [place["special"] for place in match.view(None)["places"]]
    match.play(2, "place 5")
    match.play(1, "place 1")
    match.play(0, "place 3")
    seen = match.view(None)
    assert seen["turn_order"] == [1, 0, 3, 2]
    assert [p["special"] for p in seen["players"]] == [specials[at] for at in (2, 0, 4, 3)]


def test_the_last_of_five_is_not_asked():
    match = tenka.new("shogun", players=5, seed=3)
    while match.view(None)["phase"] == "planning":
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    order = choice_order(match)
    for player, place in zip(order[:4], (2, 5, 1, 3), strict=True):
        assert match.to_act == (player,)
        match.play(player, f"place {place}")
    assert match.view(None)["players"][order[4]]["place"] == 4


def test_five_action_cards_lie_open_and_one_more_after_each_action():
    match = tenka.new("shogun", players=4, seed=8)
    while match.view(None)["season"] == "spring":
        seen = match.view(None)
        shown = sum(card is not None for card in seen["actions"])
        assert shown == min(10, 5 + seen["actions_done"])
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    kinds = [e.kind.name for e in match.journal]
    opened = [at for at, kind in enumerate(kinds) if kind == "action opened"]
    actions = [at for at, kind in enumerate(kinds) if kind == "action"]
    assert opened[0] == actions[1] - 1  # the sixth card, when the first action is over


def test_the_five_specials_lie_open_while_players_plan():
    places = tenka.new("shogun", players=3, seed=8).view(None)["places"]
    specials = sorted(place["special"] for place in places)
    assert specials == ["attack", "defence", "extra chest", "extra rice", "six armies"]


def test_events_are_met_one_by_one_and_the_last_is_for_winter():
    match = tenka.new("shogun", players=3, seed=8)
    while not match.over:
        match.play(match.to_act[0], match.legal(match.to_act[0])[-1])
    years = [set(e.events) for e in match.journal if e.kind.name == "events"]
    met = [e.event for e in match.journal if e.kind.name == "event"]
    assert len(years[0] | years[1]) == 8
    assert set(met[:3]) < years[0]
    assert set(met[3:]) < years[1]
    assert len(set(met)) == 6
    assert len(FIELDS) == 11
