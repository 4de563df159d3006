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
STRETCH = 8  # assignments between two looks at the clock
BOTH = 0b11
Beliefs = tuple[Reals, Reals]  # how firmly armies hold, what features are worth


@dataclass(frozen=True)
class Effort:
    """How much goes into one duel of orders."""

    hands: int  # that the other side may have
    turns: int  # of fictitious play
    own: int = 0  # own assignments in the smaller game (0: there is none) ...
    other: int = 0  # ... and those of each hand of the other side
    regrets: int = 0  # turns of regret matching


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
    on_tables = (duel.duel, duel.favourites, duel.settle_duel, duel.reply)
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
        table = self.tabulate(states)
        plays = np.zeros((2, effort.hands, effort.turns, 5), dtype=np.int64)
        mix = np.zeros((2, 5, KINDS))
        self.do["duel"](table, player, *self.hands(states), plays, mix)
        gain = gains(table, player, mix[1 - player])
        found = self._settle(states, player, plays, effort) if effort.own else None
        if found:
            return Plan(*found, gain)
        later_weigh_more = np.arange(1.0, effort.turns + 1)
        return Plan(plays[player, 0], later_weigh_more / later_weigh_more.sum(), gain)

    def _settle(
        self, states: Any, player: int, plays: Ints, effort: Effort
    ) -> tuple[Ints, Reals] | None:
        """The equilibrium of whole rounds between the assignments that came up; None: too late."""
        own = np.zeros((effort.own, 5), dtype=np.int64)
        own = own[: self.do["favourites"](plays[player, 0], own)]
        orders = np.zeros((effort.hands, effort.other, 5), dtype=np.int64)
        counts = np.zeros(effort.hands, dtype=np.int64)
        for n in range(effort.hands):
            counts[n] = self.do["favourites"](plays[1 - player, n], orders[n])
        payoff = np.zeros((len(own), effort.hands, effort.other))
        for first in range(0, len(own), STRETCH):
            if self.late():
                return None
            self.confront(states, player, first, own[: first + STRETCH], orders, counts, payoff)
        if self.late():
            return None
        often = np.zeros(len(own))
        self.do["settle_duel"](payoff, counts, effort.regrets, often)
        return own, often

    def confront(
        self,
        states: Any,
        player: int,
        first: int,
        own: Ints,
        orders: Ints,
        counts: Ints,
        into: Reals,
    ) -> None:
        """Play the round for each pair of assignments; see `search`."""
        at, rest = states.ctypes.data, (own, orders, counts, into, *self.beliefs)
        self.do["confront"](at, *self.desk, player, first, *rest)

    def suspects(self, before: Any, hands: int) -> Any:
        """States with hands that the other side may have."""
        states, key = np.repeat(before, hands), key_of(before)
        for n in range(hands):
            self.game.engine.imagine(states[n:].ctypes.data, key, n)
        return states

    def tabulate(self, states: Any) -> Reals:
        """What each pair of cards in each province changes, for Sun Tzu."""
        table = np.zeros((5, KINDS, KINDS))
        self.do["tabulate"](states.ctypes.data, *self.desk, table, *self.beliefs)
        return table

    def hands(self, states: Any) -> tuple[Ints, Ints, Reals]:
        """The cards of both sides in each state, their number, and where they may be laid."""
        cards = np.zeros((2, len(states), MOST_CARDS), dtype=np.int64)
        counts = np.zeros((2, len(states)), dtype=np.int64)
        allowed = np.zeros((2, len(states), 5, KINDS))
        for side, n in np.ndindex(2, len(states)):
            at = states[n:].ctypes.data
            counts[side, n] = self.do["list_hand"](at, side, cards[side, n], allowed[side, n])
        return cards, counts, allowed

    def reply(self, before: Any, player: int, gain: Reals, laid: Ints) -> Ints:
        """The orders that gain most, of those that begin with what is laid already."""
        cards, counts, allowed = self.hands(before)
        for province in range(int((laid != NONE).sum())):
            allowed[player, 0, province, :] = IMPOSSIBLE
            allowed[player, 0, province, laid[province]] = 0
        orders = np.zeros(5, dtype=np.int64)
        self.do["reply"](gain, allowed[player, 0], cards[player, 0], counts[player, 0], orders)
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
    plan = mind.orders(before, 0, Effort(hands=2, turns=2, own=2, other=2, regrets=2))
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
