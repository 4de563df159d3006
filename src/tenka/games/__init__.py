"""The games, each in a folder with the same rooms."""

from tenka.games import samurai, shogun, suntzu

__all__ = ["samurai", "shogun", "suntzu"]
