"""Goofspiel's rules, as text that a player could check."""

import numpy as np
import pytest

import tenka


def play(prizes, *turns, **options):
    """The match of three prizes in that order after some turns: '32' is a three and a two bid."""
    for seed in range(100):
        match = tenka.new("goofspiel", cards=3, seed=seed, **options)
        for player, bid in (bid for bids in turns for bid in enumerate(bids)):
            match.play(player, bid)
        if prizes.startswith("".join(e.card for e in match.journal if e.kind.name == "prize")):
            return match
    raise AssertionError("no such deal")


@pytest.mark.parametrize(
    ("prizes", "turns", "options", "scores"),
    [
        ("3A2", ["32", "23"], {}, (3, 1)),
        ("32A", ["22", "3A"], {}, (2, 1)),
        ("32A", ["22", "3A"], {"ties": "carry"}, (5, 1)),
        ("32A", ["332"], {"players": 3}, (0, 0, 0)),
        ("32A", ["332"], {"players": 3, "ties": "next"}, (0, 0, 3)),
        ("32A", ["222"], {"players": 3, "ties": "next"}, (0, 0, 0)),
    ],
)
def test_the_highest_bid_takes_the_prize(prizes, turns, options, scores):
    assert play(prizes, *turns, **options).scores == scores


def test_the_last_cards_are_bid_unasked():
    match = play("3A2", "32", "23")
    assert (match.over, match.winners) == (True, (0,))
    last = [str(entry) for entry in match.journal[-3:]]
    assert last == ["opened: player 0, card A", "opened: player 1, card A", "tied: points 2"]


def test_what_is_not_held_cannot_be_bid():
    with pytest.raises(tenka.IllegalAction, match="not among what may be decided"):
        play("3A2", "32").play(0, "3")
    with pytest.raises(tenka.OptionError, match="ties of Goofspiel is"):
        tenka.new("goofspiel", ties="fight")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ties", ["discard", "carry", "next"])
def test_all_points_are_somewhere_and_a_record_gives_the_same_game(players, ties):
    rng = np.random.default_rng(players)
    match = tenka.new("goofspiel", players=players, ties=ties, seed=7)
    while match.to_act:
        player = int(rng.choice(match.to_act))
        match.play(player, rng.choice(match.legal(player)))
        tied = sum(entry.points for entry in match.journal if entry.kind.name == "tied")
        gone = match.state.prizes[: match.state.turn - (not match.over)]
        assert sum(match.scores) + tied + match.state.carried == sum(gone + 1)
    assert tenka.load(match.record()).state_bytes() == match.state_bytes()


def test_nobody_sees_bids_before_their_time():
    match, rng = tenka.new("goofspiel", players=3, seed=3), np.random.default_rng(1)
    match.play(1, "K")
    assert [player["bid"] for player in match.view(0)["players"]] == [None, "closed", None]
    assert match.view(1)["players"][1]["bid"] == "K"
    assert "None" in str(match.journal[-1].seen_by(0))
    seen = match.redacted(0)
    drawn = [match.game.determinise(seen, rng) for _ in range(99)]
    assert {int(state.bids[1]) for state in drawn} == {*range(13)}
    assert {match.game.redact(state, 0).tobytes() for state in drawn} == {seen.tobytes()}


def test_an_observation_is_what_its_blocks_say():
    match = tenka.new("goofspiel", players=3, seed=3)
    match.play(2, "Q")
    sizes = [block.size for block in match.game.observation]
    parts = np.split(match.game.observe(match.state, 2), np.cumsum(sizes[:-1]))
    at = dict(zip((block.name for block in match.game.observation), parts, strict=True))
    assert at["laid"].tolist() == [1, 0, 0, 0]
    assert at["own_bid"].argmax() == 11
    assert (at["hands"].sum(), at["to_come"].sum()) == (39, 12)
    assert at["prize"].argmax() == match.state.prizes[0]
