"""The pace of bots among people: a pause before each answer, longer where there is more to decide.

A pause must not tell what a bot holds. So its length follows from what a spectator knows, and from
nothing else: not from the hand, not from how many decisions are legal, not from how long the bot
thought. Even a forced answer comes as late as others, for questions with one possible answer are
asked only where leaving them out would give away a secret.
"""

from __future__ import annotations

import asyncio
import math
import random
import time

import numpy as np

from tenka.core import foresight
from tenka.core.match import Match

BITS = 4.0  # of choice, which make a pause longer by the pace once more
MOST = 6.0  # times the pace: the longest pause
UNEVEN = 0.15  # of a pause: by so much it may be longer or shorter, as people are not clocks
STEPS = 16  # decisions that are looked ahead


def choice(match: Match, seat: int) -> float:
    """How much a seat has to choose until others see something of it, in bits.

    Counted in a position that a spectator may imagine, the same for all that look alike.
    """
    ahead = foresight.imagine(match, None)
    shown = ahead.redacted_bytes(None)
    dice = np.random.default_rng(0)
    bits = 0.0
    for _ in range(STEPS):
        legal = ahead.legal(seat)
        if not legal:  # a game from outside may imagine less than its players know
            break
        bits += math.log2(len(legal))
        ahead.play(seat, legal[int(dice.integers(len(legal)))])
        if seat not in ahead.to_act or ahead.redacted_bytes(None) != shown:
            break
    return bits


def weight(match: Match, seat: int) -> float:
    """The usual pause before an answer that others see, in times of the pace."""
    return min(MOST, 1.0 + choice(match, seat) / BITS)


def shows(match: Match, seat: int, action: int) -> bool:
    """Whether others see anything of a decision."""
    after = match.clone()
    after.play(seat, action)
    return after.redacted_bytes(None) != match.redacted_bytes(None)


def pause(match: Match, seat: int, action: int, pace: float, *, alone: bool) -> float:
    """How many seconds after the question a bot answers it; at once if nobody sees the answer.

    Where bots are alone there is nobody to keep company with, only somebody who looks on.
    """
    if pace <= 0 or not shows(match, seat, action):
        return 0.0
    if alone:
        return pace
    return pace * min(MOST, weight(match, seat) * random.uniform(1 - UNEVEN, 1 + UNEVEN))


async def keep(seconds: float, since: float) -> None:
    """Wait until so many seconds have gone by since a moment of the monotonic clock."""
    await asyncio.sleep(max(0.0, since + seconds - time.monotonic()))
