"""What Samurai's master goes by in its tree: how it trusts the quick policy, and who will win.

By hand the policy is trusted as it is, and positions are judged as the expert judges them. What was
learned from games of the master itself (see `learning`) lies in `learned.json`, for those numbers
of players with which it is no weaker.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Self

from tenka.bots.samurai.tree import HEAT, KINDS_OF_MOVES
from tenka.bots.samurai.weights import JUDGES, Weights
from tenka.bots.stored import stored

FILE = "learned.json"
DIGEST = "e2a1e6fedc6a52f3f8ede6f819b0b63b0c80bc8a4a34cc7f783a5c152884110e"


@dataclass(frozen=True)
class Knowledge:
    """How much more must be gained to be liked more, what that says too little of, and a judge."""

    heat: float
    bias: tuple[float, ...]  # by kind of tile, and of ending the turn; in logarithms of odds
    judge: Weights

    def told(self) -> dict[str, Any]:
        """All of it, for a file."""
        return {"heat": self.heat, "bias": list(self.bias), "judge": asdict(self.judge)}

    @classmethod
    def of(cls, told: dict[str, Any]) -> Self:
        """What a file says."""
        judge: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in told["judge"].items()
        }
        return cls(told["heat"], tuple(told["bias"]), Weights(**judge))


def by_hand(players: int) -> Knowledge:
    """What is known without having learned."""
    return Knowledge(HEAT, (0.0,) * KINDS_OF_MOVES, JUDGES[players])


@cache
def knowledge(players: int) -> Knowledge:
    """What the master knows of games with so many players."""
    there = json.loads(stored(__package__, FILE, DIGEST)).get(str(players))
    return Knowledge.of(there) if there else by_hand(players)
