"""Puzzles: positions in which one decision is clearly best. Made by `making`, kept beside it."""

from tenka.puzzles.collection import DIFFICULTIES, Puzzle, collection, read, write

__all__ = ["DIFFICULTIES", "Puzzle", "collection", "read", "write"]
