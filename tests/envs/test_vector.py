"""The batch environment, held against matches that are played one by one."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

import tenka
from tenka.core.batch import SHARE
from tenka.core.match import Match
from tenka.envs import vector
from tenka.envs.vector import RENEW, WAIT, VectorEnv
from tests.envs.cases import every_case, every_game


def single(env, at):
    """Match `at` of a fresh environment as a match of its own."""
    return Match.resume(env.game, env.options, 0, env.states[at].tobytes())


@every_case
def test_the_arrays_are_those_of_matches_played_one_by_one(name, players):
    env = VectorEnv(name, 3, seed=5, players=players, threads=1)
    matches = [single(env, at) for at in range(3)]
    endings = 0
    for _ in range(460):
        for at, match in enumerate(matches):
            actor = match.to_act[0]
            assert env.actors[at] == actor
            assert np.flatnonzero(env.masks[at]).tolist() == sorted(
                action.id for action in match.legal(actor)
            )
            assert np.array_equal(env.observations[at], env.game.observe(match.state, actor))
        actions = env.random_actions()
        for match, action in zip(matches, actions.tolist(), strict=True):
            match.play(match.to_act[0], action)
        env.step(actions)
        for at in range(3):
            assert env.ended[at] == matches[at].over
            if matches[at].over:
                endings += 1
                check_rewards(env.rewards[at], matches[at].winners)
                matches[at] = single(env, at)
            else:
                assert not env.rewards[at].any()
    assert endings >= 3


def check_rewards(rewards, winners):
    """They sum to 0, winners share alike, and those who lost had the most to lose."""
    assert abs(rewards.sum()) < 1e-6
    assert len({float(rewards[w]) for w in winners}) == 1
    others = [float(r) for seat, r in enumerate(rewards) if seat not in winners]
    assert all(other == pytest.approx(-1 / (len(rewards) - 1)) for other in others)
    if len(winners) == 1:
        assert rewards[winners[0]] == 1


@every_game
def test_a_seed_gives_the_same_matches_on_any_number_of_threads(name, monkeypatch):
    monkeypatch.setattr(vector, "SHARE", 50)  # so that all three threads have something to do
    one, two = (VectorEnv(name, 200, seed=3, threads=threads) for threads in (1, 3))
    assert (one._helpers, two._helpers) == (0, 2)
    for _ in range(300):
        actions = one.random_actions()
        assert np.array_equal(actions, two.random_actions())
        one.step(actions)
        two.step(actions)
    assert one.states.tobytes() == two.states.tobytes()
    assert np.array_equal(one.observations, two.observations)
    first = one.states.tobytes()
    one.reset(seed=3)
    assert one.states.tobytes() == VectorEnv(name, 200, seed=3).states.tobytes() != first


def test_few_matches_are_worth_no_second_thread():
    for size, helpers in ((1, 0), (2 * SHARE - 1, 0), (2 * SHARE, 1), (8 * SHARE, 2)):
        assert VectorEnv("suntzu", size, seed=1, threads=3)._helpers == helpers


def test_few_matches_of_a_batch_are_worth_no_second_thread():
    many = tenka.batch("suntzu", 2 * SHARE, seed=1, threads=2)
    shares = []
    for count in (1, 2 * SHARE - 1, 2 * SHARE):
        many._spread(count, lambda *share: shares.append(share))
    assert [last - first for _, first, last in shares[:2]] == [1, 2 * SHARE - 1]
    assert {share[0] for share in shares[2:]} == {0, 1}
    assert sum(last - first for _, first, last in shares[2:]) == 2 * SHARE


def test_an_environment_may_go_while_its_threads_look_out_for_more():
    for seed in range(20):
        env = VectorEnv("suntzu", 2 * SHARE, seed=seed, threads=2)
        env.step(env.random_actions())
        gone = weakref.ref(env)
        del env
        gc.collect()
        assert gone() is None


def test_finished_matches_are_restarted_and_no_two_are_alike():
    env = VectorEnv("suntzu", 32, seed=1)
    seen = {state.tobytes() for state in env.states}
    endings = 0
    for _ in range(400):
        env.step(env.random_actions())
        endings += int(env.ended.sum())
        seen |= {env.states[at].tobytes() for at in np.flatnonzero(env.ended)}
        assert (env.actors >= 0).all()
        assert env.masks.any(axis=1).all()
    assert endings > 32
    assert len(seen) == 32 + endings


def test_a_match_may_wait_and_a_finished_one_may_stay():
    env = VectorEnv("suntzu", 8, seed=2)
    before = env.states.tobytes()
    env.step(np.full(8, WAIT))
    assert env.states.tobytes() == before
    env.step([RENEW, *[WAIT] * 7])
    assert env.states[1:].tobytes() == before[len(before) // 8 :]
    assert env.states[0].tobytes() != before[: len(before) // 8]
    while not (env.actors < 0).any():
        env.step(env.random_actions(), restart=False)
    at = int(env.actors.argmin())
    assert env.ended[at]
    assert env.over[at]
    assert not env.masks[at].any()
    env.step(env.random_actions(), restart=False)
    assert not env.ended[at]
    assert at in env.reset_finished()
    assert env.actors[at] >= 0
    assert not env.over.any()


@pytest.mark.parametrize("wrong", [-3, 143, 10**6])
def test_an_illegal_decision_changes_nothing_in_its_match(wrong):
    env = VectorEnv("suntzu", 4, seed=2)
    actions, before = env.random_actions(), env.states.copy()
    actions[2] = wrong
    with pytest.raises(
        tenka.IllegalAction, match=f"decision {wrong} is not legal in match 2; 1 of"
    ):
        env.step(actions)
    assert (env.states == before).tolist() == [False, False, True, False]
    assert not env.ended.any()
    with pytest.raises(tenka.IllegalAction, match="4 decisions are needed"):
        env.step(actions[:3])


def test_arrays_stay_where_they_are_and_are_shared_without_copies():
    env = VectorEnv("suntzu", 16, seed=1)
    shared = [np.from_dlpack(a) for a in (env.observations, env.masks, env.actors, env.rewards)]
    for _ in range(50):
        env.step(env.random_actions())
    now = (env.observations, env.masks, env.actors, env.rewards)
    for mine, theirs in zip(now, shared, strict=True):
        assert np.shares_memory(mine, theirs)
    assert shared[0].any()


def test_pytorch_works_on_the_same_memory():
    torch = pytest.importorskip("torch", reason="PyTorch is too large to be a test dependency")
    env = VectorEnv("suntzu", 16, seed=1)
    seen, masks = torch.from_numpy(env.observations), torch.from_dlpack(env.masks)
    assert masks.dtype == torch.bool
    assert seen.data_ptr() == env.observations.ctypes.data
    env.step(torch.from_numpy(env.random_actions()))
    assert np.array_equal(seen.numpy(), env.observations)


@every_game
def test_random_decisions_are_legal_and_all_of_them_come(name):
    env = VectorEnv(name, 256, seed=4)
    for _ in range(20):
        env.step(env.random_actions())
    counts = np.zeros(env.masks.shape, dtype=int)
    for _ in range(400):
        counts[np.arange(256), env.random_actions()] += 1
    assert not counts[~env.masks].any()
    few = env.masks & (env.masks.sum(axis=1, keepdims=True) <= 8)
    assert few.any()
    assert counts[few].min() > 0


def test_options_are_the_games():
    env = VectorEnv("samurai", 2, players=3, figures="random")
    assert env.options["figures"] == "random"
    with pytest.raises(tenka.OptionError, match="no option 'evants'"):
        VectorEnv("suntzu", 2, evants=True)
