"""Who is ahead: points, then what breaks a tie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tenka.pairings.plan import GROUPS, KNOCK_OUT, Meeting, Plan, Rounds, all_of


@dataclass(frozen=True)
class Standing:
    """How an entrant stands. Ties are broken by wins, then by what the opponents have reached."""

    entrant: int
    reached: int  # rounds of the knock-out that the entrant came to
    points: float  # opponents beaten; of a knock-out, of the last table
    wins: int
    opposition: float  # points of the opponents
    seed: int

    @property
    def rank(self) -> tuple[float, ...]:
        """What the order goes by; smaller is better."""
        return -self.reached, -self.points, -self.wins, -self.opposition, self.seed


def standings(plan: Plan, entrants: Sequence[int], rounds: Rounds) -> list[Standing]:
    """All entrants, the best first. `entrants` are in the order of their seeds."""
    first = {GROUPS: plan.rounds, KNOCK_OUT: 0}.get(plan.kind, len(rounds))
    ranked = table_of(entrants, rounds[:first])
    if len(rounds) <= first:
        return ranked
    order = {row.entrant: number for number, row in enumerate(ranked)}
    later = rounds[first:]
    rows = [_knocked(row, order[row.entrant], later) for row in ranked]
    return sorted(rows, key=lambda row: row.rank)


def table_of(entrants: Sequence[int], rounds: Rounds) -> list[Standing]:
    """Some entrants by all their points; meetings with others count for the opposition, too."""
    meetings = {one: [m for m in all_of(rounds) if one in m.seating] for one in entrants}
    everybody = {one for meeting in all_of(rounds) for one in meeting.people()} | set(entrants)
    points = {
        one: sum(m.points_of(one) for m in all_of(rounds) if one in m.seating) for one in everybody
    }
    rows = [
        Standing(
            entrant=one,
            reached=0,
            points=points[one],
            wins=sum(_won(meeting, one) for meeting in meetings[one]),
            opposition=sum(points[o] for m in meetings[one] for o in m.people() if o != one),
            seed=seed,
        )
        for seed, one in enumerate(entrants)
    ]
    return sorted(rows, key=lambda row: row.rank)


def _won(meeting: Meeting, entrant: int) -> bool:
    return meeting.place_of(entrant) == min(meeting.places)


def _knocked(before: Standing, order: int, rounds: Rounds) -> Standing:
    """How an entrant stands in a knock-out: how far they came, how well they did there."""
    theirs = [m for meetings in rounds for m in meetings if before.entrant in m.seating]
    points = theirs[-1].points_of(before.entrant) if theirs else before.points
    wins = sum(_won(meeting, before.entrant) for meeting in theirs)
    return Standing(before.entrant, len(theirs), points, wins, before.opposition, order)
