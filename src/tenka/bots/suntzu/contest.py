"""A duel of orders between some assignments of each side, by whole rounds; it can grow."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from tenka.bots.suntzu.duel import Reals, gains
from tenka.bots.suntzu.hands import Hands, Options
from tenka.core.layout import Ints
from tenka.games.suntzu.facts import KINDS

if TYPE_CHECKING:
    from tenka.bots.suntzu.mind import Mind

FIRST = 0.2  # of the room is for what comes up in fictitious play, the rest for replies
QUICK = 40  # turns of regret matching while there are more to come
TRIED = 8  # replies tried for each that is taken ...
AGAINST = 12  # ... against so many assignments, the most frequent ones
MISJUDGED = 2.5  # times a usual gain: how wrong gains are taken to be, at most


@dataclass(frozen=True)
class Contest:
    """The assignments of both sides, and my chance for each pair."""

    mind: Mind
    table: Reals
    mine: Hands
    theirs: Hands
    own: Options
    other: Options
    payoff: Reals

    @classmethod
    def between(
        cls, mind: Mind, table: Reals, mine: Hands, theirs: Hands, plays: Ints, options: int
    ) -> Contest:
        """One between the assignments that came up most in fictitious play."""
        own, other = (
            _favourites(mind, plays[side.player], side.shares(int(FIRST * options)))
            for side in (mine, theirs)
        )
        payoff = mind.confront(mine, own, theirs, other)
        return cls(mind, table, mine, theirs, own, other, payoff)

    def settle(self, turns: int) -> tuple[Reals, Reals]:
        """How often each side lays which assignment, in equilibrium."""
        often, other_often = np.zeros(len(self.own)), np.zeros(len(self.other))
        sides = self.own.hands, self.mine.weights, self.other.hands, self.theirs.weights
        self.mind.do["settle_duel"](self.payoff, *sides, turns, often, other_often)
        return often, other_often

    def grown(self, options: int, left: int, rng: np.random.Generator) -> Contest:
        """The same with replies to its equilibrium, one of the `left` times that are left."""
        often, other_often = self.settle(QUICK)
        gain, other_gain = self.card_gains(often, other_often)
        room = _room(self.mine, self.own, options, left)
        other_room = _room(self.theirs, self.other, options, left)
        new = self._replies(self.mine, self.own, gain, room, rng)
        other_new = self._replies(self.theirs, self.other, other_gain, other_room, rng)
        worth, other_worth = self._try(new, other_new, often, other_often)
        own = self.own + _best(new, worth, room)
        other = self.other + _best(other_new, other_worth, other_room)
        payoff = self.mind.confront(self.mine, own, self.theirs, other, self.payoff)
        return replace(self, own=own, other=other, payoff=payoff)

    def card_gains(self, often: Reals, other_often: Reals) -> tuple[Reals, Reals]:
        """What each card of either side gains in each province, when both lay so often."""
        me, fitted = self.mine.player, self.mind.fitted
        gain = gains(self.table, me, self.other.mix(other_often))
        other_gain = gains(self.table, 1 - me, self.own.mix(often))
        return (
            fitted(self.own, self.payoff @ other_often, gain),
            fitted(self.other, -(often @ self.payoff), other_gain),
        )

    def _try(
        self, new: Options, other_new: Options, often: Reals, other_often: Reals
    ) -> tuple[Reals, Reals]:
        """What replies of either side are worth against the most frequent assignments."""
        top, other_top = np.argsort(-often)[:AGAINST], np.argsort(-other_often)[:AGAINST]
        confront, mine, theirs = self.mind.confront, self.mine, self.theirs
        met = confront(mine, new, theirs, self.other.pick(other_top))
        other_met = confront(mine, self.own.pick(top), theirs, other_new)
        return met @ other_often[other_top], -(often[top] @ other_met)

    def _replies(
        self, side: Hands, known: Options, gain: Reals, room: list[int], rng: np.random.Generator
    ) -> Options:
        """Assignments for each hand that may be good: best replies by gains a little wrong."""
        found: list[Ints] = []
        usual = np.abs(gain).mean()
        errors = rng.normal(size=(2 * TRIED * max(room), 5, KINDS))
        for hand, wanted in enumerate(room):
            tries = 2 * TRIED * wanted
            scale = np.linspace(0, MISJUDGED * usual, tries)[:, None, None]
            old = known.orders[known.of_hand(hand)]
            picked = np.zeros((len(old) + TRIED * wanted, 5), dtype=np.int64)
            picked[: len(old)] = old
            cards = side.allowed[hand], side.cards[hand], side.counts[hand]
            count = self.mind.do["explore"](gain, scale * errors[:tries], *cards, picked, len(old))
            found.append(picked[len(old) : count])
        return Options.of(found)


def _favourites(mind: Mind, plays: Ints, rooms: list[int]) -> Options:
    """What came up most for each hand, as much as there is room for."""
    found: list[Ints] = []
    for hand, room in zip(plays, rooms, strict=False):
        picked = np.zeros((room, 5), dtype=np.int64)
        found.append(picked[: mind.do["favourites"](hand, picked)])
    return Options.of(found)


def _room(side: Hands, known: Options, options: int, left: int) -> list[int]:
    """How many assignments each hand may get now, when some times are left."""
    shares = enumerate(side.shares(options))
    return [max(0, share - len(known.of_hand(hand))) // left for hand, share in shares]


def _best(new: Options, worth: Reals, room: list[int]) -> Options:
    """Those that are worth most, as many for each hand as there is room for."""
    kept: list[Ints] = []
    for hand, wanted in enumerate(room):
        at = new.of_hand(hand)
        kept.append(at[np.argsort(-worth[at])[:wanted]])
    return new.pick(np.concatenate(kept))
