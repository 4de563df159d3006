"""The compiled search with its memory, as the levels use it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from tenka.bots.suntzu import duel, search
from tenka.bots.suntzu.contest import Contest
from tenka.bots.suntzu.duel import IMPOSSIBLE, Reals, gains
from tenka.bots.suntzu.hands import Hands, Options, distinct
from tenka.core.code import Code
from tenka.core.game import Game
from tenka.core.journal import JOURNAL
from tenka.core.layout import NONE, UNKNOWN, Ints
from tenka.core.match import Match
from tenka.games.suntzu.facts import KINDS, SUN_TZU

MOST_CARDS = 20
SPECTATOR = -1
NOTHING = np.zeros((0, 0))
DRAWN = 256  # hands, of which those that differ are few after some rounds
BOTH = 0b11
Solution = tuple[Options, Reals, Reals]  # what is laid, how often, and what cards gain
Beliefs = tuple[Reals, Reals]  # how firmly armies hold, what features are worth


@dataclass(frozen=True)
class Effort:
    """How much goes into one duel of orders."""

    hands: int  # that a side may have, as the other sees it
    turns: int  # of fictitious play
    options: int = 0  # of a side in the contest, all its hands together (0: there is none)
    regrets: int = 0  # turns of regret matching
    explored: int = 0  # times that replies are looked for


@dataclass(frozen=True)
class Plan:
    """Assignments, how often to lay each, and what each card gains in each province."""

    orders: Ints
    often: Reals
    gain: Reals


def code(game: Game) -> Code:
    """The search's entry points for the game's rules."""
    on_states = (search.weigh, search.tabulate, search.list_hand, search.confront)
    on_tables = (duel.duel, duel.favourites, duel.explore, duel.fit, duel.settle_duel, duel.reply)
    return game.engine.extend("bots", *on_states, *on_tables)


class Mind:
    """Searches with beliefs about the worth of positions, until it is late or all is done."""

    def __init__(
        self, game: Game, beliefs: Beliefs, late: Callable[[], bool] = lambda: False
    ) -> None:
        self.game = game
        self.beliefs = beliefs
        self.do = code(game)
        self.scratch = np.zeros(2, dtype=game.dtype)
        self.journal = np.zeros(1, dtype=JOURNAL)
        self.desk = self.scratch.ctypes.data, self.journal.ctypes.data
        self.late = late
        self.solved: tuple[Any, Solution] | None = None  # the last duel, and how

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
        mine, theirs, true = self.both_hands(before, player, effort.hands)
        question = effort, player, mine.foremost, mine.tobytes(), theirs.tobytes()
        if self.solved is None or self.solved[0] != question:
            self.solved = question, self._solve(mine, theirs, effort)
        plays, often, gain = self.solved[1]
        at = plays.of_hand(true)
        return Plan(plays.orders[at], often[at] / often[at].sum(), gain)

    def _solve(self, mine: Hands, theirs: Hands, effort: Effort) -> Solution:
        """What each of my hands lays how often, and what each card gains in each province."""
        me, table, mix = mine.player, self.tabulate(theirs.states), np.zeros((2, 5, KINDS))
        plays = self._duel(table, mine, theirs, effort.turns, mix)
        gain = gains(table, me, mix[1 - me])
        if effort.options:
            contest = Contest.between(self, table, mine, theirs, plays, effort.options)
            if not self.late():
                return self._settle(contest, gain, effort)
        later_weigh_more = np.tile(np.arange(1.0, effort.turns + 1), len(mine.states))
        return Options.of(list(plays[me, : len(mine.states)])), later_weigh_more, gain

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

    def _settle(self, contest: Contest, gain: Reals, effort: Effort) -> Solution:
        """The equilibrium of a contest that has grown as long as there was time."""
        contest = self._grow(contest, effort)
        return contest.own, contest.settle(effort.regrets)[0], gain

    def contest(self, mine: Hands, theirs: Hands, effort: Effort) -> Contest:
        """The assignments of both sides that a duel comes down to."""
        table, mix = self.tabulate(theirs.states), np.zeros((2, 5, KINDS))
        plays = self._duel(table, mine, theirs, effort.turns, mix)
        contest = Contest.between(self, table, mine, theirs, plays, effort.options)
        return self._grow(contest, effort)

    def _grow(self, contest: Contest, effort: Effort) -> Contest:
        """The contest with replies to its equilibrium, as long as there is time."""
        rng = np.random.default_rng(effort.options)
        for left in range(effort.explored, 0, -1):
            grown = contest.grown(effort.options, left, rng)
            if self.late():
                break
            contest = grown
        return contest

    def confront(
        self, mine: Hands, own: Options, theirs: Hands, other: Options, known: Reals = NOTHING
    ) -> Reals:
        """My chance for each pair of assignments; those that it is too late for are left out.

        `known`: what it is for the first of each side.
        """
        rows, columns = known.shape
        payoff = np.zeros((len(own), len(other)))
        payoff[:rows, :columns] = known
        size, at = mine.states.itemsize, mine.states.ctypes.data
        for i, hand in enumerate(own.hands.tolist()):
            if self.late():
                break
            new = slice(columns if i < rows else 0, None)
            chances, states = payoff[i, new], (at + size * hand, theirs.states.ctypes.data)
            orders = own.orders[i], other.orders[new], other.hands[new]
            self.do["confront"](*states, *self.desk, mine.player, *orders, chances, *self.beliefs)
        return payoff

    def suspects(self, before: Any, hands: int, salt: int = 0) -> Any:
        """States with hands that are not known to whoever sees the position."""
        states, key = np.repeat(before, hands), key_of(before) ^ salt
        at, size = states.ctypes.data, states.itemsize
        for n in range(hands):
            self.game.engine.imagine(at + n * size, key, n)
        return states

    def both_hands(self, before: Any, player: int, hands: int) -> tuple[Hands, Hands, int]:
        """Hands that each side may have, as everybody sees it, and which is the player's true one.

        Where all of them can be taken, a player plans the same for each of them, whichever is true:
        plans made apart would be good each, but not together. Where there are too many, some are
        drawn, others for each true hand: what is wrong with them is then hard to make use of.
        """
        state = self.suspects(before, 1)
        public = copy_of(self.game, self.game.redact(state[0], SPECTATOR))
        drawn = self.suspects(public, DRAWN)
        few = len(distinct(drawn, player)[0]) <= hands
        some = self.suspects(public, hands, salt=0 if few else key_of(before))
        states, often = distinct(drawn if few else some, player)
        others = distinct(drawn, 1 - player)
        if len(others[0]) > hands:
            others = distinct(some, 1 - player)
        same = (states["hand"][:, player] == state["hand"][:, player]).all(axis=1)
        true = int(same.argmax()) if same.any() else len(states)
        if not same.any():
            states, often = np.concatenate([states, state]), np.append(often, 1)
        mine = self.list_hands(player, states, often, None if few else true)
        self.do["list_hand"](state.ctypes.data, player, mine.cards[true], mine.allowed[true])
        return mine, self.list_hands(1 - player, *others), true

    def fitted(self, options: Options, chances: Reals, gain: Reals) -> Reals:
        """What cards gain, corrected by the chances that some assignments have."""
        return np.asarray(self.do["fit"](options.orders, options.hands, chances, gain))

    def tabulate(self, states: Any) -> Reals:
        """What each pair of cards in each province changes, for Sun Tzu."""
        table = np.zeros((5, KINDS, KINDS))
        self.do["tabulate"](states.ctypes.data, *self.desk, table, *self.beliefs)
        return table

    def hands_of(self, states: Any, player: int) -> Hands:
        """The hands of a player in some states, each once."""
        return self.list_hands(player, *distinct(states, player))

    def list_hands(
        self, player: int, states: Any, often: Ints, foremost: int | None = None
    ) -> Hands:
        """The hands of a player in states that came up so often."""
        many = len(states)
        cards, counts = np.zeros((many, MOST_CARDS), dtype=np.int64), np.zeros(many, dtype=np.int64)
        allowed = np.zeros((many, 5, KINDS))
        at, size = states.ctypes.data, states.itemsize
        for n in range(many):
            counts[n] = self.do["list_hand"](at + n * size, player, cards[n], allowed[n])
        return Hands(player, states, often / often.sum(), cards, counts, allowed, foremost)

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
    """Compile everything, so that no move has to wait for it."""
    match = Match(game, game.choose(2, {"beginner": True}), 1)
    mind, seen = (
        Mind(game, (np.zeros((10, 10)), np.zeros((10, search.FEATURES)))),
        match.redacted(0),
    )
    before = before_orders(game, seen)
    plan = mind.orders(before, 0, Effort(hands=2, turns=2, options=8, regrets=2, explored=1))
    mind.reply(before, 0, plan.gain, seen.laid[0])
    mind.weigh(seen, 0, [action.id for action in match.legal(0)], 4)


def copy_of(game: Game, seen: Any) -> Any:
    """A state as an array of one that may be written to."""
    return np.frombuffer(bytearray(seen.tobytes()), dtype=game.dtype).view(np.recarray)


def before_orders(game: Game, seen: Any) -> Any:
    """The position as it was before any order of this round, as an array of one state."""
    state = copy_of(game, seen)
    s = state[0]
    for side in range(2):
        laid = s.laid[side][s.laid[side] != NONE]
        s.hand_size[side] += len(laid)
        if s.hand[side, 0] != UNKNOWN:
            np.add.at(s.hand[side], laid, 1)
        s.laid[side] = NONE
    s.acting = BOTH
    return state


def key_of(state: Any) -> int:
    """A number that depends on every byte of a state, so that search is the same each time."""
    return int.from_bytes(hashlib.blake2b(state.tobytes(), digest_size=4).digest(), "little")
