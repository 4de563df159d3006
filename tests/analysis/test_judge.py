"""The judge: the same every time, from what its viewer may know, and right where it is clear."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import tenka
from tenka.analysis import Judge, all_cards_up
from tenka.core import registry
from tenka.core.layout import SPECTATOR

FIXTURES = Path(__file__).parent.parent / "fixtures"
GAMES = {
    "samurai": "3-players-12.json",
    "shogun": "war-0.json",
    "suntzu": "round-9-points-shao.json",
}


def walk(game: str, every: int) -> Iterator[tuple[tenka.Match, int]]:
    """Positions of a finished game, now and then one: the match and who decides next."""
    done = tenka.load(FIXTURES / game / GAMES[game])
    match = tenka.Match(done.game, done.options, done.seed)
    for number, (player, action, _) in enumerate(done.history):
        if number % every == 0:
            yield match, player
        match.play(player, action)


@pytest.fixture(scope="module", params=GAMES)
def judge(request):
    """A judge who draws few states."""
    return Judge(request.param, draws=8)


def test_chances_are_of_all_players_and_the_same_again(judge):
    for match, player in walk(judge.game.name, every=23):
        seen = match.redacted(player)
        chances = judge.chances(seen, player, seed=5)
        assert chances.shape == (match.options["players"],)
        assert chances.sum() == pytest.approx(1)
        assert (chances > 0).all()
        again = Judge(judge.game.name, draws=8).chances(seen, player, seed=5)
        assert (chances == again).all()


def test_options_can_be_played_and_the_best_comes_first(judge):
    for match, player in walk(judge.game.name, every=19):
        options = judge.options(player, match.redacted(player), match.legal(player))
        own = [option.chances[player] for option in options]
        assert own == sorted(own, reverse=True)
        for option in options:
            twin = match.clone()
            for action in option.line:
                assert action in twin.legal(player)
                twin.play(player, action)


def test_what_was_chosen_is_weighed_too(judge):
    done = tenka.load(FIXTURES / judge.game.name / GAMES[judge.game.name])
    match = tenka.Match(done.game, done.options, done.seed)
    for number, (player, action, _) in enumerate(done.history):
        if number % 29 == 0:
            coming = [a.id for p, a, _ in done.history[number:] if p == player]
            seen = match.redacted(player)
            line = tuple(coming[: judge.judging.cut(seen, coming)])
            options = judge.options(player, seen, match.legal(player), also=[line])
            assert line in [tuple(a.id for a in option.line) for option in options]
        match.play(player, action)


def test_a_finished_game_is_judged_by_its_result(judge):
    match = tenka.load(FIXTURES / judge.game.name / GAMES[judge.game.name])
    chances = judge.chances(match.redacted(None), None)
    won = np.flatnonzero(chances)
    assert tuple(won) == match.winners


def test_at_the_end_the_winner_is_seen(judge):
    """Averaged over the last decisions of a game: who won was the favourite."""
    *_, (match, _) = walk(judge.game.name, every=1)
    winners = tenka.load(FIXTURES / judge.game.name / GAMES[judge.game.name]).winners
    chances = judge.chances(all_cards_up(match.game, match.state), None)
    assert chances[list(winners)].sum() > 0.6


def test_with_all_cards_up_no_pile_and_no_seed_is_known(judge):
    for match, _ in walk(judge.game.name, every=31):
        up = all_cards_up(match.game, match.state)
        public = match.game.redact(match.state, SPECTATOR)
        assert up.drawn == public.drawn
        for player in range(match.options["players"]):
            own = match.game.redact(match.state, player)
            assert match.game.redact(up, player).tobytes() == own.tobytes()
        reseeded = match.clone().state
        reseeded.key = (1, 2)
        assert all_cards_up(match.game, reseeded).tobytes() == up.tobytes()


def test_every_game_has_a_judge():
    """Any level may judge; where none but random play does, games are played out."""
    made = registry._levels("suntzu")["random"].judge(tenka.game("suntzu"))  # type: ignore[attr-defined]
    match = tenka.new("suntzu", seed=1, beginner=True)
    seen, legal = match.redacted(0), match.legal(0)
    assert made.chances(0, seen, 1, 4).sum() == pytest.approx(1)
    lines = made.lines(0, seen, legal, 1)
    assert lines == [(action.id,) for action in legal]
    assert made.weigh(0, seen, lines, 1, 2).sum(axis=1) == pytest.approx(1)
