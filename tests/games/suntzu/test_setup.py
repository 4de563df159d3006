"""Options, what is laid out and in which order, and what the players choose first."""

from __future__ import annotations

from collections import Counter

import pytest

import tenka
from tenka.games.suntzu.scene import LOOSE
from tests.games.suntzu.scene import Scene

CARDS = Counter([*"123456"]) + LOOSE


def begun(seed: int = 1, blue: str = "march", red: str = "remove", **options) -> tenka.Match:
    match = tenka.new("suntzu", seed=seed, **options)
    match.play(0, f"general {blue}")
    match.play(1, f"general {red}")
    return match


def cards_of(match: tenka.Match, player: int) -> Counter:
    """All cards of a player at the beginning, the pile's too."""
    words = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "+1", "+2", "+3", "-1", "plague"]
    s = match.state
    pile = [words[kind] for kind in s.pile[player, : s.pile_size[player]]]
    return Counter(match.view(player)["players"][player]["hand"] + pile)


def test_events_are_opened_then_generals_chosen_then_cards_dealt_then_displays_laid():
    match = tenka.new("suntzu", seed=1, events=True)
    assert [e.kind.name for e in match.journal] == ["event opened"]
    assert match.to_act == (0, 1)
    assert match.view(0)["players"][0]["hand"] == []
    assert match.view(0)["provinces"][0]["points"] is None
    match.play(1, "general immune")
    match.play(0, "general ruse")
    assert [e.kind.name for e in match.journal] == [
        "event opened",
        "general chosen",
        "general chosen",
        "dealt",
        "dealt",
        "displays",
        "round",
    ]


def test_each_chooses_one_of_the_sides_five_generals():
    match = tenka.new("suntzu", seed=1)
    sides = [[str(a).removeprefix("general ") for a in match.legal(p)] for p in (0, 1)]
    assert sides == [
        ["march", "ruse", "head start", "recall -1", "reinforce"],
        ["double six", "remove", "immune", "great plague", "recall plague"],
    ]
    with pytest.raises(tenka.IllegalAction, match="other side"):
        match.play(0, "general immune")


def test_generals_are_chosen_in_any_order_and_once():
    match = tenka.new("suntzu", seed=1)
    match.play(1, "general immune")
    assert match.to_act == (0,)
    with pytest.raises(tenka.IllegalAction, match="not asked"):
        match.play(1, "general remove")


def test_twenty_cards_and_21_armies_each():
    match = begun()
    view = match.view(None)
    for player in (0, 1):
        me = view["players"][player]
        assert (me["pool"], me["reinforcements"]) == (18, 3)
        assert (me["hand_size"], me["pile_size"]) == (10, 10)
        assert cards_of(match, player) == CARDS
    assert view["track"] == 0
    assert view["round"] == 1
    assert all(p["armies"] == p["markers"] == [0, 0] for p in view["provinces"])


def test_beginners_have_no_generals_no_plus_2_and_3_and_no_reinforcements():
    match = tenka.new("suntzu", seed=1, beginner=True)
    assert match.view(None)["phase"] == "orders"
    for player in (0, 1):
        me = match.view(player)["players"][player]
        assert (me["pool"], me["reinforcements"], me["generals_left"]) == (21, 0, 0)
        assert (me["hand_size"], me["pile_size"]) == (10, 8)
        assert cards_of(match, player) == CARDS - Counter(["+2", "+3"])
    assert match.view(None)["event"] is None


def test_beginners_play_without_events():
    with pytest.raises(tenka.OptionError, match="events=True and beginner=True"):
        tenka.new("suntzu", beginner=True, events=True)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"players": 3}, "for 2 players, not 3"),
        ({"events": 1}, "events of Sun Tzu is False"),
        ({"event": True}, "no option 'event'.*events"),
    ],
)
def test_other_options_are_refused(options, says):
    with pytest.raises(tenka.OptionError, match=says):
        tenka.new("suntzu", **options)


def test_by_default_there_are_generals_and_no_events():
    match = tenka.new("suntzu", seed=1)
    assert match.options == {"players": 2, "events": False, "beginner": False}
    assert match.seats == ["Sun Tzu", "King Shao"]
    assert begun().view(None)["event"] is None


def test_five_of_the_ten_displays_are_laid_and_all_appear_everywhere():
    ten = {"1/2/4", "1/3/5", "1/4/3", "2/3/2", "2/3/4", "2/5/2", "3/1/5", "3/2/3", "4/1/4", "4/3/2"}
    seen = {name: set() for name in ("QIN", "CHU", "JIN-YAN", "HAN-QI", "WU")}
    for seed in range(150):
        match = tenka.new("suntzu", seed=seed, beginner=True)
        view = match.view(None)
        [told] = [one.json() for one in match.journal if one.kind.name == "displays"]
        assert told["points"] == [p["points"] for p in view["provinces"]]
        laid = {p["name"]: "/".join(map(str, p["points"])) for p in view["provinces"]}
        assert list(laid) == list(seen)
        assert len({*laid.values()}) == 5
        for name, display in laid.items():
            seen[name].add(display)
    assert all(displays == ten for displays in seen.values())


def test_any_event_can_lie_open_first():
    first = {tenka.new("suntzu", seed=seed, events=True).view(None)["event"] for seed in range(60)}
    assert first == {"pandemic", "war chariot", "champion", "hero", "light infantry"}


def test_any_loose_card_can_be_dealt():
    dealt = Counter()
    for seed in range(60):
        match = tenka.new("suntzu", seed=seed, beginner=True)
        dealt.update(match.view(0)["players"][0]["hand"][6:])
    assert set(dealt) == {*LOOSE} - {"+2", "+3"}


def test_head_start_is_shown_and_moves_the_marker_when_the_game_begins():
    match = begun(blue="head start")
    assert match.scores == (1, -1)
    assert "head start" in [e.kind.name for e in match.journal]
    seen = match.view(1)["players"][0]
    assert (seen["generals_used"], seen["generals_left"]) == (["head start"], 0)


def test_a_head_start_is_counted_with_the_points():
    scene = Scene("round 3 | track blue 1 | displays 2/3/2 1/2/4 1/3/5 1/4/3 2/3/4 | QIN 1 blue")
    scene.lay("1 2 3 4 5", "1 2 3 4 5").run(lambda scene: scene.phase == "keep")
    assert scene.of("track") == "track blue 3"


def test_sun_tzu_decides_first_where_not_both_at_a_time():
    match = begun()
    assert match.to_act == (0,)
    match.play(0, "pass")
    assert match.to_act == (1,)
    match.play(1, "pass")
    assert match.to_act == (0, 1)
