"""What the desk writes: answers about whole games, as the text that is sent.

Each takes a table and the lines of its game that stand, and runs in the desk's process.
"""

from __future__ import annotations

from typing import Any

from tenka.core.layout import SPECTATOR
from tenka.server import replays, variations
from tenka.server import statistics as counting
from tenka.server.ledger import Line
from tenka.server.models.replay import Entries, Position, Statistics, Story
from tenka.server.models.study import SceneShown, Tree
from tenka.server.tables import Table, Viewer


def journal(table: Table, lines: list[Line], viewer: Viewer) -> str:
    """The entries that stand, as a viewer may know them."""
    entries = replays.journal(table, lines, viewer)
    return Entries.model_validate({"entries": entries}).model_dump_json()


def position(
    table: Table, lines: list[Line], number: int, viewer: Viewer, all_cards_up: bool
) -> str:
    """A position of the game by its number."""
    found: dict[str, Any] = replays.position(table, lines, number, viewer, open=all_cards_up)
    return Position(**found).model_dump_json()


def story(table: Table, lines: list[Line], viewer: Viewer, all_cards_up: bool) -> str:
    """What led to each position of the game."""
    found = replays.story(table, lines, viewer, open=all_cards_up)
    return Story.model_validate({"positions": found}).model_dump_json()


def scene_shown(game: str, text: str) -> str:
    """The position of a text, all cards up."""
    match = replays.read_scene(game, text)
    view = match.game.view(match.state, SPECTATOR)
    shown = {"players": len(match.seats), "view": view, "text": match.scene()}
    return SceneShown.model_validate(shown).model_dump_json()


def tree(table: Table, found: variations.Tree, held: list[int]) -> str:
    """The tree of a study for whoever holds these seats."""
    return Tree.model_validate(variations.told(table, found, held)).model_dump_json()


def position_along(
    table: Table, rows: bytes, number: int, viewer: Viewer, all_cards_up: bool
) -> str:
    """A position on the way that a journal tells of, by its number."""
    steps = replays.along(rows)
    found = replays.position_of(table, steps, number, viewer, open=all_cards_up)
    return Position(**found).model_dump_json()


def story_along(table: Table, rows: bytes, viewer: Viewer, all_cards_up: bool) -> str:
    """What led to each position on the way that a journal tells of."""
    found = replays.story_of(table, replays.along(rows), viewer, open=all_cards_up)
    return Story.model_validate({"positions": found}).model_dump_json()


def statistics(table: Table, lines: list[Line]) -> str:
    """What was counted in a finished game."""
    return Statistics(**counting.statistics(table, lines)).model_dump_json()


def record(table: Table, lines: list[Line]) -> str:
    """The record file of a finished game."""
    return replays.record(table, lines)
