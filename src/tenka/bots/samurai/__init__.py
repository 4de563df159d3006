"""Samurai's opponents."""

from __future__ import annotations

from tenka.bots.samurai.levels import Adept, Expert, Novice
from tenka.core.registry import register_bot

register_bot("samurai", "novice", Novice)
register_bot("samurai", "adept", Adept)
register_bot("samurai", "expert", Expert)
