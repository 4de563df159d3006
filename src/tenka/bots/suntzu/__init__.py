"""Sun Tzu's opponents."""

from tenka.bots.suntzu.levels import Adept, Expert, Novice
from tenka.bots.suntzu.master import Master

LEVELS = {"novice": Novice, "adept": Adept, "expert": Expert, "master": Master}
