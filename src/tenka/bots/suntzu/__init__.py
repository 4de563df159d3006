"""Sun Tzu's opponents."""

from __future__ import annotations

from tenka.bots.suntzu.levels import Adept, Expert, Novice
from tenka.core.registry import register_bot

register_bot("suntzu", "novice", Novice)
register_bot("suntzu", "adept", Adept)
register_bot("suntzu", "expert", Expert)
