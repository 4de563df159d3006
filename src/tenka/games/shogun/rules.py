"""The course of a game of Shogun: from phase to phase until someone must decide."""

from __future__ import annotations

from tenka.core.chance import shuffle
from tenka.core.game import Choices, offer
from tenka.core.journal import Journal, note
from tenka.core.layout import NONE
from tenka.core.rule import rule
from tenka.games.shogun.actions import CARD, CHEST_CARD, COUNT, NO, PLACE, TO, YES
from tenka.games.shogun.bidding import (
    choose_places,
    offer_places,
    open_bids,
    order_choice,
    take_place,
)
from tenka.games.shogun.draft import (
    begin_draft,
    clear_draft,
    fill_tower,
    offer_cards,
    offer_groups,
    only_group,
    place_group,
    place_preset,
    take_card,
)
from tenka.games.shogun.entries import ACTION_BEGUN, ACTION_OPENED, CARD_OPENED, SKIPPED
from tenka.games.shogun.facts import (
    ACTION_CARDS,
    ARMIES,
    AUTUMN,
    DEPLOY_1,
    DEPLOY_5,
    DRAFT_START,
    EVENT_CARDS,
    EXISTS_FOR_THREE,
    MAP,
    OPEN_AT_FIRST,
    PEASANT,
    PEASANTS,
    SPRING,
    START_CHESTS,
    SUPPLY,
    TAXES,
    THEATRE,
    YEARS,
)
from tenka.games.shogun.march import (
    actor,
    answer_army,
    begin_march,
    choose_target,
    march,
    offer_counts,
    offer_targets,
    run_attack,
)
from tenka.games.shogun.planning import (
    begin_round,
    draw_event,
    lay_card,
    offer_plan,
    open_events,
    show_empty_fields,
)
from tenka.games.shogun.realm import armies_to_deploy, build, deploy, harvest, place_deployed
from tenka.games.shogun.state import (
    ACTIONS,
    ATTACKER,
    CLASH,
    DRAFT,
    GROUP,
    MARCH,
    OUT,
    OVER,
    PLACING,
    PLANNING,
    REVOLTING,
    ROUND,
    SIX,
    START,
    TARGET,
    WINTER_COMES,
    State,
)
from tenka.games.shogun.winter import (
    count_points,
    feed_next,
    finish,
    lose_rice,
    next_revolt,
    offer_revolts,
    rise,
)

# An open card, then its armies; where to, then how many.
PICKS = {DRAFT: range(CARD, CHEST_CARD), TARGET: range(TO, COUNT)}


@rule
def setup(s: State, j: Journal) -> None:
    """Map, reserves and provinces; nobody drafts knowing the events."""
    clear_table(s)
    for player in range(s.players):
        s.reserve[player] = ARMIES
        s.chests[player] = START_CHESTS[s.players]
    s.reserve[PEASANT] = PEASANTS
    for building in range(len(SUPPLY)):
        s.supply[building] = SUPPLY[building]
    if s.players == 3:
        for province in range(MAP):
            if not EXISTS_FOR_THREE[s.side, province]:
                s.owner[province] = OUT
    if s.start == DRAFT_START:
        begin_draft(s, j)
    else:
        place_preset(s, j)
        s.phase = START
    advance(s, j)


@rule
def clear_table(s: State) -> None:
    """Nothing lies anywhere yet."""
    s.owner[:] = NONE
    s.pile[:] = NONE
    s.display[:] = NONE
    s.display_seen[:] = NONE
    s.event_pile[:] = NONE
    s.uprising[:] = NONE
    s.source = s.target = s.battle = s.battle_attacker = s.battle_defender = NONE
    clear_round(s)
    clear_order(s)


@rule
def clear_round(s: State) -> None:
    """Cards and plans of a round leave the table; the order of players stays."""
    s.event = NONE
    s.action_order[:] = NONE
    s.specials[:] = NONE
    s.plan[:] = NONE
    s.opened[:] = 0
    s.won[:] = 0
    s.hand_size[:] = 0
    s.choice_order[:] = NONE


@rule
def clear_order(s: State) -> None:
    """Players take their cards from the places."""
    s.place[:] = NONE
    s.turn_order[:] = NONE


# -- decisions


@rule
def legal(s: State, player: int, c: Choices) -> None:
    """List what a player who is asked may decide."""
    phase = s.phase
    if phase == PLANNING:
        offer_plan(s, player, c)
    elif phase == TARGET:
        offer_targets(s, player, c)
    elif phase == MARCH:
        offer_counts(s, c)
    elif phase == PLACING:
        offer_places(s, c)
    elif phase == REVOLTING:
        offer_revolts(s, c)
    elif phase == DRAFT:
        offer_cards(s, player, c)
    elif phase == GROUP:
        offer_groups(s, player, c)
    else:
        offer(c, YES)
        offer(c, NO)


@rule
def apply(s: State, j: Journal, player: int, action: int) -> None:
    """Carry out a legal decision, then all that follows until the next one."""
    phase = s.phase
    if phase == PLANNING:
        lay_card(s, j, player, action)
    else:
        s.acting = 0
        if phase == TARGET:
            choose_target(s, action)
        elif phase == MARCH:
            march(s, j, player, action - COUNT + 1)
        elif phase == PLACING:
            take_place(s, j, player, action - PLACE)
        elif phase == REVOLTING:
            rise(s, j, action - CARD)
        elif phase == DRAFT:
            take_card(s, j, player, action)
        elif phase == GROUP:
            place_group(s, j, player, action - COUNT + 1)
        elif phase == SIX:
            answer_six(s, j, player, 1 if action == YES else 0)
        else:
            answer_army(s, 1 if action == YES else 0)
    advance(s, j)


@rule
def answer_six(s: State, j: Journal, player: int, added: int) -> None:
    """Deploy 5 with its special: one army more, or not."""
    armies = armies_to_deploy(s, DEPLOY_5) + added
    place_deployed(s, j, player, DEPLOY_5, s.plan[player, DEPLOY_5], armies)
    s.turn += 1
    s.phase = ACTIONS


# -- the course of the game


@rule
def advance(s: State, j: Journal) -> None:
    """Go on until someone must decide or the game is over."""
    while s.acting == 0 and s.phase != OVER:
        phase = s.phase
        if phase == ACTIONS:
            run_actions(s, j)
        elif ATTACKER <= phase <= CLASH:
            run_attack(s, j)
        elif phase == PLANNING:
            show_empty_fields(s, j)
            draw_event(s, j)
            open_bids(s, j)
            order_choice(s, j)
        elif phase == PLACING:
            choose_places(s, j)
        elif phase == ROUND:
            begin_round(s, j)
        elif phase <= START:
            run_start(s, j)
        elif phase == WINTER_COMES:
            feed_next(s, j)
        elif phase == REVOLTING:
            next_revolt(s, j)
        else:
            end_year(s, j)


@rule
def run_start(s: State, j: Journal) -> None:
    """The draft in turn; then the tower, then the events."""
    if s.phase == DRAFT:
        s.acting = 1 << s.turn
    elif s.phase == GROUP:
        armies = only_group(s, s.turn)
        if armies:
            place_group(s, j, s.turn, armies)
        else:
            s.acting = 1 << s.turn
    else:
        clear_draft(s)
        fill_tower(s, j)
        for i in range(EVENT_CARDS):
            s.event_pile[i] = i
        shuffle(s, s.event_pile, EVENT_CARDS)
        open_events(s, j)
        s.phase = ROUND


@rule
def run_actions(s: State, j: Journal) -> None:
    """The ten actions in the order of their cards; within each, players in turn order."""
    if s.turn < s.players:
        take_turn(s, j, actor(s), s.action_order[s.step])
        return
    s.step += 1
    s.turn = 0
    if s.step == len(ACTION_CARDS):
        end_round(s, j)
        return
    opened = s.step + OPEN_AT_FIRST - 1
    if opened < len(ACTION_CARDS):
        note(j, ACTION_OPENED, s.action_order[opened])
    note(j, ACTION_BEGUN, s.action_order[s.step])


@rule
def take_turn(s: State, j: Journal, player: int, action: int) -> None:
    """Open the field's card; what can be done in full must be done, anything else is skipped."""
    card, turn = s.plan[player, action], s.turn
    if not s.opened[player, action]:
        s.opened[player, action] = 1
        note(j, CARD_OPENED, player, action, card)
    if card < MAP and not carry_out(s, j, player, action, card):
        note(j, SKIPPED, player, action, card)
    if s.phase == ACTIONS and s.turn == turn:
        s.turn += 1


@rule
def carry_out(s: State, j: Journal, player: int, action: int, province: int) -> bool:
    """One action in a province; False if it cannot be done in full."""
    if action <= THEATRE:
        return build(s, j, player, action, province)
    if action <= TAXES:
        return harvest(s, j, player, action, province)
    if action < DEPLOY_1:
        return deploy(s, j, player, action, province)
    return begin_march(s, j, player, action, province)


@rule
def end_round(s: State, j: Journal) -> None:
    """The event leaves the game, cards come back; after autumn the order stays for winter."""
    clear_round(s)
    if s.season == AUTUMN:
        lose_rice(s, j)
        return
    clear_order(s)
    s.season += 1
    s.phase = ROUND


@rule
def end_year(s: State, j: Journal) -> None:
    """Points; then a new year with no rice, no markers and four new events, or the end."""
    count_points(s, j)
    clear_order(s)
    s.year += 1
    if s.year == YEARS:
        finish(s, j)
        return
    s.rice[:] = 0
    s.markers[:] = 0
    s.season = SPRING
    open_events(s, j)
    s.phase = ROUND


@rule
def score(s: State, player: int) -> int:
    """A player's points."""
    return s.points[player]
