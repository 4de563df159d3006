"""Dividing people among tables so that they meet again as little as can be, and seating them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product

from tenka.pairings.plan import NOBODY, Rounds, Seating, met, sat, sizes, with_bots

Party = tuple[int, ...]  # those of one table
MOST_STEPS = 5_000  # of a search for fewer repetitions; there are more ways than time


class Tables:
    """A search for the tables of a round, those who stand alike together.

    It costs something if people meet who have met before, or sit with bots again. Two should not
    both be due for the same seat. The first division with the least cost is taken and, of these,
    with the fewest such clashes; tables are filled from the top, by the nearest first.
    """

    def __init__(self, people: Sequence[int], seats: int, rounds: Rounds) -> None:
        self.people, self.seats = tuple(people), seats
        self.met, self.with_bots, self.sat = met(rounds), with_bots(rounds), sat(rounds)
        self.steps = 0

    def cost(self, party: Party) -> int:
        """How often those of a table have met before, or sat with bots if they would again."""
        again, short = self._again(party), len(party) < self.seats
        return again + (sum(self.with_bots[one] for one in party) if short else 0)

    def clash(self, party: Party) -> bool:
        """Whether two would have to share the seat that neither should have again."""
        if self.seats != 2 or len(party) != 2:
            return False  # at larger tables there is always another seat
        a, b = (self.sat[one, 0] - self.sat[one, 1] for one in party)
        return a * b > 0 and min(abs(a), abs(b)) > 1

    def divide(self) -> list[Party]:
        """The tables of the next round."""
        wanted = Counter(sizes(len(self.people), self.seats))
        most = self.cost(self.people) * len(self.people) + 1
        for allowed in range(most):
            self.steps = 0
            found = self._fill(self.people, wanted, allowed)
            if found is not None:
                return self._mended(found)
            if self.steps >= MOST_STEPS:
                break
        return self._mended(self._in_order(wanted))

    def _fill(self, left: Party, wanted: Counter[int], allowed: int) -> list[Party] | None:
        """Tables for those who are left, at no more than the cost allowed."""
        if not left:
            return []
        for size in sorted((size for size in wanted if wanted[size]), reverse=True):
            for party in self._parties(left[:1], left[1:], size, allowed):
                rest = tuple(one for one in left if one not in party)
                spent = wanted - Counter([size]), allowed - self.cost(party)
                found = self._fill(rest, *spent)
                if found is not None:
                    return [party, *found]
        return None

    def _mended(self, tables: list[Party]) -> list[Party]:
        """People of two tables change places for as long as that makes these better."""
        for a, b in list(combinations(range(len(tables)), 2)) * 2:
            if self._trouble(tables[a]) > (0, 0) or self._trouble(tables[b]) > (0, 0):
                tables[a], tables[b] = self._exchanged(tables[a], tables[b])
        return tables

    def _exchanged(self, a: Party, b: Party) -> tuple[Party, Party]:
        """Two tables with the one exchange that betters them most, if any does."""
        ways = [(a, b)]
        for one, other in product(a, b):
            swap = {one: other, other: one}
            ways.append((tuple(swap.get(x, x) for x in a), tuple(swap.get(x, x) for x in b)))
        return min(
            ways, key=lambda way: [sum(two) for two in zip(*map(self._trouble, way), strict=True)]
        )

    def _trouble(self, party: Party) -> tuple[int, int]:
        return self.cost(party), int(self.clash(party))

    def _parties(self, party: Party, others: Party, size: int, allowed: int) -> Iterator[Party]:
        """All tables that begin with a party and cost no more, the nearest first."""
        self.steps += 1
        meeting = self.cost(party) if size < self.seats else self._again(party)
        if meeting > allowed or self.steps >= MOST_STEPS:
            return
        if len(party) == size:
            yield party
            return
        for at, one in enumerate(others):
            yield from self._parties((*party, one), others[at + 1 :], size, allowed)

    def _again(self, party: Party) -> int:
        return sum(self.met[frozenset(pair)] for pair in combinations(party, 2))

    def _in_order(self, wanted: Counter[int]) -> list[Party]:
        """Neighbours together, each with those they have met least: quick, and nearly as good."""
        left, tables = list(self.people), list[Party]()
        for size in sorted(wanted.elements(), reverse=True):
            party = [left.pop(0)]
            while len(party) < size:
                nearest = min(left, key=lambda one: self._again((*party, one)))
                left.remove(nearest)
                party.append(nearest)
            tables.append(tuple(party))
        return tables


def seated(parties: Sequence[Party], seats: int, rounds: Rounds) -> list[Seating]:
    """Everybody in the seats they had least; bots have the others."""
    before = sat(rounds)
    return [_seat(party, seats, before) for party in parties]


def _seat(party: Party, seats: int, before: Counter[tuple[int, int]]) -> Seating:
    return min(
        _ways(party, seats),
        key=lambda way: sum((1 + before[one, at]) ** 2 for at, one in enumerate(way) if one >= 0),
    )


def _ways(party: Party, seats: int) -> Iterator[Seating]:
    """All ways to sit."""
    for chairs in permutations(range(seats), len(party)):
        way = [NOBODY] * seats
        for one, chair in zip(party, chairs, strict=True):
            way[chair] = one
        yield tuple(way)


def circle(people: Sequence[int], number: int) -> list[Party]:
    """A round of a tournament in which each meets each once, two at a table: the circle method."""
    ring = [*people, *([NOBODY] if len(people) % 2 else [])]
    fixed, moving = ring[0], ring[1:]
    turn = number % len(moving)
    order = [fixed, *moving[turn:], *moving[:turn]]
    half = len(order) // 2
    pairs = enumerate(zip(order[:half], reversed(order[half:]), strict=True))
    return [
        tuple(one for one in (pair[::-1] if (at or number) % 2 else pair) if one != NOBODY)
        for at, pair in pairs  # whoever is named first sits first, other things being equal
    ]
