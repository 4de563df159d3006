"""Networks that come with the package: read whole, and the same by hand."""

from __future__ import annotations

import io

import numpy as np
import pytest

from tenka.bots.network import Network
from tenka.bots.suntzu import master


def test_a_small_network_says_what_a_pencil_says():
    """Two numbers, and layers whose products are easily found."""
    layers = {
        "eyes": [[1, -1, 0], [2, 0, 1]], "eyes_bias": [0, 1, -5],
        "mind": [[1, 0], [0, 1], [9, 9]], "mind_bias": [0, -1],
        "heart": [[0, 1], [-1, 0]], "heart_bias": [0, 0.5],
        "mouth": [[1, 2], [3, 4]], "mouth_bias": [0, 1],
    }  # fmt: skip
    file = io.BytesIO()
    np.savez(file, **{name: np.array(layer, dtype=np.float16) for name, layer in layers.items()})
    # sight: 1+4, -1+1, 2-5 -> 5, 0, 0; thought: 5, -1 -> 5, 0; felt: 5+0, 0+5.5; said by hand.
    said = Network.read(file.getvalue()).speak(np.array([1, 2]))
    assert said.tolist() == [5 + 3 * 5.5, 2 * 5 + 4 * 5.5 + 1]


def test_a_damaged_network_is_not_played_with():
    assert Network.of(master.__package__, "master.npz", master.WEIGHTS).layers
    with pytest.raises(ValueError, match="damaged"):
        Network.of(master.__package__, "master.npz", "0" * 64)
