"""Decisions as people and programs give them: as actions, by number, or in lines of notation."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING, Any

from tenka.core.errors import IllegalAction, did_you_mean
from tenka.core.game import Action, Game
from tenka.core.reasons import NO_SUCH_DECISION

if TYPE_CHECKING:
    from tenka.core.match import Match


def read(match: Match, player: int, decisions: Sequence[Action | int | str]) -> list[int]:
    """The numbers of a player's decisions, of which some may stand in lines of notation."""
    numbers: list[int] = []
    for given in decisions:
        if isinstance(given, str):
            parts = match.game.split(given, match.redacted(player))
            numbers += [_number_in(match, player, text) for text in parts]
        else:
            numbers.append(number_of(match.game, given))
    if not numbers:
        said = " ".join(map(repr, decisions))
        raise IllegalAction(f"nothing to play in {said}", NO_SUCH_DECISION())
    return numbers


def _number_in(match: Match, player: int, text: str) -> int:
    action = match.game.action(text)
    if action is None:  # the hint is for this player: what others may do can be a secret
        hint = did_you_mean(text, [str(a) for a in match.legal(player)])
        said = f"{text!r} is no notation of {match.game.title}: {hint}"
        raise IllegalAction(said, NO_SUCH_DECISION())
    return action.id


def number_of(game: Game, given: Any) -> int:
    """The number of a decision that is given as an action or as a number."""
    if isinstance(given, Action):
        require_own(game, given)
    try:
        number = index(given)
    except TypeError:
        raise IllegalAction(
            f"a decision is an Action, its number or its notation, not {given!r}",
            NO_SUCH_DECISION(),
        ) from None
    if not 0 <= number < len(game.actions):
        raise IllegalAction(
            f"{game.title} has decisions 0 to {len(game.actions) - 1}, not {number}",
            NO_SUCH_DECISION(),
        )
    return number


def require_own(game: Game, action: Action) -> None:
    """Refuse an action of another game; one of this game may have come by way of a file."""
    own = game.action(action.text)
    if own is None or own.id != action.id:
        raise IllegalAction(f"{action!r} is no decision of {game.title}")
