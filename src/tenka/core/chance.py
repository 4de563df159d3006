"""Chance: a counter-based generator (Philox 4x32-10) whose few words live in the state.

Any record with the fields `key` and `drawn` can be drawn from. The n-th word depends on the key
and n alone, so a copy of a state goes on exactly as the original would, and search starts anew by
setting another key. What follows is written so that compiled 64-bit and Python's unbounded
integers give the same words.
"""

from __future__ import annotations

from typing import Protocol

from tenka.core.layout import Ints
from tenka.core.rule import rule

MASK = 0xFFFFFFFF
MULTIPLIER_0, MULTIPLIER_1 = 0xD2511F53, 0xCD9E8D57
WEYL_0, WEYL_1 = 0x9E3779B9, 0xBB67AE85


class Chance(Protocol):
    """What a record must have to be drawn from."""

    key: Ints
    drawn: int


@rule
def philox(counter: int, key_0: int, key_1: int) -> int:
    """The first word of Philox 4x32-10 at a counter below 2**32."""
    x0, x1, x2, x3 = counter, 0, 0, 0
    for _ in range(10):
        p0, p1 = MULTIPLIER_0 * x0, MULTIPLIER_1 * x2
        x0, x1, x2, x3 = (
            ((p1 >> 32) & MASK) ^ x1 ^ key_0,
            p1 & MASK,
            ((p0 >> 32) & MASK) ^ x3 ^ key_1,
            p0 & MASK,
        )
        key_0, key_1 = (key_0 + WEYL_0) & MASK, (key_1 + WEYL_1) & MASK
    return x0


@rule
def seed(s: Chance, key_0: int, key_1: int) -> None:
    """Restart the generator of a record."""
    s.key[0], s.key[1] = key_0, key_1
    s.drawn = 0


@rule
def below(s: Chance, n: int) -> int:
    """A random number from 0 to n - 1 (n small: the bias is below n / 2**32)."""
    s.drawn += 1
    return (philox(int(s.drawn), int(s.key[0]), int(s.key[1])) * n) >> 32


@rule
def shuffle(s: Chance, items: Ints, count: int) -> None:
    """Put the first `count` items in random order."""
    for i in range(count - 1, 0, -1):
        k = below(s, i + 1)
        items[i], items[k] = items[k], items[i]


def words_of(seed_number: int) -> tuple[int, int]:
    """The two words of the key for a seed of 64 bits."""
    return seed_number & MASK, (seed_number >> 32) & MASK
