"""Answers in advance: what a player says once, so as not to be asked again and again.

Whether such an answer acts, and what it decides, follows from what everybody can see and from
nothing else: its functions get the state as a spectator sees it. So neither its acting nor its
silence ever tells what its player holds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Answer:
    """One that a player can give in advance; of each kind a player has at most one on."""

    name: str
    kind: str
    about: str  # for whoever has no words of their own for its name
    # All of a spectator's state and the player; `until` is what the first of them gave.
    begin: Callable[[Any, int], int | None]  # until when, as the game counts; None: not now
    over: Callable[[Any, int, int], bool]  # whether it has come to its end
    decide: Callable[[Any, int], int | None]  # the decision to what is asked now, if it has one
