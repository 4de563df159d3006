"""The arena: tournaments between opponents, and what they prove."""

from tenka.arena.standings import Standings
from tenka.arena.tournament import Tournament, play

__all__ = ["Standings", "Tournament", "play"]
