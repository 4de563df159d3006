"""Sun Tzu (Alan M. Newman): two players, nine rounds, five provinces."""

from __future__ import annotations

from tenka.core.game import Game, Option, Rules
from tenka.core.later import later
from tenka.games.suntzu.actions import DECISIONS, split
from tenka.games.suntzu.answers import ANSWERS
from tenka.games.suntzu.encode import OBSERVATION, encode, encode_share
from tenka.games.suntzu.entries import KINDS_OF_ENTRY
from tenka.games.suntzu.explain import explain
from tenka.games.suntzu.facts import SIDES
from tenka.games.suntzu.picture import paint
from tenka.games.suntzu.points import score
from tenka.games.suntzu.reasons import REASONS
from tenka.games.suntzu.rules import apply, legal, setup
from tenka.games.suntzu.scene import SCENES
from tenka.games.suntzu.shape import SunTzuView
from tenka.games.suntzu.state import PHASES, State
from tenka.games.suntzu.statistics import SunTzuStatistics
from tenka.games.suntzu.view import determinise, ending, redact, view

GAME = Game(
    name="suntzu",
    title="Sun Tzu",
    players=(2,),
    seats=lambda players: SIDES,
    options=(
        Option("events", (False, True), False, "play with the five event cards"),
        Option("beginner", (False, True), False, "no events, no generals, no +2 and +3"),
    ),
    state=State,
    rules=Rules(setup, legal, apply, score, redact, determinise, encode, encode_share),
    decisions=DECISIONS,
    journal=KINDS_OF_ENTRY,
    observation=OBSERVATION,
    shape=SunTzuView,
    view=view,
    draw=later("tenka.games.suntzu.draw", "draw"),
    explain=explain,
    reasons=REASONS,
    ending=ending,
    split=split,
    apart=({"events": True, "beginner": True},),
    phases=PHASES,
    statistics=SunTzuStatistics,
    picture=paint,
    scenes=SCENES,
    answers=ANSWERS,
    longest=1000,
    revisions=(
        "reinforcements may come before any debt of armies is paid, generals serve also at the end "
        "of rounds 1 to 6, War Chariot counts a 6 under a Plague, and armies that must all go are "
        "not asked about",
    ),
)
