"""Why decisions of Shogun are refused: all reasons, with their English sentences."""

from __future__ import annotations

from tenka.core.reasons import Reasons
from tenka.games.shogun.state import (
    ATTACKER,
    DEFENDER,
    DRAFT,
    GROUP,
    MARCH,
    PLACING,
    PLANNING,
    REVOLTING,
    SIX,
    TARGET,
)

REASONS = Reasons("shogun")
_reason = REASONS.reason

# -- what is asked instead, by phase
ASKED = {
    DRAFT: _reason("asked_card", "a province card is to be taken: one of the open ones or 'pile'"),
    GROUP: _reason("asked_group", "a group of armies is to be placed: name its size"),
    PLANNING: _reason("asked_plan", "a plan is to be made, field by field or in one line"),
    PLACING: _reason("asked_place", "a place in the order is to be taken"),
    SIX: _reason("asked_six", "one more army may be deployed: 'yes' or 'no'"),
    TARGET: _reason("asked_target", "armies may march: name the province as in '>Aki'"),
    MARCH: _reason("asked_armies", "name how many armies march"),
    ATTACKER: _reason("asked_attack", "an extra army may join the attack: 'yes' or 'no'"),
    DEFENDER: _reason("asked_defence", "an extra army may join the defence: 'yes' or 'no'"),
    REVOLTING: _reason("asked_revolt", "the province that revolts next is to be named"),
}

# -- the draft, and places in the order
NOT_OPEN = _reason("not_open", "{province} does not lie open")
NO_EXCHANGE = _reason(
    "no_exchange", "the open cards are not both those that lay there at this clan's last choice"
)
NO_GROUP = _reason("no_group", "no group of {armies} is left on the board")
PLACE_TAKEN = _reason("place_taken", "place {place} is taken")

# -- plans
NEXT_FIELD = _reason("next_field", "fields are filled in order, and {field} is next")
NO_CHEST_CARD = _reason("no_chest_card", "no chest card is left")
NO_CHEST_TO_BID = _reason("no_chest_to_bid", "no chest card is left to bid")
MUST_BE_LAID = _reason(
    "must_be_laid", "all cards are laid, and no more fields stay empty than cards are missing"
)
NOT_EMPTY = _reason("not_empty", "with cards for all eleven fields {field} may not stay empty")
BID_TOO_HIGH = _reason("bid_too_high", "a bid of {bid} is more than the {chests} chests there are")
NOT_IN_HAND = _reason("not_in_hand", "no card of {province} is in hand")
LAID_ALREADY = _reason("laid_already", "{card} lies on {field} already")
NO_SUCH_FIELD = _reason("no_such_field", "no field {word!r} in a plan: {hint}")
ONE_CARD = _reason("one_card", "a plan names one card for {field}: '{field}=Aki'")
NO_BID = _reason("no_bid", "a plan in one line names its bid too, as in 'bid=chest2'")

# -- marches
ONE_STAYS = _reason("one_stays", "of {armies} armies in {province} one must stay")
NO_REVOLT = _reason("no_revolt", "{province} does not revolt this winter, or has done so")
MUST_MARCH = _reason("must_march", "battle/move is compulsory where armies can go")
NOT_BESIDE = _reason("not_beside", "armies march from {source} now, and {target} is not adjacent")
NOT_IN_GAME = _reason("not_in_game", "{province} is not in the game with 3 players")
MOVES_ONLY = _reason("moves_only", "{province} is not yours, and this action only moves armies")
TEMPLES = _reason("temples", "provinces with temples may not be attacked this round")
NOT_ADJACENT = _reason("not_adjacent", "{source} and {target} are not adjacent")
NO_SUCH_PROVINCE = _reason("no_such_province", "no province {word!r}: {hint}")
OTHER_SOURCE = _reason("other_source", "armies march from {source} now, not from {other}")

# -- odds
NO_ARMIES = _reason("no_armies", "{province} has no armies that could march")
NO_ENEMY = _reason("no_enemy", "{target} is nothing to attack from {source}")
