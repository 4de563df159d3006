"""Properties that hold in every game, over random play and all options."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

import tenka
from tenka.core import batch as core_batch
from tenka.core.reasons import REASONS
from tenka.core.recordfile import text
from tests.games.cases import CASES, FACTS, every_case, random_game, seeds

ROOT = Path(__file__).parent.parent.parent


@every_case
@settings(max_examples=8, deadline=None)
@given(seed=seeds)
def test_everything_is_accounted_for_and_the_game_ends(name, options, seed):
    match = random_game(name, options, seed, lambda m: FACTS[name].check(m.state))
    assert match.winners
    assert len(match.scores) == match.options["players"]


@every_case
@settings(max_examples=3, deadline=None)
@given(seed=seeds)
def test_legal_decisions_are_accepted_and_all_others_refused_with_a_reason(name, options, seed):
    rng = np.random.default_rng(seed)

    def try_everything(match):
        if rng.random() > 0.02:
            return
        before, record = match.state_bytes(), match.record()
        for player in range(match.options["players"]):
            legal = {action.id for action in match.legal(player)}
            assert bool(legal) == (player in match.to_act)
            refusing = match.clone()
            for action in match.game.actions:
                if action.id in legal:
                    accepting = match.clone()
                    accepting.play(player, str(action))
                    assert accepting.state_bytes() != before
                elif legal or rng.random() < 0.05:
                    with pytest.raises(tenka.IllegalAction, match=r"\w{3}") as refusal:
                        refusing.play(player, action)
                    reason = refusal.value.reason
                    assert reason.values.keys() == {**REASONS, **match.game.reasons}[reason.code]
                    assert refusing.state_bytes() == before
            assert refusing.record() == record
        assert match.state_bytes() == before

    random_game(name, options, seed, try_everything)


@every_case
def test_clones_are_independent(name, options):
    earlier = []
    random_game(
        name,
        options,
        5,
        lambda m: earlier.append((m.clone(), hashlib.sha256(m.state_bytes()).digest())),
    )
    for clone, digest in earlier:
        assert hashlib.sha256(clone.state_bytes()).digest() == digest
    middle, digest = earlier[len(earlier) // 2]
    fork = middle.clone()
    fork.play(fork.to_act[0], fork.legal(fork.to_act[0])[0])
    assert hashlib.sha256(middle.state_bytes()).digest() == digest
    assert len(fork.history) == len(middle.history) + 1


@every_case
@settings(max_examples=5, deadline=None)
@given(seed=seeds)
def test_records_round_trip_to_the_same_bytes(name, options, seed):
    rng = np.random.default_rng(seed)

    def round_trip(match):
        if match.over or rng.random() < 0.02:
            record = match.record()
            again = tenka.load(text(record))
            assert again.state_bytes() == match.state_bytes()
            assert text(again.record()) == text(record)
            assert json.loads(text(record)) == record
            assert [e.json() for e in again.journal] == [e.json() for e in match.journal]

    random_game(name, options, seed, round_trip)


@every_case
@settings(max_examples=5, deadline=None)
@given(seed=seeds)
def test_secrets_do_not_show(name, options, seed):
    """States that differ only in what a viewer may not know look alike to that viewer."""
    rng = np.random.default_rng(seed)

    def compare(match):
        if rng.random() > 0.1:
            return
        for viewer in (*range(match.options["players"]), None):
            eyes = -1 if viewer is None else viewer
            other = match.clone(FACTS[name].twin(match.state, eyes, rng))
            FACTS[name].check(other.state)
            assert other.redacted(viewer).tobytes() == match.redacted(viewer).tobytes()
            view = match.view(viewer)
            assert other.view(viewer) == view == match.game.view(match.redacted(viewer), eyes)
            assert str(match.seed) not in json.dumps(view)
            seen = match.game.observe(match.state, eyes)
            assert (seen == match.game.observe(other.state, eyes)).all()
            if viewer in match.to_act:
                assert match.legal(viewer) == other.legal(viewer)

    random_game(name, options, seed, compare)


@every_case
@settings(max_examples=5, deadline=None)
@given(seed=seeds)
def test_imagined_states_fit_what_was_seen(name, options, seed):
    rng = np.random.default_rng(seed)

    def imagine(match):
        if match.over or rng.random() > 0.1:
            return
        for viewer in (*range(match.options["players"]), None):
            seen = match.redacted(viewer)
            state = match.game.determinise(seen, rng)
            FACTS[name].check(state)
            eyes = -1 if viewer is None else viewer
            assert match.game.redact(state, eyes).tobytes() == seen.tobytes()
            if viewer in match.to_act:
                imagined = match.clone(state)
                assert imagined.legal(viewer) == match.legal(viewer)

    random_game(name, options, seed, imagine)


@every_case
def test_an_imagined_game_can_be_played_to_its_end(name, options):
    rng = np.random.default_rng(3)
    match = random_game(name, options, 3, most=10**6)
    history = match.history
    for decisions in rng.integers(0, len(history), size=6):
        middle = tenka.new(name, seed=match.seed, **options)
        for player, action, _ in history[:decisions]:
            middle.play(player, action)
        for viewer in middle.to_act:
            state = middle.game.determinise(middle.redacted(viewer), rng)
            game = middle.clone(state)
            while not game.over:
                FACTS[name].check(game.state)
                legal = game.legal(game.to_act[-1])
                game.play(game.to_act[-1], legal[rng.integers(len(legal))])


@pytest.mark.parametrize("name", tenka.games())
def test_the_order_of_simultaneous_decisions_does_not_matter(name):
    """Whoever decides first among those asked together, the position is the same."""
    rng = np.random.default_rng(11)
    tried = 0

    def swap(match):
        nonlocal tried
        if len(match.to_act) < 2 or rng.random() > 0.2:
            return
        (first, a), (second, b) = (
            (player, rng.choice(match.legal(player)))
            for player in rng.choice(match.to_act, size=2, replace=False).tolist()
        )
        one, two = match.clone(), match.clone()
        one.play(first, a)
        one.play(second, b)
        two.play(second, b)
        two.play(first, a)
        assert one.state_bytes() == two.state_bytes()
        tried += 1

    for options in FACTS[name].OPTIONS:
        random_game(name, options, 11, swap)
    assert tried > 10


@every_case
def test_observations_are_finite_and_as_long_as_announced(name, options):
    def look(match):
        for viewer in range(match.options["players"]):
            seen = match.game.observe(match.state, viewer)
            assert seen.shape == (match.game.observation_size,)
            assert np.isfinite(seen).all()
            assert np.abs(seen).max() <= 64

    random_game(name, options, 2, look)


@every_case
def test_a_batch_plays_like_single_matches(name, options, monkeypatch):
    monkeypatch.setattr(core_batch, "SHARE", 20)  # so that both threads have something to do
    batch = tenka.batch(name, 40, seed=4, threads=2, **options)
    template = tenka.new(name, seed=0, **options)
    for _ in range(120):
        batch.reset_finished()
        masks, actors = batch.legal_masks()
        actions = np.array([np.flatnonzero(m)[-1] if m.any() else 0 for m in masks])
        singles = [template.clone(state.copy()) for state in batch.states]
        batch.step(actions)
        for single, actor, mask, action, state in zip(
            singles, actors, masks, actions, batch.states, strict=True
        ):
            assert actor == single.to_act[0]
            legal = sorted(a.id for a in single.legal(int(actor)))
            assert legal == np.flatnonzero(mask).tolist()
            single.play(int(actor), int(action))
            assert single.state_bytes() == state.tobytes()
        seen = batch.observe()
        at = int(np.flatnonzero(~batch.over)[0])
        assert (seen[at] == template.game.observe(batch.states[at], batch.actors[at])).all()


def digest_of_games(name: str, options: dict) -> str:
    """A hash over all that the compiled code computes in a game."""
    total = hashlib.sha256()
    rng = np.random.default_rng(1)

    def add(match):
        total.update(match.state_bytes())
        if rng.random() > 0.15:
            return
        for viewer in (*range(match.options["players"]), None):
            seen = match.redacted(viewer)
            total.update(seen.tobytes())
            eyes = -1 if viewer is None else viewer
            total.update(match.game.observe(match.state, eyes).tobytes())
            if not match.over:
                total.update(match.game.determinise(seen, rng).tobytes())

    match = random_game(name, options, 1, add)
    total.update(text(match.record()).encode())
    return total.hexdigest()


@pytest.fixture(scope="session")
def interpreted_digests():
    """The same hashes from a process in which nothing is compiled."""
    program = (
        "import json; from tests.games.test_every_game import CASES, digest_of_games;"
        "print(json.dumps([digest_of_games(*case) for case in CASES]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


@pytest.mark.long
def test_compiled_and_interpreted_rules_give_the_same_bytes(interpreted_digests):
    assert [digest_of_games(*case) for case in CASES] == interpreted_digests
