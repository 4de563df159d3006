"""Who knows what: hands, piles, hidden captures, and what can be imagined of them."""

from __future__ import annotations

import json

import numpy as np

import tenka
from tests.games.samurai.board import ALL_TILES, TILES
from tests.games.samurai.positions import position

TEXT = """
    3 players, Takeda to play
    Tateyama: helmet
    c16r13: Uesugi helmet3
    Takeda: hand samurai2 ship1 rice2
    Shimazu: hand ship1 ship2 rice4 buddha4 figure exchange
"""


def test_a_hand_is_seen_by_its_owner_alone():
    match = position(TEXT)
    for viewer in (0, 1, 2, None):
        hands = [player["hand"] for player in match.view(viewer)["players"]]
        assert [hand is not None for hand in hands] == [p == viewer for p in range(3)]
    assert [p["hand_size"] for p in match.view(None)["players"]] == [3, 5, 5]


def test_the_order_of_a_pile_is_seen_by_nobody_but_what_is_in_it_by_its_owner():
    match = position(TEXT)
    for viewer in (0, 1, 2, None):
        assert set(match.redacted(viewer).pile[:3].flat) <= {-1, -2}
    own, other = (match.view(2)["players"][p] for p in (2, 1))
    assert sorted(own["hand"] + own["unseen"]) == ALL_TILES
    assert sorted([*other["unseen"], "helmet3"]) == ALL_TILES, "all but the one on the board"


def test_hidden_captures_are_a_matter_of_the_view():
    for captures in ("hidden", "open"):
        match = position(TEXT, captures=captures)
        match.play(0, "samurai2 @ c15r13; end")
        shown = [player["captured"] for player in match.view(0)["players"]]
        helmet = {"helmet": 1, "buddha": 0, "rice": 0}
        assert shown[1:] == ([helmet, {"helmet": 0, "buddha": 0, "rice": 0}]
                             if captures == "open" else [None, None])  # fmt: skip
        assert match.view(1)["players"][1]["captured"] == helmet
        assert match.redacted(0).captured[1].tolist() == [1, 0, 0], "everyone saw the capture"


def test_captures_are_shown_when_the_game_is_over():
    match = position(TEXT + "    Sendai: rice\n    Mito: buddha\n    others: -", captures="hidden")
    match.play(0, "samurai2 @ c15r13; end")
    assert match.over
    assert [player["captured"]["helmet"] for player in match.view(None)["players"]] == [0, 1, 0]
    assert match.view(0)["players"][1]["leads"] == ["helmet"]


def test_how_far_a_choice_of_hand_has_got_is_not_seen():
    match = tenka.new("samurai", players=2, seed=3)
    before = match.redacted(1).tobytes(), match.view(1), match.redacted(None).tobytes()
    match.play(0, "ship1; ship2; rice2; rice3")
    assert (match.redacted(1).tobytes(), match.view(1), match.redacted(None).tobytes()) == before
    assert match.view(0)["players"][0]["hand_size"] == 4
    match.play(0, "rice4")
    assert match.to_act == (1,)
    assert match.view(1)["players"][0]["hand_size"] == 5
    (entry,) = [e for e in match.journal if e.kind.name == "hand chosen"]
    assert entry.seen_by(0).tiles == ["rice2", "rice3", "rice4", "ship1", "ship2"]
    assert entry.seen_by(1).tiles is None


def test_drawn_tiles_are_told_to_their_owner_alone():
    match = position(TEXT)
    match.play(0, "samurai2 @ c15r13; end")
    (entry,) = [e for e in match.journal if e.kind.name == "drawn"]
    assert len(entry.seen_by(0).tiles) == 3
    assert entry.seen_by(1).tiles is None
    assert entry.seen_by(None).json() == {
        "kind": "drawn",
        "player": 0,
        "tiles": None,
        "count": 3,
    }


def test_every_tile_not_seen_can_be_imagined_in_hand_and_everywhere_in_the_pile():
    match = position(TEXT)
    rng = np.random.default_rng(1)
    seen = match.redacted(0)
    in_hand, on_top = set(), set()
    for _ in range(400):
        state = match.game.determinise(seen, rng)
        hand = [TILES[k] for k in np.flatnonzero(state.hand[1])]
        in_hand.update(hand)
        on_top.add(TILES[state.pile[1, state.pile_size[1] - 1]])
        assert state.hand[0].tolist() == match.state.hand[0].tolist()
    assert in_hand == set(ALL_TILES) - {"helmet3"}
    assert on_top == in_hand


def test_a_chosen_hand_can_be_imagined_as_any():
    match = tenka.new("samurai", players=2, seed=3)
    match.play(0, "ship1; ship2; rice2; rice3; rice4")
    rng = np.random.default_rng(1)
    hands = set()
    for _ in range(300):
        state = match.game.determinise(match.redacted(1), rng)
        assert state.hand[0].sum() == 5
        hands.update(np.flatnonzero(state.hand[0]).tolist())
    assert hands == set(range(17))


def test_a_view_is_json():
    for viewer in (0, 1, 2, None):
        seen = position(TEXT).view(viewer)
        assert json.loads(json.dumps(seen)) == seen
