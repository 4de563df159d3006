"""Everything Tenka refuses, as exceptions that say what was wrong and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from tenka.core.reasons import Reason


class TenkaError(Exception):
    """Base class of all errors that the caller can fix.

    `reason` is for clients with words of their own; errors that only programs meet may have none.
    """

    def __init__(self, says: object = "", reason: Reason | None = None) -> None:
        super().__init__(str(says))
        self.reason = says if isinstance(says, Reason) else reason


class UnknownGame(TenkaError, LookupError):
    """No game of that name is registered."""


class UnknownBot(TenkaError, LookupError):
    """The game has no opponent of that level."""


class OptionError(TenkaError, ValueError):
    """An option that the game does not have, or a value that it does not take."""


class IllegalAction(TenkaError, ValueError):
    """A decision that may not be made now; the match has not changed."""


class RecordError(TenkaError, ValueError):
    """A record file that is damaged, newer than this program, or does not follow the rules."""


class SceneError(TenkaError, ValueError):
    """A text of a position that cannot be read, or a position that has none."""


def listing(words: Iterable[object]) -> str:
    """The words as people write them: 'a, b or c'."""
    items = [str(word) for word in words]
    return " or ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint for a mistyped word: the closest known ones, or all of them."""
    known = list(known)
    if not known:
        return "nothing is asked of you now"
    close = get_close_matches(word, known, n=3, cutoff=0.6)
    return f"did you mean {listing(close)}?" if close else f"there is {listing(known)}"
