"""Samurai's opponents."""

from tenka.bots.samurai.levels import Adept, Expert, Novice
from tenka.bots.samurai.master import Master

LEVELS = {"novice": Novice, "adept": Adept, "expert": Expert, "master": Master}
