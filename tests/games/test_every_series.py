"""Series of decisions, and answers in advance, in every game: they tell nothing that was hidden."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import tenka
from tenka.core import foresight
from tenka.core.reasons import UNFORESEEN
from tests.games.cases import FACTS, every_case, random_game, seeds
from tests.games.series import some_series


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
