"""Points, and how the game ends."""

from __future__ import annotations

from tenka.core.journal import Journal, note
from tenka.core.layout import NONE
from tenka.core.rule import rule
from tenka.games.suntzu.entries import GAME_OVER, POINTS_COUNTED
from tenka.games.suntzu.facts import DISPLAYS, ROUNDS, SCORING_EVERY, SHAO, SUN_TZU, TRACK_END
from tenka.games.suntzu.state import (
    BY_POINTS,
    BY_POOL,
    DRAWN_GAME,
    EVERYONE,
    LAST_ROUND,
    OVER,
    TRACK,
    State,
)


@rule
def points_of_provinces(s: State, player: int, column: int) -> int:
    """What a player's provinces are worth by a column of their displays."""
    points = 0
    for province in range(5):
        if s.armies[player, province] > 0:
            points += DISPLAYS[s.displays[province], column]
    return points


@rule
def track_after(s: State, sun_tzu: int, shao: int) -> int:
    """Where the marker goes by points: the difference towards the better player, up to an end."""
    return max(-TRACK_END, min(TRACK_END, s.track + sun_tzu - shao))


@rule
def count_points(s: State, j: Journal) -> None:
    """Rounds 3, 6 and 9: each has a column on the displays."""
    column = s.round_number // SCORING_EVERY - 1
    sun_tzu = points_of_provinces(s, SUN_TZU, column)
    shao = points_of_provinces(s, SHAO, column)
    s.track = track_after(s, sun_tzu, shao)
    note(j, POINTS_COUNTED, sun_tzu, shao, s.track)
    if s.round_number == ROUNDS:
        finish(s, j, LAST_ROUND)
    elif abs(s.track) == TRACK_END:
        finish(s, j, TRACK)


@rule
def finish(s: State, j: Journal, ending: int) -> None:
    """The leader on the track wins; level: more armies in the pool; still level: a draw."""
    lead, s.decider = s.track, BY_POINTS
    if lead == 0:
        lead, s.decider = s.pool[SUN_TZU] - s.pool[SHAO], BY_POOL
    if lead == 0:
        s.winners, s.decider = EVERYONE, DRAWN_GAME
    else:
        s.winners = 1 << (SUN_TZU if lead > 0 else SHAO)
    s.ending = ending
    s.phase, s.battle = OVER, NONE
    s.acting = 0
    note(j, GAME_OVER, s.ending, s.decider, s.winners)


@rule
def score(s: State, player: int) -> int:
    """Steps of the marker towards a player's end."""
    return s.track if player == SUN_TZU else -s.track
