"""Sun Tzu's opponents."""

from tenka.bots.suntzu.levels import Adept, Expert, Novice

LEVELS = {"novice": Novice, "adept": Adept, "expert": Expert}
