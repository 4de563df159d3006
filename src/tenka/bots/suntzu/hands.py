"""Hands that a player may have, and assignments of their cards to provinces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tenka.bots.suntzu.duel import Reals
from tenka.core.layout import Ints
from tenka.games.suntzu.facts import KINDS

FOREMOST = 4  # times as many options as another hand


@dataclass(frozen=True)
class Hands:
    """Hands that a player may have, each in a state of its own, and how likely they are."""

    player: int
    states: Any
    weights: Reals
    cards: Ints
    counts: Ints
    allowed: Reals  # by hand, province and kind: 0, or IMPOSSIBLE
    foremost: int | None = None  # the hand that matters most

    def tobytes(self) -> bytes:
        """All of it, to be compared."""
        return bytes(self.states.tobytes() + self.weights.tobytes() + self.allowed.tobytes())

    def shares(self, options: int) -> list[int]:
        """So many options shared among the hands; likely ones get more."""
        shares = self.weights**0.5
        if self.foremost is not None:
            shares[self.foremost] *= FOREMOST
        return [max(2, int(share)) for share in options * shares / shares.sum()]


@dataclass(frozen=True)
class Options:
    """Assignments, each of one of the hands of a side."""

    orders: Ints
    hands: Ints

    @classmethod
    def of(cls, by_hand: list[Ints]) -> Options:
        """The assignments of the first hand, then those of the second ..."""
        return cls(
            np.concatenate(by_hand), np.repeat(np.arange(len(by_hand)), [*map(len, by_hand)])
        )

    def __len__(self) -> int:
        return len(self.orders)

    def __add__(self, more: Options) -> Options:
        orders, hands = (self.orders, more.orders), (self.hands, more.hands)
        return Options(np.concatenate(orders), np.concatenate(hands))

    def pick(self, which: Ints) -> Options:
        """Some of them, in that order."""
        return Options(self.orders[which], self.hands[which])

    def of_hand(self, hand: int) -> Ints:
        """Where those of one hand stand."""
        return np.flatnonzero(self.hands == hand)

    def mix(self, often: Reals) -> Reals:
        """How often each kind of card is laid in each province."""
        mix = np.zeros((5, KINDS))
        for province in range(5):
            np.add.at(mix[province], self.orders[:, province], often)
        return mix


def distinct(states: Any, player: int) -> tuple[Any, Ints]:
    """States that differ in a player's hand, as they came up first, and how often each did."""
    _, first, often = np.unique(
        states["hand"][:, player], axis=0, return_index=True, return_counts=True
    )
    order = np.argsort(first)
    return states[first[order]], often[order]
