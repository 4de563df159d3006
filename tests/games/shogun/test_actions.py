"""The ten actions, with the events and specials that touch them."""

from __future__ import annotations

import pytest

import tenka
from tests.games.shogun.scene import Scene

# -- building


@pytest.mark.parametrize(("building", "cost"), [("castle", 3), ("temple", 2), ("theatre", 1)])
def test_buildings_and_their_cost(building, cost):
    scene = Scene("red Omi 2 | chests red 7").act(building, red="Omi")
    assert str(scene) == f"red Omi 2 {building}"
    assert scene.chests == f"{7 - cost} 15 15 15"


def test_a_temple_in_aki_leaves_one_space_for_a_castle_or_a_theatre():
    assert str(Scene("red Aki 2").act("temple", red="Aki")) == "red Aki 2 temple"
    for other in ("castle", "theatre"):
        built = Scene("red Aki 2 temple").act(other, red="Aki")
        assert set(str(built).split()) == {"red", "Aki", "2", "temple", other}
    again = Scene("red Aki 2 temple").act("temple", red="Aki")
    assert str(again) == "red Aki 2 temple"
    full = Scene("red Aki 2 castle temple").act("theatre", red="Aki")
    assert full.journal("skipped") == ["skipped: player 0, action theatre, province Aki"]


@pytest.mark.parametrize("lack", ["chests red 2", "supply castle 0"])
def test_who_cannot_build_in_full_skips(lack):
    scene = Scene(f"red Omi 2 | {lack}").act("castle", red="Omi")
    assert str(scene) == "red Omi 2"
    assert scene.journal("skipped", "built") == ["skipped: player 0, action castle, province Omi"]


def test_the_last_castle_of_the_supply_goes_to_whose_turn_comes_first():
    scene = Scene("red Omi 2 | blue Kai 3 | supply castle 1")
    scene.act("castle", order="blue red black yellow", red="Omi", blue="Kai")
    assert str(scene) == "red Omi 2 | blue Kai 3 castle"


def test_a_theatre_calms_in_its_event_only():
    assert str(Scene("red Omi 2 !! | event theatre calms").act("theatre", red="Omi")) == (
        "red Omi 2 theatre !"
    )
    assert str(Scene("red Omi 2 | event theatre calms").act("theatre", red="Omi")) == (
        "red Omi 2 theatre"
    )
    assert str(Scene("red Omi 2 !! | event theatre calms").act("temple", red="Omi")) == (
        "red Omi 2 temple !!"
    )
    assert str(Scene("red Omi 2 !!").act("theatre", red="Omi")) == "red Omi 2 theatre !!"


# -- rice and taxes


def taxes(province: str, *more: str) -> int:
    text = " | ".join([f"red {province} 3", "chests red 0", *more])
    return int(Scene(text).act("taxes", red=province).chests.split()[0])


def rice(province: str, *more: str) -> int:
    text = " | ".join([f"red {province} 3", *more])
    return int(Scene(text).act("rice", red=province).rice.split()[0])


def test_settsu_gives_7_at_most_5_and_with_the_special_6():
    assert taxes("Settsu") == 7
    assert taxes("Settsu", "event taxes at most 5") == 5
    assert taxes("Settsu", "event taxes at most 5", "special red extra chest") == 6
    assert taxes("Settsu", "special red extra chest") == 8
    assert taxes("Settsu", "special blue extra chest") == 7


def test_events_bound_taxes_and_rice():
    assert (taxes("Bingo"), taxes("Bingo", "event taxes at least 6")) == (3, 6)
    assert taxes("Bingo", "event taxes at least 6", "special red extra chest") == 7
    assert taxes("Settsu", "event taxes at least 6") == 7
    assert (rice("Hoki"), rice("Hoki", "event rice at most 3")) == (5, 3)
    assert rice("Hoki", "event rice at most 3", "special red extra rice") == 4
    assert (rice("Omi"), rice("Omi", "event rice at least 4")) == (2, 4)
    assert rice("Omi", "event rice at least 4", "special red extra rice") == 5
    assert rice("Hoki", "event taxes at most 5") == 5


@pytest.mark.parametrize("action", ["rice", "taxes"])
def test_without_markers_one_is_added_and_nobody_fights(action):
    scene = Scene("red Omi 2 | tray green 3").act(action, red="Omi")
    assert str(scene) == "red Omi 2 ! | tray green 3"
    assert scene.journal("revolt") == []


def test_mikawa_with_2_markers_and_4_armies():
    """4 armies, 2 peasants and the tray are thrown; if won, a third marker."""
    scene = Scene("red Mikawa 4 !! | tray blue 1 green 1").act("taxes", red="Mikawa")
    assert scene.journal("thrown")[0].endswith("cubes 4 1 0 0 0 3")
    assert str(scene) == "red Mikawa 1 !!! | tray blue 1"
    assert scene.chests == "21 15 15 15"


@pytest.mark.parametrize("armies", [2, 3])
def test_the_gain_is_kept_even_if_the_revolt_succeeds(armies):
    """Peasants win ties; buildings and markers leave, the card goes to the stack."""
    scene = Scene(f"red Mikawa {armies} castle !!! | blue Kai 1").act("taxes", red="Mikawa")
    assert str(scene) == "blue Kai 1"
    assert scene.chests == "21 15 15 15"
    assert scene.reserve == "62 61 62 62 20"
    assert scene.supply.split()[0] == "28"


def test_neither_chests_nor_markers_ever_run_out():
    names = ("Aki", "Iyo", "Kai", "Kii", "Ise", "Omi")
    forty_eight = ", ".join(f"{name} 3 {'!' * 8}" for name in names)
    scene = Scene(f"chests red 900 | red Settsu 3, {forty_eight}").act("taxes", red="Settsu")
    assert scene.chests == "907 15 15 15"
    assert "Settsu 3 !" in str(scene)


# -- deploying


def test_deploying_5_3_and_1():
    assert str(Scene("red Omi 2").act("deploy5", red="Omi")) == "red Omi 7"
    assert str(Scene("red Omi 2").act("deploy3", red="Omi")) == "red Omi 5"
    assert str(Scene("red Omi 2").act("deploy1", red="Omi")) == "red Omi 3"
    scene = Scene("red Omi 2, Kai 1, Aki 1 | chests red 6")
    scene.act("deploy5 deploy3 deploy1", red="deploy5=Omi deploy3=Kai deploy1=Aki")
    assert str(scene) == "red Aki 2, Kai 4, Omi 7"
    assert scene.chests == "0 15 15 15"


@pytest.mark.parametrize("lack", ["reserve red 4", "chests red 2"])
def test_all_five_armies_or_none(lack):
    scene = Scene(f"red Omi 2 | {lack}").act("deploy5", red="Omi")
    assert str(scene) == "red Omi 2"
    assert scene.journal("skipped") == ["skipped: player 0, action deploy5, province Omi"]


def test_without_an_army_in_reserve_deploy_1_and_move_is_skipped_whole():
    scene = Scene("red Omi 2, Ise 2 | reserve red 0").act("deploy1", red="Omi")
    assert str(scene) == "red Ise 2, Omi 2"
    assert scene.chests == "15 15 15 15"


def test_deploy_fewer_at_the_same_cost():
    scene = Scene("red Omi 2, Kai 1, Aki 1 | chests red 6 | event deploy fewer")
    scene.act("deploy5 deploy3 deploy1", red="deploy5=Omi deploy3=Kai deploy1=Aki")
    assert str(scene) == "red Aki 2, Kai 3, Omi 5"
    assert scene.chests == "0 15 15 15"


def test_six_armies_may_come():
    for answer, armies in (("yes", 8), ("no", 7)):
        scene = Scene("red Omi 2 | special red six armies").act("deploy5", red="Omi")
        assert scene.asked == "red: yes, no"
        assert str(scene.play("red", answer)) == f"red Omi {armies}"
        assert scene.chests == "12 15 15 15"


def test_six_armies_under_deploy_fewer_are_four():
    scene = Scene("red Omi 2 | special red six armies | event deploy fewer")
    assert str(scene.act("deploy5", red="Omi").play("red", "yes")) == "red Omi 6"


@pytest.mark.parametrize(
    ("event", "armies", "instead_of"),
    [("", 6, 5), (" | event deploy fewer", 4, 3), (" | event two peasants", 6, 5)],
)
def test_the_question_says_how_many_armies_come(event, armies, instead_of):
    """The rulebook: 'najpierw rozpatruje się wydarzenie, a dopiero potem kartę specjalną'."""
    scene = Scene(f"red Omi 2 | special red six armies{event}").act("deploy5", red="Omi")
    assert scene.match.view(0)["six_armies"] == {"armies": armies, "instead_of": instead_of}
    assert str(scene.play("red", "yes")) == f"red Omi {2 + armies}"
    assert scene.match.view(0)["six_armies"] is None


def test_six_armies_are_not_asked_for_when_the_sixth_is_not_there_or_yes_is_agreed():
    short = Scene("red Omi 2 | special red six armies | reserve red 5").act("deploy5", red="Omi")
    assert str(short) == "red Omi 7"
    agreed = Scene("red Omi 2 | special red six armies | always yes").act("deploy5", red="Omi")
    assert str(agreed) == "red Omi 8"
    three = Scene("red Omi 2 | special red six armies").act("deploy3", red="Omi")
    assert str(three) == "red Omi 5"


# -- moving


def test_deploy_1_may_move_armies_to_one_adjacent_own_province():
    scene = Scene("red Omi 3, Ise 2, Aki 1 | blue Yamato 1").act("deploy1", red="Omi")
    assert scene.asked == "red: >Ise, stay"
    scene.play("red", "Omi>Ise 3")
    assert str(scene) == "red Aki 1, Ise 5, Omi 1 | blue Yamato 1"


def test_deploy_1_may_stay_and_may_not_attack():
    scene = Scene("red Omi 3, Ise 2 | blue Yamato 1").act("deploy1", red="Omi")
    with pytest.raises(tenka.IllegalAction, match="Yamato is not yours"):
        scene.play("red", "Omi>Yamato 1")
    with pytest.raises(tenka.IllegalAction, match="Mino is not yours"):
        scene.play("red", "Omi>Mino 1")
    assert str(scene.play("red", "stay")) == "red Ise 2, Omi 4 | blue Yamato 1"


def test_battle_move_moves_into_an_own_province_by_sea():
    scene = Scene("red Shima 4, Izu 1 temple | event temples safe").act("battleB", red="Shima")
    assert scene.asked == "red: >Ise, >Izu"
    assert str(scene.play("red", "Shima>Izu 2")) == "red Izu 3 temple, Shima 2"


def test_battle_move_is_compulsory_with_two_armies():
    scene = Scene("red Omi 3").act("battleA", red="Omi")
    assert "stay" not in scene.asked
    with pytest.raises(tenka.IllegalAction, match="compulsory"):
        scene.play("red", "stay")
    with pytest.raises(tenka.IllegalAction, match="of 3 armies in Omi one must stay"):
        scene.play("red", "Omi>Ise 3")
    one = Scene("red Omi 1").act("battleA", red="Omi")
    assert one.journal("skipped") == ["skipped: player 0, action battleA, province Omi"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Omi>Aki 1", "not adjacent"),
        (">Aki; 1", "Aki is not adjacent"),
        ("Edo>Ise 1", "no province 'Edo'"),
        ("Yamato>Ise 1", "armies march from Omi now, not from Yamato"),
        ("Omi>Ise 9", "one must stay"),
        ("Ise", "name the province as in '>Aki'"),
    ],
)
def test_marches_that_cannot_be(line, why):
    scene = Scene("red Omi 3").act("battleA", red="Omi")
    before = scene.match.state_bytes()
    with pytest.raises(tenka.IllegalAction, match=why):
        scene.play("red", line)
    assert scene.match.state_bytes() == before


def test_a_march_with_one_army_and_one_way_is_not_asked():
    temples = "blue Kazusa 1 temple | event temples safe"
    scene = Scene(f"red Awa-Boso 2, Izu 1 | {temples}").act("battleA", red="Awa-Boso")
    assert str(scene) == "red Awa-Boso 1, Izu 2 | blue Kazusa 1 temple"


def test_temples_may_not_be_attacked_in_their_event():
    scene = Scene("red Omi 3 | blue Ise 1 temple, Mino 1 | event temples safe")
    scene.act("battleA", red="Omi")
    assert scene.asked == "red: >Echizen, >Mino, >Settsu, >Tamba, >Wakasa, >Yamato"
    with pytest.raises(tenka.IllegalAction, match="temples may not be attacked this round"):
        scene.play("red", ">Ise")
    walled = Scene("red Awa-Boso 3 | blue Izu 1 temple, Kazusa 2 temple | event temples safe")
    walled.act("battleA", red="Awa-Boso")  # nowhere to go
    assert walled.journal("skipped") == ["skipped: player 0, action battleA, province Awa-Boso"]


# -- cards of lost provinces


def test_the_card_of_a_lost_province_goes_at_once_and_all_see_its_field_empty():
    scene = Scene("red Omi 5 | blue Ise 1, Kai 1")
    scene.act("battleA taxes deploy3", red="battleA=Omi", blue="taxes=Ise deploy3=Kai")
    seen = scene.match.view(3)["players"][1]["plan"]
    assert (seen["taxes"], seen["deploy3"]) == ("closed", "closed")
    scene.play("red", "Omi>Ise 3")
    assert scene.journal("province lost") == ["province lost: player 1, province Ise, field taxes"]
    assert scene.journal("taxes taken") == []
    assert str(scene) == "red Ise 2, Omi 2 | blue Kai 4"


def test_an_emptied_field_is_seen_while_the_round_goes_on():
    scene = Scene("red Omi 5 | blue Ise 1, Kai 1 | yellow Aki 3")
    scene.act("battleA battleB taxes", red="battleA=Omi", blue="taxes=Ise", yellow="battleB=Aki")
    scene.play("red", "Omi>Ise 3")
    assert scene.match.to_act == (3,)
    for viewer in (0, 1, 2, 3, None):
        assert scene.match.view(viewer)["players"][1]["plan"]["taxes"] == "-"
    assert scene.match.view(0)["players"][1]["plan"]["rice"] == "closed"


def test_a_province_won_this_round_cannot_be_used_before_the_next():
    scene = Scene("red Omi 5 | blue Ise 1").act("battleA rice", red="Omi", blue="rice=Ise")
    scene.play("red", "Omi>Ise 3")
    assert scene.rice == "0 0 0 0"
    assert "Ise" in [str(a) for a in scene.match.legal(0)]  # the next round's planning


def test_a_card_lost_from_the_hand_empties_no_field():
    scene = Scene("red Omi 5 | blue Ise 1, Kai 1").act("battleA", red="Omi", blue="rice=Kai")
    scene.play("red", "Omi>Ise 3")
    assert scene.journal("province lost") == ["province lost: player 1, province Ise, field hand"]
