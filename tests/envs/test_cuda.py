"""The environment on a GPU, here in numba-cuda's simulator; with a GPU run `cuda_equal` itself."""

from __future__ import annotations

import dis
import os
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import tenka
from tenka.core import gpu
from tenka.core.rule import reached_from
from tests.envs.cases import every_game

ENGINE = "tenka.core.engine"
ROOT = Path(__file__).parents[2]
ON_A_GPU = {"float32"}  # what rules may use of numpy there: nothing that asks for memory


@pytest.mark.long
@pytest.mark.skipif(not find_spec("numba_cuda"), reason="numba-cuda has no wheel for this Python")
@pytest.mark.parametrize(
    ("name", "how", "cases"),
    [("suntzu", [], 5), ("samurai", ["--brief"], 1), ("shogun", ["--brief"], 1)],
)
def test_kernels_give_what_the_processor_gives(name, how, cases):
    env = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "tests.envs.cuda_equal", name, "--size=2", "--steps=1", *how]
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.count("equal") == cases


@every_game
def test_no_rule_needs_what_a_gpu_does_not_have(name):
    """Arrays whose memory somebody must manage; `scratch` is there instead."""
    rules = tenka.game(name).rules
    for rule, _ in reached_from(*vars(rules).values()):
        assert not wanted_of_numpy(rule.__code__) - ON_A_GPU, rule.__qualname__
        assert not {"copy", "append", "tolist"} & set(rule.__code__.co_names), rule.__qualname__


def test_chances_are_called_where_their_copies_would_crowd_a_kernel():
    ways = {
        name: gpu.target_of(tenka.game(name).engine.names["play_random"])
        for name in ("suntzu", "shogun")
    }
    assert ways == {"suntzu": gpu.GPU, "shogun": gpu.APART}


def wanted_of_numpy(code):
    """The names that code takes from `np`."""
    steps = list(dis.get_instructions(code))
    return {
        then.argval
        for step, then in pairwise(steps)
        if step.opname == "LOAD_GLOBAL" and step.argval == "np"
    }


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
