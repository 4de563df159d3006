"""Winter: rice, revolts, points, and the end of the year or the game (rulebook: Winter)."""

from __future__ import annotations

from tenka.core.chance import below
from tenka.core.game import Choices, offer
from tenka.core.journal import Journal, note, note_list
from tenka.core.layout import NONE, scratch
from tenka.core.players import everyone, with_most
from tenka.core.rule import rule
from tenka.games.shogun.actions import CARD
from tenka.games.shogun.battle import revolt
from tenka.games.shogun.entries import (
    GAME_OVER,
    LAND_POINTS,
    MOST_POINTS,
    POINTS_COUNTED,
    REVOLTS_DRAWN,
    RICE_LOST,
    RICE_SHORT,
)
from tenka.games.shogun.facts import (
    BUILDINGS,
    EXTRA_PEASANTS,
    MAJORITY,
    MAP,
    MOST_PLAYERS,
    MOST_REVOLTS,
    REGION,
    REGIONS,
    REVOLTS,
    RICE_LOSS,
    SHORTAGE,
    WINTER,
    YEAR_EVENTS,
)
from tenka.games.shogun.realm import buildings_in
from tenka.games.shogun.state import (
    BY_CHESTS,
    BY_POINTS,
    OVER,
    POINTS,
    REVOLTING,
    SHARED,
    WINTER_COMES,
    State,
    has_building,
    provinces_of,
)


@rule
def lose_rice(s: State, j: Journal) -> None:
    """Every player loses the rice printed on the year's last event."""
    at = 0
    while s.event_met[at]:
        at += 1
    s.event_met[at] = 1
    loss = RICE_LOSS[s.event_pile[s.year * YEAR_EVENTS + at]]
    for player in range(s.players):
        lost = min(loss, s.rice[player])
        s.rice[player] -= lost
        note(j, RICE_LOST, player, lost)
    s.season = WINTER
    s.phase, s.turn = WINTER_COMES, 0


@rule
def feed_next(s: State, j: Journal) -> None:
    """In autumn's order: each province needs one rice, and what is short means revolts."""
    if s.turn == s.players:
        s.phase = POINTS
        return
    player = s.turn_order[s.turn]
    short = provinces_of(s, player) - s.rice[player]
    if short <= 0:
        s.turn += 1
        return
    line = min(short, SHORTAGE)
    s.extra_peasants = EXTRA_PEASANTS[line]
    note(j, RICE_SHORT, player, short, REVOLTS[line], s.extra_peasants)
    draw_revolts(s, j, player, REVOLTS[line])
    s.phase = REVOLTING


@rule
def draw_revolts(s: State, j: Journal, player: int, count: int) -> None:
    """That many of the player's province cards, at random, all before the first revolt."""
    cards = scratch(MAP)
    held = 0
    for province in range(MAP):
        if s.owner[province] == player:
            cards[held] = province
            held += 1
    for i in range(count):
        k = i + below(s, held - i)
        cards[i], cards[k] = cards[k], cards[i]
        s.uprising[i] = cards[i]
    note_list(j, REVOLTS_DRAWN, player, cards, count)


@rule
def next_revolt(s: State, j: Journal) -> None:
    """The player names the next province; the last one needs no naming."""
    left, last = 0, NONE
    for i in range(MOST_REVOLTS):
        if s.uprising[i] != NONE:
            left += 1
            last = s.uprising[i]
    if left > 1:
        s.acting = 1 << s.turn_order[s.turn]
    elif left == 1:
        rise(s, j, last)
    else:
        s.extra_peasants = 0
        s.turn += 1
        s.phase = WINTER_COMES


@rule
def offer_revolts(s: State, c: Choices) -> None:
    """Each province whose revolt is still to come."""
    for i in range(MOST_REVOLTS):
        if s.uprising[i] != NONE:
            offer(c, CARD + s.uprising[i])


@rule
def rise(s: State, j: Journal, province: int) -> None:
    """A province revolts, with the table's extra peasants."""
    for i in range(MOST_REVOLTS):
        if s.uprising[i] == province:
            s.uprising[i] = NONE
    revolt(s, j, province, s.extra_peasants)


# -- points


@rule
def count_points(s: State, j: Journal) -> None:
    """One for each province and building; then for the most buildings in each region."""
    for player in range(s.players):
        provinces, buildings = provinces_of(s, player), buildings_of(s, player)
        s.points[player] += provinces + buildings
        note(j, LAND_POINTS, player, provinces, buildings)
    for region in range(len(REGIONS)):
        for building in range(len(BUILDINGS)):
            reward_most(s, j, region, building)
    for player in range(s.players):
        note(j, POINTS_COUNTED, player, s.points[player])


@rule
def buildings_of(s: State, player: int) -> int:
    """How many buildings stand in a player's provinces."""
    buildings = 0
    for province in range(MAP):
        if s.owner[province] == player:
            buildings += buildings_in(s, province)
    return buildings


@rule
def reward_most(s: State, j: Journal, region: int, building: int) -> None:
    """Most buildings of a kind in a region."""
    leaders = who_has_most(s, region, building)
    points = points_for_most(building, leaders)
    for player in range(s.players):
        if (leaders >> player) & 1 and points:
            s.points[player] += points
            note(j, MOST_POINTS, player, region, building, points)


@rule
def who_has_most(s: State, region: int, building: int) -> int:
    """Who has the most buildings of a kind in a region, as a mask; nobody without a building."""
    count, owners = scratch(MOST_PLAYERS), 0
    for province in range(MAP):
        if REGION[s.side, province] == region and has_building(s, province, building):
            count[s.owner[province]] += 1
            owners |= 1 << s.owner[province]
    return with_most(count, owners)


@rule
def points_for_most(building: int, leaders: int) -> int:
    """What each of those who have most gets: those who tie get one point less."""
    tied = leaders & (leaders - 1) != 0
    return MAJORITY[building] - (1 if tied else 0)


@rule
def finish(s: State, j: Journal) -> None:
    """Most points win; tied: more chests; still tied: they share the win."""
    leaders = with_most(s.points, everyone(s))
    s.winners = with_most(s.chests, leaders)
    s.decider = BY_CHESTS if leaders & (leaders - 1) else BY_POINTS
    if s.winners & (s.winners - 1):
        s.decider = SHARED
    s.phase = OVER
    s.acting = 0
    note(j, GAME_OVER, s.decider, s.winners)
