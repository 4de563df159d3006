"""The referee's table of Sun Tzu: the box, each side's things, and the record being read.

Like the referee it stands on the rules page alone and knows nothing of Tenka.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

PROVINCES = ["QIN", "CHU", "JIN-YAN", "HAN-QI", "WU"]
BORDERS = {
    "QIN": ["JIN-YAN", "HAN-QI", "CHU"],
    "JIN-YAN": ["HAN-QI"],
    "HAN-QI": ["CHU", "WU"],
    "CHU": ["WU"],
    "WU": [],
}
FRAMED = ["1", "2", "3", "4", "5", "6"]
LOOSE = Counter({"7": 1, "8": 1, "9": 1, "10": 1, "+1": 3, "-1": 3, "+2": 1, "+3": 1, "plague": 2})
GENERALS = (
    ["march", "ruse", "head start", "recall -1", "reinforce"],
    ["double six", "remove", "immune", "great plague", "recall plague"],
)
EVENTS = ["pandemic", "war chariot", "champion", "hero", "light infantry"]
DISPLAYS = (
    *("1/2/4", "1/3/5", "1/4/3", "2/3/2", "2/3/4"),
    *("2/5/2", "3/1/5", "3/2/3", "4/1/4", "4/3/2"),
)
COST = {"+2": 1, "+3": 2}
END_OF_TRACK = 9


class Foul(Exception):
    """The record breaks a rule."""


def adjacent(a: str, b: str) -> bool:
    return b in BORDERS[a] or a in BORDERS[b]


def margin(mine: str, theirs: str) -> int:
    """By how much my card beats theirs, below zero: is beaten. Not for Plagues that act."""
    modifiers = {"+1": 1, "+2": 2, "+3": 3, "-1": -1}
    if mine in modifiers and theirs in modifiers:
        # A -1 against a plus counts 0; two alike are level either way.
        return max(0, modifiers[mine]) - max(0, modifiers[theirs])
    if mine in modifiers:
        return modifiers[mine]
    if theirs in modifiers:
        return -modifiers[theirs]
    return int(mine) - int(theirs)


class Side:
    """All that one player has."""

    def __init__(self, beginner: bool) -> None:
        self.pool, self.reserve = (21, 0) if beginner else (18, 3)
        self.armies = dict.fromkeys(PROVINCES, 0)
        self.markers = dict.fromkeys(PROVINCES, 0)
        self.six_used: set[str] = set()
        self.six_played: set[str] = set()  # also where a Plague annulled it
        self.hand: Counter[str] = Counter()
        self.laid: dict[str, str] = {}
        self.recalled: str | None = None  # the province whose card went back to the pile
        self.unseen = LOOSE - Counter({"+2": 1, "+3": 1}) if beginner else LOOSE.copy()
        self.pile: list[str | None] = []  # bottom first, None: unseen
        self.gone: Counter[str] = Counter()
        self.general: str | None = None  # chosen at set-up
        self.unused: list[str] = []
        self.used: list[str] = []
        self.drew_one = False  # opened a 1 this round
        self.drawn: list[str] = []

    @property
    def on_board(self) -> int:
        return sum(self.armies.values())

    def loose_in_hand(self) -> list[str]:
        return [card for card in LOOSE if self.hand[card]]

    def sources(self) -> list[str]:
        return ["pool"] * (self.pool > 0) + [at for at in PROVINCES if self.armies[at]]

    def take_army(self, source: str) -> None:
        if source == "pool":
            self.pool -= 1
        else:
            self.armies[source] -= 1

    def draw(self, card: str) -> None:
        """The top card leaves the pile, and must be one that can lie there."""
        known = self.pile.pop()
        if known is None and not self.unseen[card]:
            raise Foul(f"no {card} is left in the pile")
        if known is not None and known != card:
            raise Foul(f"the top card is {known}, not {card}")
        if known is None:
            self.unseen[card] -= 1

    def count(self, beginner: bool) -> None:
        """21 armies and all cards are somewhere."""
        armies = self.pool + self.reserve + self.on_board + sum(self.markers.values())
        places = [self.pool, self.reserve, *self.armies.values(), *self.markers.values()]
        if armies != 21 or min(places) < 0:
            raise Foul(f"a player has {armies} armies: {places}")
        cards = self.hand.total() + self.gone.total() + len(self.pile) + len(self.drawn)
        cards += sum(at != self.recalled for at in self.laid)
        if self.hand and cards != (18 if beginner else 20):
            raise Foul(f"a player has {cards} cards")


class Moment(NamedTuple):
    """One decision: the table before it, and what each player asked could have decided."""

    table: dict[str, Any]
    options: dict[int, list[str]]


class Table:
    """Both sides, what lies between them, and the record still to be read."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.record = record
        self.events: bool = record["options"]["events"]
        self.beginner: bool = record["options"]["beginner"]
        self.steps = list(record["steps"])
        self.moments: list[Moment] = []
        self.sides = [Side(self.beginner), Side(self.beginner)]
        self.track = 0  # above zero: towards Sun Tzu
        self.round = 0
        self.totals: list[tuple[int, int]] = []  # armies on the board at the end of each round
        self.open_event: str | None = None
        self.events_seen: list[str] = []
        self.plagues = 0
        self.great_plague = False

    def step(self) -> dict[str, Any]:
        if not self.steps:
            raise Foul("the record stops before the game is over")
        return self.steps.pop(0)

    def decide(self, options: dict[int, list[str]]) -> tuple[int, str]:
        """The next step must be a decision of one of those asked, from what is allowed."""
        self.moments.append(Moment(self.table(), options))
        step = self.step()
        player, does = step.get("player"), step.get("does")
        if does not in options.get(player, ()):  # type: ignore[arg-type]
            raise Foul(f"{step}: allowed is {options}")
        return player, does  # type: ignore[return-value]

    def ask(self, player: int, options: list[str]) -> str:
        return self.decide({player: options})[1]

    def chance(self, kind: str) -> dict[str, Any]:
        step = self.step()
        if step.get("chance") != kind:
            raise Foul(f"{step}: expected the outcome of {kind!r}")
        return step

    def table(self) -> dict[str, Any]:
        """The position in plain words, once everything has been counted."""
        for side in self.sides:
            side.count(self.beginner)
        return {
            "round": self.round,
            "track": self.track,
            "event": self.open_event,
            "pool": [side.pool for side in self.sides],
            "reserve": [side.reserve for side in self.sides],
            "armies": [list(side.armies.values()) for side in self.sides],
            "markers": [list(side.markers.values()) for side in self.sides],
            "hand": [sorted((+side.hand).elements()) for side in self.sides],
            "pile": [len(side.pile) for side in self.sides],
            "gone": [sorted((+side.gone).elements()) for side in self.sides],
            "unused": [sorted(side.unused) for side in self.sides],
        }
