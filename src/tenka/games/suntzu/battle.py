"""Battles: who wins by how much, how armies move, and what cards cost (rulebook: phase 3)."""

from __future__ import annotations

from tenka.core.game import Choices, offer
from tenka.core.journal import Journal, note
from tenka.core.layout import NONE
from tenka.core.rule import rule
from tenka.games.suntzu.actions import FROM
from tenka.games.suntzu.entries import (
    DRAWS_THREE,
    DRIVEN_OUT,
    FETCHED,
    MARKER_SET,
    OPENED,
    PAID,
    PLACED,
    PLAGUE_STRUCK,
    TIE,
    TRIBUTE_PAID,
    WON,
)
from tenka.games.suntzu.facts import (
    ADJACENT,
    COST,
    MODIFIER,
    NUMBER,
    ONE,
    PANDEMIC,
    PLAGUE,
    POOL,
    SHAO,
    SIX,
    SUN_TZU,
)
from tenka.games.suntzu.generals import spend_double_six
from tenka.games.suntzu.state import (
    COST_OF_CARD,
    FETCH,
    MARKER,
    TRIBUTE,
    State,
    card_of,
)


@rule
def open_cards(s: State, j: Journal) -> None:
    """Both cards of the province are turned up."""
    note(j, OPENED, s.battle, card_of(s, SUN_TZU), card_of(s, SHAO))
    s.opened[s.battle] = 1
    s.ruse = s.immune = 0
    s.winner, s.margin = NONE, 0
    s.fresh = 1
    for player in range(2):
        if card_of(s, player) == PLAGUE:
            s.plagues += 1
    spend_double_six(s, j)


@rule
def plague_strikes(s: State) -> bool:
    """A Plague lies open that Shao is not immune to; then no card but it has any effect."""
    sun_tzus = card_of(s, SUN_TZU) == PLAGUE and not s.immune
    return sun_tzus or card_of(s, SHAO) == PLAGUE


@rule
def lead_of_sun_tzu(s: State) -> int:
    """By how much Sun Tzu's card wins; below zero: Shao's."""
    own, other = card_of(s, SUN_TZU), card_of(s, SHAO)
    plus, minus = MODIFIER[own], MODIFIER[other]
    if plus == 0 and minus == 0:
        number = 6 if s.ruse else NUMBER[own]
        return number - NUMBER[other]
    if plus == minus:
        return 0
    if plus and minus:
        # A -1 against a +n counts as 0.
        return max(plus, 0) - max(minus, 0)
    return plus - minus


@rule
def judge(s: State, j: Journal) -> None:
    """Find the winner, or let the Plague act."""
    if plague_strikes(s):
        strike_plague(s, j)
        return
    lead = lead_of_sun_tzu(s)
    if lead == 0:
        note(j, TIE, s.battle)
        return
    s.winner = SUN_TZU if lead > 0 else SHAO
    s.margin = abs(lead)
    note(j, WON, s.battle, s.winner, s.margin)


@rule
def strike_plague(s: State, j: Journal) -> None:
    """Half of the armies, rounded down, go back to the pool; under Great Plague all but one."""
    for player in range(2):
        there = s.armies[player, s.battle]
        if there:
            gone = there - 1 if s.great_plague else there // 2
            s.armies[player, s.battle] -= gone
            s.pool[player] += gone
            note(j, PLAGUE_STRUCK, s.battle, player, gone)


@rule
def armies_to_place(s: State) -> int:
    """How many armies the winner must place: the margin less the loser's armies there."""
    if s.winner == NONE:
        return 0
    return max(0, s.margin - s.armies[1 - s.winner, s.battle])


@rule
def move_armies(s: State, j: Journal) -> None:
    """The loser's armies leave first, then the winner's come from the pool; the rest is owed."""
    s.owed = 0
    if s.winner == NONE:
        return
    loser, due = 1 - s.winner, armies_to_place(s)
    gone = min(s.margin, s.armies[loser, s.battle])
    if gone:
        s.armies[loser, s.battle] -= gone
        s.pool[loser] += gone
        note(j, DRIVEN_OUT, s.battle, loser, gone)
    placed = min(due, s.pool[s.winner])
    if placed:
        s.pool[s.winner] -= placed
        s.armies[s.winner, s.battle] += placed
        note(j, PLACED, s.battle, s.winner, placed)
    s.owed = due - placed


@rule
def owe_for_card(s: State, j: Journal, player: int) -> int:
    """What a player's card asks for after the battle; the phase that settles it, or NONE."""
    if plague_strikes(s):
        return NONE
    card = card_of(s, player)
    if card == ONE:
        s.draws_three[player] = 1
        note(j, DRAWS_THREE, player)
    elif card == SIX:
        s.sixes[player, s.battle] = 1
        s.owed = 1
        return MARKER
    elif COST[card] > 0 and card != card_of(s, 1 - player):
        s.owed = COST[card]
        return COST_OF_CARD
    return NONE


# -- armies taken one at a time: fetched for a battle, for a marker, or to the reinforcements


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
def settle(s: State, j: Journal, player: int) -> None:
    """Take what is owed as long as there is no choice; with a choice the player is asked."""
    while s.owed:
        mask = sources(s, player)
        if mask == 0:
            s.owed = 0
        elif mask & (mask - 1):
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
