"""Looking back: positions by number, record files, study.

A finished game lies open: each position after each decision, from any seat's eyes or with all
cards up. Of a running game there are only the positions that the viewer saw, as the viewer saw
them; how many decisions others made in between would tell a secret.
"""

from __future__ import annotations

import json
from typing import Any

import tenka
from tenka.core import recordfile
from tenka.core.errors import RecordError, SceneError, UnknownGame
from tenka.core.layout import SPECTATOR
from tenka.core.match import Match
from tenka.core.reasons import NO_RECORD, RECORD_DAMAGED
from tenka.server import clock, ledger, moves, seats, words
from tenka.server import reasons as why
from tenka.server.book import Book
from tenka.server.ledger import MOVE, OF_THE_GAME, START, Line
from tenka.server.problems import BadChoice, UnknownThing, WrongTime
from tenka.server.tables import BOT, FINISHED, HUMAN, OPEN, RUNNING, Cup, Seat, Table, Viewer
from tenka.server.undo import replayed

LONGEST_WORD = 200  # characters of a name, a notation or an outcome in a record file
MOST_STEPS = 10_000  # the longest games have a few hundred


def journal(table: Table, lines: list[Line], viewer: Viewer) -> list[dict[str, Any]]:
    """The entries that stand, as a viewer may know them."""
    rules = table.rules
    return [
        entry
        for line in lines
        if not line.void
        for entry in ledger.entries_for(rules, line.rows, viewer)
    ]


def position(
    table: Table, lines: list[Line], number: int, viewer: Viewer, *, open: bool = False
) -> dict[str, Any]:
    """A position of the game and the entries that led to it from the one before."""
    steps = _steps(table, lines, viewer, open=open)
    return position_of(table, steps, number, viewer, open=open)


def position_of(
    table: Table, steps: list[bytes], number: int, viewer: Viewer, *, open: bool
) -> dict[str, Any]:
    """A position on a way whose steps are told by their rows."""
    if not 0 <= number < len(steps):
        raise UnknownThing(f"there are positions 0 to {len(steps) - 1}, not {number}")
    match = _played(table, b"".join(steps[: number + 1]))
    view = match.game.view(match.state, SPECTATOR) if open else match.view(viewer)
    entries = _entries(table, steps[number], viewer, open=open)
    return {"number": number, "last": len(steps) - 1, "view": view, "entries": entries}


def story(
    table: Table, lines: list[Line], viewer: Viewer, *, open: bool = False
) -> list[list[dict[str, Any]]]:
    """The entries that led to each position, from the first position on."""
    return story_of(table, _steps(table, lines, viewer, open=open), viewer, open=open)


def story_of(
    table: Table, steps: list[bytes], viewer: Viewer, *, open: bool
) -> list[list[dict[str, Any]]]:
    """The entries of each step of a way."""
    return [_entries(table, step, viewer, open=open) for step in steps]


def _entries(table: Table, rows: bytes, viewer: Viewer, *, open: bool) -> list[dict[str, Any]]:
    if open:
        return [entry.json() for entry in ledger.entries_in(table.rules, rows)]
    return ledger.entries_for(table.rules, rows, viewer)


def _steps(table: Table, lines: list[Line], viewer: Viewer, *, open: bool) -> list[bytes]:
    """The rows that led to each position."""
    if table.status == OPEN:
        raise WrongTime(why.NOT_BEGUN())
    standing = [line for line in lines if not line.void and line.kind in OF_THE_GAME]
    if table.status == FINISHED:
        first = [line.rows for line in standing if line.kind == START]
        return first + [s for line in standing for s in ledger.split_decisions(line.rows)]
    if open:
        raise WrongTime(why.AFTER_CARDS())
    return _steps_seen(standing, viewer)


def along(rows: bytes) -> list[bytes]:
    """The rows that led to each position on the way that a journal tells of."""
    steps = ledger.split_decisions(rows)
    return [rows[: len(rows) - sum(map(len, steps))], *steps]


def _steps_seen(lines: list[Line], viewer: Viewer) -> list[bytes]:
    """Rows from one line that the viewer saw to the next; what nobody showed comes along."""
    steps, rows = [], b""
    for line in lines:
        rows += line.rows
        if line.seen_by(viewer):
            steps.append(rows)
            rows = b""
    return steps


def _played(table: Table, rows: bytes) -> Match:
    match = table.opening()
    for player, number in ledger.decisions_in(rows):
        match.play(player, number)
    return match


def record(table: Table, lines: list[Line]) -> str:
    """The record file of a finished game."""
    if table.status != FINISHED:
        raise WrongTime(why.AFTER_RECORD())
    if table.scene is not None:
        raise WrongTime(why.BEGAN_AS_TEXT())
    match = replayed(table, lines)
    match.seats = [seat.name for seat in table.seats]
    match.dice = table.cup.dice() if table.cup else None
    return recordfile.text(match.record())


def referee(body: bytes) -> Match:
    """The match of a record file that somebody sent."""
    try:
        content = json.loads(body)
        if not isinstance(content, dict):
            raise BadChoice(NO_RECORD())
        _check_sizes(content)
        return tenka.load(content)
    except RecordError as error:
        raise BadChoice(error) from error
    except (TypeError, ValueError, KeyError, RecursionError) as error:
        raise BadChoice(RECORD_DAMAGED()) from error


def _check_sizes(content: Any) -> None:
    """Refuse what is longer than in any game, before anything is done with it."""
    if isinstance(content, str) and len(content) > LONGEST_WORD:
        raise BadChoice(why.RECORD_TOO_LONG(word=LONGEST_WORD, most=MOST_STEPS))
    if isinstance(content, dict | list):
        if len(content) > MOST_STEPS:
            raise BadChoice(why.RECORD_TOO_LONG(word=LONGEST_WORD, most=MOST_STEPS))
        for part in content:
            _check_sizes(part)
        for part in content.values() if isinstance(content, dict) else ():
            _check_sizes(part)


def imported(body: bytes, key: str) -> tuple[Table, list[Line]]:
    """A table of one's own from a record file."""
    return table_of(referee(body), key)


def table_of(match: Match, key: str) -> tuple[Table, list[Line]]:
    """A table on which a match lies, every seat held with one key."""
    hashed = seats.hash_of(key)
    places = [Seat(HUMAN, words.salvaged(name), key=hashed) for name in match.seats]
    table = Table(match.game.name, dict(match.options), places, Book.blank(len(places)))
    table.seed, table.state = match.seed, match.state_bytes()
    table.status = FINISHED if match.over else RUNNING
    table.rules_version, table.host = match.game.version, hashed
    if match.dice and match.over:  # what is played on has a seed that is known
        table.cup = Cup(match.dice.secret, match.dice.salt, list(match.dice.words))
    rows = match.journal_bytes()
    setup, *decisions = along(rows)
    lines = [ledger.write(table, START, rows=setup)]
    for step in decisions:
        player = ledger.decisions_in(step)[0][0]
        lines.append(ledger.write(table, MOVE, player, rows=step))
    table.book.planning = len(match.to_act) > 1
    table.ask(match, clock.now())
    return table, lines


def set_up(game: str, text: str, key: str) -> tuple[Table, list[Line]]:
    """A study of a position that somebody wrote down, every seat held with one key."""
    match = read_scene(game, text)
    scene = text if text.strip() else match.scene()
    table, lines = table_of(Match.set_up(match.game, scene, match.seed), key)
    table.study = {"table": None, "number": 0, "node": None, "scene": scene}
    return table, lines


def read_scene(game: str, text: str) -> Match:
    """The match of a text that somebody sent; without one, a game near its beginning."""
    try:
        rules = tenka.game(game)
        return Match.set_up(rules, text) if text.strip() else Match.at_first_scene(rules, None, {})
    except (SceneError, UnknownGame) as error:
        raise BadChoice(error) from error


def scene(table: Table, rows: bytes, number: int) -> str:
    """A position on the way that a journal tells of as text, all cards up."""
    match = table.opening()
    for player, action in ledger.decisions_in(rows)[:number]:
        match.play(player, action)
    try:
        return match.scene()
    except SceneError as error:
        raise WrongTime(error) from error


def study(
    table: Table, rows: bytes, number: int, node: int | None, key: str
) -> tuple[Table, list[Line]]:
    """A copy of a position of a game, told by its journal, in which its bots still play.

    Whoever asks plays for all people; if there were none, for everybody. Chance falls as it fell.
    """
    decisions = ledger.decisions_in(rows)
    if not 0 <= number <= len(decisions):
        raise UnknownThing(f"there are positions 0 to {len(decisions)}, not {number}")
    match, book = table.opening(), Book.blank(len(table.seats))
    book.planning = len(match.to_act) > 1
    for player, action in decisions[:number]:
        moves.make(book, match, player, [action])
    match.seats = [seat.name for seat in table.seats]
    copy, lines = table_of(match, key)
    copy.study = {"table": table.link, "number": number, "node": node, "scene": table.scene}
    copy.book.undo = book.undo  # a choice that is half made can be taken back and made anew
    if any(seat.kind != BOT for seat in table.seats):
        for seat, there in enumerate(table.seats):
            if there.kind == BOT:
                copy.seats[seat] = Seat(BOT, copy.seats[seat].name, there.level)
    copy.ask(match, clock.now())
    return copy, lines
