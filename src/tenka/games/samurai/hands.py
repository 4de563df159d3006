"""Hands and piles: five tiles chosen or dealt, the other fifteen shuffled, draws to five."""

from __future__ import annotations

from tenka.core.chance import shuffle
from tenka.core.game import Choices, offer
from tenka.core.journal import Journal, note_list
from tenka.core.layout import NONE, scratch
from tenka.core.rule import rule
from tenka.games.samurai.actions import TILE
from tenka.games.samurai.entries import DEALT, DRAWN, HAND_CHOSEN
from tenka.games.samurai.facts import COPIES, HAND, KINDS, TILES_EACH
from tenka.games.samurai.state import State


@rule
def gain(s: State, player: int, tile: int) -> None:
    """A tile to the hand."""
    s.hand[player, tile] += 1
    s.hand_size[player] += 1


@rule
def lose(s: State, player: int, tile: int) -> None:
    """A tile from the hand."""
    s.hand[player, tile] -= 1
    s.hand_size[player] -= 1


@rule
def offer_hand(s: State, player: int, c: Choices) -> None:
    """Any tile that is not in the hand yet; alike ones are one choice."""
    for tile in range(KINDS):
        if s.hand[player, tile] < COPIES[tile]:
            offer(c, TILE + tile)


@rule
def choose_tile(s: State, j: Journal, player: int, tile: int) -> None:
    """One tile to the first hand; with the fifth, the choice is made."""
    gain(s, player, tile)
    if s.hand_size[player] == HAND:
        s.acting ^= 1 << player
        tiles = scratch(HAND)
        count = 0
        for kind in range(KINDS):
            for _ in range(s.hand[player, kind]):
                tiles[count] = kind
                count += 1
        note_list(j, HAND_CHOSEN, player, tiles, HAND)


@rule
def shuffle_piles(s: State) -> None:
    """All tiles that are not in the hand, face down, in random order.

    Only after the last choice, in the order of the seats: who chose first changes nothing.
    """
    for player in range(s.players):
        size = 0
        for tile in range(KINDS):
            for _ in range(COPIES[tile] - s.hand[player, tile]):
                s.pile[player, size] = tile
                size += 1
        s.pile_size[player] = size
        shuffle(s, s.pile[player], size)


@rule
def deal_hands(s: State, j: Journal) -> None:
    """Five tiles each at random."""
    for player in range(s.players):
        tiles = scratch(TILES_EACH)
        count = 0
        for tile in range(KINDS):
            for _ in range(COPIES[tile]):
                tiles[count] = tile
                count += 1
        shuffle(s, tiles, count)
        for i in range(HAND):
            gain(s, player, tiles[i])
        note_list(j, DEALT, player, tiles, HAND)


@rule
def draw_to_five(s: State, j: Journal, player: int) -> None:
    """Tiles from the top of the player's own pile, while it lasts."""
    tiles = scratch(HAND)
    count = 0
    while s.hand_size[player] < HAND and s.pile_size[player] > 0:
        s.pile_size[player] -= 1
        top = s.pile_size[player]
        tiles[count] = s.pile[player, top]
        s.pile[player, top] = NONE
        gain(s, player, tiles[count])
        count += 1
    if count:
        note_list(j, DRAWN, player, tiles, count)
