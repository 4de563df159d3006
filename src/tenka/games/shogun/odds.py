"""The odds of an attack, for players who want to know: the rules' own battle, fought many times.

Everything is taken from a state as spectators may know it. Where the cubes rest in the tower is
drawn anew each time; whoever may add an army is taken to add it. The same state gives the same
odds.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np

from tenka.core.chance import seed
from tenka.core.code import Code
from tenka.core.engine import journal_at
from tenka.core.errors import IllegalAction, did_you_mean
from tenka.core.journal import JOURNAL
from tenka.core.layout import NONE, UNKNOWN, Ints, copy_bytes, layout, pointer_to
from tenka.core.registry import find
from tenka.core.rule import rule
from tenka.games.shogun import reasons as why
from tenka.games.shogun.battle import castle_army, clash
from tenka.games.shogun.facts import (
    ADJACENT,
    ATTACK,
    DEFENCE,
    EVENT,
    NEIGHBOURS,
    PROVINCES,
    TEMPLE,
    TEMPLES_SAFE,
)
from tenka.games.shogun.imagine import imagine_level
from tenka.games.shogun.state import ATTACKER_WON, CUBE_COLOURS, OUT, UNDECIDED, State, holds

TIMES = 2000  # for each number of armies: right to about a hundredth ...
INTERPRETED_TIMES = 20  # ... and to about a tenth where that would take too long
AT_MOST = 12_000  # of all together, so that nobody waits
WIN, TIE, LOSS = range(3)

STATE_SIZE = layout(State).itemsize
state_at = pointer_to(layout(State))


@rule
def prepare_attack(s: State, source: int, target: int, armies: int) -> None:
    """Armies are about to march, and both sides add what they may."""
    s.source, s.target, s.marching = source, target, armies
    attacker, defender = s.owner[source], s.owner[target]
    s.attack_army = holds(s, attacker, ATTACK) and s.reserve[attacker] > 0
    s.defence_army = 0
    if defender != NONE and holds(s, defender, DEFENCE):
        s.defence_army = s.reserve[defender] > castle_army(s)
    for colour in range(CUBE_COLOURS):
        if s.upper[colour] == UNKNOWN:
            imagine_level(s, colour)


def fight_often(
    seen: int, scratch: int, journal: int, source: int, target: int, times: int, ends: Ints
) -> None:
    """Count how attacks end; the n-th row is for n + 1 armies. All meet the same chances."""
    s, j = state_at(scratch), journal_at(journal)
    for row in range(len(ends)):
        for n in range(times):
            copy_bytes(scratch, seen, STATE_SIZE)
            seed(s, n, 0)
            j.count = 0
            prepare_attack(s, source, target, row + 1)
            clash(s, j, s.owner[source])
            if s.battle_result == ATTACKER_WON:
                ends[row, WIN] += 1
            elif s.battle_result == UNDECIDED:
                ends[row, TIE] += 1
            else:
                ends[row, LOSS] += 1


def code() -> Code:
    """`fight_often`."""
    return find("shogun").engine.extend("odds", fight_often)


def battle_odds(
    seen: Any, source: str, target: str, times: int | None = None
) -> list[dict[str, Any]]:
    """For each number of armies that could march: the chances to win, to end it undecided, to lose.

    ValueError, with the reason, if there can be no such attack.
    """
    at, to = _place(source), _place(target)
    _require_attack(seen, at, to)
    most = int(seen.armies[at]) - 1
    if times is None:
        times = min(TIMES, AT_MOST // most) if code().get_ready() else INTERPRETED_TIMES
    ends = np.zeros((most, 3), dtype=np.int64)
    table = np.frombuffer(bytearray(seen.tobytes()), dtype=np.uint8)
    scratch, journal = np.empty_like(table), np.zeros(1, dtype=JOURNAL)
    room = (part.ctypes.data for part in (table, scratch, journal))
    code()["fight_often"](*room, at, to, times, ends)
    return [
        {"armies": armies, "win": win, "tie": tie, "loss": loss}
        for armies, (win, tie, loss) in enumerate((ends / times).tolist(), start=1)
    ]


def _place(name: str) -> int:
    if name not in PROVINCES:
        hint = did_you_mean(name, PROVINCES)
        raise IllegalAction(why.NO_SUCH_PROVINCE(word=name, hint=hint))
    return PROVINCES.index(name)


def _require_attack(seen: Any, source: int, target: int) -> None:
    owner, enemy = int(seen.owner[source]), int(seen.owner[target])
    if owner < 0 or seen.armies[source] < 2:
        raise IllegalAction(why.NO_ARMIES(province=PROVINCES[source]))
    if target not in NEIGHBOURS[source]:
        raise IllegalAction(why.NOT_ADJACENT(source=PROVINCES[source], target=PROVINCES[target]))
    if enemy in (owner, OUT):
        raise IllegalAction(why.NO_ENEMY(source=PROVINCES[source], target=PROVINCES[target]))
    safe = seen.event != NONE and EVENT[seen.event] == TEMPLES_SAFE
    if safe and seen.buildings[target] >> TEMPLE & 1:
        raise IllegalAction(why.TEMPLES())


def attacks(seen: Any) -> list[tuple[str, str]]:
    """From where to where there could be an attack."""
    found = []
    for source, target in np.argwhere(ADJACENT).tolist():
        with suppress(ValueError):
            _require_attack(seen, source, target)
            found.append((PROVINCES[source], PROVINCES[target]))
    return found
