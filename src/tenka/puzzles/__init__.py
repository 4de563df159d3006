"""Puzzles: positions in which one choice is clearly best. A game keeps them in its folder."""

from tenka.puzzles.collection import DIFFICULTIES, Puzzle, collection, read, write

__all__ = ["DIFFICULTIES", "Puzzle", "collection", "read", "write"]
