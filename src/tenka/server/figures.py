"""What is counted in each game: battles, gains, points by source, and how the score went.

Everything is made from the entries of the journal, one after another, and from nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from tenka.core.journal import Entry


class Figures(ABC):
    """The figures of one game. `take` adds an entry; each step begins with an entry of its kind."""

    step: ClassVar[str]
    battles: ClassVar[tuple[str, ...]]
    gains: ClassVar[tuple[str, ...]]
    points: ClassVar[tuple[str, ...]]
    series: ClassVar[tuple[str, ...]]  # the score first

    def __init__(self, players: int) -> None:
        self.players = players
        self.amounts = {name: [0] * players for name in self.names()}
        self.steps: list[Entry] = []
        self.course: dict[str, list[list[int]]] = {name: [] for name in self.series}

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """All that is counted."""
        return (*cls.battles, *cls.gains, *cls.points, *cls.series)

    def add(self, name: str, seat: int, amount: int = 1) -> None:
        """So much more of something for a seat."""
        self.amounts[name][seat] += amount

    @abstractmethod
    def take(self, entry: Entry) -> None:
        """Count one entry."""

    def count(self, entries: list[Entry]) -> None:
        """Count a whole game."""
        for entry in entries:
            if entry.kind.name == self.step:
                self.end_step()
                self.steps.append(entry)
            self.take(entry)
        self.end_step()

    def end_step(self) -> None:
        """Note how things stand."""
        if self.steps:
            for name, values in self.course.items():
                values.append(self.amounts[name][:])

    def tallies(self, names: tuple[str, ...]) -> list[dict[str, Any]]:
        """The amounts of some of the figures."""
        return [{"name": name, "seats": self.amounts[name]} for name in names]

    def curves(self) -> list[dict[str, Any]]:
        """For each series and each seat, a number for each step."""
        return [
            {"name": name, "seats": [list(seat) for seat in zip(*values, strict=True)]}
            for name, values in self.course.items()
        ]


class SunTzu(Figures):
    """The score is how far the marker stands on a player's side of the track."""

    step = "round"
    battles = ("battles won", "battles lost", "ties", "plagues")
    gains = ("armies placed", "armies driven out", "armies lost to plague", "markers")
    points = ("round 3", "round 6", "round 9", "head start", "events")
    series = ("track",)

    def take(self, entry: Entry) -> None:
        """Count one entry."""
        if "track" in entry.values:
            self.amounts["track"] = [entry.track, -entry.track]
        match entry.kind.name:
            case "won":
                self.add("battles won", entry.player)
                self.add("battles lost", 1 - entry.player)
            case "tie":
                self.add("ties", 0)
                self.add("ties", 1)
            case "opened":
                self.add("plagues", 0, entry.sun_tzu == "plague")
                self.add("plagues", 1, entry.shao == "plague")
            case "placed":
                self.add("armies placed", entry.player, entry.armies)
            case "driven out":
                self.add("armies driven out", 1 - entry.player, entry.armies)
            case "plague":
                self.add("armies lost to plague", entry.player, entry.armies)
            case "marker":
                self.add("markers", entry.player)
            case "points":
                source = f"round {self.steps[-1].round}"
                self.add(source, 0, entry.sun_tzu)
                self.add(source, 1, entry.shao)
            case "head start":
                self.add("head start", 0)
            case "point gained":
                self.add("events", entry.player)


class Samurai(Figures):
    """The score is how many figures a player has captured."""

    step = "turn"
    battles = ("captures", "figures set aside")
    gains = ("tiles laid", "tiles taken back", "figures swapped")
    points = ("helmet", "buddha", "rice")
    series = ("figures", *points)

    def take(self, entry: Entry) -> None:
        """Count one entry."""
        match entry.kind.name:
            case "captured":
                for name in ("captures", "figures", entry.figure):
                    self.add(name, entry.player)
            case "set aside":  # nobody's: counted for whose turn brought it about
                self.add("figures set aside", self.steps[-1].player)
            case "laid":
                self.add("tiles laid", entry.player)
            case "taken back":
                self.add("tiles taken back", entry.player)
            case "figures swapped":
                self.add("figures swapped", entry.player)


class Shogun(Figures):
    """The score is the points of the winters; provinces and buildings show what lies between."""

    step = "round"
    battles = (
        *("attacks", "attacks won", "attacks undecided", "attacks lost"),
        *("attacked", "defences won", "revolts", "revolts put down"),
    )
    gains = (
        *("rice taken", "taxes taken", "chests paid", "armies deployed"),
        *("provinces won", "provinces lost", "castles", "temples", "theatres"),
    )
    points = ("land", "buildings", "most castles", "most temples", "most theatres")
    series = ("points", "provinces held", "buildings held")

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.buildings: dict[str, int] = {}
        self.owner: dict[str, int] = {}
        self.attacker: int | None = None

    def take(self, entry: Entry) -> None:
        """Count one entry."""
        self._count_wealth(entry)
        self._count_battle(entry)
        self._count_points(entry)

    def end_step(self) -> None:
        """Note how things stand, on the map too."""
        for name in ("provinces held", "buildings held"):
            self.amounts[name] = [0] * self.players
        for province, owner in self.owner.items():
            self.add("provinces held", owner)
            self.add("buildings held", owner, self.buildings.get(province, 0))
        super().end_step()

    def _count_wealth(self, entry: Entry) -> None:
        paid = entry.values.get("paid")
        if paid:
            self.add("chests paid", entry.player, paid)
        match entry.kind.name:
            case "rice taken":
                self.add("rice taken", entry.player, entry.rice)
            case "taxes taken":
                self.add("taxes taken", entry.player, entry.chests)
            case "deployed":
                self.add("armies deployed", entry.player, entry.armies)
            case "built":
                self.add(f"{entry.building}s", entry.player)
                self.buildings[entry.province] = self.buildings.get(entry.province, 0) + 1
            case "armies placed":
                self.owner[entry.province] = entry.player

    def _count_battle(self, entry: Entry) -> None:
        match entry.kind.name:
            case "attack":
                self.attacker, defender = entry.player, entry.defender
                self.add("attacks", entry.player)
                if defender is not None:
                    self.add("attacked", defender)
            case "revolt":
                self.attacker = None
                self.add("revolts", entry.player)
            case "province won":
                self.add("provinces won", entry.player)
                self.owner[entry.province] = entry.player
            case "province lost":
                self.add("provinces lost", entry.player)
                del self.owner[entry.province]
            case "battle result":
                self._count_result(entry.province, entry.result)

    def _count_result(self, province: str, result: str) -> None:
        if self.attacker is not None:
            ends = {"attacker won": "attacks won", "undecided": "attacks undecided"}
            self.add(ends.get(result, "attacks lost"), self.attacker)
        if result == "defender won":
            self.add("defences won", self.owner[province])
        elif result == "put down":
            self.add("revolts put down", self.owner[province])
        elif result != "attacker won":
            self.buildings.pop(province, None)  # a province that is nobody's has none

    def _count_points(self, entry: Entry) -> None:
        match entry.kind.name:
            case "points for land":
                self.add("land", entry.player, entry.provinces)
                self.add("buildings", entry.player, entry.buildings)
            case "points for most":
                self.add(f"most {entry.building}s", entry.player, entry.points)
            case "points":
                self.amounts["points"][entry.player] = entry.points


OF_GAME: dict[str, type[Figures]] = {"suntzu": SunTzu, "samurai": Samurai, "shogun": Shogun}
