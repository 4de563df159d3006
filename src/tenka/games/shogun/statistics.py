"""What is counted in Shogun."""

from __future__ import annotations

from collections.abc import Sequence

from tenka.core.journal import Entry
from tenka.core.statistics import Statistics


class ShogunStatistics(Statistics):
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
    luck = ("cubes thrown in", "cubes fallen out")
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
            case "thrown":
                self._count_cubes("cubes thrown in", entry.cubes)
            case "fell":
                self._count_cubes("cubes fallen out", entry.cubes)
            case "battle result":
                self._count_result(entry.province, entry.result)

    def _count_cubes(self, name: str, cubes: Sequence[int]) -> None:
        for seat, amount in enumerate(cubes[: self.players]):
            self.add(name, seat, amount)

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
