"""Players as bits of one number: who may decide, who leads, who has won."""

from __future__ import annotations

from tenka.core.layout import Ints, Position
from tenka.core.rule import rule

MOST_PLAYERS = 8  # bits of the fields `acting` and `winners`
PLAYERS = tuple(
    tuple(p for p in range(MOST_PLAYERS) if bits >> p & 1) for bits in range(1 << MOST_PLAYERS)
)


@rule
def everyone(s: Position) -> int:
    """All players."""
    return (1 << s.players) - 1


@rule
def with_most(amounts: Ints, among: int) -> int:
    """Of some players those who have most, all of them where they tie; amounts are by player."""
    leaders, most = 0, -1
    for player in range(len(amounts)):
        if (among >> player) & 1:
            if amounts[player] > most:
                leaders, most = 0, amounts[player]
            if amounts[player] == most:
                leaders |= 1 << player
    return leaders
