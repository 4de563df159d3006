"""The course of a game of Sun Tzu: from phase to phase until someone must decide."""

from __future__ import annotations

from tenka.core.game import Choices, offer
from tenka.core.journal import Journal, note
from tenka.core.layout import NONE
from tenka.core.rule import rule
from tenka.games.suntzu.actions import BATTLE_AT, DISCARD, FROM, GENERAL, LAY, MARCH_TO, PASS, UNDER
from tenka.games.suntzu.battle import armies_to_place, judge, move_armies, open_cards, owe_for_card
from tenka.games.suntzu.cards import (
    clear_orders,
    deal,
    draw_cards,
    lay_displays,
    lay_order,
    offer_orders,
    offer_returns,
    return_card,
)
from tenka.games.suntzu.debts import face_debt, offer_sources, run_short_window, settle, take_army
from tenka.games.suntzu.entries import BATTLE_NAMED, GENERAL_CHOSEN, HEAD_START_SHOWN, ROUND_BEGUN
from tenka.games.suntzu.events import offer_chariot, run_event, shuffle_events, take_chariot
from tenka.games.suntzu.facts import (
    ARMIES,
    FRAMED,
    HEAD_START,
    LAST_ROUND_OF_MARCHES,
    REINFORCEMENTS,
    SUN_TZU,
)
from tenka.games.suntzu.generals import (
    has_reveal,
    has_window,
    offer_discards,
    offer_reveal,
    offer_window,
    reinforce,
    spend,
    use_at_reveal,
    use_in_window,
)
from tenka.games.suntzu.order import begin_battles, go_to_battle, next_battle, offer_battles
from tenka.games.suntzu.points import count_points
from tenka.games.suntzu.state import (
    AFTERMATH,
    ARMIES_MOVE,
    CHARIOT,
    CHOOSE_GENERALS,
    DEAL,
    END_OF_ROUND,
    EVENT,
    EVERYONE,
    FETCH,
    KEEP,
    NEXT_BATTLE,
    OPEN,
    ORDERS,
    OVER,
    POINTS,
    RESOLVE,
    REVEAL,
    ROUND,
    WINDOW_BATTLE,
    WINDOW_END,
    WINDOW_ORDERS,
    WINDOW_POINTS,
    WINDOW_WINNER,
    State,
    holds,
    is_short_window,
    is_window,
    on_board,
)


@rule
def setup(s: State, j: Journal) -> None:
    """Armies and events; then generals are chosen before any card is seen."""
    for player in range(2):
        s.reserve[player] = 0 if s.beginner else REINFORCEMENTS
        s.pool[player] = ARMIES - s.reserve[player]
        s.recalled[player] = NONE
    s.laid[:] = NONE
    s.pile[:] = NONE
    s.drawn_cards[:] = NONE
    s.displays[:] = NONE
    s.event_order[:] = NONE
    s.battle = s.winner = s.namer = NONE
    if s.events:
        shuffle_events(s, j)
    if s.beginner:
        s.phase = DEAL
        advance(s, j)
    else:
        s.phase = CHOOSE_GENERALS
        s.acting = EVERYONE


# -- decisions


@rule
def legal(s: State, player: int, c: Choices) -> None:
    """List what a player who is asked may decide."""
    phase = s.phase
    if phase == ORDERS:
        offer_orders(s, player, c)
    elif is_window(phase):
        offer_window(s, player, c)
    elif phase == KEEP:
        offer_returns(s, player, c)
    elif phase == REVEAL:
        offer_reveal(s, player, c)
    elif phase == NEXT_BATTLE:
        offer_battles(s, c)
    elif is_short_window(phase):
        offer_discards(s, player, c)
    elif phase == CHOOSE_GENERALS:
        for general in range(5):
            offer(c, GENERAL + player * 5 + general)
    elif phase == CHARIOT:
        offer_chariot(s, player, c)
    else:
        offer_sources(s, player, c)


@rule
def apply(s: State, j: Journal, player: int, action: int) -> None:
    """Carry out a legal decision, then all that follows until the next one."""
    phase = s.phase
    if phase == ORDERS:
        lay_order(s, j, player, action - LAY)
    elif phase == KEEP:
        return_card(s, j, player, action - UNDER + FRAMED)
    elif phase == CHOOSE_GENERALS:
        choose_general(s, j, player, action - GENERAL)
    else:
        s.acting = 0
        if DISCARD <= action < MARCH_TO:
            reinforce(s, j, player, action - DISCARD + FRAMED)
        elif phase == REVEAL:
            use_at_reveal(s, j, player, action)
            s.turn += 1
        elif phase == NEXT_BATTLE:
            note(j, BATTLE_NAMED, player, action - BATTLE_AT)
            go_to_battle(s, action - BATTLE_AT)
        elif phase == CHARIOT:
            take_chariot(s, j, player, action)
            s.phase = RESOLVE
            s.turn += 1
        elif is_short_window(phase):
            s.phase += 1
        elif action == PASS:
            s.turn += 1
        elif action >= FROM:
            take_army(s, j, player, action - FROM)
        else:
            use_in_window(s, j, action)
    advance(s, j)


@rule
def choose_general(s: State, j: Journal, player: int, general: int) -> None:
    """One general each, in secret and at the same time."""
    s.held[player] = 1 << (general - player * 5)
    s.generals_left[player] = 1
    s.acting ^= 1 << player
    note(j, GENERAL_CHOSEN, player, general)
    if s.acting == 0:
        s.phase = DEAL


# -- the course of the game


@rule
def advance(s: State, j: Journal) -> None:
    """Go on until someone must decide or the game is over."""
    while s.acting == 0 and s.phase != OVER:
        phase = s.phase
        if phase == ORDERS:
            begin_battles(s, j)
        elif phase == NEXT_BATTLE:
            if not next_battle(s):
                end_battles(s)
        elif is_window(phase):
            run_window(s)
        elif phase == OPEN:
            open_cards(s, j)
            s.phase, s.turn = REVEAL, 0
        elif phase == REVEAL:
            run_reveal(s, j)
        elif phase < EVENT and phase >= WINDOW_WINNER:
            run_aftermath(s, j)
        elif phase >= EVENT and phase <= CHARIOT:
            run_event(s, j)
        else:
            run_round(s, j)


@rule
def run_round(s: State, j: Journal) -> None:
    """The phases at the edges of a round."""
    if s.phase == DEAL:
        deal(s, j)
        lay_displays(s, j)
        show_head_start(s, j)
        s.phase = ROUND
    elif s.phase == ROUND:
        s.round_number += 1
        s.great_plague = 0
        note(j, ROUND_BEGUN, s.round_number)
        s.phase, s.turn = WINDOW_ORDERS, 0
    elif s.phase == POINTS:
        count_points(s, j)
        if s.phase != OVER:
            go_to_end_of_round(s)
    elif s.phase == END_OF_ROUND:
        for player in range(2):
            s.totals[s.round_number, player] = on_board(s, player)
        clear_orders(s)
        draw_cards(s, j)
        s.phase = KEEP
    else:
        s.phase = ROUND


@rule
def show_head_start(s: State, j: Journal) -> None:
    """Head Start is shown and spent when the game begins."""
    if holds(s, SUN_TZU, HEAD_START):
        spend(s, j, SUN_TZU, HEAD_START)
        s.track += 1
        note(j, HEAD_START_SHOWN, s.track)


@rule
def run_window(s: State) -> None:
    """Each player in turn, Sun Tzu first, as long as there is anything left to use."""
    if s.turn < 2:
        if has_window(s, s.turn):
            s.acting = 1 << s.turn
        else:
            s.turn += 1
    elif s.phase == WINDOW_ORDERS:
        s.phase = ORDERS
        s.acting = EVERYONE
    elif s.phase == WINDOW_BATTLE:
        s.phase = OPEN
    elif s.phase == WINDOW_POINTS:
        s.phase = POINTS
    else:
        s.phase = END_OF_ROUND


@rule
def end_battles(s: State) -> None:
    """Points after rounds 3, 6 and 9; else, or then, the end of the round."""
    if s.round_number % 3 == 0:
        s.phase, s.turn = WINDOW_POINTS, 0
    else:
        go_to_end_of_round(s)


@rule
def go_to_end_of_round(s: State) -> None:
    """Up to round 6 generals serve in any phase, so also in the last one."""
    s.phase, s.turn = END_OF_ROUND, 0
    if s.round_number <= LAST_ROUND_OF_MARCHES:
        s.phase = WINDOW_END


# -- battles


@rule
def run_reveal(s: State, j: Journal) -> None:
    """Generals at reveal, Sun Tzu's first; then the battle is judged."""
    if s.turn < 2:
        if has_reveal(s, s.turn):
            s.acting = 1 << s.turn
        else:
            s.turn += 1
        return
    judge(s, j)
    s.turn = 0
    if s.winner == NONE:
        s.phase = AFTERMATH
    else:
        s.owed = armies_to_place(s)
        face_debt(s, WINDOW_WINNER, s.winner)


@rule
def run_aftermath(s: State, j: Journal) -> None:
    """The winner's armies move; then Sun Tzu's marker, cost or draw, then Shao's."""
    debtor = s.winner if s.phase <= FETCH else s.turn
    if is_short_window(s.phase):
        run_short_window(s, debtor)
    elif s.phase == ARMIES_MOVE:
        move_armies(s, j)
        s.phase = FETCH
    elif s.phase == AFTERMATH:
        face_card(s, j)
    else:
        settle(s, j, debtor)
        if s.acting == 0:
            if s.phase != FETCH:
                s.turn += 1
            s.phase = AFTERMATH


@rule
def face_card(s: State, j: Journal) -> None:
    """What the card of the player whose turn it is asks for; after both, the event."""
    if s.turn == 2:
        s.phase = EVENT
        return
    window = owe_for_card(s, j, s.turn)
    if window == NONE:
        s.turn += 1
    else:
        face_debt(s, window, s.turn)
