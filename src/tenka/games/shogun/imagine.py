"""A full state that a viewer cannot rule out: all that is UNKNOWN, drawn at random."""

from __future__ import annotations

from tenka.core.chance import below, shuffle
from tenka.core.layout import NONE, UNKNOWN, Ints, scratch
from tenka.core.rule import rule
from tenka.games.shogun.facts import ANY_CHEST, BID, CHEST, CHEST_CARDS, EMPTY, MAP
from tenka.games.shogun.planning import chests_left, lay_idle_cards, lay_nothing, plays_all_cards
from tenka.games.shogun.state import CUBE_COLOURS, PLANNING, State


@rule
def determinise(s: State) -> None:
    """Draw all that is UNKNOWN at random from what it can be."""
    imagine_pile(s)
    imagine_order(s, s.event_pile)
    imagine_order(s, s.action_order)
    for colour in range(CUBE_COLOURS):
        if s.upper[colour] == UNKNOWN:
            imagine_level(s, colour)
    for player in range(s.players):
        if s.plan[player, BID] == UNKNOWN or has_unknown_field(s, player):
            imagine_plan(s, player)
        elif s.phase == PLANNING and s.plan[player, 0] == NONE:
            lay_nothing(s, player)


@rule
def imagine_order(s: State, order: Ints) -> None:
    """The cards that are not seen, in random order; a card's number is below their count."""
    missing = scratch(MAP)
    count = 0
    for card in range(len(order)):
        seen = False
        for i in range(len(order)):
            seen = seen or order[i] == card
        if not seen:
            missing[count] = card
            count += 1
    fill_unknown(s, order, missing, count)


@rule
def imagine_pile(s: State) -> None:
    """Province cards that nobody took and that do not lie open."""
    if s.pile_size == 0:
        return
    loose = scratch(MAP)
    count = 0
    for province in range(MAP):
        seen = s.owner[province] != NONE or province == s.target
        seen = seen or s.display[0] == province or s.display[1] == province
        for i in range(s.pile_known):
            seen = seen or s.pile[i] == province
        if not seen:
            loose[count] = province
            count += 1
    fill_unknown(s, s.pile, loose, count)


@rule
def fill_unknown(s: State, places: Ints, cards: Ints, count: int) -> None:
    """Put cards on the places that are unknown, in random order."""
    shuffle(s, cards, count)
    for i in range(len(places)):
        if places[i] == UNKNOWN:
            count -= 1
            places[i] = cards[count]


@rule
def imagine_level(s: State, colour: int) -> None:
    """Each cube inside the tower rests on either level."""
    s.upper[colour] = 0
    for _ in range(s.tower[colour]):
        s.upper[colour] += below(s, 2)


# -- plans


@rule
def has_unknown_field(s: State, player: int) -> bool:
    """Whether a card on a player's board is still closed to the viewer."""
    for field in range(BID):
        if s.plan[player, field] == UNKNOWN:
            return True
    return False


@rule
def imagine_plan(s: State, player: int) -> None:
    """Cards that may lie closed, on as many closed fields as the rules of planning allow.

    While others plan, nobody sees which fields of a finished plan are empty.
    """
    cards = scratch(MAP)
    count = hidden_cards(s, player, cards)
    shuffle(s, cards, count)
    if s.plan[player, BID] == UNKNOWN:
        count = imagine_bid(s, player, cards, count)
    if s.hand_size[player] == 0:
        lay_idle_cards(s, player)
        return
    fields = scratch(BID)
    closed = 0
    for field in range(BID):
        if s.plan[player, field] == UNKNOWN:
            fields[closed] = field
            closed += 1
    shuffle(s, fields, closed)
    chests = chests_left(s, player) - (CHEST <= s.plan[player, BID] < EMPTY)
    laid = imagine_number(s, player, count, closed, chests)
    for i in range(closed):
        unused = ANY_CHEST if i < laid + chests else EMPTY
        s.plan[player, fields[i]] = cards[i] if i < laid else unused


@rule
def hidden_cards(s: State, player: int, cards: Ints) -> int:
    """The province cards that the player had when planning and that nobody has seen since."""
    count = 0
    for province in range(MAP):
        if s.owner[province] == player and not s.won[province]:
            seen = False
            for field in range(BID + 1):
                seen = seen or s.plan[player, field] == province
            if not seen:
                cards[count] = province
                count += 1
    return count


@rule
def imagine_bid(s: State, player: int, cards: Ints, count: int) -> int:
    """Any bid that the player can make; how many of the cards are left."""
    chests = min(CHEST_CARDS - 1, s.chests[player]) + 1
    kinds = count + chests + plays_all_cards(s, player)
    choice = below(s, kinds)
    if choice < count:
        s.plan[player, BID] = cards[count - 1]
        return count - 1
    s.plan[player, BID] = CHEST + choice - count if choice < count + chests else EMPTY
    return count


@rule
def imagine_number(s: State, player: int, count: int, closed: int, chests: int) -> int:
    """How many provinces lie on the closed fields: of few cards all, else any number that leaves
    no more fields than there are chest cards for.
    """
    if plays_all_cards(s, player):
        return count
    least = max(0, closed - chests)
    most = min(closed, count)
    return least + below(s, most - least + 1)
