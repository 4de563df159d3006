"""What is true of every full state of Shogun, and states that look alike to a viewer."""

from __future__ import annotations

import numpy as np

from tenka.core.layout import NONE
from tenka.games.shogun.facts import (
    ANY_CHEST,
    ARMIES,
    CHEST,
    EMPTY,
    MAP,
    NOT_FOR_THREE,
    PEASANTS,
    PROVINCES,
    SPACES,
    SUPPLY,
)
from tenka.games.shogun.state import OUT, PHASES

OPTIONS = [
    {"players": 3},
    {"players": 4, "start": "draft"},
    {"players": 5, "always_yes": True},
    {"players": 3, "side": "moon"},
    {"players": 5, "side": "moon", "tower_pass": 400, "tower_release": 60},
]

PLANNING = PHASES.index("planning")
DRAFTING = (PHASES.index("draft"), PHASES.index("army group"))
BID = 10


def check(state) -> None:
    """Everything is accounted for."""
    check_all(np.asarray(state).reshape(1))


def check_all(states) -> None:
    """The same for an array of states of one match-up."""
    s, players = states, int(states["players"][0])
    owner, armies, buildings = s["owner"], s["armies"], s["buildings"]
    off_map = s["reserve"] + s["tower"] + s["tray"]
    for player in range(5):
        on_map = np.where(owner == player, armies, 0).sum(axis=1)
        assert (on_map + off_map[:, player] == (ARMIES if player < players else 0)).all()
    assert (off_map[:, 5] == PEASANTS).all()
    assert (s["reserve"] >= 0).all()
    assert (s["tray"] >= 0).all()
    assert (s["upper"] >= 0).all()
    assert (s["upper"] <= s["tower"]).all()

    owned = owner >= 0
    assert (owned == (armies > 0)).all()
    assert (owner < players).all()
    assert (armies >= 0).all()
    assert not buildings[~owned].any()
    assert not s["markers"][~owned].any()
    assert (s["markers"] >= 0).all()
    missing = set(NOT_FOR_THREE[int(s["side"][0])].split()) if players == 3 else set()
    gone = np.array([name in missing for name in PROVINCES])
    assert ((owner == OUT) == gone).all()

    kinds = buildings[:, :, None] >> np.arange(3) & 1
    assert (kinds.sum(axis=1) + s["supply"] == SUPPLY).all()
    assert (s["supply"] >= 0).all()
    assert (kinds.sum(axis=2) <= SPACES).all()
    assert (buildings < 8).all()

    for name in ("chests", "rice", "points"):
        assert (s[name] >= 0).all()
        assert not s[name][:, players:].any()
    march = s["marching"] > 0
    assert (armies[march, s["source"][march]] > s["marching"][march]).all()
    for order in ("event_pile", "action_order", "specials"):
        check_order(s[order])
    check_seats(s, players)
    check_plans(s, players)
    check_draft(s[np.isin(s["phase"], DRAFTING)], players, gone)


def check_order(cards) -> None:
    """All cards exactly once, or none of them on the table."""
    absent = (cards == NONE).all(axis=1)
    present = np.sort(cards, axis=1) == np.arange(cards.shape[1])
    assert (absent | present.all(axis=1)).all()


def check_seats(s, players) -> None:
    """Nobody sits on another's place; turn order follows places."""
    place = np.where(s["place"] == NONE, -10 - np.arange(5), s["place"])
    assert (np.diff(np.sort(place, axis=1), axis=1) > 0).all()
    ordered = s["turn_order"][:, 0] != NONE
    order = s["turn_order"][ordered, :players]
    assert (np.diff(np.take_along_axis(s["place"][ordered], order, axis=1), axis=1) > 0).all()


def check_plans(s, players) -> None:
    """Cards of a plan are the player's own, each once, and as many as the rules ask for."""
    plan = s["plan"]
    province = (plan >= 0) & (plan < MAP)
    states, seats, _ = np.nonzero(province)
    cards = plan[province]
    assert (s["owner"][states, cards] == seats).all()
    assert not s["won"][states, cards].any()
    assert len({*zip(states.tolist(), cards.tolist(), strict=True)}) == len(cards)
    on_action, bid = plan[:, :, :BID], plan[:, :, BID]
    assert ((on_action < CHEST) | (on_action == EMPTY) | (on_action == ANY_CHEST)).all()
    assert (bid != ANY_CHEST).all()
    assert (seats < players).all()

    laid = (plan != NONE).all(axis=2)
    few = s["hand_size"] < 6
    chests = (plan == ANY_CHEST).sum(axis=2) + ((bid >= CHEST) & (bid < EMPTY))
    assert (chests <= 5).all()
    assert (chests[laid & few] == 5).all(), "few cards are all laid"
    empty = (plan == EMPTY).sum(axis=2)
    secret = laid & (s["phase"] == PLANNING)[:, None]
    assert (empty[secret] == np.maximum(0, 6 - s["hand_size"])[secret]).all()
    shown = (plan == EMPTY) & (s["phase"] != PLANNING)[:, None, None]
    assert (s["opened"][shown] == 1).all(), "everyone sees an empty field"


def check_draft(s, players, gone) -> None:
    """Every province card exactly once: taken, open, in hand for a moment, or in the pile."""
    rows = np.arange(len(s))
    count = (s["owner"] >= 0).astype(int)
    in_pile = np.arange(MAP) < s["pile_size"][:, None]
    assert ((s["pile"] != NONE) == in_pile).all()
    states, places = np.nonzero(in_pile)
    np.add.at(count, (states, s["pile"][states, places]), 1)
    for card in range(2):
        np.add.at(count, (rows, s["display"][:, card]), 1)
    drawn = (s["target"] != NONE) & (s["display"] != s["target"][:, None]).all(axis=1)
    np.add.at(count, (rows[drawn], s["target"][drawn]), 1)
    assert (count == ~gone).all()
    groups = {3: 9, 4: 8, 5: 7}[players]
    for player in range(players):
        placed = (s["owner"] == player).sum(axis=1)
        assert (placed + (s["groups"][:, player] > 0).sum(axis=1) == groups).all()


def twin(state, viewer, rng):
    """A full state that differs only in what the viewer may not know."""
    s = state.copy()
    s.key[:] = rng.integers(0, 2**32, size=2)
    s.drawn = rng.integers(0, 2**32)
    s.upper[:] = [rng.integers(0, n + 1) for n in s.tower]
    rng.shuffle(s.pile[s.pile_known : s.pile_size])
    rng.shuffle(s.event_pile[4 * min(int(s.year) + 1, 2) :])
    rng.shuffle(s.action_order[s.step + 5 :])
    for player in range(s.players):
        if player == viewer or s.specials[0] == NONE:
            continue
        if s.phase == PLANNING:
            fresh = some_plan(s, player, rng)
            if s.acting >> player & 1:
                fresh[rng.integers(0, 11) :] = [NONE] * 11
                fresh = (fresh + [NONE] * 11)[:11]
                if s.hand_size[player] == 0:
                    fresh = [ANY_CHEST] * 4 + [EMPTY] * 6 + [NONE]
            s.plan[player] = fresh
        else:
            mix_closed(s, player, rng)
    return s


def some_plan(s, player, rng) -> list[int]:
    """Any plan that the rules of planning allow."""
    hand = [int(p) for p in rng.permutation(np.flatnonzero(s.owner == player))]
    bids = [CHEST + n for n in range(min(4, int(s.chests[player])) + 1)]
    if hand and rng.random() < 0.5:
        bid = hand.pop()
    elif len(hand) < 6 and rng.random() < 0.5:
        bid = EMPTY
    else:
        bid = int(rng.choice(bids))
    if s.hand_size[player] < 6:
        laid = hand
    else:
        fewest = 6 if bid >= CHEST else 5
        laid = hand[: rng.integers(fewest, min(10, len(hand)) + 1)]
    chests = min(10 - len(laid), 5 - (CHEST <= bid < EMPTY))
    fields = laid + [ANY_CHEST] * chests + [EMPTY] * (10 - len(laid) - chests)
    return [int(card) for card in rng.permutation(fields)] + [bid]


def mix_closed(s, player, rng) -> None:
    """Exchange the closed cards of a board among themselves and with the hand."""
    closed = [f for f in range(BID) if not s.opened[player, f] and s.plan[player, f] != NONE]
    own = np.flatnonzero((s.owner == player) & (s.won == 0)).tolist()
    hand = [p for p in own if p not in s.plan[player]]
    cards = [int(s.plan[player, f]) for f in closed]
    for at in range(len(cards)):
        if hand and rng.random() < 0.5:  # a card of the hand instead of this one, or of none
            card, cards[at] = cards[at], hand.pop(rng.integers(len(hand)))
            hand += [card] if card < MAP else []
    for field, card in zip(closed, rng.permutation(cards), strict=True):
        s.plan[player, field] = card
