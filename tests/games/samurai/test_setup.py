"""Before the first turn: options, the first player, hands and figures."""

from __future__ import annotations

from collections import Counter

import pytest

import tenka
from tests.games.samurai.board import CITIES, FIGURES, NAMES
from tests.games.samurai.positions import options, standing

FIRST_HANDS = (
    "helmet4; samurai3; ship2; ronin1; token exchange",
    "buddha4; samurai1; samurai1; ship1; ship1",
    "rice2; rice3; rice4; samurai2; figure exchange",
    "helmet2; buddha2; rice2; ronin1; ship2",
)


def ready(players: int, seed: int = 2, **chosen) -> tenka.Match:
    """A match in which all hands have been chosen."""
    match = tenka.new("samurai", players=players, seed=seed, **chosen)
    for player in reversed(range(players)):
        match.play(player, FIRST_HANDS[player])
    return match


# -- options


def test_defaults():
    for players, captures in ((2, "open"), (3, "hidden"), (4, "hidden")):
        match = tenka.new("samurai", players=players, seed=1)
        assert match.options == {
            "players": players,
            "hands": "chosen",
            "figures": "placed",
            "captures": captures,
        }
        assert match.seats == ["Takeda", "Uesugi", "Shimazu", "Hojo"][:players]
    assert tenka.new("samurai", seed=1).options["players"] == 2


def test_two_players_play_with_open_captures():
    with pytest.raises(tenka.OptionError, match="players=2 and captures='hidden'"):
        tenka.new("samurai", players=2, captures="hidden")
    assert tenka.new("samurai", players=4, captures="open").options["captures"] == "open"


def test_five_cannot_play():
    with pytest.raises(tenka.OptionError, match="2, 3 or 4 players, not 5"):
        tenka.new("samurai", players=5)


def test_the_seed_draws_the_first_player_whom_everyone_knows():
    firsts = Counter()
    for seed in range(300):
        match = tenka.new("samurai", players=3, seed=seed)
        first = match.view(None)["first"]
        firsts[first] += 1
        assert str(match.journal[0]) == f"first player: player {first}"
        assert match.view(0)["first"] == first
    assert set(firsts) == {0, 1, 2}
    assert min(firsts.values()) > 60


# -- hands


def test_hands_are_chosen_before_any_figure_stands():
    for figures in ("placed", "random"):
        match = tenka.new("samurai", players=3, seed=1, figures=figures)
        assert match.to_act == (0, 1, 2)
        assert not any(s["figures"] for s in match.view(None)["settlements"])


def test_five_tiles_are_chosen_and_fifteen_shuffled():
    match = ready(2)
    assert match.view(0)["players"][0]["hand"] == [
        "helmet4", "samurai3", "token exchange", "ronin1", "ship2",
    ]  # fmt: skip
    assert [p["pile_size"] for p in match.view(None)["players"]] == [15, 15]
    piles = {tuple(ready(2, seed).state.pile[0]) for seed in range(20)}
    assert len(piles) == 20


def test_no_tile_is_chosen_more_often_than_it_is_there():
    match = tenka.new("samurai", seed=1)
    match.play(0, "ship1; ship1; ship2")
    with pytest.raises(tenka.IllegalAction, match="no other ship2 is left"):
        match.play(0, "ship2")
    with pytest.raises(tenka.IllegalAction, match="five tiles are to be chosen"):
        match.play(0, "end")


def test_random_hands_are_dealt_and_told_to_their_owners_alone():
    match = tenka.new("samurai", players=4, seed=9, hands="random")
    dealt = [entry for entry in match.journal if entry.kind.name == "dealt"]
    assert [entry.player for entry in dealt] == [0, 1, 2, 3]
    for entry in dealt:
        assert sorted(entry.tiles) == sorted(
            match.view(entry.player)["players"][entry.player]["hand"]
        )
        assert entry.seen_by((entry.player + 1) % 4).tiles is None


# -- figures


def test_edo_gets_one_of_each():
    assert standing(ready(3), "Edo") == "helmet buddha rice"


def test_cities_are_filled_first_and_never_with_two_alike():
    match = ready(4, seed=2)
    assert match.to_act == (match.view(None)["first"],)
    assert options(match) == ["buddha", "helmet", "rice"]
    first = match.to_act[0]
    match.play(first, "helmet @ Kyoto")
    second = (first + 1) % 4
    match.play(second, "helmet")
    assert options(match) == ["Akita", "Sapporo"]
    for place, reason in (("Kyoto", "never holds two alike"), ("Edo", "one figure of each"),
                          ("Mito", "the cities are filled first")):  # fmt: skip
        with pytest.raises(tenka.IllegalAction, match=reason):
            match.play(second, place)
    match.play(second, "Akita")
    for step, move in enumerate(("helmet @ Sapporo", "rice @ Akita", "rice @ Sapporo")):
        match.play((second + 1 + step) % 4, move)
    last = match.to_act[0]
    assert options(match) == ["buddha", "rice"], "Kyoto alone is not full, and holds a helmet"
    with pytest.raises(tenka.IllegalAction, match="holds a helmet"):
        match.play(last, "helmet @ Kyoto")
    match.play(last, "buddha @ Kyoto")
    match.play(match.to_act[0], "helmet")
    assert len(options(match)) == 30
    assert not set(options(match)) & {*CITIES, "Edo"}
    with pytest.raises(tenka.IllegalAction, match="Kyoto is full"):
        match.play(match.to_act[0], "Kyoto")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_place_in_turn_and_the_first_player_starts(players):
    match = ready(players, seed=7)
    first = match.view(None)["first"]
    placed = 0
    while match.view(None)["phase"] != "play a tile":
        assert match.to_act == ((first + placed) % players,)
        figure = match.legal(match.to_act[0])[placed % len(match.legal(match.to_act[0]))]
        match.play(match.to_act[0], figure)
        match.play(match.to_act[0], match.legal(match.to_act[0])[-1])
        placed += 1
    told = [entry for entry in match.journal if entry.kind.name == "figure placed"]
    assert len(told) == placed + 1 == players * 9, "the last one has one place and is not asked for"
    assert match.to_act == (first,)
    assert not any(match.view(None)["stock"].values())


def test_a_kind_that_is_used_up_cannot_be_taken():
    match = ready(2)
    for city in ("Kyoto", "Akita"):
        match.play(match.to_act[0], f"helmet @ {city}")
        match.play(match.to_act[0], f"rice @ {city}")
    for village in ("Mito", "Sendai", "Morioka", "Hagi"):
        match.play(match.to_act[0], f"helmet @ {village}")
    with pytest.raises(tenka.IllegalAction, match="no helmet is left"):
        match.play(match.to_act[0], "helmet @ Matsue")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_figures(players):
    """All are dealt, no city gets two alike, and every settlement can get every kind."""
    seen = set()
    for seed in range(150):
        match = tenka.new("samurai", players=players, seed=seed, hands="random", figures="random")
        board = {s["name"]: s["figures"] for s in match.view(None)["settlements"]}
        assert Counter(f for figures in board.values() for f in figures) == dict.fromkeys(
            FIGURES, {2: 7, 3: 10, 4: 13}[players]
        )
        for name, figures in board.items():
            assert len(figures) == (3 if name == "Edo" else 2 if name in CITIES else 1)
            seen.update((name, figure) for figure in figures)
        assert match.to_act == (match.view(None)["first"],)
    assert len(seen) == 3 * {2: 17, 3: 26, 4: 34}[players]


def test_city_figures_dealt_at_random_are_even():
    """Dealing again keeps the three pairs of a city equally likely."""
    pairs = Counter(
        standing(tenka.new("samurai", seed=seed, hands="random", figures="random"), "Kyoto")
        for seed in range(600)
    )
    assert set(pairs) == {"helmet buddha", "helmet rice", "buddha rice"}
    assert min(pairs.values()) > 150


def test_every_settlement_has_its_own_name():
    texts = [str(action).casefold() for action in tenka.game("samurai").actions]
    assert len(texts) == len(set(texts)) < 256
    assert {name.casefold() for name in NAMES} <= set(texts)
