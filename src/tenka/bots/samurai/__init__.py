"""Samurai's opponents."""

from tenka.bots.samurai.levels import Adept, Expert, Novice

LEVELS = {"novice": Novice, "adept": Adept, "expert": Expert}
