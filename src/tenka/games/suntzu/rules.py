"""The course of a game of Sun Tzu: from phase to phase until someone must decide."""

from __future__ import annotations

from tenka.core.game import Choices, offer
from tenka.core.journal import Journal, note
from tenka.core.layout import NONE
from tenka.core.rule import rule
from tenka.games.suntzu.actions import BATTLE_AT, DISCARD, FROM, GENERAL, LAY, MARCH_TO, PASS, UNDER
from tenka.games.suntzu.battle import (
    armies_to_place,
    judge,
    move_armies,
    offer_sources,
    open_cards,
    owe_for_card,
    settle,
    take_army,
)
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
from tenka.games.suntzu.entries import (
    BATTLE_NAMED,
    GENERAL_CHOSEN,
    HEAD_START_SHOWN,
    ORDER_OF_BATTLES,
    ROUND_BEGUN,
)
from tenka.games.suntzu.events import (
    meet_event,
    offer_chariot,
    open_next_event,
    resolve_for,
    shuffle_events,
    take_chariot,
    whom_it_befalls,
)
from tenka.games.suntzu.facts import (
    ARMIES,
    CHOSEN_ORDER_FROM,
    FRAMED,
    HEAD_START,
    REINFORCEMENTS,
    SHAO,
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
from tenka.games.suntzu.points import count_points, finish
from tenka.games.suntzu.state import (
    AFTERMATH,
    CHARIOT,
    CHOOSE_GENERALS,
    COST_OF_CARD,
    DEAL,
    END_OF_ROUND,
    EVENT,
    EVERYONE,
    FETCH,
    FIFTH_EVENT,
    KEEP,
    NEXT_BATTLE,
    OPEN,
    ORDERS,
    OVER,
    POINTS,
    RESOLVE,
    REVEAL,
    ROUND,
    TRIBUTE,
    WINDOW_BATTLE,
    WINDOW_ORDERS,
    WINDOW_POINTS,
    WINDOW_WINNER,
    State,
    holds,
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
    elif phase == WINDOW_ORDERS or phase == WINDOW_BATTLE or phase == WINDOW_POINTS:
        offer_window(s, player, c)
    elif phase == KEEP:
        offer_returns(s, player, c)
    elif phase == REVEAL:
        offer_reveal(s, player, c)
    elif phase == NEXT_BATTLE:
        for province in range(5):
            if not s.opened[province]:
                offer(c, BATTLE_AT + province)
    elif phase == WINDOW_WINNER:
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
            next_battle(s)
        elif phase == WINDOW_ORDERS or phase == WINDOW_BATTLE or phase == WINDOW_POINTS:
            run_window(s)
        elif phase == OPEN:
            open_cards(s, j)
            s.phase, s.turn = REVEAL, 0
        elif phase == REVEAL:
            run_reveal(s, j)
        elif phase == WINDOW_WINNER:
            run_winners_window(s, j)
        elif phase <= COST_OF_CARD and phase >= FETCH:
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
    else:
        s.phase = POINTS


# -- battles


@rule
def begin_battles(s: State, j: Journal) -> None:
    """From round 4 whoever has fewer armies on the board names the order of battles."""
    s.namer = NONE
    if s.round_number >= CHOSEN_ORDER_FROM:
        s.namer = who_has_fewer(on_board(s, SUN_TZU), on_board(s, SHAO))
        past = s.round_number - 1
        while s.namer == NONE and past > 0:
            s.namer = who_has_fewer(s.totals[past, SUN_TZU], s.totals[past, SHAO])
            past -= 1
        if s.namer != NONE:
            note(j, ORDER_OF_BATTLES, s.namer)
    s.phase = NEXT_BATTLE


@rule
def who_has_fewer(sun_tzu: int, shao: int) -> int:
    """The player with fewer armies, NONE if level."""
    if sun_tzu == shao:
        return NONE
    return SUN_TZU if sun_tzu < shao else SHAO


@rule
def next_battle(s: State) -> None:
    """The next province in edge order, or as named; the last one needs no naming."""
    left, first = 0, 0
    for province in range(4, -1, -1):
        if not s.opened[province]:
            left += 1
            first = province
    if left == 0:
        s.battle = NONE
        s.phase, s.turn = (WINDOW_POINTS if s.round_number % 3 == 0 else END_OF_ROUND), 0
    elif left == 1 or s.namer == NONE:
        go_to_battle(s, first)
    else:
        s.acting = 1 << s.namer


@rule
def go_to_battle(s: State, province: int) -> None:
    """A province is named; its window comes before the cards are opened."""
    s.battle = province
    s.phase, s.turn = WINDOW_BATTLE, 0


@rule
def run_reveal(s: State, j: Journal) -> None:
    """Generals at reveal, Sun Tzu's first; then the battle is judged."""
    if s.turn < 2:
        if has_reveal(s, s.turn):
            s.acting = 1 << s.turn
        else:
            s.turn += 1
    else:
        judge(s, j)
        s.phase, s.turn = WINDOW_WINNER, 0


@rule
def run_winners_window(s: State, j: Journal) -> None:
    """A winner short of armies may bring reinforcements; then armies move."""
    if s.turn == 0 and s.winner != NONE and s.pool[s.winner] < armies_to_place(s):
        s.turn = 1  # it stays open, however many come, until the winner passes
    if s.turn == 1 and s.reserve[s.winner] > 0:
        s.acting = 1 << s.winner
    else:
        move_armies(s, j)
        s.phase, s.turn = FETCH, 0


@rule
def run_aftermath(s: State, j: Journal) -> None:
    """Missing armies are fetched; then Sun Tzu's marker, cost or draw, then Shao's."""
    if s.phase == AFTERMATH:
        if s.turn == 2:
            s.phase = EVENT
            return
        phase = owe_for_card(s, j, s.turn)
        if phase == NONE:
            s.turn += 1
        else:
            s.phase = phase
        return
    settle(s, j, s.winner if s.phase == FETCH else s.turn)
    if s.acting == 0:
        if s.phase != FETCH:
            s.turn += 1
        s.phase = AFTERMATH


@rule
def run_event(s: State, j: Journal) -> None:
    """Resolve the open event if it is met; one that is then opened may be met at once."""
    if s.phase == EVENT:
        s.met = whom_it_befalls(s) if s.events else 0
        if s.met:
            meet_event(s, j)
        else:
            s.phase = NEXT_BATTLE
    elif s.phase == TRIBUTE:
        settle(s, j, s.turn)
        if s.acting == 0:
            s.phase = RESOLVE
            s.turn += 1
    elif s.turn < 2:
        if (s.met >> s.turn) & 1:
            resolve_for(s, s.turn)
        else:
            s.turn += 1
    elif open_next_event(s, j):
        s.phase = EVENT
    else:
        finish(s, j, FIFTH_EVENT)
