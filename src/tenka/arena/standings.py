"""What the games of a tournament prove: shares, intervals, ratings, margins and times."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from openskill.models import PlackettLuce

Z_95 = 1.96
RISK = 0.05  # of each error that the sequential test may make
BETTER = 1.2  # times the equal share: what the sequential test calls better


def wilson(p: float, n: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share that was seen in so many games."""
    if n == 0:
        return 0.0, 1.0
    centre = (p + Z_95**2 / (2 * n)) / (1 + Z_95**2 / n)
    half = Z_95 / (1 + Z_95**2 / n) * math.sqrt(p * (1 - p) / n + Z_95**2 / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)


@dataclass(frozen=True)
class Result:
    """One game; everything in the order of the line-up."""

    shares: tuple[float, ...]  # of the win
    scores: tuple[int, ...]
    seats: tuple[int, ...]
    seconds: tuple[float, ...]
    slowest: tuple[float, ...]
    moves: tuple[int, ...]
    late: tuple[int, ...]  # moves that took over a tenth more than the time for one


@dataclass
class Standings:
    """The results so far. Seats of one line-up with bots of one name count together."""

    bots: tuple[str, ...]
    results: list[Result] = field(default_factory=list)

    def add(self, result: Result) -> None:
        """Count one more game."""
        self.results.append(result)

    @property
    def names(self) -> tuple[str, ...]:
        """The bots, each once."""
        return tuple(dict.fromkeys(self.bots))

    def share(self, name: str) -> float:
        """The share of wins of one seat of that name."""
        entries = [at for at, bot in enumerate(self.bots) if bot == name]
        total = sum(result.shares[at] for result in self.results for at in entries)
        return total / (len(self.results) * len(entries)) if self.results else 0.0

    def interval(self, name: str) -> tuple[float, float]:
        """Wilson's 95% interval of the share; games, not seats, are independent."""
        return wilson(self.share(name), len(self.results))

    def decided(self) -> bool:
        """Wald's sequential test of the first bot's share: the equal one, or better by a fifth."""
        if len(self.names) != 2 or len(self.results) % len(self.bots):
            return False
        equal = 1 / len(self.bots)
        better = min(0.95, equal * BETTER)
        won = sum(result.shares[0] for result in self.results)
        lost = len(self.results) - won
        evidence = won * math.log(better / equal) + lost * math.log((1 - better) / (1 - equal))
        return abs(evidence) >= math.log((1 - RISK) / RISK)

    def ratings(self) -> dict[str, tuple[float, float]]:
        """Mean and spread of each bot's skill, by Plackett and Luce's model."""
        model = PlackettLuce()
        skill = {name: model.rating(name=name) for name in self.names}
        for result in self.results:
            ranks = [
                -(share * 1000 + score)
                for share, score in zip(result.shares, result.scores, strict=True)
            ]
            rated = model.rate([[skill[bot]] for bot in self.bots], ranks=ranks)
            for bot, (rating,) in zip(self.bots, rated, strict=True):
                skill[bot] = rating
        return {name: (rating.mu, rating.sigma) for name, rating in skill.items()}

    def table(self) -> list[dict[str, Any]]:
        """One row per bot, ready for JSON."""
        rating = self.ratings()
        return [self._row(name, *rating[name]) for name in self.names]

    def _row(self, name: str, mean: float, spread: float) -> dict[str, Any]:
        entries = [at for at, bot in enumerate(self.bots) if bot == name]
        low, high = self.interval(name)
        moves = sum(r.moves[at] for r in self.results for at in entries)
        seconds = sum(r.seconds[at] for r in self.results for at in entries)
        margins = [
            r.scores[at] - max(s for other, s in enumerate(r.scores) if other != at)
            for r in self.results
            for at in entries
        ]
        return {
            "bot": name,
            "games": len(self.results),
            "share": self.share(name),
            "interval": [low, high],
            "times_equal": self.share(name) * len(self.bots),
            "rating": mean,
            "rating_spread": spread,
            "margin": sum(margins) / max(1, len(margins)),
            "moves": moves,
            "late": sum(r.late[at] for r in self.results for at in entries),
            "ms_per_move": 1000 * seconds / max(1, moves),
            "slowest_ms": 1000
            * max((r.slowest[at] for r in self.results for at in entries), default=0),
        }
