"""Where the bots stand on the scale: measured in the arena, kept in each game's folder.

`python -m benchmarks.ratings` plays the games and writes their `anchors.json`.
"""

from __future__ import annotations

import json
import math
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import fmean
from typing import Any

from tenka.core.between import Strength
from tenka.core.registry import bots, find
from tenka.ratings.skill import MIDDLE, Skill, after

FILE = "anchors.json"
CENTRED = "adept"  # who stands in the middle of the scale
ENOUGH = 15  # games of two, to tell how often one is ahead
SURE = 1e-3  # hardly any doubt
ORDERS = 40  # in which the games are counted: the mean depends on none of them
NOBODY: Mapping[str, Skill] = {}


@dataclass(frozen=True)
class Outcome:
    """A game of the arena: who played, in which place each finished."""

    bots: tuple[str, ...]
    places: tuple[int, ...]


@dataclass(frozen=True)
class Anchor:
    """A strength of bots, in one game with one number of players."""

    level: str
    skill: Skill
    ahead: dict[str, float]  # how often it finished before weaker ones that it met often enough


def fit(outcomes: Sequence[Outcome]) -> dict[str, Skill]:
    """The skills of all that played, with the adept in the middle."""
    names = sorted({bot for outcome in outcomes for bot in outcome.bots})
    runs = [_in_one_order(names, outcomes, order) for order in range(ORDERS)]
    means = {name: fmean(run[name].mean for run in runs) for name in names}
    shift = MIDDLE - means.get(CENTRED, MIDDLE)
    return {
        name: Skill(means[name] + shift, runs[0][name].doubt, runs[0][name].games, anchored=True)
        for name in names
    }


def beside(name: str, outcomes: Sequence[Outcome], known: Mapping[str, Skill]) -> Skill:
    """The skill of somebody who met only those that are known, who stay where they are.

    How far these may be from where they stand, on the average of all games, is doubt about whoever
    is measured by them, too.
    """
    fixed = {bot: Skill(skill.mean, SURE, anchored=True) for bot, skill in known.items()}
    runs = [_in_one_order([name], outcomes, order, fixed)[name] for order in range(ORDERS)]
    met = [known[bot].doubt for outcome in outcomes for bot in outcome.bots if bot != name]
    doubt = math.hypot(runs[0].doubt, fmean(met))
    return Skill(fmean(run.mean for run in runs), doubt, runs[0].games, anchored=True)


def _in_one_order(
    names: list[str], outcomes: Sequence[Outcome], order: int, known: Mapping[str, Skill] = NOBODY
) -> dict[str, Skill]:
    skills = {**dict.fromkeys(names, Skill()), **known}
    for outcome in random.Random(order).sample(outcomes, len(outcomes)):
        now = after([skills[bot] for bot in outcome.bots], outcome.places, steady=True)
        skills.update(zip(outcome.bots, now, strict=True))
    return skills


def ahead(outcomes: Iterable[Outcome]) -> dict[tuple[str, str], tuple[float, int]]:
    """For each two that met: how often the first was ahead (a tie is half), and of how many."""
    wins: dict[tuple[str, str], float] = defaultdict(float)
    met: dict[tuple[str, str], int] = defaultdict(int)
    for outcome in outcomes:
        for mine, my_place in zip(outcome.bots, outcome.places, strict=True):
            for other, place in zip(outcome.bots, outcome.places, strict=True):
                wins[mine, other] += (my_place < place) + (my_place == place) / 2
                met[mine, other] += 1
    return {pair: (wins[pair] / met[pair], met[pair]) for pair in met if pair[0] != pair[1]}


@cache
def anchors(game: str, players: int) -> dict[str, Anchor]:
    """The measured strengths of a game with so many players, the weakest first."""
    kept = read(game).get(str(players), {"levels": []})
    return {
        row["level"]: Anchor(
            row["level"],
            Skill(row["mean"], row["doubt"], row["games"], anchored=True),
            {other: share for other, (share, met) in row["ahead"].items() if met >= ENOUGH},
        )
        for row in kept["levels"]
    }


@cache
def strengths(game: str) -> tuple[str, ...]:
    """All levels of a game, the weakest first, and the strengths between them that were measured.

    With different numbers of players the order may differ a little; it is that of the levels.
    """
    known = list(bots(game))
    for players in find(game).players:
        for name in anchors(game, players):
            if name not in known:
                known.insert(known.index(Strength.named(name).level), name)
    return tuple(known)


def read(game: str) -> dict[str, Any]:
    """What was measured of a game, by the number of players; nothing yet of some games."""
    file = find(game).folder / FILE
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}
