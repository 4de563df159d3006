"""What PyTorch says with the network of Sun Tzu's master, written down for where it is missing.

    PYTHONPATH=examples python -m tests.bots.master_says     needs PyTorch, and rewrites the fixture

Of some positions of random matches: the observation, the legal decisions, the log-odds by the class
that learns (in `examples/train.py`), and how often each is made by the one that plays and learns
not.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

import tenka
from tenka.bots.suntzu import master
from tenka.envs.vector import VectorEnv

FIXTURE = Path(__file__).parent.parent / "fixtures" / "suntzu-master.json"
MATCHES, EVERY, ROWS = 4, 17, 12


def positions() -> list[tuple[list[int], list[int]]]:
    """Observations and legal decisions, where there is something to choose."""
    env, found = VectorEnv("suntzu", MATCHES, seed=11, compact=True), []
    step = 0
    while len(found) < ROWS:
        at = step % MATCHES
        legal = np.flatnonzero(env.masks[at]).tolist()
        if step % EVERY == 0 and len(legal) > 1:
            found.append((env.observations[at].tolist(), legal))
        env.step(env.random_actions())
        step += 1
    return found


def said() -> list[dict[str, Any]]:
    """A row for each position, by PyTorch."""
    import torch

    from train import Frozen, Player, exported

    game, network = tenka.game("suntzu"), exported("suntzu", "master")
    learning = Player(game, 2, len(network.layers["mind"]))
    learning.begin_with(network)
    playing = Frozen(network, len(game.actions))
    rows = []
    for seen, legal in positions():
        numbers = torch.tensor([seen], dtype=torch.int8)
        mask = torch.zeros(1, len(game.actions), dtype=torch.bool)
        mask[0, legal] = True
        with torch.no_grad():
            log_odds, odds = learning(numbers, mask)[0], playing(numbers, mask).exp()
        told = {"seen": seen, "legal": legal}
        told["log_odds"] = [round(one, 5) for one in log_odds[0, legal].tolist()]
        told["odds"] = [round(one, 6) for one in odds[0, legal].tolist()]
        rows.append(told)
    return rows


def main() -> None:
    """Write it down."""
    rows = ",\n".join(json.dumps(row, separators=(",", ":")) for row in said())
    FIXTURE.write_text(f'{{"weights": "{master.WEIGHTS}", "rows": [\n{rows}\n]}}\n')


if __name__ == "__main__":
    main()
