"""Why a decision is not legal, from what the player who tried it may know."""

from __future__ import annotations

from typing import Any

from tenka.core.layout import NONE
from tenka.games.shogun.actions import (
    BID_CARD,
    BID_CHEST,
    BID_NOTHING,
    CARD,
    CHEST_CARD,
    COUNT,
    EXCHANGE,
    FROM_PILE,
    NO_CARD,
    PLACE,
    STAY,
    TO,
)
from tenka.games.shogun.facts import (
    ADJACENT,
    BATTLE_A,
    BID,
    CARDS,
    CHEST_CARDS,
    FIELDS,
    PLACES,
    PROVINCES,
)
from tenka.games.shogun.state import (
    ATTACKER,
    DEFENDER,
    DRAFT,
    GROUP,
    MARCH,
    OUT,
    PLACING,
    PLANNING,
    REVOLTING,
    SIX,
    TARGET,
)

ASKED = {
    DRAFT: "a province card is to be taken: one of the open ones or 'pile'",
    GROUP: "a group of armies is to be placed: name its size",
    PLANNING: "a plan is to be made, field by field or in one line",
    PLACING: "a place in the order is to be taken",
    SIX: "one more army may be deployed: 'yes' or 'no'",
    TARGET: "armies may march: name the province as in '>Aki'",
    MARCH: "name how many armies march",
    ATTACKER: "an extra army may join the attack: 'yes' or 'no'",
    DEFENDER: "an extra army may join the defence: 'yes' or 'no'",
    REVOLTING: "the province that revolts next is to be named",
}


def explain(s: Any, player: int, action: int) -> str:
    """The reason, for a player who is asked but not for this."""
    phase = int(s.phase)
    if phase == PLANNING and action < FROM_PILE:
        return _about_plan(s, player, action)
    if phase == DRAFT and CARD <= action < CHEST_CARD:
        return f"{PROVINCES[action - CARD]} does not lie open"
    if phase == DRAFT and action == EXCHANGE:
        return "the open cards are not both those that lay there at this clan's last choice"
    if phase == GROUP and action >= COUNT:
        return f"no group of {action - COUNT + 1} is left on the board"
    if phase == PLACING and PLACE <= action < PLACE + PLACES:
        return f"place {action - PLACE + 1} is taken"
    if phase == TARGET and STAY <= action < COUNT:
        return _about_target(s, player, action)
    if phase == MARCH and action >= COUNT:
        return f"of {s.armies[s.source]} armies in {PROVINCES[s.source]} one must stay"
    if phase == REVOLTING and CARD <= action < CHEST_CARD:
        return f"{PROVINCES[action - CARD]} does not revolt this winter, or has done so"
    return ASKED[phase]


def _about_plan(s: Any, player: int, action: int) -> str:
    field = s.plan[player].tolist().index(NONE)
    if (field == BID) != (BID_CARD <= action <= BID_NOTHING):
        return f"fields are filled in order, and {FIELDS[field]} is next"
    if action == CHEST_CARD:
        return "no chest card is left"
    if action in (NO_CARD, BID_NOTHING):
        if s.hand_size[player] + CHEST_CARDS < len(FIELDS):
            return "all cards are laid, and no more fields stay empty than cards are missing"
        return f"with cards for all eleven fields {FIELDS[field]} may not stay empty"
    if action < BID_CHEST:
        return _about_card(s, player, action - (BID_CARD if field == BID else CARD))
    if action - BID_CHEST > s.chests[player]:
        return f"a bid of {action - BID_CHEST} is more than the {s.chests[player]} chests there are"
    return "no chest card is left to bid"


def _about_card(s: Any, player: int, province: int) -> str:
    if s.owner[province] != player:
        return f"no card of {PROVINCES[province]} is in hand"
    fields = s.plan[player].tolist()
    return f"{CARDS[province]} lies on {FIELDS[fields.index(province)]} already"


def _about_target(s: Any, player: int, action: int) -> str:
    source = PROVINCES[s.source]
    if action == STAY:
        return "battle/move is compulsory where armies can go"
    if not ADJACENT[s.source, action - TO]:
        return f"armies march from {source} now, and {PROVINCES[action - TO]} is not adjacent"
    owner = s.owner[action - TO]
    if owner == OUT:
        return f"{PROVINCES[action - TO]} is not in the game with 3 players"
    if s.action_order[s.step] < BATTLE_A:
        other = "neutral" if owner == NONE else "another clan's"
        return f"{PROVINCES[action - TO]} is {other}, and this action only moves armies"
    return "provinces with temples may not be attacked this round"
