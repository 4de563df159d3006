"""When reinforcements and generals can be used, and who is asked."""

from __future__ import annotations

import pytest

import tenka
from tests.games.suntzu.scene import Scene

LAID = ("1 2 3 4 5", "1 2 3 4 5")


def windows(scene: Scene) -> list[str]:
    """Who is asked in which window until the round is over, everyone passing."""
    seen = []

    def look(scene: Scene) -> bool:
        if "window" in scene.phase:
            seen.append(f"{scene.asked.split(':')[0]} {scene.phase}")
        return scene.phase == "keep"

    scene.run(lambda scene: look(scene) or scene.phase == "orders")
    scene.lay(*LAID).run(look)
    return seen


def test_windows_stand_before_orders_and_before_each_battle_sun_tzu_first():
    each = ["blue", "red"]
    expected = [f"{colour} window before orders" for colour in each]
    expected += [f"{colour} window before battle" for _ in range(5) for colour in each]
    assert windows(Scene("round 7")) == expected


@pytest.mark.parametrize("round", [1, 2, 3, 4, 5, 6])
def test_up_to_round_6_there_is_one_at_the_end_of_the_round_after_points(round):
    """Generals: 'w dowolnej fazie gry, do 6 rundy włącznie', so also in 'faza 5. Koniec rundy'."""
    expected = ["blue window at the end of the round", "red window at the end of the round"]
    if round in (3, 6):
        expected = ["blue window before points", "red window before points", *expected]
    assert windows(Scene(f"round {round}"))[12:] == expected


@pytest.mark.parametrize("round", [7, 8])
def test_after_round_6_no_window_stands_at_the_end_of_a_round(round):
    assert windows(Scene(f"round {round}"))[12:] == []


def test_before_the_last_points_there_is_one_more():
    scene = Scene("round 9").lay(*LAID)
    scene.run(lambda scene: scene.phase == "window before points")
    assert scene.asked == "blue: pass"


@pytest.mark.parametrize(
    ("position", "who"),
    [
        ("reserve blue 0 | reserve red 0", []),
        ("reserve blue 1 | reserve red 0", ["blue"]),
        ("reserve blue 0 | reserve red 0 | general red immune", ["red"]),
        ("reserve blue 0 | reserve red 2 | general blue ruse", ["blue", "red"]),
        ("reserve blue 0 | reserve red 0 | used blue march | used red remove", []),
        ("round 8 | reserve blue 0 | reserve red 0 | general blue march", ["blue"]),
    ],
)
def test_whoever_has_reinforcements_or_an_unused_general_is_asked(position, who):
    """Whatever is in hand, and whether or not that general can be used here: it is secret."""
    last = [] if "round 8" in position else ["window at the end of the round"]
    stand = ["window before orders", *["window before battle"] * 5, *last]
    assert windows(Scene(position)) == [f"{colour} {window}" for window in stand for colour in who]


def test_beginners_are_never_asked():
    match = tenka.new("suntzu", seed=1, beginner=True)
    for player in (0, 1):
        match.play(player, "QIN=1 CHU=2 JIN-YAN=3 HAN-QI=4 WU=5")
    assert match.view(None)["phase"] == "keep"


def test_for_each_reinforcement_a_loose_card_leaves_the_game():
    scene = Scene("hand blue 7 -1 plague")
    assert scene.asked == "blue: pass, reinforce -7, reinforce --1, reinforce -plague"
    scene.match.play(0, "reinforce -7; reinforce -plague")
    assert scene.of("pool blue", "reserve blue", "hand blue", "gone blue") == (
        "pool blue 20 | reserve blue 1 | hand blue -1 | gone blue 7 plague"
    )
    assert scene.asked == "blue: pass, reinforce --1"


def test_framed_cards_are_never_discarded():
    assert Scene("").asked == "blue: pass"


def test_the_rival_sees_what_is_discarded():
    scene = Scene("hand blue 7")
    scene.match.play(0, "reinforce -7")
    entry = scene.match.journal[-1].seen_by(1)
    assert str(entry) == "reinforced: player 0, card 7"
    assert scene.match.view(1)["players"][0]["discarded"] == ["7"]


def test_with_the_last_reinforcement_the_turn_is_over():
    scene = Scene("reserve blue 1 | hand blue 7 8")
    scene.match.play(0, "reinforce -7")
    assert scene.asked == "red: pass"


def test_with_an_unused_general_the_turn_goes_on_until_a_pass():
    scene = Scene("reserve blue 1 | hand blue 7 8 | general blue ruse")
    scene.match.play(0, "reinforce -7")
    assert scene.asked == "blue: pass"


def test_each_has_one_turn_in_a_window():
    scene = Scene("hand blue 7")
    scene.match.play(0, "pass")
    scene.match.play(1, "pass")
    assert scene.phase == "orders"


def test_a_laid_card_is_not_in_hand_and_cannot_be_discarded():
    scene = Scene("hand blue 7 8").lay("7 2 3 4 5", LAID[1])
    assert scene.asked == "blue: pass, reinforce -8"


# -- the winner's window


def test_a_winner_short_of_armies_may_bring_reinforcements():
    scene = Scene("pool red 2 | hand red 7 8 | JIN-YAN 17 red | WU 1 blue")
    scene.set_out("WU", "2", "6").run(lambda scene: scene.phase == "winner's window")
    assert scene.asked == "red: pass, reinforce -7, reinforce -8"
    assert scene.of("WU") == "WU 1 blue"
    assert scene.settle("WU", shao="reinforce -8") == "WU 3 red"
    assert scene.of("JIN-YAN", "pool red") == "JIN-YAN 16 red | pool red 0"


def test_any_number_may_come_even_when_there_are_enough():
    scene = Scene("pool red 2 | hand red 7 8 9 | JIN-YAN 16 red")
    scene.set_out("WU", "2", "5").run(lambda scene: scene.phase == "winner's window")
    scene.match.play(1, "reinforce -7")
    assert scene.asked == "red: pass, reinforce -8, reinforce -9"
    assert scene.settle("WU", shao="reinforce -9") == "WU 3 red"
    assert scene.of("pool red", "reserve red") == "pool red 1 | reserve red 1"


@pytest.mark.parametrize(
    ("position", "blue", "red"),
    [
        ("pool red 4 | CHU 14 red", "2", "6"),  # exactly enough
        ("pool red 3 | CHU 15 red | WU 1 blue", "2", "6"),  # one is driven out, three placed
        ("pool red 0 | CHU 18 red | WU 5 blue", "2", "6"),  # nothing is placed
        ("pool red 0 | CHU 21 red", "2", "5"),  # no reinforcements
        ("pool red 0 | CHU 18 red", "4", "4"),  # nobody wins
        ("pool red 0 | CHU 18 red", "plague", "5"),
    ],
)
def test_otherwise_nobody_is_asked(position, blue, red):
    scene = Scene(position).set_out("WU", blue, red)

    def never(scene: Scene) -> bool:
        assert scene.phase != "winner's window"
        return scene.phase == "keep"

    scene.run(never)


def test_the_winner_is_asked_whatever_is_in_hand():
    scene = Scene("pool red 0 | JIN-YAN 18 red | hand red")
    scene.set_out("WU", "2", "5").run(lambda scene: scene.phase == "winner's window")
    assert scene.asked == "red: pass"


def test_no_general_is_used_in_the_winners_window():
    scene = Scene("pool blue 0 | JIN-YAN 18 blue | general blue march")
    scene.set_out("WU", "5", "2").run(lambda scene: scene.phase == "winner's window")
    assert scene.asked == "blue: pass"


def test_the_winners_window_comes_after_generals_at_reveal():
    """A 9 would need four armies; under Ruse it counts 6 and the one in the pool is enough."""
    scene = Scene("pool blue 1 | JIN-YAN 17 blue | general blue ruse")
    scene.set_out("WU", "9", "5").run(lambda scene: "ruse" in scene.asked)
    trial = Scene("pool blue 1 | JIN-YAN 17 blue | general blue ruse").set_out("WU", "9", "5")
    trial.run(lambda scene: scene.phase == "winner's window")
    assert trial.asked == "blue: pass"
    scene.match.play(0, "ruse")
    assert scene.phase != "winner's window"
    assert scene.of("WU", "pool blue") == "WU 1 blue | pool blue 0"


# -- before any other debt of armies


DEBTS = {  # how many armies, the position, and the cards over CHU
    "marker": (1, "CHU 1 blue", "6", "6"),
    "cost of +2": (1, "CHU 5 blue", "5", "+2"),
    "cost of +3": (2, "CHU 5 blue", "5", "+3"),
    "pandemic": (1, "events pandemic, hero | plagues 3", "plague", "2"),
    "champion": (1, "events champion, hero", "9", "9"),
    "hero": (2, "events hero, champion", "plague", "10"),
}
each_debt = pytest.mark.parametrize("debt", DEBTS)


def at_short_window(debt: str, *, short: int = 1, reserve: int = 3, more: str = "") -> Scene:
    """Shao owes armies for the battle over CHU, and the pool is short of some."""
    owed, position, blue, red = DEBTS[debt]
    pool = owed - short
    armies = f"pool red {pool} | JIN-YAN {21 - pool - reserve} red"
    scene = Scene(f"{armies} | {position} | hand red 7 8{more}").set_out("CHU", blue, red)
    return scene.run(in_short_window)


def in_short_window(scene: Scene) -> bool:
    short = ("window before marker", "window before cost", "window before tribute")
    return scene.phase in short or scene.phase == "keep"


@each_debt
def test_whoever_owes_more_than_the_pool_holds_may_bring_reinforcements_first(debt):
    """'W dowolnym momencie gracz może przenieść ze swoich posiłków dowolną liczbę oddziałów'."""
    scene = at_short_window(debt)
    before = scene.of("JIN-YAN")
    assert scene.asked == "red: pass, reinforce -7, reinforce -8"
    assert scene.match.view(0)["owed"] == DEBTS[debt][0]
    scene.match.play(1, "reinforce -7; reinforce -8")
    assert scene.asked == "red: pass"  # one is left, and the hand is a secret
    scene.settle("CHU")
    assert scene.of("JIN-YAN", "pool red") == f"{before} | pool red 1"


@each_debt
def test_whoever_brings_none_takes_armies_from_the_provinces(debt):
    scene = at_short_window(debt)
    armies = int(scene.of("JIN-YAN").split()[1])
    scene.match.play(1, "pass")
    scene.settle("CHU")
    assert scene.of("JIN-YAN", "pool red") == f"JIN-YAN {armies - 1} red | pool red 0"


@each_debt
def test_no_general_serves_in_a_short_window(debt):
    scene = at_short_window(debt, more=" | general red remove")
    assert scene.asked == "red: pass, reinforce -7, reinforce -8"


@each_debt
def test_with_enough_in_the_pool_or_no_reinforcements_there_is_no_short_window(debt):
    assert at_short_window(debt, short=0).phase == "keep"
    assert at_short_window(debt, reserve=0).phase == "keep"


def test_with_the_last_reinforcement_a_short_window_is_over():
    scene = at_short_window("marker", reserve=1)
    scene.match.play(1, "reinforce -7")
    assert scene.of("markers red", "pool red") == "markers red CHU | pool red 0"


def test_each_debt_has_its_own_short_window_sun_tzu_s_first():
    """Shao wins with +2 and pays for it; before that Sun Tzu's +3 is paid for."""
    scene = Scene("pool blue 0 | pool red 0 | QIN 18 blue | JIN-YAN 18 red")
    seen = []

    def look(scene: Scene) -> bool:
        if "window" in scene.phase and scene.match.view(0)["battle"] == "CHU":
            seen.append(f"{scene.asked.split(':')[0]} {scene.phase}")
        return scene.phase == "keep"

    scene.set_out("CHU", "+3", "+2").run(look, blue="from QIN; from QIN")
    assert seen[2:] == ["blue winner's window", "blue window before cost", "red window before cost"]
