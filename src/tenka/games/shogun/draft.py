"""The start of a game: provinces by preset or draft, the tower's first cubes (rulebook: Set-up)."""

from __future__ import annotations

from tenka.core.chance import below, shuffle
from tenka.core.game import Choices, offer
from tenka.core.journal import Journal, note
from tenka.core.layout import NONE, scratch
from tenka.core.rule import rule
from tenka.games.shogun.actions import CARD, COUNT, EXCHANGE, FROM_PILE
from tenka.games.shogun.entries import (
    ARMIES_PLACED,
    CARD_DRAWN,
    CARD_TAKEN,
    CARDS_EXCHANGED,
    CARDS_OPENED,
    FIRST_SEAT,
    STAYED_INSIDE,
    TOWER_FILLED,
    note_all,
)
from tenka.games.shogun.facts import (
    GROUPS,
    GROUPS_USED,
    LARGEST_GROUP,
    MAP,
    PEASANT,
    PRESETS,
    TOWER_ARMIES,
    TOWER_PEASANTS,
)
from tenka.games.shogun.state import CUBE_COLOURS, DRAFT, GROUP, OUT, START, State
from tenka.games.shogun.tower import pour


@rule
def place_armies(s: State, j: Journal, player: int, province: int, armies: int) -> None:
    """A group of armies from the reserve takes a province."""
    s.owner[province] = player
    s.armies[province] = armies
    s.reserve[player] -= armies
    note(j, ARMIES_PLACED, player, province, armies)


@rule
def place_preset(s: State, j: Journal) -> None:
    """Player 0 takes column A, player 1 column B, and so on."""
    for player in range(s.players):
        for at in range(GROUPS_USED[s.players]):
            place_armies(s, j, player, PRESETS[s.players, player, at], GROUPS[at])


@rule
def begin_draft(s: State, j: Journal) -> None:
    """Shuffle the cards, open two, draw the first seat."""
    for province in range(MAP):
        if s.owner[province] != OUT:
            s.pile[s.pile_size] = province
            s.pile_size += 1
    shuffle(s, s.pile, s.pile_size)
    for player in range(s.players):
        for at in range(GROUPS_USED[s.players]):
            s.groups[player, at] = GROUPS[at]
    open_two(s, j)
    s.turn = below(s, s.players)
    note(j, FIRST_SEAT, s.turn)
    s.phase = DRAFT


@rule
def draw_card(s: State) -> int:
    """The top card of the pile, taken off."""
    s.pile_size -= 1
    province = s.pile[s.pile_size]
    s.pile[s.pile_size] = NONE
    s.pile_known = min(s.pile_known, s.pile_size)
    return province


@rule
def open_two(s: State, j: Journal) -> None:
    """Turn up two cards."""
    s.display[0] = draw_card(s)
    s.display[1] = draw_card(s)
    note(j, CARDS_OPENED, s.display[0], s.display[1])


@rule
def may_exchange(s: State, player: int) -> bool:
    """The two open cards are those that lay there when this player last took a card."""
    seen = s.display_seen[player]
    return seen[0] == s.display[0] and seen[1] == s.display[1]


@rule
def offer_cards(s: State, player: int, c: Choices) -> None:
    """One of the open cards, the top of the pile, or first two other open cards."""
    offer(c, CARD + s.display[0])
    offer(c, CARD + s.display[1])
    offer(c, FROM_PILE)
    if may_exchange(s, player):
        offer(c, EXCHANGE)


@rule
def take_card(s: State, j: Journal, player: int, action: int) -> None:
    """A card for this player; then its armies are chosen."""
    if action == EXCHANGE:
        exchange_cards(s, j, player)
        return
    s.display_seen[player, 0], s.display_seen[player, 1] = s.display[0], s.display[1]
    if action == FROM_PILE:
        s.target = draw_card(s)
        note(j, CARD_DRAWN, player, s.target)
    else:
        s.target = action - CARD
        note(j, CARD_TAKEN, player, s.target)
    s.phase = GROUP


@rule
def exchange_cards(s: State, j: Journal, player: int) -> None:
    """Both open cards under the pile, the left one first, and two new ones."""
    for card in range(2):
        for i in range(s.pile_size, 0, -1):
            s.pile[i] = s.pile[i - 1]
        s.pile[0] = s.display[card]
        s.pile_size += 1
    s.pile_known += 2
    note(j, CARDS_EXCHANGED, player)
    open_two(s, j)


@rule
def sizes_left(s: State, player: int) -> int:
    """The sizes of groups still on a player's board, as a mask."""
    mask = 0
    for at in range(len(GROUPS)):
        mask |= 1 << s.groups[player, at]
    return mask & ~1


@rule
def offer_groups(s: State, player: int, c: Choices) -> None:
    """Each size of group that is left."""
    mask = sizes_left(s, player)
    for armies in range(LARGEST_GROUP, 0, -1):
        if (mask >> armies) & 1:
            offer(c, COUNT + armies - 1)


@rule
def only_group(s: State, player: int) -> int:
    """The size of the groups that are left, if they are all alike; else 0."""
    mask = sizes_left(s, player)
    for armies in range(1, LARGEST_GROUP + 1):
        if mask == 1 << armies:
            return armies
    return 0


@rule
def place_group(s: State, j: Journal, player: int, armies: int) -> None:
    """A group takes the province; a taken open card is replaced; then the next player."""
    at = 0
    while s.groups[player, at] != armies:
        at += 1
    s.groups[player, at] = 0
    place_armies(s, j, player, s.target, armies)
    for card in range(2):
        if s.display[card] == s.target:
            s.display[card] = draw_card(s)
            note(j, CARDS_OPENED, s.display[0], s.display[1])
    s.target = NONE
    s.turn = (s.turn + 1) % s.players
    s.phase = DRAFT if sizes_left(s, s.turn) else START


@rule
def fill_tower(s: State, j: Journal) -> None:
    """Armies of each player and peasants together; what comes out goes back."""
    thrown = scratch(CUBE_COLOURS)
    for player in range(s.players):
        thrown[player] = TOWER_ARMIES
    thrown[PEASANT] = TOWER_PEASANTS
    for colour in range(CUBE_COLOURS):
        s.reserve[colour] -= thrown[colour]
    pour(s, thrown)
    note_all(j, TOWER_FILLED, thrown, CUBE_COLOURS)
    note_all(j, STAYED_INSIDE, s.tower, CUBE_COLOURS)
    for colour in range(CUBE_COLOURS):
        s.reserve[colour] += s.tray[colour]
        s.tray[colour] = 0


@rule
def clear_draft(s: State) -> None:
    """The cards that nobody took are the neutral stack."""
    s.pile[:] = NONE
    s.display[:] = NONE
    s.display_seen[:] = NONE
    s.pile_size = s.pile_known = s.turn = 0
