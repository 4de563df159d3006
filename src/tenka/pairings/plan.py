"""What a tournament is: its plan, and the meetings so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

SWISS, GROUPS, KNOCK_OUT = KINDS = ("swiss", "groups", "knockout")
NOBODY = -1  # in a seat: a bot

Seating = tuple[int, ...]  # an entrant for each seat


@dataclass(frozen=True)
class Plan:
    """How a tournament goes.

    Swiss: so many rounds, each among those who stand alike. Groups: so many rounds within groups,
    whose best then knock each other out. Knock-out: the better half of each table goes on.
    """

    kind: str
    seats: int  # at a table
    rounds: int = 0  # of swiss, or within groups
    group: int = 0  # how many are in one, about

    @property
    def going_on(self) -> int:
        """How many of a table go on in a knock-out."""
        return max(1, self.seats // 2)


@dataclass(frozen=True)
class Meeting:
    """A table of a round that is over: who sat where, and who finished in which place."""

    seating: Seating
    places: tuple[int, ...]

    def people(self) -> list[int]:
        """Those who are no bots."""
        return [entrant for entrant in self.seating if entrant != NOBODY]

    def place_of(self, entrant: int) -> int:
        """Where an entrant finished."""
        return self.places[self.seating.index(entrant)]

    def points_of(self, entrant: int) -> float:
        """How many an entrant has beaten; whoever shares the place is half beaten."""
        mine = self.place_of(entrant)
        level = sum(place == mine for place in self.places) - 1
        return sum(place > mine for place in self.places) + level / 2


Rounds = Sequence[Sequence[Meeting]]


def met(rounds: Rounds) -> Counter[frozenset[int]]:
    """How often each two have sat at one table."""
    return Counter(
        frozenset(pair)
        for meetings in rounds
        for meeting in meetings
        for pair in combinations(meeting.people(), 2)
    )


def with_bots(rounds: Rounds) -> Counter[int]:
    """How often each has sat at a table that bots filled up."""
    short = (m for meetings in rounds for m in meetings if NOBODY in m.seating)
    return Counter(entrant for meeting in short for entrant in meeting.people())


def sat(rounds: Rounds) -> Counter[tuple[int, int]]:
    """How often each entrant had each seat."""
    return Counter(
        (entrant, seat)
        for meetings in rounds
        for meeting in meetings
        for seat, entrant in enumerate(meeting.seating)
    )


def sizes(people: int, seats: int) -> list[int]:
    """How many people sit at each table: as few tables as can be, all nearly alike."""
    tables = -(-people // seats)
    return [people // tables + (number < people % tables) for number in range(tables)]


def dealt(people: Sequence[int], tables: int) -> list[list[int]]:
    """People in the order of strength dealt to tables to and fro, so that these are alike."""
    hands: list[list[int]] = [[] for _ in range(tables)]
    for number, person in enumerate(people):
        turn, at = divmod(number, tables)
        hands[at if turn % 2 == 0 else tables - 1 - at].append(person)
    return hands


def all_of(rounds: Rounds) -> Iterable[Meeting]:
    """All meetings, one after another."""
    return (meeting for meetings in rounds for meeting in meetings)
