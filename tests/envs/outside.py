"""A game from outside in every interface for research; run where one is installed."""

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test

import tenka
import tenka.envs.gymnasium
import tenka.envs.open_spiel
from tenka.arena import Tournament
from tenka.envs.vector import VectorEnv


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo():
    from tenka.envs import goofspiel_v0  # there is one only where the game is installed

    api_test(goofspiel_v0.env(players=3), num_cycles=60)
    parallel_api_test(goofspiel_v0.parallel_env(ties="carry"), num_cycles=60)
    env = goofspiel_v0.env(render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().ndim == 3


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasium():
    env = gymnasium.make("tenka/Goofspiel-v0", opponents="matcher", illegal="random")
    check_env(env.unwrapped, skip_render_check=True)


def test_open_spiel():
    game = pyspiel.load_game("tenka_goofspiel(players=3,ties=next)")
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    assert sum(state.returns()) == pytest.approx(0)


def test_batches():
    batch = tenka.batch("goofspiel", 8, seed=1, threads=1)
    while not batch.over.all():
        batch.step(batch.legal_masks()[0].argmax(axis=1))
    env = VectorEnv("goofspiel", 8, seed=1, threads=1)
    ended = 0
    for _ in range(100):
        env.step(env.random_actions())
        ended += int(env.ended.sum())
    assert ended > 8
    assert np.isfinite(env.observations).all()


def test_a_tournament():
    """Bids of the prize's own worth beat bids at random."""
    standings = Tournament.of("goofspiel", ["matcher", "random"], None, games=40).run(workers=1)
    assert standings.share("matcher") > 0.7
