"""OpenSpiel's own simulations, unchanged, on every game and player count; and what they leave."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.observation import make_observation

import tenka
from tenka.envs import open_spiel
from tests.envs.cases import every_case, every_game


def load(name, **options):
    return pyspiel.load_game(f"tenka_{name}", options)


def advanced(game, decisions, seed=0):
    """A state after so many random decisions, at which a player is to decide."""
    rng, state = random.Random(seed), game.new_initial_state()
    while decisions > 0 or state.is_chance_node():
        decisions -= not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    return state


class TestTheirSuites:
    @every_case
    def test_random_simulation(self, name, players):
        """States are written and read at every step with the fewest players: it takes long."""
        game, fewest = load(name, players=players), min(tenka.game(name).players)
        observer = game.make_observer(pyspiel.IIGObservationType(perfect_recall=False), {})
        pyspiel.random_sim_test(
            game, 1, serialize=players == fewest, verbose=False, observer=observer
        )

    @every_case
    def test_reinforcement_learning_environment(self, name, players):
        env = rl_environment.Environment(
            load(name, players=players), observation_type=rl_environment.ObservationType.OBSERVATION
        )
        env.seed(1)
        step, rng = env.reset(), random.Random(2)
        while not step.last():
            player = step.observations["current_player"]
            assert len(step.observations["info_state"][player]) == tenka.game(name).observation_size
            step = env.step([rng.choice(step.observations["legal_actions"][player])])
        assert sum(step.rewards) == pytest.approx(0)


@every_case
def test_a_game_is_the_match_with_the_same_decisions(name, players):
    state = load(name, players=players).new_initial_state()
    rng, moves = random.Random(5), 0
    while not state.is_terminal():
        if not state.is_chance_node():
            match, player = state.match, state.current_player()
            assert player == match.to_act[0]
            assert [a.id for a in sorted(match.legal(player), key=int)] == state.legal_actions()
            assert state.action_to_string(state.legal_actions()[0]) == str(
                match.game.actions[state.legal_actions()[0]]
            )
            moves += 1
        state.apply_action(rng.choice(state.legal_actions()))
    assert moves == len(state.match.history) < state.get_game().max_game_length() / 2
    best = max(state.returns())
    assert tuple(p for p, r in enumerate(state.returns()) if r == best) == state.match.winners


@every_game
def test_the_same_history_gives_the_same_state_and_other_chances_another(name):
    state = advanced(load(name), 40)
    again = load(name).new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert again.match.state_bytes() == state.match.state_bytes()
    first, second = (load(name).new_initial_state() for _ in range(2))
    for outcome in (1, 2, 3, 4):
        first.apply_action(outcome)
        second.apply_action(outcome if outcome < 4 else 5)
    assert first.match.state_bytes() != second.match.state_bytes()


def test_copies_meet_chances_of_their_own_and_the_decision_waits_for_them():
    """Shogun's tower: one decision, many ways for the cubes to fall."""
    state = advanced(load("shogun", players=3), 60)
    while not state.is_chance_node():
        before = state.match.state_bytes()
        state.apply_action(state.legal_actions()[-1])
    assert state.match.state_bytes() == before
    ways = set()
    for outcome in range(40):
        child = state.child(outcome)
        assert not child.is_chance_node()
        ways.add(child.match.state_bytes()[20:])
    assert len(ways) > 3


@every_case
def test_a_state_is_kept_and_taken_up_again(name, players):
    game = load(name, players=players)
    state = advanced(game, 60)
    for twin in (
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
        pickle.loads(pickle.dumps(state)),  # noqa: S301  (our own)
        state.clone(),
    ):
        assert twin.match.state_bytes() == state.match.state_bytes()
        for player in range(players):
            assert twin.information_state_string(player) == state.information_state_string(player)
        twin.apply_action(twin.legal_actions()[0])
        assert twin.history() != state.history()


@every_case
def test_what_a_player_knows_is_the_same_in_every_state_imagined_for_that_player(name, players):
    state = advanced(load(name, players=players), 70, seed=3)
    player = state.current_player()
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    others = set()
    for _ in range(4):
        twin = state.resample_from_infostate(player, sampler)
        assert twin.information_state_string(player) == state.information_state_string(player)
        assert twin.observation_tensor(player) == state.observation_tensor(player)
        assert twin.legal_actions() == state.legal_actions()
        others.add(twin.match.state_bytes())
        advance = twin.clone()
        advance.apply_action(advance.legal_actions()[0])
    assert len(others) > 1


@every_game
def test_an_information_state_grows_with_what_the_player_learns(name):
    """And two states that differ in what the others hide have the same one."""
    state = load(name).new_initial_state()
    rng, last = random.Random(1), [""] * state.num_players()
    for _ in range(60):
        actor = state.current_player()
        state.apply_action(rng.choice(state.legal_actions()))
        for player in range(state.num_players()):
            now = state.information_state_string(player)
            lines = last[player].splitlines()[:-1]
            assert now.splitlines()[: len(lines)] == lines
            if player == actor:
                assert now != last[player]
            last[player] = now


def test_an_observer_names_the_blocks_of_the_observation():
    game = load("suntzu")
    state = advanced(game, 20)
    observation = make_observation(game)
    observation.set_from(state, 1)
    assert list(observation.dict) == [block.name for block in tenka.game("suntzu").observation]
    seen = tenka.game("suntzu").observe(state.match.state, 1)
    assert np.array_equal(observation.tensor, seen)
    assert observation.dict["hand"].sum() == state.match.state.hand_size[1]
    assert '"viewer": 1' in observation.string_from(state, 1)
    with pytest.raises(ValueError, match="no parameters"):
        open_spiel.SpielGame("suntzu", {}).make_py_observer(None, {"colour": 1})


def test_options_are_parameters():
    game = pyspiel.load_game("tenka_shogun(players=3,side=moon,tower_pass=700)")
    state = advanced(game, 0)
    assert state.match.options == tenka.game("shogun").choose(
        3, {"side": "moon", "tower_pass": 700}
    )
    assert pyspiel.load_game(str(game)).num_players() == 3


class TestTheirAlgorithms:
    """They find their way in our games; how well they play is another matter."""

    def test_search_in_imagined_states_prefers_to_win(self):
        game = load("suntzu", beginner=True)
        bot = ismcts.ISMCTSBot(
            game, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), 2.0, 30,
            random_state=np.random.RandomState(2),
        )  # fmt: skip
        state = advanced(game, 70, seed=4)
        assert bot.step(state) in state.legal_actions()

    def test_search_with_chance_nodes(self):
        game = load("samurai", hands="random", figures="random")
        bot = mcts.MCTSBot(
            game, 2.0, 12, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
            random_state=np.random.RandomState(2),
        )  # fmt: skip
        state = advanced(game, 60)
        assert bot.step(state) in state.legal_actions()

    def test_counterfactual_regret_by_sampling(self):
        solver = outcome_sampling_mccfr.OutcomeSamplingSolver(load("suntzu", beginner=True))
        solver.iteration()
        assert solver.average_policy()
        assert len(solver._infostates) > 20
