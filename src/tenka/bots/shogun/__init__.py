"""Shogun's opponents."""

from tenka.bots.shogun.levels import Adept, Builder, Expert, Novice, Raider

LEVELS = {"novice": Novice, "builder": Builder, "raider": Raider, "adept": Adept, "expert": Expert}
