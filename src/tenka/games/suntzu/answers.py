"""Answers in advance: to pass until something comes up, and to decline at reveal.

A pass is for windows only. Short windows stand before a debt of armies and are always asked about.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tenka.core.answers import Answer
from tenka.games.suntzu.actions import PASS
from tenka.games.suntzu.facts import PROVINCES, ROUNDS, SCORING_EVERY
from tenka.games.suntzu.generals import has_window
from tenka.games.suntzu.state import ORDERS, REVEAL, WINDOW_END, WINDOW_POINTS, is_window

# A moment of the game is counted by its round and phase. Phases of a round follow one another in
# their order, but those of its battles come again with each battle.
_ROUND = 100
_END = (ROUNDS + 1) * _ROUND


def _now(seen: Any) -> int:
    return int(seen.round_number) * _ROUND + int(seen.phase)


def _of_round(seen: Any) -> int | None:
    """Until the round ends; when cards are drawn, it has no more windows."""
    return (int(seen.round_number) + 1) * _ROUND if seen.phase <= WINDOW_END else None


def _next_orders(seen: Any) -> int:
    """Until orders are given: this round's, if they are still to come."""
    given = seen.phase >= ORDERS
    return (int(seen.round_number) + given) * _ROUND + ORDERS


def _next_points(seen: Any) -> int | None:
    """Until the window before points are counted next, if they still are."""
    scoring = range(SCORING_EVERY, ROUNDS + 1, SCORING_EVERY)
    moments = [number * _ROUND + WINDOW_POINTS for number in scoring]
    return next((moment for moment in moments if moment > _now(seen)), None)


def _decide(seen: Any, player: int) -> int | None:
    return PASS if is_window(seen.phase) else None


def _passing(name: str, about: str, until: Callable[[Any], int | None]) -> Answer:
    """Pass in all windows until a moment."""

    def begin(seen: Any, player: int) -> int | None:
        return until(seen) if seen.round_number and has_window(seen, player) else None

    def over(seen: Any, player: int, until: int) -> bool:
        return _now(seen) >= until or not has_window(seen, player)

    return Answer(name, "pass", about, begin, over, _decide)


def _until_battle(province: int) -> Answer:
    """Pass until a province is next to be fought over: this round, or after its battles the next.

    What is kept of it is the round.
    """

    def begin(seen: Any, player: int) -> int | None:
        if not seen.round_number or not has_window(seen, player):
            return None
        if seen.phase >= WINDOW_POINTS:
            return int(seen.round_number) + 1 if seen.round_number < ROUNDS else None
        return None if _is_up(seen) else int(seen.round_number)

    def over(seen: Any, player: int, until: int) -> bool:
        due = seen.round_number == until and (seen.phase >= WINDOW_POINTS or _is_up(seen))
        return bool(due or seen.round_number > until or not has_window(seen, player))

    def _is_up(seen: Any) -> bool:
        return bool(seen.opened[province] or seen.battle == province)

    name = PROVINCES[province]
    about = f"pass until {name} is fought over"
    return Answer(f"battle {name}", "pass", about, begin, over, _decide)


def _decline() -> Answer:
    """Use no general at reveal, whichever is asked for; War Chariot's general is another matter."""

    def begin(seen: Any, player: int) -> int | None:
        return int(seen.chariot[player]) if seen.generals_left[player] else None

    def over(seen: Any, player: int, until: int) -> bool:
        return bool(not seen.generals_left[player] or seen.chariot[player] != until)

    def decide(seen: Any, player: int) -> int | None:
        return PASS if seen.phase == REVEAL else None

    about = "use no general when cards are opened"
    return Answer("decline", "reveal", about, begin, over, decide)


ANSWERS = (
    _passing("round", "pass until the round ends", _of_round),
    _passing("orders", "pass until the next orders", _next_orders),
    *map(_until_battle, range(len(PROVINCES))),
    _passing("points", "pass until points are counted next", _next_points),
    _passing("game", "pass until the game ends", lambda seen: _END),
    _decline(),
)
