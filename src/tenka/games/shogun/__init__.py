"""Shogun (Dirk Henn): three to five clans, two years, one tower."""

from __future__ import annotations

from tenka.core.game import Game, Odds, Option, Rules
from tenka.core.later import later
from tenka.games.shogun.actions import DECISIONS, split
from tenka.games.shogun.answers import ANSWERS
from tenka.games.shogun.encode import OBSERVATION, encode, encode_share
from tenka.games.shogun.entries import KINDS_OF_ENTRY
from tenka.games.shogun.explain import explain
from tenka.games.shogun.facts import CLANS, SIDES, STARTS
from tenka.games.shogun.imagine import determinise
from tenka.games.shogun.odds import attacks, battle_odds
from tenka.games.shogun.picture import paint
from tenka.games.shogun.reasons import REASONS
from tenka.games.shogun.rules import PICKS, apply, legal, score, setup
from tenka.games.shogun.scene import SCENES
from tenka.games.shogun.shape import ShogunView
from tenka.games.shogun.state import PHASES, State
from tenka.games.shogun.statistics import ShogunStatistics
from tenka.games.shogun.view import ending, redact, view

GAME = Game(
    name="shogun",
    title="Shogun",
    revisions=("a plan says which fields get a chest card and which stay empty",),
    players=(4, 3, 5),
    seats=lambda players: CLANS[:players],
    options=(
        Option("side", SIDES, "sun", "the side of the board"),
        Option("start", STARTS, None, "starting provinces: preset (sun side only) or drafted"),
        Option("always_yes", (False, True), False, "take extra armies without asking"),
        Option("tower_pass", range(1001), 780, "cubes that fall through, per mille"),
        Option("tower_release", range(1001), 18, "cubes that each one knocks loose, per mille"),
    ),
    state=State,
    rules=Rules(setup, legal, apply, score, redact, determinise, encode, encode_share),
    decisions=DECISIONS,
    journal=KINDS_OF_ENTRY,
    observation=OBSERVATION,
    shape=ShogunView,
    view=view,
    draw=later("tenka.games.shogun.draw", "draw"),
    explain=explain,
    reasons=REASONS,
    ending=ending,
    split=split,
    apart=({"side": "moon", "start": "preset"},),
    phases=PHASES,
    picks=PICKS,
    statistics=ShogunStatistics,
    picture=paint,
    scenes=SCENES,
    odds=Odds(battle_odds, attacks),
    answers=ANSWERS,
)
