"""What a view tells of what lies ahead: yields, hunger, doubts, and winter if it came now."""

from __future__ import annotations

import pytest

from tenka.games.shogun.facts import EVENT_WORDS
from tests.games.shogun.scene import Scene

QUIET = ["two peasants (rice -3)", "castle defends (rice -6)"]


def look(text: str, events: list[str] | None = None):
    """Red's view while it plans; of the year's events these are left."""
    left = QUIET if events is None else events
    s = (scene := Scene(text)).state
    others = [card for card in range(12) if EVENT_WORDS[card] not in left]
    cards = [*map(EVENT_WORDS.index, left), *others][:4]
    rest = [card for card in range(12) if card not in cards]
    s.event_pile[:] = [*cards, *rest] if s.year == 0 else [*rest[:4], *cards, *rest[4:]]
    s.event_met[:] = [at >= len(left) for at in range(4)]
    return scene.match.clone(state=s).view(0)


def yields(view, what: str) -> str:
    found = ((one["province"], one[what]) for one in view["forecast"]["yields"])
    return ", ".join(f"{name} {r['least']}-{r['most']}" for name, r in found)


@pytest.mark.parametrize(
    ("events", "chests", "rice"),
    [
        (QUIET, "Kai 5-5, Mino 3-3, Settsu 7-7", "Kai 3-3, Mino 5-5, Settsu 3-3"),
        (
            ["taxes at most 5 (rice -0)", "rice at most 3 (rice -4)"],
            "Kai 5-5, Mino 3-3, Settsu 5-7",
            "Kai 3-3, Mino 3-5, Settsu 3-3",
        ),
        (
            ["taxes at least 6 (rice -2)", "rice at least 4 (rice -3)"],
            "Kai 5-6, Mino 3-6, Settsu 7-7",
            "Kai 3-4, Mino 5-5, Settsu 3-4",
        ),
    ],
)
def test_yields_are_those_of_the_events_that_may_be_drawn(events, chests, rice):
    view = look("red Kai 2, Mino 2, Settsu 2 | blue Aki 3", events)
    assert yields(view, "chests") == chests
    assert yields(view, "rice") == rice


def test_winter_takes_what_the_last_event_says_and_what_is_short_means_revolts():
    """Four provinces, five rice; three or six are lost, so none to four are short by a rice."""
    view = look("red Kai 2, Mino 2, Settsu 2, Aki 1 | rice red 5")
    ahead = view["forecast"]
    assert ahead["rice_needed"] == 4
    assert ahead["rice_lost"] == {"least": 3, "most": 6}
    told = [(one["least"], one["most"]) for one in ahead["short"]]
    assert told == [(2, 4), (1, 4), (0, 3), (0, 2), (0, 1), (0, 0)]
    revolts = [(one["revolts"], one["peasants"]) for one in ahead["shortages"]]
    assert revolts == [(0, 0), (1, 1), (1, 2), (2, 2), (2, 2)]


def doubts(view, province: str) -> str:
    found = [one for one in view["doubts"] if one["province"] == province]
    return ", ".join(
        f"{one['action']} {one['why']}{'' if one['skipped'] else '?'}" for one in found
    )


def test_what_cannot_be_done_is_told_apart_from_what_is_only_dangerous():
    view = look("red Kai 1 castle, Mino 3 !!, Izu 2 temple | supply theatre 0")
    assert doubts(view, "Kai") == (
        "theatre supply, castle twice, temple space, theatre space, battleA alone, battleB alone"
    )
    assert doubts(view, "Mino") == "theatre supply, rice revolt?, taxes revolt?"
    assert doubts(view, "Izu") == "theatre supply, temple twice"


@pytest.mark.parametrize(
    ("reserve", "events", "told"),
    [
        (5, QUIET, ""),
        (4, QUIET, "deploy5 reserve"),
        (4, [QUIET[0], "deploy fewer (rice -1)"], "deploy5 reserve?"),
        (2, [QUIET[0], "deploy fewer (rice -1)"], "deploy5 reserve, deploy3 reserve?"),
        (0, QUIET, "deploy5 reserve, deploy3 reserve, deploy1 reserve"),
    ],
)
def test_an_event_may_make_a_small_reserve_do(reserve, events, told):
    assert doubts(look(f"red Kai 3 | reserve red {reserve}", events), "Kai") == told


@pytest.mark.parametrize(
    ("events", "told"),
    [
        (QUIET, {"deploy5": (5, 5), "deploy3": (3, 3), "deploy1": (1, 1)}),
        (
            [QUIET[0], "deploy fewer (rice -1)"],
            {"deploy5": (3, 5), "deploy3": (2, 3), "deploy1": (1, 1)},
        ),
    ],
)
def test_deployments_take_as_many_armies_as_the_event_says(events, told):
    deploys = look("red Kai 3", events)["forecast"]["deploys"]
    assert {name: (one["least"], one["most"]) for name, one in deploys.items()} == told


def standing(text: str):
    return Scene(text).match.clone(state=Scene(text).state).view(None)["standing"]


def test_points_and_majorities_if_winter_came_now():
    """Green: red has two castles, blue one; temples are tied, as are theatres, which is worth 0."""
    now = standing(
        "red Aki 2 castle temple, Bingo 2 castle theatre, Kai 1 | points red 11"
        " | blue Hoki 2 castle temple, Izumo 2 theatre | points blue 4"
    )
    most = [
        (one["region"], one["building"], one["players"], one["points"]) for one in now["majorities"]
    ]
    assert most == [
        ("green", "castle", [0], 3),
        ("green", "temple", [0, 1], 1),
        ("green", "theatre", [0, 1], 0),
    ]
    assert now["players"][:2] == [
        {"provinces": 3, "buildings": 4, "majorities": 4, "points": 22},
        {"provinces": 2, "buildings": 3, "majorities": 1, "points": 10},
    ]


@pytest.mark.parametrize("side", ["", " | moon"])
def test_it_is_what_winter_counts(side):
    """Nobody is hungry, so that nothing changes before the points."""
    text = (
        "autumn | year 2 | loss 0 | red Kai 3 castle, Mino 2 castle, Shinano 2 theatre | rice red 9"
        f" | blue Owari 2 castle temple, Kii 2 temple | rice blue 9 | points blue 7{side}"
    )
    expected = [one["points"] for one in standing(text)["players"]]
    assert Scene(text).act().points == " ".join(map(str, expected))


def test_only_who_plans_gets_a_forecast_and_only_a_running_game_has_a_standing():
    match = Scene("red Kai 3 | blue Aki 2").match
    assert match.view(0)["forecast"] is not None
    assert match.view(None)["forecast"] is None
    over = Scene("autumn | year 2 | loss 0 | red Kai 3 | rice red 9").act().match
    assert over.over
    assert (over.view(0)["forecast"], over.view(0)["standing"]) == (None, None)
