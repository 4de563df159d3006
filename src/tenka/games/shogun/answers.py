"""Answers in advance: extra armies come without asking, as the option has it for everybody."""

from __future__ import annotations

from typing import Any

from tenka.core.answers import Answer
from tenka.games.shogun.actions import YES
from tenka.games.shogun.state import ATTACKER, DEFENDER, SIX


def _begin(seen: Any, player: int) -> int | None:
    return None if seen.always_yes else 0


def _over(seen: Any, player: int, until: int) -> bool:
    return False


def _decide(seen: Any, player: int) -> int | None:
    return YES if seen.phase in (SIX, ATTACKER, DEFENDER) else None


ANSWERS = (Answer("yes", "armies", "take extra armies without asking", _begin, _over, _decide),)
