"""PettingZoo's own suites, unchanged, on every game and player count; and what they do not ask."""

from __future__ import annotations

import importlib
import pickle
import warnings
from functools import partial
from types import SimpleNamespace

import numpy as np
import pettingzoo
import pytest

import tenka
from tenka.envs import suntzu_v1
from tests.envs.cases import every_case, every_game

with warnings.catch_warnings():
    # Where its games are installed, the suite imports one of them by its old name.
    warnings.filterwarnings("ignore", "The old environment creation API", DeprecationWarning)
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        parallel_seed_test,
        render_test,
        seed_test,
    )
    from pettingzoo.test.state_test import state_test

# All players plan from the first decision on.
PLANNED = {"suntzu": {"beginner": True}, "samurai": {}, "shogun": {}}
ENVS = {name: importlib.import_module(f"tenka.envs.{name}_v1") for name in tenka.games()}


def test_every_environment_has_a_name_and_a_version():
    for name, module in ENVS.items():
        assert str(module.env()) == f"{name}_v1"
    assert str(pettingzoo.make("aec", "tenka/SunTzu-v1", events=True)) == "suntzu_v1"
    assert pettingzoo.make("parallel", "tenka/Shogun-v1", players=3).max_num_agents == 3


class TestTheirSuites:
    @every_case
    @pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
    @pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
    # It also looks at the mask of an agent that is not asked any more.
    @pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning")
    def test_api(self, name, players):
        api_test(ENVS[name].env(players=players), num_cycles=150)

    @every_case
    def test_parallel_api(self, name, players):
        parallel_api_test(ENVS[name].parallel_env(players=players), num_cycles=300)

    @every_case
    def test_seed(self, name, players):
        seed_test(partial(ENVS[name].env, players=players), num_cycles=100)
        parallel_seed_test(
            partial(ENVS[name].parallel_env, players=players, illegal="random"), num_cycles=40
        )

    @every_case
    def test_max_cycles(self, name, players):
        """It knows no masks, and every agent must act in every cycle."""
        options = {"players": players, "illegal": "random", **PLANNED[name]}
        max_cycles_test(
            SimpleNamespace(
                env=partial(ENVS[name].env, **options),
                parallel_env=partial(ENVS[name].parallel_env, **options),
            )
        )

    @every_case
    def test_render(self, name, players, capsys):
        render_test(partial(ENVS[name].env, players=players))
        assert capsys.readouterr().out

    @every_case
    def test_state(self, name, players):
        options = {"players": players, "illegal": "random"}  # it knows no masks
        state_test(ENVS[name].env(**options), ENVS[name].parallel_env(**options))


@every_case
def test_a_match_is_the_match_and_ends_with_its_rewards(name, players):
    env = ENVS[name].env(players=players)
    env.reset(seed=9)
    total = np.zeros(players)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        total[env.possible_agents.index(agent)] += reward
        assert not truncated
        action = None if terminated else env.action_space(agent).sample(seen["action_mask"])
        env.step(action)
    match = env.unwrapped.table.match
    assert match.over
    assert set(np.flatnonzero(total == total.max())) == set(match.winners)
    assert total.sum() == pytest.approx(0)
    assert tenka.load(match.record()).over


@every_case
def test_planning_in_turn_shows_nobody_what_the_others_have_laid(name, players):
    """What an agent sees while others plan does not depend on what they plan."""
    seen = []
    for seed in range(2):
        env = ENVS[name].raw_env(players=players, **PLANNED[name])
        env.reset(seed=3)
        rng = np.random.default_rng(seed)
        steps = []
        for _ in range(4 * players):
            agent = env.agent_selection
            mask = np.flatnonzero(env.observe(agent)["action_mask"])
            if agent == "player_0":
                steps.append(env.observe(agent)["observation"])
                env.step(mask[0])
            else:
                env.step(rng.choice(mask))
        seen.append((steps, env.unwrapped.table.match.state_bytes()))
    assert seen[0][1] != seen[1][1]
    assert len(seen[0][0]) == 4
    for first, second in zip(seen[0][0], seen[1][0], strict=True):
        assert np.array_equal(first, second)


@every_game
def test_several_who_may_decide_are_asked_in_turn(name):
    env = ENVS[name].env()
    env.reset(seed=1)
    count = len(env.possible_agents)
    asked = []
    for agent in env.agent_iter(2 * count):
        asked.append(agent)
        env.step(env.last()[0]["action_mask"].argmax())
    assert asked == env.possible_agents * 2


def test_masks_are_in_the_observation_and_the_info_of_who_is_asked():
    env = suntzu_v1.env()
    env.reset(seed=1)
    seen, _, _, _, info = env.last()
    legal = [action.id for action in env.unwrapped.table.match.legal(0)]
    assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(legal)
    assert np.array_equal(seen["action_mask"], info["action_mask"])
    assert not env.observe("player_1")["action_mask"].any()
    assert env.infos["player_1"] == {}


def test_an_illegal_decision_ends_the_match_or_another_is_drawn():
    raw, env, lenient = suntzu_v1.raw_env(), suntzu_v1.env(), suntzu_v1.env(illegal="random")
    for each in (raw, env, lenient):
        each.reset(seed=1)
    wrong = int(raw.observe("player_0")["action_mask"].argmin())
    with pytest.raises(tenka.IllegalAction, match="may not play"):
        raw.step(wrong)
    env.step(wrong)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": -1, "player_1": 0}
    env.step(None)
    env.step(None)
    assert env.agents == []
    env.reset(seed=1)
    env.step(10**6)
    assert all(env.terminations.values())
    lenient.step(wrong)
    assert not any(lenient.terminations.values())
    with pytest.raises(tenka.OptionError, match="not 'forgive'"):
        suntzu_v1.env(illegal="forgive")


def test_an_illegal_decision_ends_a_parallel_match():
    env = suntzu_v1.parallel_env()
    seen, _ = env.reset(seed=1)
    actions = {agent: int(seen[agent]["action_mask"].argmax()) for agent in env.agents}
    actions["player_1"] = int(seen["player_1"]["action_mask"].argmin())
    _, rewards, terminated, _, _ = env.step(actions)
    assert rewards == {"player_0": 0, "player_1": -1}
    assert all(terminated.values())
    assert env.agents == []


def test_options_are_the_games_and_an_environment_can_be_pickled():
    env = suntzu_v1.raw_env(events=True)
    twin = pickle.loads(pickle.dumps(env))  # noqa: S301  (our own)
    assert twin.table.options == env.table.options
    assert twin.table.options["events"] is True
    with pytest.raises(tenka.OptionError, match="Sun Tzu is for 2 players"):
        suntzu_v1.env(players=3)
    with pytest.raises(tenka.OptionError, match="render_mode is"):
        suntzu_v1.env(render_mode="hologram")
    env.reset()
    with pytest.raises(tenka.OptionError, match="say how"):
        env.render()


@every_case
def test_no_number_of_an_observation_leaves_its_space(name, players):
    """Over whole random games, far beyond what the suites look at."""
    from tenka.envs.sight import EDGE
    from tenka.envs.vector import VectorEnv

    env = VectorEnv(name, 64, players=players, seed=1)
    for _ in range(500):
        env.step(env.random_actions())
        assert np.abs(env.observations).max() <= EDGE
