"""Battles: who wins by how much, how armies move, and what cards ask for (rulebook: phase 3)."""

from __future__ import annotations

from tenka.core.journal import Journal, note
from tenka.core.layout import NONE
from tenka.core.rule import rule
from tenka.games.suntzu.entries import (
    DRAWS_THREE,
    DRIVEN_OUT,
    OPENED,
    PLACED,
    PLAGUE_STRUCK,
    TIE,
    WON,
)
from tenka.games.suntzu.facts import COST, MODIFIER, NUMBER, ONE, PLAGUE, SHAO, SIX, SUN_TZU
from tenka.games.suntzu.generals import spend_double_six
from tenka.games.suntzu.state import WINDOW_COST, WINDOW_MARKER, State, card_of


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
        elif card_of(s, player) == SIX:
            s.sixes_opened[player, s.battle] = 1
    spend_double_six(s, j)


@rule
def plague_strikes(s: State) -> bool:
    """A Plague lies open that Shao is not immune to; then no card but it has any effect."""
    sun_tzus = card_of(s, SUN_TZU) == PLAGUE and not s.immune
    return sun_tzus or card_of(s, SHAO) == PLAGUE


@rule
def strength_of(s: State, player: int) -> int:
    """What a player's card counts against the other's; a relative card goes by the other's."""
    own, other = card_of(s, player), card_of(s, 1 - player)
    plus, minus = MODIFIER[own], MODIFIER[other]
    if plus and minus:
        # A -1 against a +n counts as 0, and alike cards cancel each other.
        return 0 if plus == minus else max(plus, 0)
    if plus:
        return number_of(s, 1 - player) + plus
    return number_of(s, player)


@rule
def number_of(s: State, player: int) -> int:
    """The number on a player's card; Ruse makes Sun Tzu's a 6."""
    return 6 if s.ruse and player == SUN_TZU else NUMBER[card_of(s, player)]


@rule
def judge(s: State, j: Journal) -> None:
    """Find the winner, or let the Plague act."""
    if plague_strikes(s):
        strike_plague(s, j)
        return
    province, sun_tzu, shao = s.battle, strength_of(s, SUN_TZU), strength_of(s, SHAO)
    if sun_tzu == shao:
        note(j, TIE, province, sun_tzu, shao)
        return
    player = SUN_TZU if sun_tzu > shao else SHAO
    s.winner, s.margin = player, abs(sun_tzu - shao)
    note(j, WON, province, player, s.margin, sun_tzu, shao)


@rule
def strike_plague(s: State, j: Journal) -> None:
    """Half of the armies, rounded down, go back to the pool; under Great Plague all but one."""
    province = s.battle
    for player in range(2):
        there = s.armies[player, province]
        if there:
            gone = there - 1 if s.great_plague else there // 2
            s.armies[player, province] -= gone
            s.pool[player] += gone
            note(j, PLAGUE_STRUCK, province, player, gone)


@rule
def armies_to_place(s: State) -> int:
    """How many armies the winner must place: the margin less the loser's armies there."""
    return max(0, s.margin - s.armies[1 - s.winner, s.battle])


@rule
def move_armies(s: State, j: Journal) -> None:
    """The loser's armies leave first, then the winner's come from the pool; the rest is owed."""
    province, loser, due = s.battle, 1 - s.winner, armies_to_place(s)
    armies = min(s.margin, s.armies[loser, province])
    if armies:
        s.armies[loser, province] -= armies
        s.pool[loser] += armies
        note(j, DRIVEN_OUT, province, loser, armies)
    armies = min(due, s.pool[s.winner])
    if armies:
        s.pool[s.winner] -= armies
        s.armies[s.winner, province] += armies
        note(j, PLACED, province, s.winner, armies)
    s.owed = due - armies


@rule
def owe_for_card(s: State, j: Journal, player: int) -> int:
    """What a player's card asks for after the battle; the short window of a debt, or NONE."""
    if plague_strikes(s):
        return NONE
    card = card_of(s, player)
    if card == ONE:
        s.draws_three[player] = 1
        note(j, DRAWS_THREE, player)
    elif card == SIX:
        s.sixes[player, s.battle] = 1
        s.owed = 1
        return WINDOW_MARKER
    elif COST[card] > 0 and card != card_of(s, 1 - player):
        s.owed = COST[card]
        return WINDOW_COST
    return NONE
