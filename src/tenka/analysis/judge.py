"""One door to what positions and decisions are worth, for every game.

    >>> import tenka
    >>> from tenka.analysis import Judge
    >>> match = tenka.new("samurai", players=2, seed=7, hands="random", figures="random")
    >>> judge = Judge("samurai", draws=8)
    >>> judge.chances(match.redacted(0), 0).sum().round(6)
    np.float64(1.0)

Behind it is what the strongest level of a game has to say (`registry.judge`); here its chances are
made true: sharpened or dulled until, of positions told 70%, about 70% are won.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tenka.core import registry
from tenka.core.game import Action, Game
from tenka.core.judging import Line, Reals
from tenka.core.layout import SPECTATOR

DRAWS = 64  # states drawn for a position, and for each of the best options
SCREENED = 8  # all options are tried first, in so many times fewer states; of them ...
KEPT = 6  # ... so many are tried further
LEAST = 1e-3  # nothing is impossible while it is played


@dataclass(frozen=True)
class Option:
    """A choice: one decision or several that belong together, and everyone's chance after it."""

    line: tuple[Action, ...]
    chances: Reals

    def __str__(self) -> str:
        return " ".join(map(str, self.line))


class Judge:
    """Tells chances from what a player could know; the same every time.

    It is bounded by the number of states that it draws, never by a clock. `seen` is a redacted
    state of the viewer (None: of `all_cards_up`).
    """

    def __init__(self, game: str, draws: int = DRAWS) -> None:
        self.game: Game = registry.find(game)
        self.draws = draws
        self.judging = registry.judge(game)

    def chances(self, seen: Any, viewer: int | None, seed: int = 0) -> Reals:
        """Everyone's chance to win, as the viewer could know it; of a finished game the result."""
        if not seen.acting:
            won = np.array([int(seen.winners) >> p & 1 for p in range(int(seen.players))])
            return np.asarray(won / won.sum())
        return self.true(seen, self.judging.chances(viewer, seen, seed, self.draws))

    def options(
        self,
        player: int,
        seen: Any,
        legal: Sequence[Action],
        seed: int = 0,
        also: Sequence[Line] = (),
    ) -> list[Option]:
        """The promising choices of a player and those asked for `also`, the best first."""
        lines = self.judging.lines(player, seen, legal, seed)
        lines += [line for line in also if line not in lines]
        if len(lines) > KEPT:
            few = max(1, self.draws // SCREENED)
            raw = self.judging.weigh(player, seen, lines, seed, few)[:, player]
            best = {lines[at] for at in np.argsort(-raw, kind="stable")[:KEPT]}
            lines = [line for line in lines if line in best or line in also]
        chances = self.weigh(player, seen, lines, seed + 1)
        order = np.argsort(-chances[:, player], kind="stable")
        return [Option(self._actions(lines[at]), chances[at]) for at in order]

    def weigh(self, player: int, seen: Any, lines: Sequence[Line], seed: int = 0) -> Reals:
        """Everyone's chance after each of these choices, in the same drawn states: one row each."""
        return self.true(seen, self.judging.weigh(player, seen, lines, seed, self.draws))

    def true(self, seen: Any, raw: Reals) -> Reals:
        """What is won of positions that look like this, from chances as search sees them."""
        first, last = self.judging.SHARPNESS
        progress = self.judging.progress(seen)
        return sharpened(raw, first + (last - first) * progress)

    def _actions(self, line: Line) -> tuple[Action, ...]:
        return tuple(self.game.actions[number] for number in line)


def sharpened(raw: Reals, sharpness: float) -> Reals:
    """Chances whose odds are raised to a power; below 1 they come closer to each other."""
    odds = np.clip(raw, LEAST, 1) ** sharpness
    return np.asarray(odds / odds.sum(axis=-1, keepdims=True))


def all_cards_up(game: Game, state: Any) -> Any:
    """A state in which all that any player knows is known, and nothing else: no pile, no seed."""
    union = game.redact(state, SPECTATOR)
    for player in range(int(state.players)):
        seen = game.redact(state, player)
        for name in game.dtype.names or ():
            known = np.equal(seen[name], state[name])
            union[name] = np.where(known, state[name], union[name])
    return union
