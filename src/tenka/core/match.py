"""One game being played: the object that people, servers and tests hold."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from ctypes import addressof, c_char
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np

from tenka.core import foresight, notation
from tenka.core.chance import words_of
from tenka.core.dice import Dice, checked_seed
from tenka.core.engine import STATE_AT
from tenka.core.errors import IllegalAction, SceneError, listing
from tenka.core.game import CHOICES, MOST_ACTIONS, Action, Game
from tenka.core.journal import DECIDED, FULL, JOURNAL, ROWS, Entry, read_rows, split_rows
from tenka.core.layout import SPECTATOR, Position, layout
from tenka.core.players import MOST_PLAYERS, PLAYERS
from tenka.core.reasons import NO_SCENES, NOT_ASKED, OVER, SCENE_MOMENT
from tenka.core.scene import Scenes

# Numbers that Match reads straight from its desk; all but `drawn` fit into one byte.
ASKED_AT, COUNT_AT, IDS_AT = (
    CHOICES.fields[name][1]  # type: ignore[index]  # it has fields
    for name in ("player", "count", "ids")
)
ACTING_AT = STATE_AT
IDS = tuple(slice(IDS_AT, IDS_AT + count) for count in range(MOST_ACTIONS + 1))  # of so many
DRAWN_AT = STATE_AT + layout(Position).fields["drawn"][1]  # type: ignore[index]  # likewise
NOBODY = 255
# Where a journal says how many rows it has, and where they lie: numpy takes far longer to tell.
_COUNT, _ROWS = (JOURNAL.fields[name] for name in ("count", "rows"))  # type: ignore[index]  # likewise
ROWS_COUNTED = slice(_COUNT[1], _COUNT[1] + _COUNT[0].itemsize)
ROWS_AT, ROW_SIZE = _ROWS[1], _ROWS[0].itemsize // ROWS


class PlainState(SimpleNamespace):
    """A state's fields by name, plain: views take three times as long with numpy's records."""

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


class Match:
    """A game in progress or finished.

    >>> import tenka
    >>> match = tenka.new("suntzu", seed=7, beginner=True)
    >>> match.to_act
    (0, 1)
    >>> match.play(0, "QIN=6 CHU=1 JIN-YAN=2 HAN-QI=3 WU=4")
    >>> match.to_act
    (1,)
    """

    __slots__ = (
        "_actions",
        "_address",
        "_ask",
        "_desk",
        "_play",
        "_rows",
        "dice",
        "game",
        "options",
        "seats",
        "seed",
    )

    def __init__(self, game: Game, options: dict[str, Any], seed: int | None = None) -> None:
        self.game = game
        self.options = options
        self.seed = checked_seed(seed)
        self.dice: Dice | None = None  # what the seed was made of, if that is to be proved
        self.seats = list(game.seats(options["players"]))
        self._rows = bytearray()  # of the journal, taken out of the engine's memory
        self._lay_out(game.engine.blank(options))
        journal = self._address + game.engine.journal_at
        game.engine.start(self.address, journal, *words_of(self.seed))

    def _lay_out(self, state: bytes) -> None:
        """Put choices, state and journal into memory of this match's own."""
        engine = self.game.engine
        self._desk = desk = bytearray(engine.desk_size)
        desk[STATE_AT : STATE_AT + len(state)] = state
        desk[ASKED_AT] = NOBODY
        self._address = addressof(c_char.from_buffer(desk))
        self._ask, self._play = engine.ask_at, engine.play_at
        self._actions = self.game.actions

    def _empty_journal(self) -> bytearray:
        """Take the rows out of the engine's memory; all rows so far, as they lay there."""
        desk, journal = self._desk, self.game.engine.journal_at
        counted = slice(journal + ROWS_COUNTED.start, journal + ROWS_COUNTED.stop)
        count = int.from_bytes(desk[counted], sys.byteorder)
        if count > ROWS:
            raise RuntimeError(f"one decision of {self.game.title} overflowed the journal")
        if count:
            first = journal + ROWS_AT
            self._rows += desk[first : first + count * ROW_SIZE]
            desk[counted] = bytes(ROWS_COUNTED.stop - ROWS_COUNTED.start)
        return self._rows

    def _all_rows(self) -> list[list[int]]:
        return split_rows(self.journal_bytes())

    # -- what is asked, and the answers

    @property
    def to_act(self) -> tuple[int, ...]:
        """The players who may decide now, in any order; empty when the game is over."""
        return PLAYERS[self._desk[ACTING_AT]]

    def legal(self, player: int) -> list[Action]:
        """What a player may decide now."""
        desk = self._desk
        if desk[ASKED_AT] != player:
            self._ask(self._address, self._seat(player))
        actions, legal = self._actions, []
        for number in desk[IDS[desk[COUNT_AT]]]:
            legal.append(actions[number])  # lists are short: a comprehension takes longer to call
        return legal

    def offered(self, player: int) -> list[int]:
        """What a player may decide now, as numbers."""
        self._ask(self._address, self._seat(player))
        return list(self._desk[IDS[self._desk[COUNT_AT]]])

    def play(self, player: int, action: Action | int | str | Sequence[Action | int | str]) -> None:
        """Make a decision: an action, its number or its notation.

        A line of notation or a list may hold several: a series, of which all are made or none. It
        cannot go beyond what its player can foresee (`foresight`). An illegal decision raises
        IllegalAction, which says why, and changes nothing.
        """
        if type(action) is Action:
            number = action.id
            try:
                if self._actions[number] is not action:
                    notation.require_own(self.game, action)
            except IndexError:
                notation.require_own(self.game, action)
        elif isinstance(action, str | list | tuple):
            numbers = self.read(player, [action] if isinstance(action, str) else action)
            if len(numbers) > 1:
                for _ in foresight.make(self, player, numbers):
                    pass
                return
            number = numbers[0]
        else:
            number = notation.number_of(self.game, action)
        if type(player) is not int or not 0 <= player < MOST_PLAYERS:
            player = self._seat(player)
        rows = self._play(self._address, player, number)
        if not 0 <= rows < FULL:
            if rows < 0:
                raise self.refusal(player, number)
            self._empty_journal()

    def read(self, player: int, decisions: Sequence[Action | int | str]) -> list[int]:
        """The numbers of decisions, of which some may stand in lines of notation."""
        return notation.read(self, player, decisions)

    def _seat(self, player: Any) -> int:
        if not isinstance(player, int | np.integer) or not 0 <= player < self.options["players"]:
            raise IllegalAction(
                f"players are {listing(range(self.options['players']))}, not {player!r}"
            )
        return int(player)

    def refusal(self, player: int, number: int) -> IllegalAction:
        """Why a player may not make a decision now, from what that player knows."""
        name = f"{self.seats[self._seat(player)]} (player {player})"
        if self.over:
            return IllegalAction(f"{name} cannot play: {OVER()}", OVER())
        if player not in self.to_act:
            turn = listing(f"{self.seats[p]} (player {p})" for p in self.to_act)
            said = f"{name} is not asked now; it is for {turn} to decide"
            return IllegalAction(said, NOT_ASKED())
        reason = self.game.explain(self.redacted(player), player, number)
        said = f"{name} may not play {str(self.game.actions[number])!r}: {reason}"
        return IllegalAction(said, reason)

    def bookmark(self) -> tuple[bytes, int]:
        """Where the match stands, to go back to later."""
        return self.state_bytes(), len(self._empty_journal())

    def go_back(self, bookmark: tuple[bytes, int]) -> None:
        """Undo everything that happened since a bookmark."""
        state, rows = bookmark
        self._empty_journal()
        del self._rows[rows:]
        self._desk[STATE_AT : STATE_AT + len(state)] = state
        self._desk[ASKED_AT] = NOBODY

    # -- what there is to see

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._desk[ACTING_AT] == 0

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won, once the game is over: several if the win is shared, all in a draw."""
        return PLAYERS[int(self.state.winners)]

    @property
    def scores(self) -> tuple[int, ...]:
        """Each player's score so far."""
        points = self.game.engine.points
        return tuple(points(self.address, p) for p in range(self.options["players"]))

    @property
    def state(self) -> Any:
        """The whole state record, secrets and all: for the server, tests and search."""
        return np.frombuffer(self._desk, self.game.dtype, 1, STATE_AT).view(np.recarray)[0]

    @property
    def phase(self) -> int:
        """Which of its questions the game is at, where its state counts them."""
        kind, at, *_ = self.game.dtype.fields["phase"]  # type: ignore[index]  # it has fields
        start = STATE_AT + at
        return int.from_bytes(self._desk[start : start + kind.itemsize], sys.byteorder)

    @property
    def address(self) -> int:
        """Where the state lies in memory, for the engine's entry points."""
        return self._address + STATE_AT

    def state_bytes(self) -> bytes:
        """The state as bytes, to compare, hash or store."""
        return bytes(self._desk[STATE_AT : STATE_AT + self.game.dtype.itemsize])

    @property
    def drawn(self) -> int:
        """How many random numbers have been drawn so far."""
        return int.from_bytes(self._desk[DRAWN_AT : DRAWN_AT + 4], "little")

    def redacted_bytes(self, viewer: int | None) -> bytearray:
        """The state as a player (None: a spectator) may know it, as bytes to compare."""
        seen = self._desk[STATE_AT : STATE_AT + self.game.dtype.itemsize]
        eyes = SPECTATOR if viewer is None else self._seat(viewer)
        self.game.engine.hide(addressof(c_char.from_buffer(seen)), eyes)
        return seen

    def redacted(self, viewer: int | None) -> Any:
        """The state record as a player (None: a spectator) may know it; bots get this."""
        seen = self.redacted_bytes(viewer)
        return np.frombuffer(seen, self.game.dtype).view(np.recarray)[0]

    def view(self, viewer: int | None) -> Mapping[str, Any]:
        """What a player (None: a spectator) may know, ready for JSON."""
        # Not as numpy's records, which take several times as long to tell a field.
        plainly = np.dtype((np.void, self.game.dtype))
        seen = np.frombuffer(self.redacted_bytes(viewer), plainly)[0]
        fields = {name: seen[name] for name in seen.dtype.names}
        plain = PlainState(**{name: v if v.ndim else v.item() for name, v in fields.items()})
        return self.game.view(plain, SPECTATOR if viewer is None else viewer)

    @property
    def journal(self) -> list[Entry]:
        """Everything that happened, secrets and all; `entry.seen_by(player)` hides them."""
        return read_rows(self.game.journal, self._all_rows())

    def journal_bytes(self) -> bytes:
        """The journal's rows and the decisions among them as bytes, to store."""
        return bytes(self._empty_journal())

    @property
    def history(self) -> list[tuple[int, Action, list[Entry]]]:
        """Each decision in order: who made it, what it was, and the entries it led to."""
        rows = self._all_rows()
        starts = [at for at, row in enumerate(rows) if row[0] == DECIDED]
        return [
            (
                rows[at][1],
                self.game.actions[rows[at][2]],
                read_rows(self.game.journal, rows[at:end]),
            )
            for at, end in pairwise([*starts, len(rows)])
        ]

    def steps(self) -> list[tuple[int, Action] | Entry]:
        """Decisions, as player and action, and entries in the order they happened."""
        return [
            (row[1], self.game.actions[row[2]])
            if row[0] == DECIDED
            else self.game.journal[row[0]].read(row)
            for row in self._all_rows()
        ]

    # -- copies

    @classmethod
    def resume(
        cls, game: Game, options: dict[str, Any], seed: int, state: bytes, journal: bytes = b""
    ) -> Match:
        """A match that continues from a stored state, with as much of its journal as is given.

        Both are bytes as `state_bytes` and `journal_bytes` give them.
        """
        match = cls.__new__(cls)
        match.game, match.options, match.seed, match.dice = game, options, seed, None
        match.seats, match._rows = list(game.seats(options["players"])), bytearray(journal)
        match._lay_out(state)
        return match

    @classmethod
    def set_up(cls, game: Game, text: str, seed: int | None = None) -> Match:
        """A match in the position that a text describes; the seed draws what the text leaves open.

        A SceneError tells what cannot be read, or cannot be.
        """
        scenes = _scenes_of(game)
        options = scenes.options(text)
        match = cls.at_first_scene(game, options.pop("players", None), options, seed)
        state = match.state.copy()
        scenes.arrange(state, text)
        return cls.resume(game, match.options, match.seed, state.tobytes())

    @classmethod
    def at_first_scene(
        cls, game: Game, players: int | None, options: Mapping[str, Any], seed: int | None = None
    ) -> Match:
        """A new match at the first moment that has a text; until then it does what comes first."""
        scenes, match = _scenes_of(game), cls(game, game.choose(players, options), seed)
        while match.phase not in scenes.phases:
            player = match.to_act[0]
            match.play(player, match.legal(player)[0])
        return match

    def scene(self) -> str:
        """The position as text, all cards up; a SceneError tells at which moments there is one."""
        scenes = _scenes_of(self.game)
        text = scenes.write(self.state)
        if text is None:
            raise SceneError(SCENE_MOMENT(game=self.game.title, moment=scenes.moment))
        return text

    def clone(self, state: Any = None) -> Match:
        """An independent copy; given a state, of that state (for study, search and tests)."""
        twin = Match.__new__(Match)
        twin.game, twin.options = self.game, self.options
        twin.seed, twin.dice = self.seed, self.dice
        twin.seats, twin._rows = self.seats[:], self._empty_journal()[:]
        twin._lay_out(self.state_bytes() if state is None else state.tobytes())
        return twin

    def record(self) -> dict[str, Any]:
        """The content of the match's record file; while the game runs it holds all secrets."""
        from tenka.core.recordfile import write

        return write(self)

    def __repr__(self) -> str:
        state = "over" if self.over else f"players {listing(self.to_act)} to act"
        return f"<{self.game.title}, {len(self.history)} decisions, {state}>"


def _scenes_of(game: Game) -> Scenes:
    if game.scenes is None:
        raise SceneError(NO_SCENES(game=game.title))
    return game.scenes
