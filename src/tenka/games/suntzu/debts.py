"""Armies that are owed: to a province won, a marker, a card's cost, an event (rulebook: phase 3).

A debt has two phases, one after the other: a short window in which reinforcements may come, which
the rulebook allows 'at any moment', and the taking of armies, one at a time.
"""

from __future__ import annotations

from tenka.core.game import Choices, offer
from tenka.core.journal import Journal, note
from tenka.core.rule import rule
from tenka.games.suntzu.actions import FROM
from tenka.games.suntzu.entries import FETCHED, MARKER_SET, PAID, TRIBUTE_PAID
from tenka.games.suntzu.facts import ADJACENT, PANDEMIC, POOL
from tenka.games.suntzu.state import COST_OF_CARD, FETCH, MARKER, TRIBUTE, State


@rule
def face_debt(s: State, window: int, player: int) -> None:
    """On to what is owed; with fewer armies in the pool than that, its short window comes first."""
    s.phase = window if s.pool[player] < s.owed else window + 1


@rule
def run_short_window(s: State, player: int) -> None:
    """It stays open, however many reinforcements come, until the player passes or none are left."""
    if s.reserve[player] > 0:
        s.acting = 1 << player
    else:
        s.phase += 1


# -- where armies come from


@rule
def sources(s: State, player: int) -> int:
    """Where the army that is owed may come from: a mask of provinces and the pool."""
    provinces = provinces_with_armies(s, player)
    pool = 1 << POOL if s.pool[player] > 0 else 0
    if s.phase == FETCH:
        others = provinces & ~(1 << s.battle)
        near = others & neighbours(s.battle)
        return near if near else others
    if s.phase == MARKER:
        others = provinces & ~(1 << s.battle)
        return pool if pool else (others if others else provinces)
    if s.phase == TRIBUTE and s.event_order[s.event] == PANDEMIC:
        return pool if pool else provinces
    return provinces | pool


@rule
def provinces_with_armies(s: State, player: int) -> int:
    """The provinces that a player controls, as a mask."""
    mask = 0
    for province in range(5):
        if s.armies[player, province] > 0:
            mask |= 1 << province
    return mask


@rule
def neighbours(province: int) -> int:
    """The provinces next to one, as a mask."""
    mask = 0
    for other in range(5):
        if ADJACENT[province, other]:
            mask |= 1 << other
    return mask


@rule
def offer_sources(s: State, player: int, c: Choices) -> None:
    """Each place that the army may come from."""
    mask = sources(s, player)
    for source in range(POOL + 1):
        if (mask >> source) & 1:
            offer(c, FROM + source)


@rule
def armies_at(s: State, player: int, mask: int) -> int:
    """How many armies a player has in these places."""
    count = 0
    for province in range(5):
        if (mask >> province) & 1:
            count += s.armies[player, province]
    return count + (s.pool[player] if (mask >> POOL) & 1 else 0)


@rule
def settle(s: State, j: Journal, player: int) -> None:
    """Take what is owed as long as there is no choice; with a choice the player is asked."""
    while s.owed:
        mask = sources(s, player)
        if mask == 0:
            s.owed = 0
        elif mask & (mask - 1) and armies_at(s, player, mask) > s.owed:
            s.acting = 1 << player
            return
        else:
            source = 0
            while not (mask >> source) & 1:
                source += 1
            take_army(s, j, player, source)


@rule
def take_army(s: State, j: Journal, player: int, source: int) -> None:
    """One army from a province or the pool to where the phase wants it."""
    s.owed -= 1
    if source == POOL:
        s.pool[player] -= 1
    else:
        s.armies[player, source] -= 1
    if s.phase == FETCH:
        s.armies[player, s.battle] += 1
        note(j, FETCHED, s.battle, player, source)
    elif s.phase == MARKER:
        s.markers[player, s.battle] += 1
        note(j, MARKER_SET, s.battle, player, source)
    else:
        s.reserve[player] += 1
        note(j, PAID if s.phase == COST_OF_CARD else TRIBUTE_PAID, player, source)
