"""The order of battles: who names the next province, and when a round has no more (phase 3)."""

from __future__ import annotations

from tenka.core.game import Choices, offer
from tenka.core.journal import Journal, note
from tenka.core.layout import NONE
from tenka.core.rule import rule
from tenka.games.suntzu.actions import BATTLE_AT
from tenka.games.suntzu.entries import ORDER_OF_BATTLES
from tenka.games.suntzu.facts import CHOSEN_ORDER_FROM, SHAO, SUN_TZU
from tenka.games.suntzu.state import NEXT_BATTLE, WINDOW_BATTLE, State, on_board


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
def offer_battles(s: State, c: Choices) -> None:
    """The provinces not yet fought over this round."""
    for province in range(5):
        if not s.opened[province]:
            offer(c, BATTLE_AT + province)


@rule
def next_battle(s: State) -> bool:
    """The next province in edge order, or as named, the last one without naming; False if none."""
    left, first = 0, 0
    for province in range(4, -1, -1):
        if not s.opened[province]:
            left += 1
            first = province
    if left == 0:
        return False
    if left == 1 or s.namer == NONE:
        go_to_battle(s, first)
    else:
        s.acting = 1 << s.namer
    return True


@rule
def go_to_battle(s: State, province: int) -> None:
    """A province is named; its window comes before the cards are opened."""
    s.battle = province
    s.phase, s.turn = WINDOW_BATTLE, 0
