"""The tree of a study: all that was tried there, read from its ledger.

Decisions that were taken back stay in the ledger, void, so it tells what was played from which
position. Going to another position is a line of its own, and so is what somebody notes of one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from tenka.server import clock, ledger, moves, seats
from tenka.server import reasons as why
from tenka.server.book import Book
from tenka.server.ledger import NOTE, OF_THE_GAME, START, WALK, Line
from tenka.server.problems import UnknownThing, WrongTime
from tenka.server.storage import REVIEWS
from tenka.server.tables import FINISHED, RUNNING, Table

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from tenka.server.house import House

NAMED_BY = 4  # entries at most, from which a client makes the words for a position


@dataclass
class Node:
    """A position: what led to it from the one before, and what was noted of it."""

    parent: int | None
    seat: int | None
    public: bool
    rows: bytes
    name: str = ""
    comment: str = ""
    gone: bool = False


class Tree:
    """Every position that was reached, by number, and the way to the present one."""

    def __init__(self, lines: Iterable[Line], trunk: int) -> None:
        self.trunk = trunk  # decisions of the game that the study is of
        self.nodes: list[Node] = []
        self.path: list[int] = []
        self._standing: list[tuple[Line, int]] = []  # lines that hold, and the path's length then
        self._ways: dict[tuple[Any, ...], int] = {}
        for line in lines:
            if line.kind == NOTE:
                vars(self.nodes[line.data["node"]]).update(line.data["noted"])
            elif line.kind in OF_THE_GAME:
                self._follow(line)

    def _follow(self, line: Line) -> None:
        """Take back what a line takes back, and go on with it."""
        void = {tuple(at) for _, at, *_ in line.data.get("back", ())}
        lines = [one for one, _ in self._standing]
        first = next((n for n, one in enumerate(lines) if tuple(one.at) in void), len(lines))
        del self._standing[first:]
        del self.path[self._standing[-1][1] if self._standing else 0 :]
        for one in [*(one for one in lines[first:] if tuple(one.at) not in void), line]:
            if one.kind == WALK:
                self.path = self.way_to(one.data["node"])
            elif one.rows or one.kind == START:
                self.path.append(self._child(one))
            self._standing.append((one, len(self.path)))

    def _child(self, line: Line) -> int:
        """The position that a line leads to, which may have been reached before."""
        parent = self.path[-1] if self.path else None
        way = (parent, *ledger.decisions_in(line.rows))
        if way not in self._ways:
            self._ways[way] = len(self.nodes)
            self.nodes.append(Node(parent, line.seat, line.public, line.rows))
        self.nodes[self._ways[way]].gone = False
        return self._ways[way]

    def way_to(self, number: int) -> list[int]:
        """The positions from the first to one."""
        way, at = list[int](), number if 0 <= number < len(self.nodes) else None
        while at is not None:
            way.insert(0, at)
            at = self.nodes[at].parent
        if not way:
            raise UnknownThing(f"there are positions 0 to {len(self.nodes) - 1}, not {number}")
        return way

    def rows_to(self, number: int) -> bytes:
        """The journal of a game that goes to a position."""
        return b"".join(self.nodes[at].rows for at in self.way_to(number))

    def change_to(self, number: int) -> tuple[list[Line], bytes]:
        """The lines that no longer hold at a position, and the rows that hold beside the others."""
        way = self.way_to(number)
        common = sum(a == b for a, b in zip(way, self.path, strict=False))
        keep = sum(length <= common for _, length in self._standing)
        length = self._standing[keep - 1][1]
        rows = b"".join(self.nodes[at].rows for at in way[length:])
        return [line for line, _ in self._standing[keep:]], rows

    def shown(self) -> list[int]:
        """What there is to walk: from where the first variation branches off, if it does so early.

        What was removed is left out with all that follows it.
        """
        later = self.nodes[self.trunk + 1 :]
        root = min(self.trunk, self.path[-1], *(node.parent or 0 for node in later))
        gone = set[int | None]()
        for number, node in enumerate(self.nodes):
            if node.gone or node.parent in gone:
                gone.add(number)
        return [number for number in range(root, len(self.nodes)) if number not in gone]

    def goes_on(self, number: int) -> bool:
        """Whether something was played from a position."""
        return any(node.parent == number and not node.gone for node in self.nodes)


async def read(connection: AsyncConnection, table: Table) -> Tree:
    """The tree of a study; other tables have none."""
    if not table.study:
        raise WrongTime(why.STUDIES_HAVE_TREES())
    lines = await ledger.after(connection, table.id, upto=table.last_line)
    return Tree(lines, table.study["number"])


async def tree_of(house: House, table: Table) -> Tree:
    """The tree of a study as it is now."""
    async with house.storage.reading() as connection:
        return await read(connection, table)


def told(table: Table, tree: Tree, held: list[int]) -> dict[str, Any]:
    """The tree for whoever holds these seats; what others decided in secret is not told."""
    actions, nodes = table.rules.actions, list[dict[str, Any]]()
    viewer = held[0] if held else None
    for number in tree.shown():
        node = tree.nodes[number]
        open_ = node.public or node.seat in held
        eyes = node.seat if node.seat in held else viewer
        entries = ledger.entries_for(table.rules, node.rows, eyes) if node.seat is not None else []
        numbers = [action for _, action in ledger.decisions_in(node.rows)] if open_ else []
        nodes.append(
            {
                "node": number,
                "parent": node.parent,
                "seat": node.seat,
                "decisions": [actions[n].text for n in numbers],
                "entries": entries[:NAMED_BY],
                "name": node.name,
                "comment": node.comment,
            }
        )
    return {"at": tree.path[-1], "nodes": nodes}


async def walk(house: House, link: str, keys: seats.Keys, number: int, *, go_on: bool) -> int:
    """Go to a position of a study; the number of lines that whoever asks has seen then.

    Bots decide there if nothing has been played from it yet, or if they are to `go_on` anew.
    """
    async with house.change(link) as change:
        table = change.table
        (held, *_) = seats.require_any(table, keys)
        ledger.require_room(table)
        tree = await read(change.connection, table)
        back, rows = tree.change_to(number)
        await ledger.make_void(change.connection, table.id, [line.number for line in back])
        told = [[line.public, line.at, line.seat] for line in back]
        change.write(WALK, rows=rows, data={"back": told, "node": number})
        if table.status == FINISHED:  # the next end is another one
            await change.connection.execute(
                sa.delete(REVIEWS).where(REVIEWS.c.table_id == table.id)
            )
        _go(table, ledger.decisions_in(tree.rows_to(number)))
        table.bot_asked &= go_on or not tree.goes_on(number)
    return table.position_of(held)


def _go(table: Table, decisions: list[tuple[int, int]]) -> None:
    """Put a table into the position that decisions lead to; what led there is not taken back."""
    match, book = table.opening(), Book.blank(len(table.seats))
    book.planning = len(match.to_act) > 1
    for player, action in decisions:
        moves.make(book, match, player, [action])
    table.state, table.status = match.state_bytes(), FINISHED if match.over else RUNNING
    table.book.planning = book.planning
    table.book.undo = [0] * len(table.seats)
    table.book.versions = [version + 1 for version in table.book.versions]
    table.book.asked = [None] * len(table.seats)
    table.book.answers = {}
    table.ask(match, clock.now())


async def note(house: House, link: str, keys: seats.Keys, number: int, **noted: str) -> None:
    """Give a position a name and a comment."""
    async with house.change(link) as change:
        (seat, *_) = seats.require_any(change.table, keys)
        ledger.require_room(change.table)
        (await read(change.connection, change.table)).way_to(number)
        change.write(NOTE, seat, data={"node": number, "noted": noted})


async def remove(house: House, link: str, keys: seats.Keys, number: int) -> None:
    """Remove a position and all that was tried from it; not the one that lies on the table."""
    async with house.change(link) as change:
        (seat, *_) = seats.require_any(change.table, keys)
        ledger.require_room(change.table)
        tree = await read(change.connection, change.table)
        tree.way_to(number)
        if number in tree.path or number <= tree.trunk:
            raise WrongTime(why.VARIATION_IN_USE())
        change.write(NOTE, seat, data={"node": number, "noted": {"gone": True}})
