"""Hands, orders and piles (rulebook: Preparation E, phase 2, phase 5)."""

from __future__ import annotations

from tenka.core.chance import below, shuffle
from tenka.core.game import Choices, offer
from tenka.core.journal import Journal, note, note_list
from tenka.core.layout import NONE, scratch
from tenka.core.rule import rule
from tenka.games.suntzu.actions import LAY, UNDER
from tenka.games.suntzu.entries import DEALT, DISPLAYS_LAID, DRAWN, ORDERED, PUT_UNDER
from tenka.games.suntzu.facts import (
    COPIES,
    DISPLAY_COUNT,
    DOUBLE_SIX,
    FRAMED,
    KINDS,
    OPENING_DRAW,
    PLUS_THREE,
    PLUS_TWO,
    SHAO,
    SIX,
)
from tenka.games.suntzu.state import State, holds

BOTH_SEE = 0b11


@rule
def copies(s: State, kind: int) -> int:
    """How many cards of a kind each player has in this game."""
    if s.beginner and (kind == PLUS_TWO or kind == PLUS_THREE):
        return 0
    return COPIES[kind]


@rule
def deal(s: State, j: Journal) -> None:
    """The framed cards to the hand, the others shuffled as the pile, four of them drawn."""
    for player in range(2):
        size = 0
        for kind in range(KINDS):
            if kind < FRAMED:
                gain(s, player, kind)
            else:
                for _ in range(copies(s, kind)):
                    s.pile[player, size] = kind
                    size += 1
        s.pile_size[player] = size
        shuffle(s, s.pile[player], size)
        cards = scratch(OPENING_DRAW)
        for i in range(OPENING_DRAW):
            cards[i] = draw(s, player)
            gain(s, player, cards[i])
        note_list(j, DEALT, player, cards, OPENING_DRAW)


@rule
def lay_displays(s: State, j: Journal) -> None:
    """Five of the ten displays at random, one per province in edge order."""
    order = scratch(DISPLAY_COUNT)
    for display in range(DISPLAY_COUNT):
        order[display] = display
    for province in range(5):
        k = province + below(s, DISPLAY_COUNT - province)
        order[province], order[k] = order[k], order[province]
        s.displays[province] = order[province]
    d = s.displays
    note(j, DISPLAYS_LAID, d[0], d[1], d[2], d[3], d[4])


@rule
def gain(s: State, player: int, kind: int) -> None:
    """A card to the hand."""
    s.hand[player, kind] += 1
    s.hand_size[player] += 1


@rule
def lose(s: State, player: int, kind: int) -> None:
    """A card from the hand."""
    s.hand[player, kind] -= 1
    s.hand_size[player] -= 1


@rule
def draw(s: State, player: int) -> int:
    """The top card of a pile, taken off."""
    s.pile_size[player] -= 1
    top = s.pile_size[player]
    kind = s.pile[player, top]
    s.pile[player, top] = NONE
    s.pile_seen[player, top] = 0
    return kind


@rule
def put_under(s: State, player: int, kind: int, seen: int) -> None:
    """A card under the pile; `seen` tells who knows which one it is."""
    for i in range(s.pile_size[player], 0, -1):
        s.pile[player, i] = s.pile[player, i - 1]
        s.pile_seen[player, i] = s.pile_seen[player, i - 1]
    s.pile[player, 0] = kind
    s.pile_seen[player, 0] = seen
    s.pile_size[player] += 1


@rule
def next_to_lay(s: State, player: int) -> int:
    """The province whose order is due: they are laid in edge order."""
    province = 0
    while s.laid[player, province] != NONE:
        province += 1
    return province


@rule
def may_lay(s: State, player: int, province: int, kind: int) -> bool:
    """A card in hand; the 6 not where it was used, unless Shao holds Double Six."""
    if s.hand[player, kind] == 0:
        return False
    again = player == SHAO and holds(s, SHAO, DOUBLE_SIX)
    return kind != SIX or s.sixes[player, province] == 0 or again


@rule
def offer_orders(s: State, player: int, c: Choices) -> None:
    """Orders: every card that may go to the next province."""
    province = next_to_lay(s, player)
    for kind in range(KINDS):
        if may_lay(s, player, province, kind):
            offer(c, LAY + province * KINDS + kind)


@rule
def lay_order(s: State, j: Journal, player: int, order: int) -> None:
    """Lay one card; with the fifth, this player's orders are given."""
    province, kind = order // KINDS, order % KINDS
    lose(s, player, kind)
    s.laid[player, province] = kind
    if province == 4:
        s.acting ^= 1 << player
        note(j, ORDERED, player)


@rule
def clear_orders(s: State) -> None:
    """Framed cards come back to hand, the others leave the game, but for a recalled one."""
    for player in range(2):
        for province in range(5):
            kind = s.laid[player, province]
            if kind < FRAMED:
                gain(s, player, kind)
            elif s.recalled[player] != province:
                s.out[player, kind] += 1
            s.laid[player, province] = NONE
        s.recalled[player] = NONE
    s.opened[:] = 0


@rule
def draw_cards(s: State, j: Journal) -> None:
    """Each draws two (with the 1: three); who drew more than may be kept must choose."""
    for player in range(2):
        keeps = 1 + s.draws_three[player]
        drawn = min(keeps + 1, s.pile_size[player])
        for i in range(drawn):
            s.drawn_cards[player, i] = draw(s, player)
        if drawn:
            note_list(j, DRAWN, player, s.drawn_cards[player], drawn)
        s.draws_three[player] = 0
        if drawn > keeps:
            s.acting |= 1 << player
        else:
            keep_drawn(s, player)


@rule
def keep_drawn(s: State, player: int) -> None:
    """What was drawn goes to the hand."""
    for i in range(3):
        if s.drawn_cards[player, i] != NONE:
            gain(s, player, s.drawn_cards[player, i])
            s.drawn_cards[player, i] = NONE


@rule
def offer_returns(s: State, player: int, c: Choices) -> None:
    """End of round: any of the drawn cards may go under the pile; alike ones are one choice."""
    for i in range(3):
        kind = s.drawn_cards[player, i]
        alike = False
        for k in range(i):
            alike = alike or s.drawn_cards[player, k] == kind
        if kind != NONE and not alike:
            offer(c, UNDER + kind - FRAMED)


@rule
def return_card(s: State, j: Journal, player: int, kind: int) -> None:
    """One drawn card under the pile, the others to the hand."""
    for i in range(3):
        if s.drawn_cards[player, i] == kind:
            s.drawn_cards[player, i] = NONE
            break
    put_under(s, player, kind, 1 << player)
    note(j, PUT_UNDER, player, kind)
    keep_drawn(s, player)
    s.acting ^= 1 << player
