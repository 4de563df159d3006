"""Reinforcements and generals: in windows, and at reveal (rulebook: Reinforcements, Cards)."""

from __future__ import annotations

from tenka.core.game import Choices, offer
from tenka.core.journal import Journal, note
from tenka.core.layout import NONE
from tenka.core.rule import rule
from tenka.games.suntzu.actions import (
    DISCARD,
    GREAT_PLAGUE_NOW,
    IMMUNE_NOW,
    MARCH_TO,
    MARCHES,
    PASS,
    RECALL_NOW,
    REMOVE_AT,
    RUSE_NOW,
    STATION_AT,
)
from tenka.games.suntzu.cards import BOTH_SEE, draw, lose, put_under
from tenka.games.suntzu.entries import (
    GENERAL_USED,
    MARCHED,
    PILE_TOP,
    RECALLED,
    REINFORCED,
    REMOVED,
    STATIONED,
)
from tenka.games.suntzu.facts import (
    DOUBLE_SIX,
    FRAMED,
    GREAT_PLAGUE,
    IMMUNE,
    KINDS,
    LAST_ROUND_OF_MARCHES,
    MARCH,
    MINUS_ONE,
    PLAGUE,
    RECALL_MINUS_ONE,
    RECALL_PLAGUE,
    REINFORCE,
    REMOVE,
    RUSE,
    SEVEN,
    SHAO,
    SIX,
    SUN_TZU,
    TEN,
)
from tenka.games.suntzu.state import WINDOW_ORDERS, State, card_of, holds, is_used


@rule
def spend(s: State, j: Journal, player: int, general: int) -> None:
    """A general is used once, then leaves."""
    s.held[player] ^= 1 << general
    s.used[player] |= 1 << general
    s.generals_left[player] -= 1
    note(j, GENERAL_USED, player, player * 5 + general)


# -- windows


@rule
def has_window(s: State, player: int) -> bool:
    """Whether a player is asked in a window: by public facts only."""
    return s.reserve[player] > 0 or s.generals_left[player] > 0


@rule
def offer_discards(s: State, player: int, c: Choices) -> None:
    """Pass, or a card that is not framed for a reinforcement."""
    offer(c, PASS)
    if s.reserve[player] > 0:
        for kind in range(FRAMED, KINDS):
            if s.hand[player, kind] > 0:
                offer(c, DISCARD + kind - FRAMED)


@rule
def offer_window(s: State, player: int, c: Choices) -> None:
    """Reinforcements, and the generals that may be used 'at any time'."""
    offer_discards(s, player, c)
    if s.held[player] == 0:
        return
    in_time = s.round_number <= LAST_ROUND_OF_MARCHES
    if player == SUN_TZU:
        if in_time and holds(s, SUN_TZU, MARCH):
            offer_marches(s, c)
        if in_time and holds(s, SUN_TZU, REINFORCE) and s.pool[SUN_TZU] > 0:
            offer_where_armies_are(s, c, STATION_AT)
    else:
        if in_time and holds(s, SHAO, REMOVE):
            offer_where_armies_are(s, c, REMOVE_AT)
        if s.phase == WINDOW_ORDERS and holds(s, SHAO, GREAT_PLAGUE):
            offer(c, GREAT_PLAGUE_NOW)


@rule
def offer_marches(s: State, c: Choices) -> None:
    """March: from an own province to an adjacent own or neutral one."""
    for i in range(len(MARCHES)):
        source, target = MARCHES[i]
        if s.armies[SUN_TZU, source] > 0 and s.armies[SHAO, target] == 0:
            offer(c, MARCH_TO + i)


@rule
def offer_where_armies_are(s: State, c: Choices, first: int) -> None:
    """Reinforce and Remove: a province where Sun Tzu has armies."""
    for province in range(5):
        if s.armies[SUN_TZU, province] > 0:
            offer(c, first + province)


@rule
def reinforce(s: State, j: Journal, player: int, kind: int) -> None:
    """A card leaves the game, shown to both; one reinforcement goes to the pool."""
    lose(s, player, kind)
    s.out[player, kind] += 1
    s.reserve[player] -= 1
    s.pool[player] += 1
    note(j, REINFORCED, player, kind)


@rule
def use_in_window(s: State, j: Journal, action: int) -> None:
    """March, Remove, Reinforce or Great Plague."""
    if MARCH_TO <= action < REMOVE_AT:
        source, target = MARCHES[action - MARCH_TO]
        spend(s, j, SUN_TZU, MARCH)
        s.armies[SUN_TZU, source] -= 1
        s.armies[SUN_TZU, target] += 1
        note(j, MARCHED, source, target)
    elif REMOVE_AT <= action < STATION_AT:
        province = action - REMOVE_AT
        spend(s, j, SHAO, REMOVE)
        s.armies[SUN_TZU, province] -= 1
        s.pool[SUN_TZU] += 1
        note(j, REMOVED, province)
    elif STATION_AT <= action < GREAT_PLAGUE_NOW:
        province = action - STATION_AT
        spend(s, j, SUN_TZU, REINFORCE)
        s.pool[SUN_TZU] -= 1
        s.armies[SUN_TZU, province] += 1
        note(j, STATIONED, province)
    else:
        spend(s, j, SHAO, GREAT_PLAGUE)
        s.great_plague = 1


# -- at reveal


@rule
def applies_at_reveal(s: State, player: int) -> int:
    """The one general of a side that fits the open cards, NONE without any."""
    own, other = card_of(s, player), card_of(s, 1 - player)
    if player == SUN_TZU:
        if SEVEN <= own <= TEN and other != PLAGUE:
            return RUSE
        if own == MINUS_ONE and s.pile_size[player] > 0:
            return RECALL_MINUS_ONE
    else:
        if own != PLAGUE and other == PLAGUE:
            return IMMUNE
        if own == PLAGUE and s.pile_size[player] > 0:
            return RECALL_PLAGUE
    return NONE


@rule
def has_reveal(s: State, player: int) -> bool:
    """Whether a player is asked at reveal: by public facts only, whatever general is held."""
    if s.generals_left[player] == 0:
        return False
    general = applies_at_reveal(s, player)
    return general != NONE and not is_used(s, player, general)


@rule
def offer_reveal(s: State, player: int, c: Choices) -> None:
    """Pass or, if it is the one held, the general that fits the open cards."""
    offer(c, PASS)
    general = applies_at_reveal(s, player)
    if holds(s, player, general):
        if general == RUSE and player == SUN_TZU:
            offer(c, RUSE_NOW)
        elif general == IMMUNE and player == SHAO:
            offer(c, IMMUNE_NOW)
        else:
            offer(c, RECALL_NOW)


@rule
def use_at_reveal(s: State, j: Journal, player: int, action: int) -> None:
    """Ruse, Immune or a Recall."""
    if action == RUSE_NOW:
        spend(s, j, SUN_TZU, RUSE)
        s.ruse = 1
    elif action == IMMUNE_NOW:
        spend(s, j, SHAO, IMMUNE)
        s.immune = 1
    elif action == RECALL_NOW:
        spend(s, j, player, applies_at_reveal(s, player))
        recall(s, j, player)


@rule
def recall(s: State, j: Journal, player: int) -> None:
    """The card just played goes under the pile, then the pile's top card leaves the game."""
    kind = card_of(s, player)
    s.recalled[player] = s.battle
    put_under(s, player, kind, BOTH_SEE)
    note(j, RECALLED, player, kind)
    top = draw(s, player)
    s.out[player, top] += 1
    note(j, PILE_TOP, player, top)


@rule
def spend_double_six(s: State, j: Journal) -> None:
    """A 6 opened where it was used before spends Double Six without asking."""
    if card_of(s, SHAO) == SIX and s.sixes[SHAO, s.battle]:
        spend(s, j, SHAO, DOUBLE_SIX)
