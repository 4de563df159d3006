"""What a game is to the rest of Tenka: facts, rules, words and options in one frozen object."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from inspect import getfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from tenka.core import plain
from tenka.core.answers import Answer
from tenka.core.errors import OptionError, did_you_mean, listing
from tenka.core.journal import Kinds
from tenka.core.layout import Floats, Int32, Ints, Position, layout
from tenka.core.reasons import APART, NO_SUCH_OPTION, PLAYERS, Reason, Reasons
from tenka.core.rule import rule
from tenka.core.shape import shape_of_entry
from tenka.core.statistics import Statistics

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tenka.core.engine import Engine
    from tenka.core.scene import Scenes
    from tenka.core.sheet import Sheet

MOST_ACTIONS = 256


class Choices:
    """The decisions that one player may make now, as a list of numbers."""

    player: Int32  # whose they are
    count: Int32
    ids: Annotated[Ints, np.uint8, (MOST_ACTIONS,)]


CHOICES = layout(Choices)


@rule
def offer(c: Choices, action: int) -> None:
    """Add one decision to the list."""
    c.ids[c.count] = action
    c.count += 1


class Action:
    """One decision: `id` is its number in the game, `str()` its notation."""

    __slots__ = ("id", "text")

    def __init__(self, number: int, text: str) -> None:
        self.id = number
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.id}: {self.text}>"

    def __index__(self) -> int:
        return self.id


@dataclass(frozen=True)
class Group:
    """Decisions of one sort, with numbers that follow one another."""

    name: str
    texts: Sequence[str]


class Decisions(list[Group]):
    """All decisions of a game, numbered in the order in which their groups are declared."""

    def group(self, name: str, texts: Sequence[str]) -> int:
        """Declare a group; the number of its first decision."""
        first = len(self.texts)
        self.append(Group(name, texts))
        return first

    @property
    def texts(self) -> list[str]:
        """The notation of all decisions, in the order of their numbers."""
        return [text for group in self for text in group.texts]


@dataclass(frozen=True)
class Option:
    """A choice made before the game.

    Without a default it is the first value that the options before it do not rule out.
    """

    name: str
    values: Sequence[bool | int | str]
    default: bool | int | str | None
    about: str

    def takes(self, value: Any) -> bool:
        """Whether the option can have that value; True is not 1 here."""
        return any(value == v and type(value) is type(v) for v in self.values)

    def describe(self) -> str:
        """The values, in words."""
        if isinstance(self.values, range):
            return f"{self.values[0]} to {self.values[-1]}"
        return listing(map(repr, self.values))


@dataclass(frozen=True)
class Rules:
    """The compiled part of a game: functions over its state record."""

    setup: Callable[..., None]  # (s, j): options, players and seed stand in s already
    legal: Callable[..., None]  # (s, player, choices): only asked of a player who may act
    apply: Callable[..., None]  # (s, j, player, action): only told what is legal
    score: Callable[..., int]  # (s, player)
    redact: Callable[..., None]  # (s, viewer): in place
    determinise: Callable[..., None]  # (s): a redacted one, with a fresh seed
    encode: Callable[..., None]  # (s, viewer, numbers): a redacted one into an observation
    # (s, viewer, numbers, share, shares): one thread's part of it, where several work on a match
    encode_share: Callable[..., None] | None = None


@dataclass(frozen=True)
class Block:
    """One stretch of an observation: whole numbers from -128 to 127, and what they are parts of."""

    name: str
    size: int
    about: str
    parts: tuple[int, ...]  # one for each number, or one for all


class Observation(list[Block]):
    """All blocks of a game's observations, one after another as they are declared."""

    def block(self, name: str, size: int, about: str, parts: int | Iterable[int] = 1) -> int:
        """Declare a block; where its numbers begin.

        With `parts` they become fractions, so that learning gets numbers of about one size: a
        number for the whole block, or a few that are repeated until all have one.
        """
        first = self.size
        given = (parts,) if isinstance(parts, int) else tuple(map(int, parts))
        if size % len(given):
            raise ValueError(f"{len(given)} parts cannot be repeated over the {size} of {name!r}")
        self.append(Block(name, size, about, given))
        return first

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(block.size for block in self)

    @property
    def scale(self) -> Floats:
        """What each number is multiplied by."""
        parts = [np.ones(0), *(np.resize(block.parts, block.size) for block in self)]
        return np.asarray(1 / np.concatenate(parts), dtype=np.float32)


class Words(list[str]):
    """Words for numbers, such as a game's phases."""

    def word(self, text: str) -> int:
        """Declare a word; the number that it is for."""
        self.append(text)
        return len(self) - 1


@dataclass(frozen=True)
class Odds:
    """The chances of what a player might begin, from what everybody may know and nothing else."""

    # Of a spectator's redacted state and two places: chances of each number of armies. What cannot
    # be is an IllegalAction, which says why.
    of: Callable[[Any, str, str], list[dict[str, Any]]]
    places: Callable[[Any], list[tuple[str, str]]]  # the pairs of places that have odds now


@dataclass(frozen=True, eq=False)
class Game:
    """A game, whole. Everything outside a game's folder reaches the game through this."""

    name: str
    title: str
    players: tuple[int, ...]  # the default first
    state: type[Position]
    rules: Rules
    decisions: Decisions
    journal: Kinds
    observation: Observation
    shape: type  # of its views: a TypedDict, whose field 'game' is the name
    view: Callable[[Any, int], Mapping[str, Any]]  # of a redacted state
    # What follows has a plain form that does for any game.
    options: tuple[Option, ...] = ()
    seats: Callable[[int], tuple[str, ...]] = plain.seats
    draw: Callable[[Mapping[str, Any]], RenderableType] = plain.draw  # of a view
    # Why a player may not, of the player's redacted state.
    explain: Callable[[Any, int, int], Reason] = plain.explain
    reasons: Reasons = field(default_factory=Reasons)  # all that `explain` may give
    ending: Callable[[Any], str] = plain.ending  # how a finished game ended
    # A line of notation into single decisions, for a player of whose redacted state it is.
    split: Callable[[str, Any], list[str]] = plain.split
    # What cannot go together: options (or 'players') with the values that they cannot all have.
    apart: tuple[Mapping[str, bool | int | str], ...] = ()
    phases: Sequence[str] = ()  # what an observation's block `phase` tells apart
    # By the number of the phase: decisions that only begin a choice, such as a tile whose place is
    # asked next. Whoever decides is told beforehand how the choice can go on.
    picks: Mapping[int, range] = field(default_factory=dict)
    statistics: type[Statistics] = Statistics
    odds: Odds | None = None
    answers: tuple[Answer, ...] = ()  # that players can give in advance
    scenes: Scenes | None = None  # positions as text
    picture: Callable[[Mapping[str, Any]], Sheet] | None = None  # of a view; or what `draw` shows
    longest: int = 2000  # decisions: more than ever come
    # What version 2 of the rules changed, then version 3: words for whoever has an older record.
    revisions: tuple[str, ...] = ()

    @cached_property
    def folder(self) -> Path:
        """Where its state is declared; whatever files it brings lie there."""
        return Path(getfile(self.state)).parent

    @property
    def version(self) -> int:
        """The version of the rules that this game is played by; its record files name it."""
        return 1 + len(self.revisions)

    def changes_since(self, version: int) -> str:
        """What has changed in the rules since an earlier version, in words."""
        return "; ".join(self.revisions[version - 1 :])

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """All decisions, in the order of their numbers."""
        return tuple(Action(number, text) for number, text in enumerate(self.decisions.texts))

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The state record's layout."""
        return layout(self.state)

    @property
    def shape_name(self) -> str:
        """With what the names of its shapes begin."""
        return self.title.replace(" ", "")

    @cached_property
    def entry_shapes(self) -> tuple[type, ...]:
        """The shapes of its journal's entries, told apart by `kind`."""
        return tuple(shape_of_entry(self.shape_name, kind) for kind in self.journal)

    @cached_property
    def observation_size(self) -> int:
        """How many numbers an observation has."""
        return self.observation.size

    @cached_property
    def engine(self) -> Engine:
        """The compiled entry points."""
        from tenka.core.engine import Engine

        return Engine(self)

    @cached_property
    def _by_text(self) -> dict[str, Action]:
        return {_plain(action.text): action for action in self.actions}

    def redact(self, state: Any, viewer: int) -> Any:
        """A copy of a state in which all that the viewer may not know is UNKNOWN."""
        seen = self._copy(state)
        self.engine.hide(seen.ctypes.data, viewer)
        return seen[0]

    def determinise(self, seen: Any, rng: np.random.Generator) -> Any:
        """A full state, drawn at random, that the viewer of a redacted one cannot rule out."""
        state = self._copy(seen)
        self.engine.imagine(state.ctypes.data, *rng.integers(0, 2**32, size=2).tolist())
        return state[0]

    def observe(self, state: Any, viewer: int) -> Floats:
        """What a viewer sees of a state, as numbers; `observation` names them."""
        whole, scratch = self._copy(state), self._copy(state)
        values = np.zeros((1, self.observation_size), dtype=np.float32)
        eyes = np.array([viewer], dtype=np.int8)
        numbers = np.zeros(values.shape, dtype=np.int8)
        self.engine.observe_many(
            whole.ctypes.data, eyes, numbers, values, scratch.ctypes.data, 0, 1
        )
        return np.asarray(values[0])

    def _copy(self, state: Any) -> np.recarray[Any, Any]:
        return np.frombuffer(bytearray(state.tobytes()), dtype=self.dtype).view(np.recarray)

    def action(self, text: str) -> Action | None:
        """The decision of that notation, if there is one; case and spacing do not matter."""
        return self._by_text.get(_plain(text))

    def choose(self, players: int | None, options: Mapping[str, Any]) -> dict[str, Any]:
        """All options of a match, checked: the given ones and defaults, with 'players' first."""
        if players is None:
            players = self.players[0]
        if type(players) is not int or players not in self.players:
            raise OptionError(
                f"{self.title} is for {listing(sorted(self.players))} players, not {players!r}",
                PLAYERS(players=str(players)[:20]),
            )
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            if name not in known:
                raise OptionError(
                    f"{self.title} has no option {name!r}: {did_you_mean(name, known)}",
                    NO_SUCH_OPTION(),
                )
            if not known[name].takes(value):
                raise OptionError(
                    f"{name} of {self.title} is {known[name].describe()}, not {value!r}",
                    NO_SUCH_OPTION(),
                )
        chosen: dict[str, Any] = {"players": players}
        for name, option in known.items():
            value = options.get(name, option.default)
            chosen[name] = self._first_possible(option, chosen) if value is None else value
        if wrong := self._clash(chosen):
            said = " and ".join(f"{name}={value!r}" for name, value in wrong.items())
            raise OptionError(f"{self.title} cannot be played with {said}", APART())
        return chosen

    def _clash(self, chosen: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Options among the chosen that cannot go together, if there are any."""
        return next((wrong for wrong in self.apart if wrong.items() <= chosen.items()), None)

    def _first_possible(self, option: Option, chosen: Mapping[str, Any]) -> bool | int | str:
        return next(v for v in option.values if not self._clash({**chosen, option.name: v}))


def _plain(text: str) -> str:
    return " ".join(text.replace("\u2212", "-").casefold().split())
