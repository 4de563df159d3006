"""What is counted in Sun Tzu."""

from __future__ import annotations

from tenka.core.journal import Entry
from tenka.core.statistics import Statistics


class SunTzuStatistics(Statistics):
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
