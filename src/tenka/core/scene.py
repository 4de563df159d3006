"""Positions as text: what a game offers to whoever sets one up, and how its words are read.

A scene is a list of items, each on a line of its own or parted by '|'. What it does not tell is
filled in; what cannot be is refused, with the item and what was expected.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tenka.core.errors import SceneError, did_you_mean
from tenka.core.reasons import SCENE

LONGEST = 4000  # characters of a scene: all there is to tell takes about half of them


@dataclass(frozen=True)
class Scenes:
    """The texts of a game's positions, at the moments that have one."""

    moment: str  # what the positions are that can be told, in words
    phases: tuple[int, ...]  # ... and their phases
    options: Callable[[str], dict[str, Any]]  # of a text: the game's, and 'players'
    arrange: Callable[[Any, str], None]  # puts a state of such a phase into the position of a text
    write: Callable[[Any], str | None]  # the text of a full state, if it is such a moment


def items(text: str) -> list[str]:
    """The items of a scene."""
    if len(text) > LONGEST:
        raise wrong(text[:20] + "…", f"a scene has at most {LONGEST} characters")
    return [item.strip() for line in text.splitlines() for item in line.split("|") if item.strip()]


def wrong(item: str, expected: str) -> SceneError:
    """The refusal of an item."""
    return SceneError(SCENE(item=item, expected=expected))


def number(item: str, word: str, low: int, high: int) -> int:
    """A whole number of an item."""
    if not word.isascii() or not word.isdecimal() or not low <= int(word[:6]) <= high:
        raise wrong(item, f"a number from {low} to {high}, not {word!r}")
    return int(word)


def one_of(item: str, word: str, known: Sequence[str]) -> int:
    """Which of the words that it can be a word of an item is."""
    if word not in known:
        raise wrong(item, f"not {word!r}: {did_you_mean(word, known)}")
    return known.index(word)
