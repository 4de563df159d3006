"""Networks that come with the package: read whole, and the same by hand."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest

from tenka.bots.network import Network
from tenka.bots.suntzu import master
from tests.bots.master_says import FIXTURE


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


def test_the_master_says_what_pytorch_said_of_its_network():
    """Positions with the odds that PyTorch found, see `master_says`; here numpy finds them."""
    told = json.loads(FIXTURE.read_text())
    assert told["weights"] == master.WEIGHTS, (
        "the network is another: python -m tests.bots.master_says"
    )
    network = Network.of(master.__package__, "master.npz", master.WEIGHTS)
    assert len(told["rows"]) >= 10
    for row in told["rows"]:
        seen = np.array(row["seen"], dtype=np.int8)
        spoken = network.speak(seen)[row["legal"]].astype(np.float64)
        log_odds = spoken - np.log(np.exp(spoken - spoken.max()).sum()) - spoken.max()
        assert log_odds == pytest.approx(row["log_odds"], abs=1e-3)
        assert network.odds(seen, row["legal"]) == pytest.approx(row["odds"], abs=1e-4)
    mixed = sum(max(row["odds"]) < 0.99 for row in told["rows"])
    assert mixed >= 3  # there is something to be wrong about
