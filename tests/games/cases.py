"""Every game with every set of options that its `invariants.py` names, and games at random."""

from __future__ import annotations

import importlib

import numpy as np
import pytest
from hypothesis import strategies as st

import tenka

FACTS = {name: importlib.import_module(f"tests.games.{name}.invariants") for name in tenka.games()}
CASES = [(name, options) for name, facts in FACTS.items() for options in facts.OPTIONS]


def case(name, options):
    """Of each game the first case is looked at by `make check`, the others by `make test`."""
    others = options is not FACTS[name].OPTIONS[0]
    id = f"{name}-{'-'.join(map(str, options.values()))}"
    return pytest.param(name, options, id=id, marks=[pytest.mark.long] if others else [])


every_case = pytest.mark.parametrize(("name", "options"), [case(*each) for each in CASES])
seeds = st.integers(2**40, 2**64 - 1)  # so long that no view shows one by accident


def random_game(name, options, seed, each=lambda match: None, most=100_000):
    """Play at random to the end, calling `each` before every decision and at the end."""
    rng = np.random.default_rng(seed)
    match = tenka.new(name, seed=seed, **options)
    for _ in range(most):
        each(match)
        if match.over:
            return match
        player = match.to_act[rng.integers(len(match.to_act))]
        legal = match.legal(player)
        match.play(player, legal[rng.integers(len(legal))])
    raise AssertionError("the game does not end")
