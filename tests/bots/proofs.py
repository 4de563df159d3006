"""What the tests of several games' opponents have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import tenka
from tenka.arena.lineup import line_up, pairings
from tenka.arena.tournament import play

THINK_MS = 20
LEVELS = ("random", "novice", "adept", "expert", "master")


def patient(game: str, level: str, think_ms: int = THINK_MS) -> Any:
    """A bot with the effort of a think time whom a busy machine cannot hurry."""
    bot = tenka.bot(game, level, think_ms=think_ms)
    bot.think_ms = 600_000
    return bot


def times_equal(game: str, better: str, worse: str, players: int, games: int) -> float:
    """How often one bot wins against a field of the other, by the share of equal play."""
    options = tenka.game(game).choose(players, {})
    bots = line_up([better, worse], players)
    todo = pairings(game, options, bots, games, seed=1, think_ms=THINK_MS)
    return sum(play(pairing).shares[0] for pairing in todo) / games * players


def positions(
    game: str, options: dict[str, Any], seed: int, every: int
) -> Iterator[tuple[tenka.Match, int]]:
    """Decisions of a game between adepts, now and then one: the match and who decides.

    Where several decide at the same time they do so by turns, so that others have laid more or
    fewer cards.
    """
    match = tenka.new(game, seed=seed, **options)
    bot, rng = tenka.bot(game, "adept"), np.random.default_rng(seed)
    number = 0
    while match.to_act:
        player = match.to_act[number % len(match.to_act)]
        if number % every == 0:
            yield match, player
        number += 1
        match.play(player, bot.act(player, match.redacted(player), match.legal(player), rng))


def prove_no_peeping(game: str, level: str, options: dict[str, Any], twin: Any, every: int) -> None:
    """Other secrets, same move: from the same bytes, by another bot that has seen other games."""
    one, other = patient(game, level, 2), patient(game, level, 2)
    rng = np.random.default_rng(5)
    for match, player in positions(game, options, seed=8, every=every):
        hidden = twin(match.state, player, rng)
        seen, seen_too = match.redacted(player), match.game.redact(hidden, player)
        assert seen.tobytes() == seen_too.tobytes()
        legal = match.legal(player)
        moves = [
            bot.act(player, view, legal, np.random.default_rng(11))
            for bot, view in ((one, seen), (other, seen_too))
        ]
        assert moves[0] == moves[1]
