"""Ratings: people and bots on one scale, for each game and number of players."""

from tenka.ratings.anchors import Anchor, anchors, strengths
from tenka.ratings.skill import Skill, after, chance_ahead, number, places, spread

__all__ = [
    "Anchor",
    "Skill",
    "after",
    "anchors",
    "chance_ahead",
    "number",
    "places",
    "spread",
    "strengths",
]
