"""The next round of a tournament, of every kind."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tenka.pairings.plan import KNOCK_OUT, SWISS, Meeting, Plan, Rounds, Seating, dealt, sizes
from tenka.pairings.standings import standings, table_of
from tenka.pairings.tables import Party, Tables, circle, seated

QUALIFIED = 2  # of each group, and no fewer than fill one table


def next_round(
    plan: Plan, entrants: Sequence[int], rounds: Rounds, gone: Collection[int] = ()
) -> list[Seating]:
    """The tables of the next round; none if the tournament is over.

    `entrants` are in the order of their seeds; those who are gone are not seated any more.
    """
    if plan.kind == SWISS:
        parties = _swiss(plan, entrants, rounds, gone)
    elif plan.kind == KNOCK_OUT:
        parties = _knock_out(plan, entrants, rounds, gone)
    elif len(rounds) < plan.rounds:
        parties = [
            party
            for group in groups(plan, entrants)
            for party in _in_group(plan, [one for one in group if one not in gone], rounds)
        ]
    else:
        best = qualified(plan, entrants, rounds[: plan.rounds])
        parties = _knock_out(plan, best, rounds[plan.rounds :], gone)
    return seated(parties, plan.seats, rounds)


def _swiss(
    plan: Plan, entrants: Sequence[int], rounds: Rounds, gone: Collection[int]
) -> list[Party]:
    order = [row.entrant for row in standings(plan, entrants, rounds) if row.entrant not in gone]
    if len(rounds) >= plan.rounds or not order:
        return []
    return Tables(order, plan.seats, rounds).divide()


def groups(plan: Plan, entrants: Sequence[int]) -> list[list[int]]:
    """The groups, as strong as each other by the seeds."""
    return dealt(entrants, max(1, round(len(entrants) / max(plan.group, plan.seats))))


def _in_group(plan: Plan, group: list[int], rounds: Rounds) -> list[Party]:
    """The tables of one group; of two at a table, each meets each before any meet again."""
    if len(group) < 2:
        return [(one,) for one in group]
    if plan.seats == 2:
        return circle(group, len(rounds))
    return Tables(group, plan.seats, rounds).divide()


def qualified(plan: Plan, entrants: Sequence[int], rounds: Rounds) -> list[int]:
    """The best of each group, those who were first in theirs before those who were second."""
    tables = [table_of(group, rounds) for group in groups(plan, entrants)]
    enough = max(QUALIFIED, -(-plan.seats // len(tables)))
    return [
        table[place].entrant for place in range(enough) for table in tables if place < len(table)
    ]


def _knock_out(
    plan: Plan, entrants: Sequence[int], rounds: Rounds, gone: Collection[int]
) -> list[Party]:
    """The tables of those who are left, the strongest apart; none after the last one."""
    left = list(entrants)
    for meetings in rounds:
        if len(meetings) == 1:
            return []
        through = {one for meeting in meetings for one in _going_on(plan, meeting, left)}
        left = [one for one in left if one in through]
    left = [one for one in left if one not in gone]
    if len(left) < 2 and rounds:
        return []
    return [tuple(hand) for hand in dealt(left, len(sizes(len(left), plan.seats)))] if left else []


def _going_on(plan: Plan, meeting: Meeting, order: list[int]) -> list[int]:
    """The best people of a table; where they finished alike, those with the better seed."""
    best = sorted(meeting.people(), key=lambda one: (meeting.place_of(one), order.index(one)))
    return best[: plan.going_on]
