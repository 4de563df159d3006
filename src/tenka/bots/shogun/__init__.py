"""Shogun's opponents."""

from __future__ import annotations

from tenka.bots.shogun.levels import Adept, Builder, Expert, Novice, Raider
from tenka.core.registry import register_bot

register_bot("shogun", "novice", Novice)
register_bot("shogun", "builder", Builder)
register_bot("shogun", "raider", Raider)
register_bot("shogun", "adept", Adept)
register_bot("shogun", "expert", Expert)
