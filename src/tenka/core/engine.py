"""A game's rules as entry points that Python calls, and the memory they work on.

The functions at the top are templates: `state_at`, `setup`, `legal` and the other names that stand
nowhere in this module are bound to one game at a time. The result is a rule like others; Python
calls it through `code`. They take addresses, see `layout`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from tenka.core.chance import below, seed
from tenka.core.code import Code
from tenka.core.game import CHOICES, Game
from tenka.core.journal import DECIDED, JOURNAL, note
from tenka.core.layout import Floats, Position, copy_bytes, pointer_to
from tenka.core.rule import bind, rule

if TYPE_CHECKING:  # what a game fills in

    def _any(*args: Any) -> Any: ...

    state_at = setup = legal = apply = score = redact = determinise = _any
    encode = encode_share = _any
    STATE_SIZE = JOURNAL_AT = 0
    SCALE: Floats

Template = Callable[..., Any]
NOT_ACTING, NOT_LEGAL = -1, -2
STATE_AT = -(-CHOICES.itemsize // 64) * 64  # on a match's desk, behind the choices

journal_at = pointer_to(JOURNAL)
choices_at = pointer_to(CHOICES)


@rule
def first_actor(s: Position) -> int:
    """The lowest of the players who may decide now; 0 when the game is over."""
    player = 0
    while s.acting >> player > 1 and not (s.acting >> player) & 1:
        player += 1
    return player


def ask(state: int, choices: int, player: int) -> None:
    """List what a player may decide now."""
    s, c = state_at(state), choices_at(choices)
    c.player, c.count = player, 0
    if (s.acting >> player) & 1:
        legal(s, player, c)


def decide(state: int, journal: int, choices: int, player: int, action: int) -> int:
    """Carry out a decision: how many rows the journal has now, or below zero why it was refused
    and nothing was changed.

    The choices come in as they are for some player, and leave as they are for the next one to act.
    The caller empties the journal before it is full.
    """
    s, j, c = state_at(state), journal_at(journal), choices_at(choices)
    if not (s.acting >> player) & 1:
        return NOT_ACTING
    if c.player != player:
        ask(state, choices, player)
    for i in range(c.count):
        if c.ids[i] == action:
            note(j, DECIDED, player, action)
            apply(s, j, player, action)
            ask(state, choices, first_actor(s))
            return int(j.count)
    return NOT_LEGAL


def ask_at(desk: int, player: int) -> None:
    """List what a player of the match at a desk may decide now."""
    ask(desk + STATE_AT, desk, player)


def play_at(desk: int, player: int, action: int) -> int:
    """Carry out a decision in the match at a desk, as `decide` does."""
    return decide(desk + STATE_AT, desk + JOURNAL_AT, desk, player, action)


def start(state: int, journal: int, key_0: int, key_1: int) -> None:
    """Set up a game in whose state options and players stand already."""
    s, j = state_at(state), journal_at(journal)
    j.count = 0
    seed(s, key_0, key_1)
    setup(s, j)


def play_random(state: int, journal: int, choices: int, most: int) -> int:
    """Make up to `most` random decisions; how many were made before the game was over.

    They are drawn from the state's own generator.
    """
    s, j, c = state_at(state), journal_at(journal), choices_at(choices)
    made = 0
    while made < most and s.acting:
        player = first_actor(s)
        c.count = 0
        legal(s, player, c)
        j.count = 0
        apply(s, j, player, c.ids[below(s, c.count)])
        made += 1
    return made


def play_games(template: int, state: int, journal: int, choices: int, most: int) -> int:
    """Random games one after another, each from a copy of the template; decisions made."""
    made, game = 0, 0
    while made < most:
        copy_bytes(state, template, STATE_SIZE)
        start(state, journal, game, 1)
        made += play_random(state, journal, choices, most - made)
        game += 1
    return made


def copy_many(target: int, source: int, times: int) -> None:
    """Copy a state again and again, each time a little changed (to time it)."""
    s = state_at(source)
    for _ in range(times):
        s.drawn += 1
        copy_bytes(target, source, STATE_SIZE)


def hide(state: int, viewer: int) -> None:
    """Redact in place: the generator and the secrets become unknown."""
    s = state_at(state)
    seed(s, 0, 0)
    redact(s, viewer)


def imagine(state: int, key_0: int, key_1: int) -> None:
    """Fill in what a redacted state does not know, at random."""
    s = state_at(state)
    seed(s, key_0, key_1)
    determinise(s)


def points(state: int, player: int) -> int:
    """A player's score."""
    return int(score(state_at(state), player))


TEMPLATES = (
    ask,
    decide,
    ask_at,
    play_at,
    start,
    play_random,
    play_games,
    copy_many,
    hide,
    imagine,
    points,
)
AT_A_TABLE = ("ask_at", "play_at", "start", "hide", "imagine", "points")
IN_BULK = ("play_games", "copy_many")  # and those of `batch`


class Engine:
    """One game's entry points, under the names of their templates.

    A match's memory is a desk: choices, then the state, then a journal.
    """

    def __init__(self, game: Game) -> None:
        from tenka.core import batch

        self.game = game
        self.codes: dict[str, Code] = {}  # by kind, as far as they were asked for
        self._blanks: dict[tuple[Any, ...], bytes] = {}
        self.journal_at = STATE_AT + -(-game.dtype.itemsize // 64) * 64
        self.desk_size = self.journal_at + JOURNAL.itemsize
        self.names: dict[str, Any] = {  # what templates may use
            **vars(game.rules),
            "GAME": game.name,
            "state_at": pointer_to(game.dtype),
            "STATE_SIZE": game.dtype.itemsize,
            "JOURNAL_AT": self.journal_at,
            "SCALE": game.observation.scale,
        }
        self._bind(self.names, TEMPLATES, batch.TEMPLATES)
        self.rules = self._code("rules", AT_A_TABLE, self.names)
        many = [template.__name__ for template in batch.ENTRY_POINTS]
        self.bulk = self._code("bulk", (*IN_BULK, *many), self.names, quick=True)
        self.rules.in_use = self.bulk.in_use = vars(self)  # an entry point is an attribute here

    def __getattr__(self, name: str) -> Any:
        for code in (self.rules, self.bulk):
            if name in code.entry_points:
                return code[name]
        raise AttributeError(f"the engine has no entry point {name!r}")

    def extend(
        self, kind: str, *templates: Template, only: Sequence[str] = (), quick: bool = False
    ) -> Code:
        """More entry points on this game's rules: for bots, odds or environments, as `kind` says.

        Templates may use the game's rules, core's templates, and those before them by name. With
        `only`, those are entry points, and the others just there for them. A kind that there is
        already is given again.
        """
        if kind in self.codes:
            return self.codes[kind]
        names = self.names.copy()
        self._bind(names, templates)
        return self._code(kind, only or [t.__name__ for t in templates], names, quick=quick)

    @staticmethod
    def _bind(names: dict[str, Any], *groups: Sequence[Template]) -> None:
        for template in chain(*groups):
            names[template.__name__] = bind(template, names)

    def _code(
        self, kind: str, which: Sequence[str], names: dict[str, Any], *, quick: bool = False
    ) -> Code:
        entry_points = {name: names[name] for name in which}
        self.codes[kind] = Code(self.game.name, kind, entry_points, quick=quick)
        return self.codes[kind]

    def blank(self, options: dict[str, Any]) -> bytes:
        """The bytes of a state that holds these options and nothing else, kept for the next one."""
        key = tuple(options.values())
        if key not in self._blanks:
            self._blanks[key] = self.new_state(options).tobytes()
        return self._blanks[key]

    def new_state(self, options: dict[str, Any]) -> np.recarray[Any, Any]:
        """An array of one state that holds the options and nothing else yet."""
        state = np.zeros(1, dtype=self.game.dtype).view(np.recarray)
        for name, value in options.items():
            values = next((o.values for o in self.game.options if o.name == name), None)
            state[name] = value if isinstance(value, int) else list(values or ()).index(value)
        return state
