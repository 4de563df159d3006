"""What people write, names and chat, in any script: one rule for all of it.

Everything that shows is allowed, and what other scripts need to be written well: joiners inside
words and emoji, variants of signs, spaces of every width. Refused is what a reader cannot see but
is fooled by: control characters, what turns the direction of text around, invisible letters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

NAME, MESSAGE = 40, 500  # characters at most
SHOWS = "LNPS"  # letters, numbers, punctuation, symbols: the first letters of their categories
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")  # letters and symbols without ink
MARKS_WITHOUT_INK = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f]")
NON_JOINER, JOINER = "\u200c", "\u200d"
VIRAMA = 9  # the combining class of marks that join Indic letters
EMOJI_VARIANTS, LETTER_VARIANTS = "\ufe0e\ufe0f", re.compile("[\ufe00-\ufe0d\U000e0100-\U000e01ef]")
FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f")


def name(text: str) -> str:
    """A name: one line, its spaces plain and single."""
    text = "".join(" " if _kind(c) == "Zs" else c for c in text)
    return _proper(re.sub(" +", " ", text), NAME, _shows_in_a_line)


def maybe(kind: Callable[[str], str]) -> Callable[[str], str]:
    """Text of a kind, or none."""
    return lambda text: kind(text) if text.strip() else ""


def message(text: str) -> str:
    """Something said; it may have several lines."""
    return _proper(text.replace("\r\n", "\n").replace("\t", " "), MESSAGE, _shows_in_a_message)


def salvaged(text: str) -> str:
    """A name from a file: what can be kept of it."""
    plain = "".join(c if _kind(c)[0] in SHOWS else " " for c in text[: 2 * NAME])
    try:
        return name(plain[:NAME])
    except ValueError:
        return "?"


def _proper(text: str, most: int, shows: Callable[[str], bool]) -> str:
    text = unicodedata.normalize("NFC", text).strip()
    if len(text) > most:
        raise ValueError(f"at most {most} characters")
    plain = FLAG.sub("\U0001f3f4", text)  # the flags of regions are spelt with hidden letters
    if not any(_has_ink(c) for c in plain):
        raise ValueError("something that can be seen is needed")
    for at, c in enumerate(plain):
        if not (shows(c) or _helps(plain, at)):
            raise ValueError(f"{unicodedata.name(c, 'a control character')} cannot be used here")
    return text


def _kind(c: str) -> str:
    """The category of a character, also of emoji and ideographs that are newer than this Python."""
    kind = unicodedata.category(c)
    if kind == "Cn" and "\U0001f000" <= c <= "\U0001faff":
        return "So"
    return "Lo" if kind == "Cn" and "\U00020000" <= c <= "\U0003fffd" else kind


def _has_ink(c: str) -> bool:
    return _kind(c)[0] in SHOWS and c not in BLANK


def _shows_in_a_line(c: str) -> bool:
    """Letters with their marks, and plain spaces."""
    mark = _kind(c)[0] == "M" and not MARKS_WITHOUT_INK.match(c)
    variant = c in EMOJI_VARIANTS or LETTER_VARIANTS.match(c)
    return _has_ink(c) or c == " " or (mark and not variant)


def _shows_in_a_message(c: str) -> bool:
    return _shows_in_a_line(c) or c == "\n" or _kind(c) == "Zs"


def _helps(text: str, at: int) -> bool:
    """Whether something invisible stands where it helps to write what is around it."""
    c, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if c in EMOJI_VARIANTS:
        return bool(before) and _kind(before) in ("So", "Sm", "Po", "Pd", "Nd")
    if LETTER_VARIANTS.match(c):
        return bool(before) and _kind(before) in ("Lo", "Sm")
    if c not in (NON_JOINER, JOINER) or not before or not after:
        return False
    if c == JOINER and _kind(after) == "So":  # a family of emoji
        return before in EMOJI_VARIANTS or _kind(before) in ("So", "Sk")
    return _kind(after)[0] == "L" and _joins(text[:at])


def _joins(text: str) -> bool:
    """Whether the last letter is one that changes its shape beside another."""
    if unicodedata.combining(text[-1]) == VIRAMA:
        return True
    letters = [c for c in text if _kind(c) != "Mn"]
    return bool(letters) and unicodedata.bidirectional(letters[-1]) == "AL"
