"""A small network that was learned elsewhere: from what is seen to what it says.

`examples/train.py` makes such networks and exports them. One look is four products of a matrix, so
it takes no more than a moment, and no compiled code. Weights lie in the package in half precision.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tenka.bots.stored import stored
from tenka.core.layout import Floats, Ints

Reals = NDArray[np.float32]

CAP = 30.0  # what is said of a decision lies between minus and plus this, in networks of today
SELDOM = 0.02  # beside the most usual decision: what is done more seldom is left undone


class Network:
    """Four layers; the third adds to what the second found."""

    def __init__(self, layers: dict[str, Reals]) -> None:
        self.layers = layers

    @classmethod
    @cache
    def of(cls, package: str, name: str, digest: str) -> Self:
        """That of a file in a package, whose digest must be this one."""
        return cls.read(stored(package, name, digest))

    @classmethod
    def read(cls, data: bytes) -> Self:
        """That of a file's bytes."""
        with np.load(BytesIO(data)) as halves:
            return cls({name: half.astype(np.float32) for name, half in halves.items()})

    def speak(self, numbers: Ints) -> Floats:
        """What it says of an observation in whole numbers."""
        sight = np.maximum(self._through("eyes", numbers.astype(np.float32)), 0)
        thought = np.maximum(self._through("mind", sight), 0)
        felt = np.maximum(thought + self._through("heart", thought), 0)
        said = self._through("mouth", felt)
        cap = self.layers.get("cap")  # the first networks had none
        return said if cap is None else cap * np.tanh(said / cap)

    def odds(self, numbers: Ints, legal: list[int]) -> NDArray[np.float64]:
        """How often each of these decisions is to be made."""
        said = self.speak(numbers)[legal]
        odds = np.exp(said - said.max(), dtype=np.float64)  # of the most usual one: 1
        odds[odds < SELDOM] = 0
        return np.asarray(odds / odds.sum())

    def _through(self, layer: str, heard: Floats) -> Floats:
        return heard @ self.layers[layer] + self.layers[f"{layer}_bias"]
