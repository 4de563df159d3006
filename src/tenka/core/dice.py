"""Fair dice: a seed that nobody could choose alone, and the proof of it afterwards.

Whoever deals draws a secret part and shows its hash, the commitment, before any word of a player is
known. The seed is made of that part and of all words. `docs/fair-dice.md` tells what this proves.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from tenka.core.errors import OptionError, RecordError
from tenka.core.reasons import RECORD_DICE

TITLE = "tenka dice 1"
HEX = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True)
class Dice:
    """What the seed of a game is made of: a secret for as long as the game runs.

    >>> dice = Dice("0" * 32, "f" * 32, ("kirin", ""))
    >>> dice.commitment[:16], dice.seed
    ('97f8d41589adfb44', 7973028455211770584)
    """

    secret: str = field(repr=False)  # drawn by whoever deals
    salt: str = field(repr=False)
    words: tuple[str, ...] = ()  # of each seat; empty: none

    @classmethod
    def drawn(cls) -> Dice:
        """New ones, to which no words have been added."""
        return cls(secrets.token_hex(16), secrets.token_hex(16))

    @property
    def commitment(self) -> str:
        """What is shown before the game; the secret part cannot be changed any more."""
        return _hash("commitment", self.secret, self.salt)

    @property
    def seed(self) -> int:
        """The seed of the game: 64 bits."""
        return int(_hash("seed", self.secret, self.salt, *self.words)[:16], 16)

    def told(self) -> dict[str, Any]:
        """As a record file reveals them."""
        return {
            "commitment": self.commitment,
            "secret": self.secret,
            "salt": self.salt,
            "words": list(self.words),
        }


def _hash(*lines: str) -> str:
    return sha256("\n".join((TITLE, *lines)).encode()).hexdigest()


def proved(told: Any, seed: int, seats: int) -> Dice:
    """The dice of a record file, if its commitment and its seed are theirs."""
    if not _is_whole(told, seats):
        raise RecordError("the record is damaged: its 'dice' are not whole", RECORD_DICE())
    dice = Dice(told["secret"], told["salt"], tuple(told["words"]))
    if dice.commitment != told["commitment"]:
        said = f"the record's commitment is {told['commitment']}, its dice give {dice.commitment}"
        raise RecordError(said, RECORD_DICE())
    if dice.seed != seed:
        said = f"the record's seed is {seed}, its dice give {dice.seed}"
        raise RecordError(said, RECORD_DICE())
    return dice


def _is_whole(told: Any, seats: int) -> bool:
    """Whether all parts are there, each of its kind; a word is text on one line."""
    if not isinstance(told, dict) or told.keys() != Dice("", "").told().keys():
        return False
    words, parts = told["words"], (told["secret"], told["salt"])
    return (
        all(isinstance(part, str) and HEX.fullmatch(part) for part in parts)
        and isinstance(words, list)
        and len(words) == seats
        and all(isinstance(word, str) and _is_one_line(word) for word in words)
    )


def _is_one_line(word: str) -> bool:
    return "\n" not in word and word == word.encode(errors="ignore").decode()


def checked_seed(seed: int | None) -> int:
    """The seed that was chosen, or one that nobody chose."""
    if seed is None:
        return secrets.randbits(64)
    if type(seed) is not int or not 0 <= seed < 2**64:
        raise OptionError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}")
    return seed
