"""What Shogun's opponents weigh.

Worths were set by hand and bettered by games of the quick policy against itself. What features
promise is a regression over 15,000 such games with 3, 4 and 5 players: points at the end by what
players had before a round, each compared with what that seat usually has.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka.bots.shogun.judgement import FEATURES, MIND, ROUNDS, WEIGHTS

# By round, spring of the first year to autumn of the second.
WORTH = {
    "chest": (0.4, 0.4, 0.35, 0.35, 0.25, 0.02),
    "army": (0.12, 0.12, 0.1, 0.1, 0.08, 0.01),
    "land": (1.2, 1, 0.8, 0.8, 0.5, 0),
    "hope": (0.19, 0.19, 0.19, 0.19, 0.19, 0),
    "fear": (0.5,) * ROUNDS,
    "rice": (0.59, 0.67, 0.83, 0.59, 0.67, 0.83),
    "marker": (0.15, 0.1, 0.05, 0.15, 0.1, 0.05),
    "spite": (0.5,) * ROUNDS,
    "bid": (0.5,) * ROUNDS,
    "race": (0.2,) * ROUNDS,
}
# What a player of some style makes of these, in times.
STYLES: dict[str, dict[str, float]] = {
    "builder": {"land": 0.8, "hope": 0.2, "fear": 0.8, "spite": 0, "race": 8},
    "raider": {"land": 2.5, "hope": 2, "fear": 0.6, "spite": 2.5, "race": 0},
    "balanced": {},
}
# Before summer and autumn of the first year, then before each round of the second.
OUTLOOK = {
    "points": (0, 0, 1.51, 1.03, 1.02),
    "provinces": (5.05, 3.52, 1.63, 1.89, 1.56),
    "buildings": (0.45, 1.27, 0.1, 0.67, 0.87),
    "majorities": (0.41, 0.93, -0.22, 0.38, 0.56),
    "chests": (0.84, 0.63, 0.34, 0.26, 0.16),
    "armies": (0.95, 0.48, 0.26, 0.17, 0.06),
    "rice": (0.35, 0.36, 0, 0.25, 0.23),
    "hunger": (-1.06, -0.92, -0.45, -0.38, -0.4),
    "danger": (-0.94, -0.87, -0.86, -0.87, -0.91),
    "prospects": (-0.09, 0.03, -0.01, 0.02, 0.18),
    "spaces": (-0.42, 0.04, 0.09, 0.1, 0.09),
    "cubes": (1.16, 0.91, 0.62, 0.48, 0.22),
}
CERTAINTY = (0.19, 0.17, 0.23, 0.26, 0.32)


def mind(error: float = 0.0, style: str = "balanced") -> np.recarray[Any, Any]:
    """A mind of some style that misjudges worths by about so many points."""
    times = STYLES[style]
    made = np.zeros(1, dtype=MIND).view(np.recarray)
    made.worth[0] = [np.multiply(WORTH[name], times.get(name, 1)) for name in WEIGHTS]
    made.outlook[0, 1:] = np.transpose([OUTLOOK[name] for name in FEATURES])
    made.certainty[0, 1:] = CERTAINTY
    made.error[0] = error
    return made
