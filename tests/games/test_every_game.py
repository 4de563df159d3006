"""Properties that hold in every game, over random play and all options."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tenka
from tenka.core import batch as core_batch
from tenka.core import foresight
from tenka.core.reasons import REASONS, UNFORESEEN
from tenka.core.recordfile import text
from tests.games.series import some_series

ROOT = Path(__file__).parent.parent.parent
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


def played_to(name, options, seed, decisions):
    """The position after so many random decisions, or the end."""
    rng = np.random.default_rng(seed)
    match = tenka.new(name, seed=seed, **options)
    while decisions and not match.over:
        player = match.to_act[rng.integers(len(match.to_act))]
        match.play(player, match.legal(player)[rng.integers(len(match.legal(player)))])
        decisions -= 1
    return match


def alike(match, player, seed):
    """The match and others that its player cannot tell from it, with other secrets and luck."""
    rng = np.random.default_rng(seed)
    yield match.clone()
    for _ in range(3):
        yield match.clone(FACTS[match.game.name].twin(match.state, player, rng))
        if not match.over:
            yield match.clone(match.game.determinise(match.redacted(player), rng))


def answer_to(match, player, series):
    """What a player is told who tries a series; refused, it has left no trace."""
    before, journal = match.state_bytes(), match.journal_bytes()
    try:
        match.play(player, series)
    except tenka.IllegalAction as refusal:
        assert (match.state_bytes(), match.journal_bytes()) == (before, journal)
        return str(refusal)
    return "made"


moments = st.integers(0, 400)


@every_case
@settings(max_examples=25, deadline=None)
@given(seed=seeds, moment=moments, random=st.randoms(use_true_random=False))
def test_a_refused_series_tells_nothing_that_is_hidden(name, options, seed, moment, random):
    """Every word of a refusal, and that it is one, follow from what the player knows."""
    match = played_to(name, options, seed, moment)
    for player in match.to_act or [0]:
        twins = list(alike(match, player, seed))
        for _ in range(4):
            series = some_series(random.choice(twins), player, random)
            answers = {answer_to(twin.clone(), player, series) for twin in twins}
            assert len(answers) == 1, (series, answers)


@every_case
@settings(max_examples=15, deadline=None)
@given(seed=seeds, moment=moments)
def test_where_a_series_ends_follows_from_what_its_player_knows(name, options, seed, moment):
    """And where it goes on, the player sees the same, whatever is hidden."""
    match = played_to(name, options, seed, moment)
    for player in match.to_act:
        for action in match.legal(player):
            outcomes = set()
            for twin in (*alike(match, player, seed), foresight.imagine(match, player)):
                foreseen = foresight.take(twin, player, action.id).foreseen
                outcomes.add(twin.redacted_bytes(player).hex() if foreseen else "")
            assert len(outcomes) == 1, action


@every_case
def test_what_a_pick_leads_to_is_told_beforehand(name, options):
    """It is what may be decided after the pick, and the same whatever the position hides."""
    rng, told = np.random.default_rng(7), 0

    def look_ahead(match):
        nonlocal told
        if match.over or rng.random() > 0.1:
            return
        for player in match.to_act:
            choices, before = foresight.choices(match, player), match.state_bytes()
            assert [choice.action for choice in choices] == match.legal(player)
            for twin in alike(match, player, 7):
                assert foresight.choices(twin, player) == choices
            for choice in (choice for choice in choices if choice.leads_to):
                ahead = match.clone()
                ahead.play(player, choice.action)
                after = {one.action.id: one.leads_to for one in foresight.choices(ahead, player)}
                assert choice.leads_to == (after if any(after.values()) else list(after))
                told += 1
            assert match.state_bytes() == before

    random_game(name, options, 7, look_ahead)
    assert bool(told) == bool(tenka.game(name).picks)


@every_case
def test_a_series_of_what_can_be_foreseen_is_made(name, options):
    """Step by step or in one go: the same bytes; and one decision more is one sentence."""
    rng, longest = np.random.default_rng(9), 0

    def try_series(match):
        nonlocal longest
        if match.over or rng.random() > 0.2:
            return
        player = match.to_act[rng.integers(len(match.to_act))]
        ahead, series, goes_on = match.clone(), [], True
        while goes_on:
            action = rng.choice(ahead.legal(player))
            series.append([action, action.id, str(action)][rng.integers(3)])
            goes_on = foresight.take(ahead, player, action.id).foreseen
        at_once = match.clone()
        at_once.play(player, series)
        assert at_once.state_bytes() == ahead.state_bytes()
        assert at_once.journal_bytes() == ahead.journal_bytes()
        assert answer_to(match, player, [*series, 0]) == str(UNFORESEEN())
        longest = max(longest, len(series))

    random_game(name, options, 9, try_series)
    assert longest > 1


@every_case
@settings(max_examples=5, deadline=None)
@given(seed=seeds)
def test_answers_in_advance_decide_only_what_may_be_decided(name, options, seed):
    """Whenever they were given, as long as they hold; and they leave the position as it is."""
    rng = np.random.default_rng(seed)
    known = {answer.name: answer for answer in tenka.game(name).answers}
    on: dict[tuple[int, str], int] = {}

    def look(match):
        seen, before = match.redacted(None), match.state_bytes()
        for player, answer in ((p, a) for p in range(match.options["players"]) for a in known):
            given = on.get((player, answer))
            if given is None and rng.random() < 0.05:
                given = known[answer].begin(seen, player)
            if given is not None and known[answer].over(seen, player, given):
                given = None
            if given is not None and player in match.to_act:
                decided = known[answer].decide(seen, player)
                assert decided is None or decided in match.offered(player)
            on[player, answer] = given
        assert match.state_bytes() == before

    random_game(name, options, seed, look)
    kinds = [(answer.name, answer.kind, answer.about) for answer in known.values()]
    assert all(map(str, sum(kinds, ()))), "each has a name, a kind and words"
    assert len(known) == len(tenka.game(name).answers)


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
