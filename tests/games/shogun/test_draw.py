"""The table in the terminal: map by region, boards while planning, battles in and out."""

from __future__ import annotations

from io import StringIO

import numpy as np
import pytest
from rich.console import Console

import tenka
from tests.games.shogun.scene import Scene


def drawn(match, viewer) -> str:
    console = Console(width=150, file=StringIO())
    console.print(match.game.draw(match.view(viewer)))
    return console.file.getvalue()


def test_the_map_is_a_table_by_region_with_armies_buildings_and_markers():
    text = drawn(Scene("red Omi 12 castle theatre !! | blue Kai 3").act().match, None)
    for region in ("green", "red", "purple", "yellow", "brown"):
        assert region in text
    row = next(line for line in text.splitlines() if "Omi " in line)
    cells = [cell.strip() for cell in row[row.index("Omi ") :].split("│")]
    assert cells[:5] == ["Omi", "T12", "CN·", "2", "3"]


def test_the_personal_board_while_planning_is_the_viewers_own():
    match = tenka.new("shogun", players=4, seed=1)
    match.play(0, "Yamato; chest; Kaga")
    match.play(1, "castle=Kozuke temple=Hida theatre=Ise rice=Etchu taxes=Shima bid=Echizen")
    mine, theirs = drawn(match, 0), drawn(match, 2)
    board = {line.split("│")[0].strip(): line for line in mine.splitlines() if "▒▒" in line}
    assert [c.strip() for c in board["castle"].split("│")] == ["castle", "Yamato", "▒▒", "", ""]
    assert [c.strip() for c in board["temple"].split("│")] == ["temple", "chest", "▒▒", "", ""]
    assert "Takeda" in theirs
    hidden = next(line for line in theirs.splitlines() if line.startswith("castle"))
    assert [c.strip() for c in hidden.split("│")] == ["castle", "", "▒▒", "", ""]


def test_the_question_of_six_armies_is_one_of_four_under_deploy_fewer():
    scene = Scene("red Omi 2 | special red six armies | event deploy fewer")
    assert "deploy: 4 armies instead of 3?" in drawn(scene.act("deploy5", red="Omi").match, 0)


def test_a_battle_shows_what_went_in_and_what_came_out():
    scene = Scene("blue Shinano 5 | yellow Kozuke 3 | tray red 1").act("battleA", blue="Shinano")
    scene.play("blue", "Shinano>Kozuke 4")
    text = drawn(scene.match, None)
    assert "last battle: Kozuke, Uesugi against Mori" in text
    assert "in: 1 red 4 blue 3 yellow · out: 1 red 4 blue 3 yellow · attacker won" in text
    assert "tray: 1 red" in text


def test_a_march_shows_where_it_goes():
    scene = Scene("blue Shinano 5").act("battleA", blue="Shinano")
    assert "march: Shinano>?" in drawn(scene.match, 0)
    assert "march: Shinano>Kozuke" in drawn(scene.play("blue", ">Kozuke").match, 0)


@pytest.mark.parametrize("viewer", [0, None])
def test_every_view_of_a_game_can_be_drawn(viewer):
    match = tenka.new("shogun", players=5, seed=9, start="draft")
    rng = np.random.default_rng(9)
    phases = set()
    while not match.over:
        phase = match.view(None)["phase"]
        if phase not in phases or rng.random() < 0.02:
            assert "Shogun · year" in drawn(match, viewer)
            phases.add(phase)
        player = match.to_act[0]
        match.play(player, rng.choice(match.legal(player)))
    assert {"draft", "army group", "planning", "places", "target", "armies"} <= phases
    assert "♛" in drawn(match, viewer)
