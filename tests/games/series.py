"""Series of decisions to try: some can be made, most go too far or were never legal."""

from __future__ import annotations

from random import Random

import tenka

NONSENSE = (254, 10**6, "no such thing", "", ";", "bid=", "= = =", "@ > <>", "pass; pass")


def some_series(match: tenka.Match, player: int, rng: Random) -> list[int | str]:
    """A start of legal decisions, as they would be here, then anything."""
    ahead, series = match.clone(), []
    for _ in range(rng.randrange(6)):
        legal = ahead.legal(player)
        if not legal:
            break
        action = rng.choice(legal)
        ahead.play(player, action)
        series.append(rng.choice([action.id, str(action)]))
    for _ in range(rng.randrange(1, 4)):
        series.append(_probe(ahead, player, rng))
    return series


def _probe(match: tenka.Match, player: int, rng: Random) -> int | str:
    """What would be legal here, what might be, or nonsense."""
    chance = rng.random()
    if chance < 0.1:
        return rng.choice(NONSENSE)
    known = match.legal(player) if chance < 0.5 else []
    action = rng.choice(known or match.game.actions)
    return rng.choice([action.id, str(action)])
