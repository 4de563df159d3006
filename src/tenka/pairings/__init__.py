"""Tournaments as arithmetic: who meets whom in the next round, in which seat, and who is ahead.

Nothing here plays or keeps anything. A tournament is its plan, its entrants in the order of their
seeds, and the results so far; all else follows. Seats that nobody is left for are for bots, who
are no entrants: `NOBODY` in a seating.
"""

from tenka.pairings.plan import NOBODY, Meeting, Plan, Seating
from tenka.pairings.rounds import next_round
from tenka.pairings.standings import Standing, standings

__all__ = ["NOBODY", "Meeting", "Plan", "Seating", "Standing", "next_round", "standings"]
