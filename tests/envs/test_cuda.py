"""The environment on a GPU, here in numba-cuda's simulator; with a GPU run `cuda_equal` itself."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from numba import cuda
from packaging.requirements import Requirement

import tenka
from tenka.core import gpu
from tenka.core.layout import scratch, unwritten
from tenka.core.rule import reached_from
from tests.envs.cases import every_game
from tests.envs.wanted import wants
from tests.outside import EXAMPLE, install

ENGINE = "tenka.core.engine"
ROOT = Path(__file__).parents[2]
SIMULATED = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """The environment of a machine on which a fourth game is installed."""
    return install(tmp_path_factory.mktemp("outside"))


def compared(place, name, *how):
    """What is told of a comparison of the two, if nothing is wrong."""
    command = [sys.executable, "-m", "tests.envs.cuda_equal", name, *how]
    done = subprocess.run(command, env=place, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-2000:]
    return [int(ended) for ended in re.findall(r"equal, (\d+) ended$", done.stdout, re.MULTILINE)]


@pytest.mark.long
@pytest.mark.skipif(not find_spec("numba_cuda"), reason="numba-cuda has no wheel for this Python")
@pytest.mark.parametrize(
    ("name", "how", "cases", "ends"),
    [
        ("goofspiel", ["--steps=2", "--ends=4"], 18, True),
        ("suntzu", ["--brief", "--steps=1", "--ends=8"], 1, True),
        ("suntzu", ["--steps=1"], 4, False),
        ("samurai", ["--brief", "--steps=1", "--ends=6"], 1, True),
        ("shogun", ["--brief", "--steps=1", "--ends=6"], 1, True),
    ],
)
def test_kernels_give_what_the_processor_gives(place, name, how, cases, ends):
    """In the simulator: a few matches, and where that is cheap also their ends."""
    found = compared(place | SIMULATED, name, "--size=2", *how)
    assert len(found) == cases
    assert all(found) or not ends


@pytest.mark.long
@pytest.mark.skipif(not cuda.is_available(), reason="there is no GPU here")
@pytest.mark.parametrize("name", [*tenka.games(), "goofspiel"])
def test_a_gpu_gives_what_the_processor_gives(place, name):
    """Thousands of matches with all options and player counts, at their beginnings and ends."""
    found = compared(place, name, "--size=1024", "--steps=40", "--ends=40")
    assert len(found) * 1024 >= 4096
    assert all(found)


@pytest.mark.long
@pytest.mark.skipif(not find_spec("numba_cuda"), reason="numba-cuda has no wheel for this Python")
def test_the_environment_in_the_simulator():
    """What stands in `simulated.py` runs in a process of its own, where all GPUs are simulated."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "tests/envs/simulated.py"]
    env = os.environ | SIMULATED
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:]


@every_game
def test_no_rule_needs_what_a_gpu_does_not_have(name):
    assert not missing_on_a_gpu(tenka.game(name))


def test_no_rule_of_a_game_from_outside_needs_it(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLE / "src"))
    game = import_module("goofspiel").GAME
    assert {rule.__name__ for rule, _ in reached_from(*rules_of(game))} > {"settle", "below"}
    assert not missing_on_a_gpu(game)


def rules_of(game):
    return [rule for rule in vars(game.rules).values() if rule is not None]


def missing_on_a_gpu(game):
    """What a game's rules want and a GPU has not, by rule."""
    found = {rule.__qualname__: wants(rule) for rule, _ in reached_from(*rules_of(game))}
    return {name: wanted for name, wanted in found.items() if wanted}


MANY = 5


def with_zeros(s):
    return np.zeros(4)


def with_a_list(s):
    best = [s.turn, 2]
    return best[0]


def with_a_dict(s):
    return {s.turn: 1}


def with_a_set(s):
    return {s.turn, 1}


def with_a_comprehension(s):
    return sum([card + 1 for card in s.cards])


def with_a_generator(s):
    return max(card for card in s.cards)


def with_sorted(s):
    return sorted(s.cards)


def with_a_method_that_makes_an_array(s):
    return s.cards.astype(np.int64)[0]


def with_a_sum_of_an_array(s):
    return s.cards.sum()


def with_a_copy(s):
    return s.cards.copy()


def with_a_size_that_is_found_out(s):
    return scratch(s.turn)


def with_a_size_that_is_handed_over(s, size):
    return unwritten(size)


def with_a_size_of_its_own(s):
    size = 4
    return scratch(size)


def with_nothing_of_it(s):
    row, best = scratch(MANY), (s.turn, np.float32(2))
    for at in range(len(row)):
        row[at] = max(best[0], min(at, MANY))
    return row


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        (with_zeros, {"np.zeros"}),
        (with_a_list, {"a list"}),
        (with_a_dict, {"a dict"}),
        (with_a_set, {"a set"}),
        (with_a_comprehension, {"a list", "sum"}),
        (with_a_generator, {"a generator"}),
        (with_sorted, {"sorted"}),
        (with_a_method_that_makes_an_array, {"np.int64", ".astype"}),
        (with_a_sum_of_an_array, {".sum"}),
        (with_a_copy, {".copy"}),
        (with_a_size_that_is_found_out, {"a size that is no constant"}),
        (with_a_size_that_is_handed_over, {"a size that is no constant"}),
        (with_a_size_of_its_own, {"a size that is no constant"}),
        (with_nothing_of_it, set()),
    ],
)
def test_what_a_gpu_does_not_have_is_found(rule, wanted):
    assert wants(rule) == wanted


def test_chances_are_called_where_their_copies_would_crowd_a_kernel():
    ways = {
        name: gpu.target_of(tenka.game(name).engine.names["play_random"])
        for name in ("suntzu", "shogun")
    }
    assert ways == {"suntzu": gpu.GPU, "shogun": gpu.APART}


def test_what_is_made_for_two_games_has_two_names():
    """Two processes may each compile a game; code of one name would be linked as one."""
    one, other = (tenka.game(name).engine.names for name in ("samurai", "suntzu"))
    made = [name for name, value in one.items() if getattr(value, "__module__", "") == ENGINE]
    assert "ask" in made
    for name in made:
        assert one[name].__qualname__ != other[name].__qualname__, name


def test_what_is_installed_for_a_gpu_works_together():
    """numba-cuda asks numpy for names that numpy 2.5 has not any more."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = map(Requirement, project["optional-dependencies"]["cuda"])
    versions = {one.name: one.specifier for one in wanted}
    assert "numba-cuda" in versions
    assert [*versions["numpy"].filter(["2.4.6", "2.5.0", "2.5.4", "2.6.0"])] == ["2.4.6"]
