"""How strong somebody is, reckoned from how games ended: Weng and Lin's model, by openskill.

All of it is arithmetic; whoever plays and keeps the results is elsewhere. Strength is estimated
anew after every game, as a mean and the doubt about it. Bots are anchors: they stay where many
thousand games have put them, and people move.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

MIDDLE, DOUBT = 25.0, 25.0 / 3  # of somebody nobody knows anything about
LUCK = 25.0 / 6  # how far one game may be from what the players are worth
CENTRE = 1500  # the number shown for the middle: what an adept is worth, in every game
TENFOLD = 400  # points that make it ten to one
PROVISIONAL = 5  # games after which a number is worth something

_people = PlackettLuce(mu=MIDDLE, sigma=DOUBT, beta=LUCK)
_steady = PlackettLuce(mu=MIDDLE, sigma=DOUBT, beta=LUCK, tau=0)  # bots do not change with time


@dataclass(frozen=True)
class Skill:
    """What is known of somebody's strength."""

    mean: float = MIDDLE
    doubt: float = DOUBT
    games: int = 0
    anchored: bool = False  # a bot's: it is known, and games do not change it

    @property
    def provisional(self) -> bool:
        """Whether there were too few games to rely on it."""
        return not self.anchored and self.games < PROVISIONAL


def after(skills: Sequence[Skill], places: Sequence[int], *, steady: bool = False) -> list[Skill]:
    """Everybody's skill after a game in which they finished in these places, the best first.

    Equal places are a tie. Anchors stay as they are.
    """
    model = _steady if steady else _people
    teams = [[model.rating(mu=skill.mean, sigma=skill.doubt)] for skill in skills]
    rated = model.rate(teams, ranks=[float(place) for place in places])
    return [
        skill if skill.anchored else Skill(now.mu, now.sigma, skill.games + 1)
        for skill, (now,) in zip(skills, rated, strict=True)
    ]


def places(winners: Sequence[int], scores: Sequence[int]) -> list[int]:
    """The place of each player: winners first, then by points; equal points share a place."""
    order = [(player not in winners, -score) for player, score in enumerate(scores)]
    for player in winners:
        order[player] = (False, 0)  # whoever shares the win shares its place
    ranked = sorted(order)
    return [ranked.index(mine) for mine in order]


def number(skill: Skill, players: int) -> int:
    """What people are shown: 400 more is ten times ahead for each time behind, at any table."""
    return round(CENTRE + _points(players) * (skill.mean - MIDDLE))


def spread(skill: Skill, players: int) -> int:
    """The doubt about the number."""
    return round(_points(players) * skill.doubt)


def chance_ahead(mine: Skill, other: Skill, players: int) -> float:
    """How often one finishes ahead of the other at a table of so many, if luck is what it was."""
    lead = (mine.mean - other.mean) / (LUCK * math.sqrt(players))
    return 1 / (1 + math.exp(-lead))


def _points(players: int) -> float:
    """Points that a unit of the model is worth: at larger tables luck has more to say."""
    return TENFOLD / math.log(10) / (LUCK * math.sqrt(players))
