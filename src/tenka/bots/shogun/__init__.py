"""Shogun's opponents."""

from tenka.bots.shogun.levels import Adept, Builder, Expert, Novice, Raider
from tenka.bots.shogun.master import Master

LEVELS = {
    "novice": Novice,
    "builder": Builder,
    "raider": Raider,
    "adept": Adept,
    "expert": Expert,
    "master": Master,
}
