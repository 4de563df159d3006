"""The games, each in a folder with the same rooms."""

from tenka.games import samurai, suntzu

__all__ = ["samurai", "suntzu"]
