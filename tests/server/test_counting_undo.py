"""What may be taken back, decision by decision, in whole random games without a server.

The proof is another truth: a state that differs only in what the player may not know. If the
decisions that can be taken back lead there to the same sight, they told the player nothing.
"""

from __future__ import annotations

import importlib
import random
from types import SimpleNamespace

import numpy as np
import pytest

import tenka
from tenka.server import moves
from tenka.server.book import Book


def play_randomly(game, seed, observe, **options):
    """A random game as a table counts it; `observe` sees each decision and the book after it."""
    match, rng = tenka.new(game, seed=seed, **options), random.Random(seed)
    book = Book.blank(match.options["players"])
    book.planning = len(match.to_act) > 1
    while not match.over:
        seat = rng.choice(match.to_act)
        action = rng.choice(match.legal(seat))
        before, planned = match.clone(), book.planning
        moves.make(book, match, seat, [action.id])
        observe(
            SimpleNamespace(before=before, after=match, seat=seat, action=action), book, planned
        )


@pytest.mark.parametrize("game", tenka.games())
def test_what_can_be_taken_back_told_its_player_nothing(game):
    twin = importlib.import_module(f"tests.games.{game}.invariants").twin
    rng, checked = np.random.default_rng(1), 0
    running = []  # the decisions that can be taken back now, outside of planning

    def observe(step, book, planned):
        nonlocal checked, running
        if planned or not book.undo[step.seat]:
            running = []
            return
        running = [*running, step][-book.undo[step.seat] :]
        start = running[0].before
        assert [s.seat for s in running] == [step.seat] * book.undo[step.seat]
        other = start.clone(twin(start.state, step.seat, rng))
        for earlier in running:
            other.play(step.seat, earlier.action)
        assert other.redacted(step.seat).tobytes() == step.after.redacted(step.seat).tobytes()
        checked += 1

    for seed in range(3):
        play_randomly(game, seed, observe)
    assert checked > 20


def kinds_after(step) -> set[str]:
    """The kinds of entries that a decision led to."""
    return {e.kind.name for e in step.after.journal[len(step.before.journal) :]}


def test_in_samurai_everything_since_the_turn_began():
    since = most = 0

    def observe(step, book, planned):
        nonlocal since, most
        if not any(entry.kind.name == "turn" for entry in step.before.journal):
            return
        since = 0 if kinds_after(step) & {"turn", "over"} else since + 1
        assert book.undo == [since if seat == step.seat else 0 for seat in range(2)]
        most = max(most, since)

    play_randomly("samurai", 5, observe)
    assert most >= 4


def test_in_shogun_where_armies_march_until_they_do():
    marches = []

    def observe(step, book, planned):
        if step.after.view(None)["phase"] == "armies" and step.seat in step.after.to_act:
            marches.append(book.undo[step.seat])
        if kinds_after(step) & {"fell", "action opened", "moved"}:
            assert not any(book.undo)

    play_randomly("shogun", 5, observe)
    assert len(marches) > 20
    assert set(marches) == {1}


def test_in_sun_tzu_orders_until_the_last_is_laid_and_cards_discarded_in_a_window():
    ordered, discarded = [], []

    def observe(step, book, planned):
        kinds = kinds_after(step)
        if "ordered" in kinds and book.planning:  # the other has not laid all orders yet
            ordered.append(book.undo[step.seat])
        if "reinforced" in kinds and step.after.to_act == (step.seat,):
            discarded.append(book.undo[step.seat])
        if "opened" in kinds:
            assert not any(book.undo)

    play_randomly("suntzu", 2, observe)
    assert set(ordered) == {5}
    assert discarded
    assert min(discarded) >= 1
