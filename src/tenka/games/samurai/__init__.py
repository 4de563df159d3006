"""Samurai (Reiner Knizia): two to four players, hex tiles around the settlements of Japan."""

from __future__ import annotations

from tenka.core.game import Game, Option, Rules
from tenka.core.later import later
from tenka.games.samurai.actions import DECISIONS, split
from tenka.games.samurai.encode import OBSERVATION, encode, encode_share
from tenka.games.samurai.entries import KINDS_OF_ENTRY
from tenka.games.samurai.explain import explain
from tenka.games.samurai.facts import CLANS
from tenka.games.samurai.picture import paint
from tenka.games.samurai.reasons import REASONS
from tenka.games.samurai.rules import PICKS, apply, legal, setup
from tenka.games.samurai.scene import SCENES
from tenka.games.samurai.shape import SamuraiView
from tenka.games.samurai.state import PHASES, State, figures_in_all
from tenka.games.samurai.statistics import SamuraiStatistics
from tenka.games.samurai.view import determinise, ending, redact, view

GAME = Game(
    name="samurai",
    title="Samurai",
    revisions=("two figures that are alike may change places",),
    players=(2, 3, 4),
    seats=lambda players: CLANS[:players],
    options=(
        Option("hands", ("chosen", "random"), "chosen", "how the first five tiles are chosen"),
        Option("figures", ("placed", "random"), "placed", "how the figures are set up"),
        Option(
            "captures",
            ("hidden", "open"),
            None,
            "whether captured figures are shown; open with two players, else hidden",
        ),
    ),
    state=State,
    rules=Rules(setup, legal, apply, figures_in_all, redact, determinise, encode, encode_share),
    decisions=DECISIONS,
    journal=KINDS_OF_ENTRY,
    observation=OBSERVATION,
    shape=SamuraiView,
    view=view,
    draw=later("tenka.games.samurai.draw", "draw"),
    explain=explain,
    reasons=REASONS,
    ending=ending,
    split=split,
    apart=({"players": 2, "captures": "hidden"},),
    phases=PHASES,
    picks=PICKS,
    statistics=SamuraiStatistics,
    picture=paint,
    scenes=SCENES,
    longest=1000,
)
