"""The games, each in a folder with the same rooms."""

from tenka.games import suntzu

__all__ = ["suntzu"]
