"""Goofspiel's rules, as text that a player could check."""

import numpy as np
import pytest

import tenka


def deal(prizes, **options):
    """A match whose prizes come in a given order."""
    for seed in range(10_000):
        match = tenka.new("goofspiel", cards=3, seed=seed, **options)
        if [match.game.decisions.texts[card] for card in match.state.prizes[:3]] == prizes:
            return match
    raise AssertionError("no such deal")


def play(prizes, *turns, **options):
    """The points after turns of bids, one letter per player: 'A2' is an ace and a two."""
    match = deal(list(prizes), **options)
    for bids in turns:
        for player, bid in enumerate(bids):
            match.play(player, bid)
    return match


def test_the_highest_bid_takes_the_prize_and_the_last_cards_are_bid_unasked():
    match = play("3A2", "32", "23")
    assert match.over
    assert match.scores == (3, 1)
    assert match.winners == (0,)
    last = [str(entry) for entry in match.journal[-3:]]
    assert last == ["opened: player 0, card A", "opened: player 1, card A", "tied: points 2"]


def test_prizes_of_a_tie_are_discarded_or_carried_over():
    assert play("32A", "22", "3A").scores == (2, 1)
    assert play("32A", "22", "3A", ties="carry").scores == (5, 1)
    assert "carried: points 3" in map(str, play("32A", "22", ties="carry").journal)


def test_of_three_the_next_bid_may_win():
    assert play("32A", "332", players=3).scores == (0, 0, 0)
    assert play("32A", "332", players=3, ties="next").scores == (0, 0, 3)
    assert play("32A", "222", players=3, ties="next").scores == (0, 0, 0)


def test_what_is_not_held_cannot_be_bid():
    match = play("3A2", "32")
    with pytest.raises(tenka.IllegalAction, match="not among what may be decided"):
        match.play(0, "3")
    with pytest.raises(tenka.OptionError, match="ties of Goofspiel is"):
        tenka.new("goofspiel", ties="fight")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ties", ["discard", "carry", "next"])
def test_all_points_are_somewhere_and_a_record_gives_the_same_game(players, ties):
    rng = np.random.default_rng(players)
    match = tenka.new("goofspiel", players=players, ties=ties, seed=7)
    while match.to_act:
        player = rng.choice(match.to_act)
        match.play(int(player), rng.choice(match.legal(int(player))))
        lost = sum(entry.points for entry in match.journal if entry.kind.name == "tied")
        shown = sum(int(card) + 1 for card in match.state.prizes[: int(match.state.turn)])
        bid_for = 0 if match.over else int(match.state.prizes[match.state.turn - 1]) + 1
        assert sum(match.scores) + lost + int(match.state.carried) == shown - bid_for
    assert tenka.load(match.record()).state_bytes() == match.state_bytes()


def test_nobody_sees_bids_and_prizes_before_their_time():
    rng = np.random.default_rng(1)
    match = tenka.new("goofspiel", players=3, seed=3)
    match.play(1, "K")
    assert [player["bid"] for player in match.view(0)["players"]] == [None, "closed", None]
    assert match.view(1)["players"][1]["bid"] == "K"
    for viewer in (0, 1, 2):
        seen = match.redacted(viewer)
        for _ in range(20):
            other = match.game.determinise(seen, rng)
            assert match.game.redact(other, viewer).tobytes() == seen.tobytes()
            assert sorted(other.prizes.tolist()) == list(range(13))
    assert "None" in str(match.journal[-1].seen_by(0))


def test_an_observation_is_what_its_blocks_say():
    match = tenka.new("goofspiel", players=3, seed=3)
    match.play(2, "Q")
    at, seen = {}, match.game.observe(match.state, 2)
    for block in match.game.observation:
        at[block.name] = seen[sum(map(len, at.values())) :][: block.size]
    assert at["laid"].tolist() == [1, 0, 0, 0]
    assert at["own_bid"].argmax() == 11
    assert at["hands"].sum() == 39
    assert at["to_come"].sum() == 12
    assert at["prize"].argmax() == match.state.prizes[0]
