"""Where a series is tried: on what its player knows, even in a game that is careless with secrets.

In the games of the house, what is legal follows from what a player knows, so a trial on the true
position would say the same. This one has a box with a secret in it, which decides what is legal
once it has been touched, and shows it to nobody.
"""

from __future__ import annotations

from typing import Literal

import pytest
from typing_extensions import TypedDict

import tenka
from tenka.core import code
from tenka.core.chance import below
from tenka.core.code import Way
from tenka.core.game import Choices, Decisions, Game, Observation, Rules, offer
from tenka.core.journal import Journal, Kinds
from tenka.core.layout import UNKNOWN, Int8, Numbers, Position
from tenka.core.match import Match
from tenka.core.rule import rule

SECRETS = 3
DECISIONS = Decisions()
TOUCH = DECISIONS.group("touch", ["touch"])
GUESS = DECISIONS.group("guess", [f"guess {secret}" for secret in range(SECRETS)])


class State(Position):
    touched: Int8
    box: Int8


class BoxView(TypedDict):
    """Nothing is to be seen."""

    game: Literal["box"]


@rule
def setup(s: State, j: Journal) -> None:
    s.acting = 1
    s.box = below(s, SECRETS)


@rule
def legal(s: State, player: int, c: Choices) -> None:
    """Only the right guess: the list itself gives the secret away."""
    offer(c, GUESS + s.box if s.touched else TOUCH)


@rule
def apply(s: State, j: Journal, player: int, action: int) -> None:
    s.touched = 1
    if action != TOUCH:
        s.acting = 0


@rule
def score(s: State, player: int) -> int:
    return 0


@rule
def redact(s: State, viewer: int) -> None:
    s.box = UNKNOWN


@rule
def determinise(s: State) -> None:
    s.box = below(s, SECRETS)


@rule
def encode(s: State, viewer: int, numbers: Numbers) -> None:
    pass


BOX = Game(
    name="box",
    title="Box",
    players=(1,),
    state=State,
    rules=Rules(setup, legal, apply, score, redact, determinise, encode),
    decisions=DECISIONS,
    journal=Kinds(),
    observation=Observation(),
    shape=BoxView,
    view=lambda seen, viewer: {"game": "box"},
)


@pytest.fixture
def boxes():
    """A match for each secret; its player cannot tell one from another."""
    before = code.way()
    code.go(Way.TOLD)  # this game is in no package, from which it could be compiled
    match = Match(BOX, BOX.choose(None, {}), 1)
    twins = [match.clone(match.state.copy()) for _ in range(SECRETS)]
    for secret, twin in enumerate(twins):
        twin.state.box = secret
    yield twins
    code.go(before)


def refusal(match: Match, series: list[int]) -> str:
    before = match.state_bytes()
    with pytest.raises(tenka.IllegalAction) as refused:
        match.play(0, series)
    assert match.state_bytes() == before
    return str(refused.value)


@pytest.mark.parametrize("guess", range(SECRETS))
def test_a_refused_series_is_tried_on_what_its_player_knows(boxes, guess):
    """Behind the touch stands a guess, and behind that nonsense: how far it went is not told."""
    series = [TOUCH, GUESS + guess, TOUCH]
    assert len({refusal(match, series) for match in boxes}) == 1


def test_the_box_would_give_its_secret_away_if_the_truth_were_tried(boxes):
    """So that the tests above can fail."""
    for match in boxes:
        match.play(0, TOUCH)
    assert len({tuple(action.id for action in match.legal(0)) for match in boxes}) == SECRETS
