"""The five events: when they are met, what they do, and how they follow one another."""

from __future__ import annotations

import pytest

from tests.games.suntzu.scene import Scene


def met(scene: Scene) -> list[str]:
    return [entry.event for entry in scene.match.journal if entry.kind.name == "event met"]


# -- Pandemic


@pytest.mark.parametrize(
    ("before", "blue", "red", "comes"),
    [
        (3, "plague", "2", True),
        (3, "2", "plague", True),
        (2, "plague", "2", False),
        (2, "plague", "plague", True),
        (3, "plague", "plague", True),
        (3, "2", "2", False),
    ],
)
def test_four_plagues_opened_bring_pandemic(before, blue, red, comes):
    scene = Scene(f"events pandemic, hero | plagues {before}")
    scene.fight("QIN", blue, red)
    assert met(scene) == ["pandemic"] * comes
    one = 1 if comes else 0
    assert scene.of("reserve") == f"reserve blue {3 + one} | reserve red {3 + one}"
    assert scene.of("pool") == f"pool blue {18 - one} | pool red {18 - one}"


def test_a_plague_met_by_immune_counts():
    scene = Scene("events pandemic, hero | plagues 3 | general red immune")
    scene.fight("QIN", "plague", "2", shao="immune")
    assert met(scene) == ["pandemic"]


def test_a_recalled_plague_counts_again():
    scene = Scene("general red recall plague | pile red 9 | events hero, pandemic")
    scene.fight("QIN", "2", "plague", shao="recall")
    scene.run(lambda scene: scene.of("round") == "round 2")
    assert scene.of("hand red") == "hand red plague"
    scene.fight("QIN", "2", "plague")
    assert scene.of("plagues") == "plagues 2"


def test_pandemic_takes_from_the_pool_without_asking():
    scene = Scene("events pandemic, hero | plagues 3 | WU 9 red | CHU 2 blue")
    scene.set_out("QIN", "plague", "2")

    def never(scene: Scene) -> bool:
        assert scene.phase != "tribute"
        return scene.phase == "keep"

    scene.run(never)
    assert scene.of("reserve") == "reserve blue 4 | reserve red 4"


def test_pandemic_takes_from_a_province_only_if_the_pool_is_empty():
    scene = Scene("events pandemic, hero | plagues 3 | pool red 0 | CHU 9 red | WU 9 red")
    scene.set_out("QIN", "plague", "2").run(lambda scene: scene.phase == "tribute")
    assert scene.asked == "red: from CHU, from WU"
    assert scene.of("pool blue", "reserve blue") == "pool blue 17 | reserve blue 4"
    scene.settle("QIN", shao="from WU")
    assert scene.of("CHU", "WU", "reserve red") == "CHU 9 red | WU 8 red | reserve red 4"


# -- War Chariot


def test_a_6_in_three_provinces_lets_its_player_take_one_more_general():
    scene = Scene("events war chariot, hero | markers blue CHU WU | general blue march")
    scene.set_out("QIN", "6", "2").run(lambda scene: scene.phase == "chariot")
    assert scene.asked == (
        "blue: pass, general ruse, general head start, general recall -1, general reinforce"
    )
    scene.settle("QIN", say="general ruse")
    assert scene.of("general blue", "events") == "general blue march, ruse | events hero"


def test_the_four_put_away_are_offered_also_when_the_first_was_used():
    scene = Scene("events war chariot, hero | markers red CHU WU | used red immune")
    scene.set_out("QIN", "2", "6").run(lambda scene: scene.phase == "chariot")
    assert scene.asked == (
        "red: pass, general double six, general remove, general great plague, general recall plague"
    )


def test_the_general_may_be_declined():
    scene = Scene("events war chariot, hero | markers blue CHU WU")
    scene.fight("QIN", "6", "2", say="chariot: pass")
    assert scene.of("general blue", "events") == "no general blue | events hero"


def test_the_general_serves_from_the_next_occasion_on():
    scene = Scene("events war chariot, hero | markers blue CHU WU | QIN 1 blue")
    scene.lay("6 9 2 3 4", "5 1 2 3 4")
    scene.run(lambda scene: "ruse" in scene.asked.split(", "), blue="chariot: general ruse")
    assert scene.match.view(None)["battle"] == "CHU"
    assert scene.asked == "blue: pass, ruse"


def test_head_start_can_be_taken_and_no_longer_used():
    scene = Scene("events war chariot, hero | markers blue CHU WU")
    scene.fight("QIN", "6", "2", say="general head start")
    assert scene.of("general blue", "track") == "general blue head start | no track"
    assert scene.asked == "blue: pass"
    assert scene.match.view(1)["players"][0]["generals_left"] == 1


def test_both_meet_war_chariot_and_sun_tzu_takes_first():
    scene = Scene("events war chariot, hero | markers blue CHU WU | markers red CHU WU")
    scene.set_out("QIN", "6", "6").run(lambda scene: scene.phase == "chariot")
    assert scene.asked.startswith("blue: pass, general march")
    scene.match.play(0, "general march")
    assert scene.asked.startswith("red: pass, general double six")
    scene.match.play(1, "general remove")
    assert scene.of("general") == "general blue march | general red remove"


def test_a_6_that_a_plague_annulled_was_played():
    """'Jeśli któryś z graczy zagrał kartę o wartości 6 w trzech prowincjach': played, not used."""
    scene = Scene("events war chariot, hero | markers red CHU WU")
    scene.fight("QIN", "plague", "6", shao="general immune")
    assert met(scene) == ["war chariot"]
    assert scene.of("general red", "markers red") == "general red immune | markers red CHU WU"
    view = scene.match.view(0)["provinces"][0]
    assert (view["six_used"], view["six_played"]) == ([False, False], [False, True])


def test_the_same_province_counts_once():
    twice = Scene("events war chariot, hero | markers red QIN WU | general red double six")
    twice.fight("QIN", "2", "6")
    assert twice.of("markers red") == "markers red QIN QIN WU"
    assert met(twice) == []
    annulled_first = Scene("events war chariot, hero | markers red WU")
    annulled_first.fight("QIN", "plague", "6")
    annulled_first.run(lambda scene: scene.of("round") == "round 2")
    annulled_first.fight("QIN", "2", "6")
    assert annulled_first.of("markers red") == "markers red QIN WU"
    assert met(annulled_first) == []


def test_a_ruse_is_no_6():
    scene = Scene("events war chariot, hero | markers blue CHU WU | general blue ruse")
    scene.fight("QIN", "7", "2", say="ruse")
    assert met(scene) == []


# -- Champion and Hero


@pytest.mark.parametrize(("event", "card", "armies"), [("champion", "9", 1), ("hero", "10", 2)])
@pytest.mark.parametrize(
    ("other", "failed"),
    [("2", False), ("same", True), ("+1", True), ("plague", True), ("-1", False), ("8", False)],
)
def test_a_9_or_10_that_does_not_win(event, card, armies, other, failed):
    other = card if other == "same" else other
    scene = Scene(f"events {event}, pandemic")
    scene.fight("QIN", card, other)
    both = failed and other == card
    assert met(scene) == [event] * failed
    assert scene.of("reserve") == (
        f"reserve blue {3 + armies * failed} | reserve red {3 + armies * both}"
    )


def test_a_9_beaten_by_a_10_is_no_matter_for_hero_nor_a_10_for_champion():
    scene = Scene("events hero, pandemic")
    scene.fight("QIN", "9", "10")
    assert met(scene) == []
    scene = Scene("events champion, pandemic")
    scene.fight("QIN", "10", "+1")
    assert met(scene) == []


def test_the_army_comes_from_pool_or_province_as_its_player_likes():
    scene = Scene("events hero, pandemic | WU 1 red | CHU 2 red")
    scene.set_out("QIN", "+1", "10").run(lambda scene: scene.phase == "tribute")
    assert scene.asked == "red: from CHU, from WU, from pool"
    scene.settle("QIN", shao="from WU; from CHU")
    assert scene.of("CHU", "WU", "pool red", "reserve red") == (
        "CHU 1 red | WU neutral | pool red 15 | reserve red 5"
    )


def test_an_event_that_both_meet_acts_on_both_sun_tzu_first():
    scene = Scene("events champion, pandemic | WU 1 blue | CHU 1 red")
    scene.set_out("QIN", "9", "9").run(lambda scene: scene.phase == "tribute")
    assert scene.asked == "blue: from WU, from pool"
    scene.match.play(0, "from WU")
    assert scene.asked == "red: from CHU, from pool"


def test_events_look_at_the_printed_card():
    """A 9 that counts 6 and does not win is a 9; one that wins with 6 has won."""
    lost = Scene("events champion, pandemic | general blue ruse")
    lost.fight("QIN", "9", "6", say="ruse")
    assert met(lost) == ["champion"]
    won = Scene("events champion, pandemic | general blue ruse")
    won.fight("QIN", "9", "5", say="ruse")
    assert met(won) == []


# -- Light Infantry


@pytest.mark.parametrize(
    ("before", "after"),
    [("track blue 3", "track blue 2"), ("track red 1", "no track"), ("", "no track")],
)
def test_two_1s_in_one_province_help_the_player_behind(before, after):
    scene = Scene(f"events light infantry, pandemic | {before}")
    scene.fight("QIN", "1", "1")
    assert met(scene) == ["light infantry"]
    assert scene.of("track", "events") == f"{after} | events pandemic"


def test_a_1_against_something_else_is_nothing_to_light_infantry():
    scene = Scene("events light infantry, pandemic | track blue 3")
    scene.lay("1 2 3 4 5", "2 1 3 4 5").run(lambda scene: scene.phase == "keep")
    assert met(scene) == []


# -- one after another


def test_only_the_open_event_is_met():
    scene = Scene("events hero, light infantry, champion | track blue 3")
    scene.fight("QIN", "1", "1")
    assert met(scene) == []


def test_the_event_is_checked_after_markers_and_costs():
    """Shao's +3 is paid for before Champion takes Sun Tzu's army."""
    scene = Scene("events champion, pandemic | WU 1 red | CHU 1 blue").set_out("QIN", "9", "+3")
    scene.run(lambda scene: scene.phase == "cost")
    assert met(scene) == []
    scene.run(lambda scene: scene.phase == "tribute", red="from WU; from QIN")
    assert scene.asked == "blue: from CHU, from pool"


def test_pandemic_and_war_chariot_count_what_was_before_and_may_resolve_at_once():
    scene = Scene(
        "events light infantry, pandemic, war chariot, hero | plagues 4"
        " | markers blue CHU WU JIN-YAN | track red 2"
    )
    scene.set_out("QIN", "1", "1").run(lambda scene: scene.phase == "chariot")
    assert met(scene) == ["light infantry", "pandemic", "war chariot"]
    assert scene.of("track", "reserve") == "track red 1 | reserve blue 4 | reserve red 4"
    scene.settle("QIN")
    assert scene.of("events") == "events hero"


def test_the_others_need_a_battle_fought_after_they_were_opened():
    """The 9 fails under Pandemic, which its Plague meets; the next 9 fails under Champion."""
    scene = Scene("events pandemic, champion, hero | plagues 3")
    scene.lay("9 2 3 4 5", "plague 9 3 4 5").settle("QIN")
    assert met(scene) == ["pandemic"]
    scene.settle("CHU")
    assert met(scene) == ["pandemic"]  # that 9 won
    scene = Scene("events pandemic, champion, hero | plagues 3")
    scene.lay("9 10 3 4 5", "plague 9 3 4 5").settle("QIN")
    scene.settle("CHU")
    assert met(scene) == ["pandemic", "champion"]
    assert scene.of("reserve") == "reserve blue 4 | reserve red 5"


def test_the_next_event_is_opened_for_all_to_see():
    scene = Scene("events light infantry, hero, champion")
    scene.fight("QIN", "1", "1")
    assert scene.match.view(None)["event"] == "hero"
    assert scene.match.view(None)["events_met"][-1] == "light infantry"
    assert scene.match.journal[-1].kind.name != "event met"


def test_without_the_option_nothing_is_met():
    scene = Scene("track blue 3 | plagues 4")
    scene.fight("QIN", "1", "1")
    assert met(scene) == []
    assert scene.of("track") == "track blue 3"


# -- the fifth


def test_the_fifth_event_is_carried_out_and_ends_the_game_at_once():
    scene = Scene("round 3 | events hero | track blue 2 | QIN 1 red | CHU 2 red | WU 7 red")
    scene.lay("10 2 3 4 5", "+1 2 3 4 5").run(lambda scene: False)
    assert scene.match.over
    assert scene.of("reserve blue", "track") == "reserve blue 5 | track blue 2"
    assert scene.match.winners == (0,)
    assert scene.match.view(None)["ending"] == "fifth event"
    opened = [entry.province for entry in scene.match.journal if entry.kind.name == "opened"]
    assert opened == ["QIN"]


def test_a_fifth_light_infantry_gives_its_point_first():
    scene = Scene("events light infantry | track red 1 | WU 3 blue")
    scene.set_out("QIN", "1", "1").run(lambda scene: False)
    assert scene.match.scores == (0, 0)
    assert scene.match.winners == (1,)  # by armies in the pool: 15 against 18
    assert scene.match.view(None)["decided_by"] == "armies in the pool"


def test_a_fifth_war_chariot_still_offers_a_general():
    scene = Scene("events war chariot | markers blue CHU WU | track red 1")
    scene.set_out("QIN", "6", "2").run(lambda scene: scene.phase == "chariot")
    scene.match.play(0, "general ruse")
    assert scene.match.over
    assert scene.match.winners == (1,)


@pytest.mark.parametrize(
    ("position", "winners", "by"),
    [
        ("track red 1", (1,), "points"),
        ("WU 1 red", (0,), "armies in the pool"),
        ("WU 1 red | CHU 1 blue", (0, 1), "draw"),
    ],
)
def test_after_the_fifth_event_the_leader_wins_then_the_pool_then_nobody(position, winners, by):
    scene = Scene(f"events pandemic | plagues 3 | {position}")
    scene.set_out("QIN", "plague", "2").run(lambda scene: False)
    assert scene.match.winners == winners
    assert scene.match.view(None)["decided_by"] == by
