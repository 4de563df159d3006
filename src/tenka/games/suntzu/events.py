"""Events: when the open one is met, and what it does (rulebook: Event cards)."""

from __future__ import annotations

from tenka.core.chance import shuffle
from tenka.core.game import Choices, offer
from tenka.core.journal import Journal, note
from tenka.core.layout import NONE
from tenka.core.rule import rule
from tenka.games.suntzu.actions import GENERAL, PASS
from tenka.games.suntzu.debts import face_debt, run_short_window, settle
from tenka.games.suntzu.entries import (
    CHARIOT_DECLINED,
    CHARIOT_TAKEN,
    EVENT_MET,
    EVENT_OPENED,
    POINT_GAINED,
)
from tenka.games.suntzu.facts import (
    ALL_GENERALS,
    CHAMPION,
    CHARIOT_SIXES,
    EVENT_TRIBUTE,
    EVENTS,
    LIGHT_INFANTRY,
    NINE,
    ONE,
    PANDEMIC,
    PANDEMIC_PLAGUES,
    SHAO,
    SUN_TZU,
    TEN,
    WAR_CHARIOT,
)
from tenka.games.suntzu.points import finish
from tenka.games.suntzu.state import (
    CHARIOT,
    EVENT,
    FIFTH_EVENT,
    NEXT_BATTLE,
    RESOLVE,
    TRIBUTE,
    WINDOW_TRIBUTE,
    State,
    card_of,
)

BOTH = 0b11


@rule
def shuffle_events(s: State, j: Journal) -> None:
    """The five cards in random order, the first one open."""
    for i in range(len(EVENTS)):
        s.event_order[i] = i
    shuffle(s, s.event_order, len(EVENTS))
    note(j, EVENT_OPENED, s.event_order[0])


@rule
def run_event(s: State, j: Journal) -> None:
    """Resolve the open event if it is met; one that is then opened may be met at once."""
    if s.phase == EVENT:
        s.met = whom_it_befalls(s) if s.events else 0
        if s.met:
            meet_event(s, j)
        else:
            s.phase, s.battle = NEXT_BATTLE, NONE
    elif s.phase == WINDOW_TRIBUTE:
        run_short_window(s, s.turn)
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


@rule
def whom_it_befalls(s: State) -> int:
    """The players who meet the open event, as a mask.

    Pandemic and War Chariot count the whole game; the others look at the last battle, if the card
    lay open when it was fought.
    """
    event = s.event_order[s.event]
    if event == PANDEMIC:
        return BOTH if s.plagues >= PANDEMIC_PLAGUES else 0
    if event == WAR_CHARIOT:
        return sixes_spread(s, SUN_TZU) | sixes_spread(s, SHAO) << 1
    if not s.fresh:
        return 0
    if event == LIGHT_INFANTRY:
        return BOTH if card_of(s, SUN_TZU) == ONE and card_of(s, SHAO) == ONE else 0
    strong = NINE if event == CHAMPION else TEN
    return failed_with(s, SUN_TZU, strong) | failed_with(s, SHAO, strong) << 1


@rule
def sixes_spread(s: State, player: int) -> int:
    """1 if a player's 6 was played in three provinces, annulled or not."""
    count = 0
    for province in range(5):
        count += s.sixes_opened[player, province]
    return 1 if count >= CHARIOT_SIXES else 0


@rule
def failed_with(s: State, player: int, kind: int) -> int:
    """1 if a player's printed card is of that kind and did not win; a tie is no win."""
    return 1 if card_of(s, player) == kind and s.winner != player else 0


@rule
def meet_event(s: State, j: Journal) -> None:
    """The open event is met: it is resolved for each whom it befalls, Sun Tzu first."""
    note(j, EVENT_MET, s.event_order[s.event])
    s.phase, s.turn = RESOLVE, 0
    if s.event_order[s.event] == LIGHT_INFANTRY:
        help_who_is_behind(s, j)
        s.met = 0


@rule
def help_who_is_behind(s: State, j: Journal) -> None:
    """Light Infantry: one point to the player behind; level: nothing."""
    if s.track != 0:
        behind = SHAO if s.track > 0 else SUN_TZU
        s.track += 1 if behind == SUN_TZU else -1
        note(j, POINT_GAINED, behind, s.track)


@rule
def resolve_for(s: State, player: int) -> None:
    """Begin what the open event does to a player."""
    event = s.event_order[s.event]
    if event == WAR_CHARIOT:
        s.phase = CHARIOT
        s.acting = 1 << player
    else:
        s.owed = EVENT_TRIBUTE[event]
        face_debt(s, WINDOW_TRIBUTE, player)


@rule
def put_away(s: State, player: int) -> int:
    """The generals that lie in the box, as a mask."""
    return ALL_GENERALS & ~s.held[player] & ~s.used[player]


@rule
def offer_chariot(s: State, player: int, c: Choices) -> None:
    """War Chariot: one of the generals put away, or none."""
    offer(c, PASS)
    for general in range(5):
        if (put_away(s, player) >> general) & 1:
            offer(c, GENERAL + player * 5 + general)


@rule
def take_chariot(s: State, j: Journal, player: int, action: int) -> None:
    """The choice of War Chariot, secret but for its being made."""
    if action == PASS:
        note(j, CHARIOT_DECLINED, player)
        return
    general = action - GENERAL
    s.held[player] |= 1 << (general - player * 5)
    s.generals_left[player] += 1
    s.chariot[player] = 1
    note(j, CHARIOT_TAKEN, player, general)


@rule
def open_next_event(s: State, j: Journal) -> bool:
    """Discard the event that was resolved; False if it was the fifth."""
    s.event += 1
    s.fresh = 0
    if s.event == len(EVENTS):
        return False
    note(j, EVENT_OPENED, s.event_order[s.event])
    return True
