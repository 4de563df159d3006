"""The compiled search with its memory, as the levels use it."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tenka.bots.suntzu import duel, search
from tenka.bots.suntzu.duel import IMPOSSIBLE, Reals
from tenka.core.game import Game
from tenka.core.journal import JOURNAL
from tenka.core.layout import NONE, Ints
from tenka.core.match import Match
from tenka.games.suntzu.facts import KINDS, SUN_TZU

MOST_CARDS = 20
SPECTATOR = -1
EXPLORED = 3  # times that replies are looked for, if there is room ...
STEP = 32  # ... for so many for each hand ...
TRIES = 3 * STEP  # ... out of so many
TRUE_HAND = 4  # times as many options as other hands of the same side
BOTH = 0b11
Beliefs = tuple[Reals, Reals]  # how firmly armies hold, what features are worth


@dataclass(frozen=True)
class Effort:
    """How much goes into one duel of orders."""

    hands: int  # that a side may have, as the other sees it
    turns: int  # of fictitious play
    options: int = 0  # of a side in the smaller game, all its hands together (0: there is none)
    regrets: int = 0  # turns of regret matching


@dataclass(frozen=True)
class Hands:
    """Hands that a player may have, each in a state of its own, and how likely they are."""

    player: int
    states: Any
    weights: Reals
    cards: Ints
    counts: Ints
    allowed: Reals  # by hand, province and kind: 0, or IMPOSSIBLE

    def shares(self, options: int, first: int = 1) -> list[int]:
        """So many options shared among the hands, the first of which counts `first` times."""
        each = options // (len(self.states) + first - 1)
        return [first * each] + [each] * (len(self.states) - 1)


class Options:
    """Assignments of one hand after the other, and where those of each hand start."""

    def __init__(self, by_hand: list[Ints], rooms: list[int]) -> None:
        self.by_hand = by_hand
        self.rooms = rooms  # how many each hand may have
        self.orders = np.concatenate(by_hand)
        self.starts = np.cumsum([0, *map(len, by_hand)])

    @property
    def full(self) -> bool:
        """Whether there is too little room left to look for more."""
        return 2 * len(self.orders) > sum(self.rooms)

    def mix(self, often: Reals) -> Reals:
        """How often each kind of card is laid in each province."""
        mix = np.zeros((5, KINDS))
        for province in range(5):
            np.add.at(mix[province], self.orders[:, province], often)
        return mix


@dataclass(frozen=True)
class Plan:
    """Assignments, how often to lay each, and what each card gains in each province."""

    orders: Ints
    often: Reals
    gain: Reals


@cache
def compiled(game: Game) -> dict[str, Any]:
    """The search's entry points for the game's rules."""
    folder = Path(__file__).parent
    on_states = (search.weigh, search.tabulate, search.list_hand, search.confront)
    on_tables = (duel.duel, duel.favourites, duel.explore, duel.settle_duel, duel.reply)
    return {
        **game.engine.extend(folder / "search.py", *on_states),
        **game.engine.extend(folder / "duel.py", *on_tables),
    }


class Mind:
    """Searches with beliefs about the worth of positions; never past a deadline by much."""

    def __init__(self, game: Game, beliefs: Beliefs) -> None:
        self.game = game
        self.beliefs = beliefs
        self.do = compiled(game)
        self.scratch = np.zeros(2, dtype=game.dtype)
        self.journal = np.zeros(1, dtype=JOURNAL)
        self.desk = self.scratch.ctypes.data, self.journal.ctypes.data
        self.deadline = float("inf")

    def late(self) -> bool:
        """Whether the rest of the search must be left out."""
        return time.perf_counter() > self.deadline

    def weigh(self, seen: Any, player: int, actions: list[int], draws: int) -> Reals:
        """A player's mean chance by the end of the round after each decision."""
        state, sums = copy_of(self.game, seen), np.zeros(len(actions))
        numbers, key, parts = np.array(actions, dtype=np.int64), key_of(state), 4
        done = 0
        for part in range(parts):
            some = draws // parts + (part < draws % parts)
            at = state.ctypes.data
            self.do["weigh"](at, *self.desk, player, numbers, sums, some, key + part, *self.beliefs)
            done += some
            if self.late():
                break
        return sums / done if player == SUN_TZU else 1 - sums / done

    def orders(self, before: Any, player: int, effort: Effort) -> Plan:
        """An equilibrium of the duel of orders."""
        states = self.suspects(before, effort.hands)
        theirs = self.hands_of(states, 1 - player)
        mine = self.hands_of(self.suspected(states[0], player, effort.hands), player)
        table = self.tabulate(states)
        mix = np.zeros((2, 5, KINDS))
        plays = self._duel(table, mine, theirs, effort.turns, mix)
        gain = gains(table, player, mix[1 - player])
        found = self._settle(mine, theirs, table, plays, effort) if effort.options else None
        if found:
            return Plan(*found, gain)
        later_weigh_more = np.arange(1.0, effort.turns + 1)
        return Plan(plays[player, 0], later_weigh_more / later_weigh_more.sum(), gain)

    def _duel(self, table: Reals, mine: Hands, theirs: Hands, turns: int, mix: Reals) -> Ints:
        """The best replies of every hand in fictitious play, and what each side lays where."""
        most = max(len(mine.states), len(theirs.states))
        weights = np.zeros((2, most))
        cards = np.zeros((2, most, MOST_CARDS), dtype=np.int64)
        counts = np.zeros((2, most), dtype=np.int64)
        allowed = np.zeros((2, most, 5, KINDS))
        for side in (mine, theirs):
            at = side.player, slice(len(side.states))
            weights[at], cards[at], counts[at] = side.weights, side.cards, side.counts
            allowed[at] = side.allowed
        plays = np.zeros((2, most, turns, 5), dtype=np.int64)
        self.do["duel"](table, weights, cards, counts, allowed, plays, mix)
        return plays

    def _settle(
        self, mine: Hands, theirs: Hands, table: Reals, plays: Ints, effort: Effort
    ) -> tuple[Ints, Reals] | None:
        """The equilibrium of whole rounds between the assignments that came up; None: too late.

        Where there is room, replies to the equilibrium that may do better come in.
        """
        me, rng = mine.player, np.random.default_rng(effort.options)
        own = self._favourites(plays[me], mine.shares(effort.options, TRUE_HAND))
        other = self._favourites(plays[1 - me], theirs.shares(effort.options))
        found = None
        for again in range(EXPLORED + 1):
            payoff = self.confront(mine, own, theirs, other)
            if self.late():
                break
            often, other_often = np.zeros(len(own.orders)), np.zeros(len(other.orders))
            sides = own.starts, mine.weights, other.starts, theirs.weights
            self.do["settle_duel"](payoff, *sides, effort.regrets, often, other_often)
            true = often[: own.starts[1]]
            found = own.by_hand[0], true / true.sum()
            if (own.full and other.full) or again == EXPLORED:
                break
            replies = gains(table, me, other.mix(other_often))
            their_replies = gains(table, 1 - me, own.mix(often))
            own = self._explore(mine, own, replies, rng)
            other = self._explore(theirs, other, their_replies, rng)
        return found

    def _favourites(self, plays: Ints, rooms: list[int]) -> Options:
        """What came up most for each hand, as much as there is room for."""
        found: list[Ints] = []
        for hand, room in zip(plays, rooms, strict=False):
            picked = np.zeros((room, 5), dtype=np.int64)
            found.append(picked[: self.do["favourites"](hand, picked)])
        return Options(found, rooms)

    def _explore(
        self, side: Hands, options: Options, gain: Reals, rng: np.random.Generator
    ) -> Options:
        """More assignments for each hand: best replies, and what may be better than it seems."""
        scale = np.linspace(0, np.abs(gain).mean(), TRIES)[:, None, None]
        errors = scale * rng.normal(size=(TRIES, 5, KINDS))
        found: list[Ints] = []
        for n, known in enumerate(options.by_hand):
            picked = np.zeros((min(options.rooms[n], len(known) + STEP), 5), dtype=np.int64)
            picked[: len(known)] = known
            hand = side.allowed[n], side.cards[n], side.counts[n]
            found.append(picked[: self.do["explore"](gain, errors, *hand, picked, len(known))])
        return Options(found, options.rooms)

    def confront(self, mine: Hands, own: Options, theirs: Hands, other: Options) -> Reals:
        """My chance for each pair of assignments; those that it is too late for are left out."""
        payoff = np.zeros((len(own.orders), len(other.orders)))
        hand_of = np.repeat(np.arange(len(mine.states)), np.diff(own.starts))
        size, at = mine.states.itemsize, mine.states.ctypes.data
        for i, hand in enumerate(hand_of.tolist()):
            if self.late():
                break
            states = at + size * hand, theirs.states.ctypes.data
            orders = own.orders[i], other.orders, other.starts
            self.do["confront"](*states, *self.desk, mine.player, *orders, payoff[i], *self.beliefs)
        return payoff

    def suspects(self, before: Any, hands: int, salt: int = 0) -> Any:
        """States with hands that are not known to whoever sees the position."""
        states, key = np.repeat(before, hands), key_of(before) ^ salt
        for n in range(hands):
            self.game.engine.imagine(states[n:].ctypes.data, key, n)
        return states

    def suspected(self, state: Any, player: int, hands: int) -> Any:
        """States with hands that the other side may think a player has; the first is the true one.

        The others depend on the true one, so that what is wrong with the few that are drawn is
        wrong in another way for each true hand, and hard to make use of.
        """
        public = copy_of(self.game, self.game.redact(state, SPECTATOR))
        states = self.suspects(public, hands, salt=key_of(state["hand"][player]))
        states[0] = state
        return states

    def tabulate(self, states: Any) -> Reals:
        """What each pair of cards in each province changes, for Sun Tzu."""
        table = np.zeros((5, KINDS, KINDS))
        self.do["tabulate"](states.ctypes.data, *self.desk, table, *self.beliefs)
        return table

    def hands_of(self, states: Any, player: int) -> Hands:
        """The hands of a player in some states, each once; the first stays the first."""
        _, first, often = np.unique(
            states["hand"][:, player], axis=0, return_index=True, return_counts=True
        )
        order = np.argsort(first)
        states, weights = states[first[order]], often[order] / len(states)
        many = len(states)
        cards, counts = np.zeros((many, MOST_CARDS), dtype=np.int64), np.zeros(many, dtype=np.int64)
        allowed = np.zeros((many, 5, KINDS))
        for n in range(many):
            at = states[n:].ctypes.data
            counts[n] = self.do["list_hand"](at, player, cards[n], allowed[n])
        return Hands(player, states, weights, cards, counts, allowed)

    def reply(self, before: Any, player: int, gain: Reals, laid: Ints) -> Ints:
        """The orders that gain most, of those that begin with what is laid already."""
        mine = self.hands_of(before, player)
        for province in range(int((laid != NONE).sum())):
            mine.allowed[0, province, :] = IMPOSSIBLE
            mine.allowed[0, province, laid[province]] = 0
        orders = np.zeros(5, dtype=np.int64)
        self.do["reply"](gain, mine.allowed[0], mine.cards[0], mine.counts[0], orders)
        return orders


@cache
def warm_up(game: Game) -> None:
    """Compile everything, or load it, so that no move has to wait for it."""
    match = Match(game, game.choose(2, {"beginner": True}), 1)
    mind, seen = (
        Mind(game, (np.zeros((10, 10)), np.zeros((10, search.FEATURES)))),
        match.redacted(0),
    )
    before = before_orders(game, seen, 0)
    plan = mind.orders(before, 0, Effort(hands=2, turns=2, options=8, regrets=2))
    mind.reply(before, 0, plan.gain, seen.laid[0])
    mind.weigh(seen, 0, [action.id for action in match.legal(0)], 4)


def gains(table: Reals, player: int, mix: Reals) -> Reals:
    """What each card of a player gains in each province, when the other lays by a mixture."""
    if player == SUN_TZU:
        return np.asarray(np.einsum("pxy,py->px", table, mix))
    return np.asarray(-np.einsum("pxy,px->py", table, mix))


def copy_of(game: Game, seen: Any) -> Any:
    """A state as an array of one that may be written to."""
    return np.frombuffer(bytearray(seen.tobytes()), dtype=game.dtype).view(np.recarray)


def before_orders(game: Game, seen: Any, player: int) -> Any:
    """The position as it was before any order of this round, as an array of one state."""
    state = copy_of(game, seen)
    s = state[0]
    for side in range(2):
        laid = s.laid[side][s.laid[side] != NONE]
        s.hand_size[side] += len(laid)
        if side == player:
            np.add.at(s.hand[side], laid, 1)
        s.laid[side] = NONE
    s.acting = BOTH
    return state


def key_of(state: Any) -> int:
    """A number that depends on every byte of a state, so that search is the same each time."""
    return int.from_bytes(hashlib.blake2b(state.tobytes(), digest_size=4).digest(), "little")
