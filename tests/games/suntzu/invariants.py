"""What holds in every position of Sun Tzu, and positions that one viewer cannot tell apart."""

from __future__ import annotations

from collections import Counter

OPTIONS = [
    {"players": 2},
    {"players": 2, "events": True},
    {"players": 2, "beginner": True},
]

NONE = -2
DECK = Counter(
    {0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: 1, 10: 3, 11: 1, 12: 1, 13: 3, 14: 2}
)
ORDERS = 4


def check(s) -> None:
    """21 armies and 20 cards of each player are somewhere, once."""
    for p in range(2):
        armies = s.pool[p] + s.reserve[p] + s.armies[p].sum() + s.markers[p].sum()
        assert armies == 21
        assert min(s.pool[p], s.reserve[p], s.armies[p].min(), s.markers[p].min()) >= 0
        assert s.hand_size[p] == s.hand[p].sum()
        if s.displays[0] != NONE:
            assert _cards(s, p) == _deck(s)
        assert s.generals_left[p] == bin(s.held[p]).count("1")
        assert s.held[p] & s.used[p] == 0
    assert not ((s.armies[0] > 0) & (s.armies[1] > 0)).any()
    assert -9 <= s.track <= 9
    assert 0 <= s.round_number <= 9
    assert s.owed >= 0


def _deck(s) -> Counter:
    return DECK - Counter({11: 1, 12: 1}) if s.beginner else DECK


def _cards(s, p) -> Counter:
    places = Counter({kind: int(n) for kind, n in enumerate(s.hand[p] + s.out[p]) if n})
    places.update(
        int(kind) for at, kind in enumerate(s.laid[p]) if kind != NONE and s.recalled[p] != at
    )
    places.update(int(kind) for kind in s.pile[p, : s.pile_size[p]])
    places.update(int(kind) for kind in s.drawn_cards[p] if kind != NONE)
    return places


def twin(state, viewer, rng):
    """The same position to the viewer: hidden cards, generals and events are others."""
    s = state.copy()
    s.key[:] = rng.integers(0, 2**32, size=2)
    s.drawn = rng.integers(0, 1000)
    closed = s.event_order[s.event + 1 :]
    rng.shuffle(closed)
    for p in range(2):
        if p != viewer and s.generals_left[p]:
            _other_generals(s, p, rng)
        if s.displays[0] != NONE:
            _other_cards(s, p, viewer, rng)
    return s


def _other_generals(s, p, rng) -> None:
    free = [g for g in range(5) if not s.used[p] >> g & 1]
    if p == 0 and s.displays[0] != NONE and not s.chariot[0]:
        free.remove(2)  # Head Start would have been shown
    s.held[p] = sum(1 << g for g in rng.choice(free, size=s.generals_left[p], replace=False))


def _other_cards(s, p, viewer, rng) -> None:
    """Deal the player's cards anew over the places that the viewer cannot see into."""
    needed = 0b11 if viewer < 0 else 1 << viewer  # what both saw, spectators saw too
    pile = [i for i in range(s.pile_size[p]) if s.pile_seen[p, i] & needed != needed]
    if p == viewer:
        s.pile[p, pile] = rng.permutation(s.pile[p, pile])
        return
    drawn = [i for i in range(3) if s.drawn_cards[p, i] != NONE]
    ordering = s.phase == ORDERS and s.acting >> p & 1
    closed = [at for at in range(5) if s.laid[p, at] != NONE and not s.opened[at]]
    loose = [*s.pile[p, pile], *s.drawn_cards[p, drawn]]
    hand = [*s.laid[p, closed]] + [k for k, n in enumerate(s.hand[p]) for _ in range(n)]
    loose += [k for k in hand if k > 5]
    rng.shuffle(loose)
    s.pile[p, pile] = [loose.pop() for _ in pile]
    s.drawn_cards[p, drawn] = [loose.pop() for _ in drawn]
    hand = loose + [k for k in hand if k <= 5]
    if ordering:
        s.laid[p] = NONE
        closed = list(range(rng.integers(0, 5)))
    double_six = p == 1 and s.held[1] & 1
    while True:
        rng.shuffle(hand)
        if all(hand[i] != 5 or not s.sixes[p, at] or double_six for i, at in enumerate(closed)):
            break
    for at in closed:
        s.laid[p, at] = hand.pop(0)
    s.hand[p] = 0
    for kind in hand:
        s.hand[p, kind] += 1
    s.hand_size[p] = len(hand)
