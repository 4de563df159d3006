"""Moving armies: where to, how many, and the extra armies of an attack (actions 8 to 10)."""

from __future__ import annotations

from tenka.core.game import Choices, offer
from tenka.core.journal import Journal, note
from tenka.core.layout import NONE
from tenka.core.rule import rule
from tenka.games.shogun.actions import COUNT, STAY, TO
from tenka.games.shogun.battle import castle_army, clash
from tenka.games.shogun.entries import ATTACKED, MOVED
from tenka.games.shogun.facts import (
    ATTACK,
    BATTLE_A,
    DEFENCE,
    DEPLOY_1,
    NEIGHBOURS,
    TEMPLE,
    TEMPLES_SAFE,
)
from tenka.games.shogun.realm import deploy
from tenka.games.shogun.state import (
    ACTIONS,
    ATTACKER,
    CLASH,
    DEFENDER,
    MARCH,
    OUT,
    TARGET,
    State,
    has_building,
    holds,
    under,
)


@rule
def actor(s: State) -> int:
    """Whose turn it is in the action being carried out."""
    return s.turn_order[s.turn]


@rule
def may_enter(s: State, player: int, province: int) -> bool:
    """Own provinces always; in battle/move others too, but not temples in their event."""
    owner = s.owner[province]
    if owner == player:
        return True
    if s.action_order[s.step] < BATTLE_A or owner == OUT:
        return False
    return not (under(s, TEMPLES_SAFE) and has_building(s, province, TEMPLE))


@rule
def targets_from(s: State, player: int, source: int) -> int:
    """How many adjacent provinces armies may move to."""
    count = at = 0
    while NEIGHBOURS[source, at] >= 0:
        if may_enter(s, player, NEIGHBOURS[source, at]):
            count += 1
        at += 1
    return count


@rule
def begin_march(s: State, j: Journal, player: int, action: int, source: int) -> bool:
    """Ask where to, if armies can go anywhere; whether the action is done."""
    if action == DEPLOY_1 and not deploy(s, j, player, DEPLOY_1, source):
        return False
    targets = targets_from(s, player, source) if s.armies[source] > 1 else 0
    if targets == 0:
        return action == DEPLOY_1
    s.source = source
    if action != DEPLOY_1 and targets == 1 and s.armies[source] == 2:
        only_march(s, j, player)
    else:
        s.phase = TARGET
        s.acting = 1 << player
    return True


@rule
def only_march(s: State, j: Journal, player: int) -> None:
    """One army, one way to go: no question."""
    at = 0
    while not may_enter(s, player, NEIGHBOURS[s.source, at]):
        at += 1
    s.target = NEIGHBOURS[s.source, at]
    march(s, j, player, 1)


@rule
def offer_targets(s: State, player: int, c: Choices) -> None:
    """Each province that may be entered; with 'deploy 1 and move' all may stay."""
    at = 0
    while NEIGHBOURS[s.source, at] >= 0:
        if may_enter(s, player, NEIGHBOURS[s.source, at]):
            offer(c, TO + NEIGHBOURS[s.source, at])
        at += 1
    if s.action_order[s.step] == DEPLOY_1:
        offer(c, STAY)


@rule
def offer_counts(s: State, c: Choices) -> None:
    """One or more armies, leaving at least one."""
    for armies in range(1, s.armies[s.source]):
        offer(c, COUNT + armies - 1)


@rule
def choose_target(s: State, action: int) -> None:
    """Where to; then how many."""
    if action == STAY:
        end_march(s)
    else:
        s.target = action - TO
        s.phase = MARCH
        s.acting = 1 << actor(s)


@rule
def march(s: State, j: Journal, player: int, armies: int) -> None:
    """Armies move to an own province, or attack."""
    s.marching = armies
    defender = s.owner[s.target]
    if defender == player:
        s.armies[s.source] -= armies
        s.armies[s.target] += armies
        note(j, MOVED, player, s.source, s.target, armies)
        end_march(s)
        return
    note(j, ATTACKED, player, s.target, s.source, armies, defender)
    s.phase = ATTACKER


@rule
def end_march(s: State) -> None:
    """The next player's turn."""
    s.source = s.target = NONE
    s.marching = s.attack_army = s.defence_army = 0
    s.turn += 1
    s.phase = ACTIONS


# -- an attack: first the attacker is asked for an extra army, then the defender


@rule
def run_attack(s: State, j: Journal) -> None:
    """Each side with its special and an army in reserve is asked; then they clash."""
    if s.phase == ATTACKER:
        player = actor(s)
        ask_for_army(s, player, holds(s, player, ATTACK) and s.reserve[player] > 0)
    elif s.phase == DEFENDER:
        player = s.owner[s.target]
        may = player != NONE and holds(s, player, DEFENCE)
        ask_for_army(s, player, may and s.reserve[player] > castle_army(s))
    else:
        clash(s, j, actor(s))
        end_march(s)


@rule
def ask_for_army(s: State, player: int, may: bool) -> None:
    """Ask, or go on with no or, where yes goes without asking, with one."""
    if may and not s.always_yes:
        s.acting = 1 << player
    else:
        answer_army(s, 1 if may else 0)


@rule
def answer_army(s: State, added: int) -> None:
    """The answer; it is known before the next is asked."""
    if s.phase == ATTACKER:
        s.attack_army = added
        s.phase = DEFENDER
    else:
        s.defence_army = added
        s.phase = CLASH
