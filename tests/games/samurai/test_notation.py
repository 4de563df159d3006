"""Lines of notation, the reasons for refusals, and observations."""

from __future__ import annotations

import numpy as np
import pytest

import tenka
from tests.games.samurai.positions import options, position

TEXT = """
    2 players, Takeda to play
    c14r08: Takeda rice3
    Takeda: hand samurai2 rice2 token exchange figure exchange ship1
"""


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        (
            "samurai3 @ c14r08; ship1 @ c13r07; end",
            ["samurai3", "c14r08", "ship1", "c13r07", "end"],
        ),
        ("token exchange @ c12r13 > c15r09", ["token exchange", "c12r13", "c15r09"]),
        (
            "Figure Exchange@Kyoto helmet<>Mito;",
            ["Figure Exchange", "Kyoto helmet", "Mito"],
        ),
        ("helmet @ Kyoto", ["helmet", "Kyoto"]),
    ],
)
def test_a_line_is_cut_into_decisions(line, parts):
    assert tenka.game("samurai").split(line, None) == parts


def test_a_whole_turn_in_one_line():
    match = position(TEXT)
    match.play(
        0,
        "FIGURE EXCHANGE @ mito <> Morioka; token exchange @ C14R08 > c15r09; ship1 @ c13r07; end",
    )
    played = [str(action) for player, action, _ in match.history if player == 0]
    assert played == [
        "figure exchange", "Mito", "Morioka", "token exchange", "c14r08", "c15r09",
        "ship1", "c13r07", "end",
    ]  # fmt: skip


def test_a_line_with_a_mistake_changes_nothing():
    match = position(TEXT)
    before = match.state_bytes()
    with pytest.raises(tenka.IllegalAction, match="rice2 is a normal tile, and one was played"):
        match.play(0, "samurai2 @ c15r08; rice2 @ c15r09; end")
    assert match.state_bytes() == before


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("buddha4 @ c15r09", "no buddha4 is in hand"),
        ("end", "at least one tile must be played"),
        ("c15r09", "a tile is to be played from the hand, or the turn ended"),
        ("ship1 @ c15r09", "ships go to sea, and c15r09 is land"),
        ("ship1 @ end", "empty hex"),
        ("rice2 @ c13r07", "rice2 goes on land, and c13r07 is sea"),
        ("rice2 @ c14r08", "c14r08 is not empty"),
        ("rice2 @ c03r19", "c03r19 is not on the board of 2 players"),
        ("token exchange @ c15r09", "no tile of yours lies on c15r09"),
        ("figure exchange @ c15r09", "the first of two figures"),
        ("figure exchange @ Mito <> end", "the second of two figures"),
        ("samurai9 @ c15r09", "'samurai9' is no notation of Samurai: did you mean samurai2"),
    ],
)
def test_refusals_say_why(line, reason):
    match = position(TEXT)
    with pytest.raises(tenka.IllegalAction, match=reason):
        match.play(0, line)
    assert len(options(match)) == 5


def test_a_village_of_another_board_cannot_be_filled():
    match = tenka.new("samurai", players=2, seed=1, hands="random")
    player = match.to_act[0]
    with pytest.raises(tenka.IllegalAction, match="Sapporo is not on the board of 2 players"):
        match.play(player, "helmet @ Sapporo")
    with pytest.raises(tenka.IllegalAction, match="a figure is to be taken"):
        match.play(player, "Kyoto")


def block(name: str) -> slice:
    at = 0
    for part in tenka.game("samurai").observation:
        if part.name == name:
            return slice(at, at + part.size)
        at += part.size
    raise KeyError(name)


def test_an_observation_is_from_the_viewers_side():
    match = position("""
        3 players, Takeda to play
        c16r13: Uesugi helmet3
        Takeda: hand ship1 ship1 | captured rice 13
        Uesugi: hand rice2 | pile -
    """)
    for viewer, first in ((0, [0, 0, 1]), (2, [0, 0, 0])):
        seen = match.game.observe(match.state, viewer)
        assert seen[block("captured")].reshape(4, 3)[0].tolist() == first
        turn = seen[block("turn")].tolist()
        assert turn.index(1) == (0 - viewer) % 3
    own, other = (match.game.observe(match.state, viewer) for viewer in (0, 1))
    assert own[block("hand")].tolist().index(2) == 14
    assert own[block("hand")].sum() == 2
    tiles = [seen[block("hexes")].reshape(140, 8) for seen in (own, other)]
    (at,) = np.flatnonzero(tiles[0].any(axis=1))
    assert tiles[0][at].tolist() == [0, 1, 0, 0, 0.75, 0, 0, 1]
    assert tiles[1][at].tolist() == [1, 0, 0, 0, 0.75, 0, 0, 1]
    strength = own[block("strength")].reshape(34, 4, 3)
    assert np.isclose(strength.sum(), 2 * 0.3), "Mito and Tateyama"
    assert not match.game.observe(match.state, -1)[block("hand")].any(), "a spectator has no hand"
