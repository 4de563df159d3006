"""Who knows what: in views, in the journal, and in positions drawn from what a player knows."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import tenka
from tenka.games.suntzu.scene import LOOSE
from tests.games.suntzu.scene import PROVINCES, Scene

EVEN = "1 2 3 4 5"
SECRET = {
    "general chosen": "general",
    "dealt": "cards",
    "drawn": "cards",
    "put under": "card",
    "chariot": "general",
}


def imagined(scene: Scene, viewer: int | None, times: int = 400) -> list[dict]:
    """Views, each side's own, of positions that the viewer cannot rule out."""
    rng = np.random.default_rng(1)
    match = scene.match
    found = []
    for _ in range(times):
        twin = match.clone(match.game.determinise(match.redacted(viewer), rng))
        views = [twin.view(0), twin.view(1)]
        found.append(
            {
                "hand": [views[p]["players"][p]["hand"] for p in (0, 1)],
                "drawn": [views[p]["players"][p]["drawn"] for p in (0, 1)],
                "generals": [views[p]["players"][p]["generals"] for p in (0, 1)],
                "laid": [[at["laid"][p] for at in views[p]["provinces"]] for p in (0, 1)],
                "pile": _wrap(twin).of("pile").split(" | "),
                "events": _wrap(twin).of("events"),
            }
        )
    return found


def _wrap(match: tenka.Match) -> Scene:
    scene = Scene.__new__(Scene)
    scene.match = match
    return scene


# -- views


def test_the_rivals_hand_generals_and_pile_are_hidden_but_not_their_sizes():
    scene = Scene("hand red 9 plague | general red immune | pile red 7 8 10 | used red remove")
    for viewer in (0, None):
        seen = scene.match.view(viewer)["players"][1]
        assert seen["hand"] is None
        assert seen["hand_size"] == 8
        assert seen["generals"] is None
        assert seen["generals_left"] == 1
        assert seen["generals_used"] == ["remove"]
        assert seen["pile_known"] == [None, None, None]
        assert seen["pile_size"] == 3
        assert " ".join(seen["discarded"]) == "+1 +1 +1 +2 +3 -1 -1 -1 plague"
    own = scene.match.view(1)["players"][1]
    assert own["hand"] == ["1", "2", "3", "4", "5", "6", "9", "plague"]
    assert own["generals"] == ["immune"]
    assert own["pile_known"] == [None, None, None]


def test_laid_cards_are_closed_until_they_are_opened():
    scene = Scene("").lay(EVEN, "5 4 3 2 1")
    scene.settle("QIN")
    assert [at["laid"] for at in scene.match.view(0)["provinces"]] == [
        ["1", "5"],
        ["2", "closed"],
        ["3", "closed"],
        ["4", "closed"],
        ["5", "closed"],
    ]
    assert scene.match.view(None)["provinces"][1]["laid"] == ["closed", "closed"]


def test_nobody_sees_how_far_the_rival_is_with_orders():
    scene = Scene("reserve blue 0 | reserve red 0")
    before = scene.match.view(0)
    scene.match.play(1, "QIN=6")
    scene.match.play(1, "CHU=2")
    assert scene.match.view(0) == before


def test_drawn_cards_are_seen_by_their_player_only():
    scene = Scene("pile blue 9 8 7").lay(EVEN, EVEN).run(lambda scene: scene.phase == "keep")
    assert scene.match.view(0)["players"][0]["drawn"] == ["9", "8", "7"]
    for viewer in (1, None):
        seen = scene.match.view(viewer)["players"][0]
        assert (seen["drawn"], seen["drawn_size"]) == ([], 3)


def test_a_card_put_under_the_pile_is_known_to_its_player_a_recalled_one_to_both():
    scene = Scene("pile blue 9 8 7 | pile red 10 9 8 7 | general red recall plague")
    scene.lay("2 3 4 5 +2", "2 3 4 5 plague")
    scene.run(lambda scene: scene.phase == "keep", red="recall")
    scene.match.play(0, "under 9")
    scene.match.play(1, "under 8")
    sun_tzu, shao = (scene.match.view(viewer)["players"] for viewer in (0, 1))
    assert [sun_tzu[0]["pile_known"], shao[0]["pile_known"]] == [["9", None], [None, None]]
    assert sun_tzu[1]["pile_known"] == [None, "plague", None]
    assert shao[1]["pile_known"] == ["8", "plague", None]


def test_closed_events_are_secret_to_both():
    scene = Scene("events hero, pandemic, champion")
    assert scene.match.view(0)["event"] == "hero"
    assert scene.match.view(0)["events_met"] == ["war chariot", "light infantry"]
    text = str(scene.match.view(0)) + str(scene.match.view(1))
    assert "champion" not in text


# -- the journal


def random_game(seed: int, **options: bool) -> tenka.Match:
    rng = np.random.default_rng(seed)
    match = tenka.new("suntzu", seed=seed, **options)
    while not match.over:
        player = rng.choice(match.to_act)
        match.play(int(player), rng.choice(match.legal(int(player))))
    return match


def test_secrets_of_the_journal_are_told_to_their_player_alone():
    kinds = Counter()
    for seed in range(40):
        for entry in random_game(seed, events=True).journal:
            if (field := SECRET.get(entry.kind.name)) is None:
                for viewer in (0, 1, None):
                    assert entry.seen_by(viewer).values == entry.values
                continue
            kinds[entry.kind.name] += 1
            owner = entry.player
            assert entry.seen_by(owner).values[field]
            assert entry.seen_by(1 - owner).values[field] is None
            assert entry.seen_by(None).values[field] is None
    assert set(kinds) == set(SECRET)


def seen(match: tenka.Match, viewer: int | None) -> list[str]:
    return [str(entry.seen_by(viewer)) for entry in match.journal]


@pytest.mark.parametrize(
    ("player", "one", "other"),
    [
        (1, "general immune", "general remove"),
        (0, "general march", "general ruse"),
    ],
)
def test_the_journal_does_not_tell_which_general_was_chosen(player, one, other):
    games = []
    for choice in (one, other):
        match = tenka.new("suntzu", seed=4)
        match.play(player, choice)
        match.play(1 - player, str(match.legal(1 - player)[0]))
        games.append(match)
    assert seen(games[0], 1 - player) == seen(games[1], 1 - player)
    assert seen(games[0], None) == seen(games[1], None)
    assert seen(games[0], player) != seen(games[1], player)


def test_the_journal_does_not_tell_orders_or_what_went_under_the_pile():
    games = []
    for orders, under in [(EVEN, "under 9"), ("5 4 3 2 1", "under 8")]:
        scene = Scene("pile blue 9 8 | pile red | hand blue")
        scene.run(lambda scene: scene.phase == "orders")
        scene.lay("2 3 4 5 6", "2 3 4 5 6").run(lambda scene: scene.phase == "keep")
        scene.match.play(0, under)
        scene.run(lambda scene: scene.phase == "orders")
        for province, card in zip(PROVINCES, orders.split(), strict=True):
            scene.match.play(0, f"{province}={card}")
        games.append(scene.match)
    assert seen(games[0], 1) == seen(games[1], 1)
    assert games[0].view(1) == games[1].view(1)
    assert games[0].redacted(1).tobytes() == games[1].redacted(1).tobytes()


def test_whoever_takes_a_general_by_war_chariot_does_not_show_which():
    games = []
    for choice in ("general ruse", "general head start"):
        scene = Scene("events war chariot, hero | markers blue CHU WU")
        scene.fight("QIN", "6", "2", say=choice)
        games.append(scene.match)
    assert seen(games[0], 1) == seen(games[1], 1)
    assert games[0].view(1) == games[1].view(1)


# -- what a player can imagine


def test_any_card_that_may_lie_in_a_province_is_imagined_and_no_other():
    scene = Scene(
        "hand red 9 plague -1 | pile red 10 +1 +2 | gone red 7 8 +1 +1 +3 -1 -1 plague"
        " | markers red CHU | used red double six | reserve blue 1"
    ).lay(EVEN, "9 2 plague 4 6")
    # Shao's loose cards are 9 10 +1 +2 -1 plague somewhere in hand, pile and orders.
    found = imagined(scene, 0)
    loose = {"9", "10", "+1", "+2", "-1", "plague"}
    assert {x["laid"][1][0] for x in found} == {*"123456"} | loose
    assert {x["laid"][1][1] for x in found} == {*"12345"} | loose
    assert {card for x in found for card in x["hand"][1]} == {*"123456"} | loose
    assert {card for x in found for card in x["pile"][1].split()[2:]} == loose
    for x in found:
        everything = x["hand"][1] + x["laid"][1] + x["pile"][1].split()[2:]
        assert Counter(everything) == Counter([*"123456", *loose])
        assert x["laid"][0] == EVEN.split()


def test_a_6_is_imagined_where_it_was_used_only_with_double_six():
    scene = Scene("markers red QIN CHU JIN-YAN HAN-QI WU | general red remove").lay(EVEN, EVEN)
    again = [x for x in imagined(scene, 0) if "6" in x["laid"][1]]
    assert again
    assert all(x["generals"][1] == ["double six"] for x in again)


@pytest.mark.parametrize(
    ("position", "player", "expected"),
    [
        ("general red immune", 1, "double six, great plague, immune, recall plague, remove"),
        (
            "general red immune | used red remove",
            1,
            "double six, great plague, immune, recall plague",
        ),
        ("general blue march", 0, "march, recall -1, reinforce, ruse"),
        ("used blue march", 0, ""),
    ],
)
def test_any_general_not_used_is_imagined(position, player, expected):
    """A Head Start would have been shown."""
    found = imagined(Scene(position), 1 - player)
    assert ", ".join(sorted({g for x in found for g in x["generals"][player]})) == expected
    assert {len(x["generals"][player]) for x in found} == {int("general" in position)}


def test_before_the_game_begins_a_head_start_is_imagined():
    match = tenka.new("suntzu", seed=1)
    match.play(0, "general march")
    found = imagined(_wrap(match), 1)
    assert {g for x in found for g in x["generals"][0]} == {
        "march",
        "ruse",
        "head start",
        "recall -1",
        "reinforce",
    }


def test_after_war_chariot_a_head_start_is_imagined_and_two_generals_of_all_pairs():
    scene = Scene("events war chariot, hero | markers blue CHU WU | general blue march")
    scene.fight("QIN", "6", "2", say="general ruse")
    pairs = {tuple(x["generals"][0]) for x in imagined(scene, 1)}
    assert len(pairs) == 10


def test_closed_events_are_imagined_in_every_order():
    found = imagined(Scene("events hero, pandemic, champion, war chariot"), 0)
    orders = {x["events"] for x in found}
    assert len(orders) == 6
    assert all(order.startswith("events hero, ") for order in orders)
    assert not any("light" in order for order in orders)


def test_a_card_known_under_the_pile_stays_there():
    scene = Scene("pile blue 9 8 7 10 | pile red")
    scene.lay("2 3 4 5 +2", "2 3 4 5 +2").run(lambda scene: scene.phase == "keep")
    scene.match.play(0, "under 8")
    own = {x["pile"][0] for x in imagined(scene, 0)}
    assert own == {"pile blue 7 10 8", "pile blue 10 7 8"}
    rivals = {x["pile"][0].split()[-1] for x in imagined(scene, 1)}
    assert rivals == {"7", "8", "9", "10"}


def test_the_rivals_drawn_cards_are_imagined():
    scene = Scene("pile red 9 8 7 | pile blue | hand red 10")
    scene.lay("2 3 4 5 +2", "2 3 4 5 +2").run(lambda scene: scene.phase == "keep")
    pairs = {frozenset(x["drawn"][1]) for x in imagined(scene, 0)}
    assert {card for pair in pairs for card in pair} == {"7", "8", "9", "10"}
    assert len(pairs) == 6


def test_a_spectator_imagines_both_hands():
    found = imagined(Scene("hand blue 9 | hand red 10"), None)
    for player in (0, 1):
        loose = {*LOOSE}
        assert {x["hand"][player][6] for x in found} == loose
