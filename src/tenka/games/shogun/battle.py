"""Battles: what is thrown, who wins, and what becomes of the province (rulebook: Battles)."""

from __future__ import annotations

from tenka.core.journal import Journal, add_list, note, note_list
from tenka.core.layout import NONE, Ints, scratch
from tenka.core.rule import rule
from tenka.games.shogun.entries import (
    ARMY_ADDED,
    ASIDE,
    BATTLE_RESULT,
    FELL,
    PROVINCE_LOST,
    PROVINCE_WON,
    REVOLTED,
    THROWN,
    WITH_ATTACK,
    WITH_DEFENCE,
)
from tenka.games.shogun.facts import (
    BUILDINGS,
    CASTLE,
    CASTLE_DEFENDS,
    EMPTY,
    FIELD_COUNT,
    PEASANT,
    TWO_PEASANTS,
)
from tenka.games.shogun.state import (
    ATTACKER_WON,
    CUBE_COLOURS,
    DEFENDER_WON,
    PEASANTS_WON,
    PUT_DOWN,
    UNDECIDED,
    State,
    has_building,
    under,
)
from tenka.games.shogun.tower import pour

IN_HAND = FIELD_COUNT  # where a card lay that was on no field
BY_CASTLE, BY_ATTACK, BY_DEFENCE = range(3)  # why an army was added


@rule
def castle_army(s: State) -> int:
    """The army that a castle under attack by a player adds in its event, if there is one."""
    defender = s.owner[s.target]
    if defender == NONE or not under(s, CASTLE_DEFENDS):
        return 0
    return 1 if has_building(s, s.target, CASTLE) and s.reserve[defender] > 0 else 0


@rule
def clash(s: State, j: Journal, attacker: int) -> None:
    """An attack: armies that march in, against the province's owner or its peasants."""
    defender = s.owner[s.target]
    thrown = scratch(CUBE_COLOURS)
    if castle_army(s):
        add_army(s, j, thrown, defender, BY_CASTLE)
    if s.attack_army:
        add_army(s, j, thrown, attacker, BY_ATTACK)
    if s.defence_army:
        add_army(s, j, thrown, defender, BY_DEFENCE)
    s.armies[s.source] -= s.marching
    thrown[attacker] += s.marching
    if defender == NONE:
        rouse_peasants(s, thrown, 2 if under(s, TWO_PEASANTS) else 1)
        throw(s, j, s.target, attacker, NONE, thrown)
        settle_neutral(s, j, s.target, attacker)
        return
    thrown[defender] += s.armies[s.target]
    s.armies[s.target] = 0
    throw(s, j, s.target, attacker, defender, thrown)
    settle_attack(s, j, s.target, attacker, defender)


@rule
def add_army(s: State, j: Journal, thrown: Ints, player: int, reason: int) -> None:
    """One army more, from the reserve."""
    s.reserve[player] -= 1
    thrown[player] += 1
    note(j, ARMY_ADDED, player, reason)


@rule
def rouse_peasants(s: State, thrown: Ints, count: int) -> None:
    """Peasants from the reserve; those who are not there are not thrown."""
    coming = min(count, s.reserve[PEASANT])
    s.reserve[PEASANT] -= coming
    thrown[PEASANT] += coming


@rule
def throw(s: State, j: Journal, province: int, attacker: int, defender: int, thrown: Ints) -> None:
    """All cubes of both sides and everything on the tray go into the tower."""
    pour(s, thrown)
    peasants = peasants_stand(s, province, attacker, defender)
    note(j, THROWN, province, attacker, defender, peasants)
    add_list(j, 5, thrown, CUBE_COLOURS)
    note_list(j, FELL, province, s.tray, CUBE_COLOURS)
    s.battle, s.battle_attacker, s.battle_defender = province, attacker, defender
    for colour in range(CUBE_COLOURS):
        s.battle_thrown[colour] = thrown[colour]
        s.battle_fell[colour] = s.tray[colour]


@rule
def peasants_stand(s: State, province: int, attacker: int, defender: int) -> int:
    """Peasants revolt, or defend what is theirs or where they are calm, or stay out of it."""
    if attacker == NONE:
        return WITH_ATTACK
    return WITH_DEFENCE if defender == NONE or s.markers[province] == 0 else ASIDE


# -- results: the fighters leave the tray, then what is left of the winner stands in the province


@rule
def settle_attack(s: State, j: Journal, province: int, attacker: int, defender: int) -> None:
    """Player against player; without revolt markers the peasants fight for the defender."""
    attack, defence, peasants = s.tray[attacker], s.tray[defender], 0
    if peasants_stand(s, province, attacker, defender) == WITH_DEFENCE:
        peasants = s.tray[PEASANT]
        clear_tray(s, PEASANT)
    clear_tray(s, attacker)
    clear_tray(s, defender)
    lead = attack - defence - peasants
    if lead > 0:
        lose_card(s, j, province)
        conquer(s, j, province, attacker, lead)
    elif lead < 0 and defence > 0:
        garrison(s, province, min(defence, -lead))
        report(s, j, province, DEFENDER_WON)
    else:
        become_neutral(s, j, province)
        report(s, j, province, UNDECIDED)


@rule
def settle_neutral(s: State, j: Journal, province: int, attacker: int) -> None:
    """The attacker needs more armies than there are peasants; else the province stays neutral."""
    lead = s.tray[attacker] - s.tray[PEASANT]
    clear_tray(s, attacker)
    clear_tray(s, PEASANT)
    if lead > 0:
        conquer(s, j, province, attacker, lead)
    else:
        report(s, j, province, UNDECIDED if lead == 0 else PEASANTS_WON)


@rule
def revolt(s: State, j: Journal, province: int, extra_peasants: int) -> bool:
    """Peasants against the owner; True if the owner holds the province. Peasants win ties."""
    owner = s.owner[province]
    thrown = scratch(CUBE_COLOURS)
    thrown[owner] = s.armies[province]
    s.armies[province] = 0
    rouse_peasants(s, thrown, s.markers[province] + extra_peasants)
    peasants = thrown[PEASANT]
    note(j, REVOLTED, owner, province, peasants)
    throw(s, j, province, NONE, owner, thrown)
    lead = s.tray[owner] - s.tray[PEASANT]
    clear_tray(s, owner)
    clear_tray(s, PEASANT)
    if lead <= 0:
        become_neutral(s, j, province)
        report(s, j, province, PEASANTS_WON)
        return False
    garrison(s, province, lead)
    report(s, j, province, PUT_DOWN)
    return True


@rule
def clear_tray(s: State, colour: int) -> None:
    """All cubes of a colour from the tray to the reserve."""
    s.reserve[colour] += s.tray[colour]
    s.tray[colour] = 0


@rule
def garrison(s: State, province: int, armies: int) -> None:
    """What is left of the winner stands in the province."""
    s.reserve[s.owner[province]] -= armies
    s.armies[province] = armies


@rule
def report(s: State, j: Journal, province: int, result: int) -> None:
    """Write down how the battle ended and how many armies stand there now."""
    s.battle_result = result
    note(j, BATTLE_RESULT, province, result, s.armies[province])


@rule
def conquer(s: State, j: Journal, province: int, player: int, armies: int) -> None:
    """The winner takes card, buildings and markers as they are; the card rests this round."""
    s.owner[province] = player
    s.won[province] = 1
    garrison(s, province, armies)
    report(s, j, province, ATTACKER_WON)
    note(j, PROVINCE_WON, player, province)


@rule
def become_neutral(s: State, j: Journal, province: int) -> None:
    """Markers leave, buildings go back to the supply, the card to the neutral stack."""
    lose_card(s, j, province)
    for building in range(len(BUILDINGS)):
        if has_building(s, province, building):
            s.supply[building] += 1
    s.buildings[province] = s.markers[province] = s.armies[province] = s.won[province] = 0
    s.owner[province] = NONE


@rule
def lose_card(s: State, j: Journal, province: int) -> None:
    """The card leaves its owner at once; if it lay on a field, all see that field empty."""
    owner, field = s.owner[province], IN_HAND
    for at in range(FIELD_COUNT):
        if s.plan[owner, at] == province:
            field = at
    if field != IN_HAND:
        s.plan[owner, field] = EMPTY
        s.opened[owner, field] = 1
    note(j, PROVINCE_LOST, owner, province, field)
