"""What is counted in Samurai."""

from __future__ import annotations

from tenka.core.journal import Entry
from tenka.core.statistics import Statistics


class SamuraiStatistics(Statistics):
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
