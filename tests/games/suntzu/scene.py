"""Positions of Sun Tzu as text, and battles fought in them.

    scene = Scene("round 5 | WU 6 blue | QIN 2 red | pool red 3")
    assert scene.fight("WU", "5", "9") == "WU 2 blue"  # Sun Tzu's 5 against Shao's 9

A scene is the beginning of a round. Its items, parted by '|', in the words that `str` uses too:

    round 5                 track red 3               WU 6 blue
    markers red CHU WU      pool blue 12              reserve blue 3
    hand blue 7 plague      pile blue 9 +1 (top first)      gone blue 8
    general red immune, remove (unused)               used blue ruse
    events hero, pandemic (the open one first; the others were met before)
    plagues 3 (opened so far)                         totals 2:4 3:3 (latest round first)
    displays 1/4/3 ... (five)                         beginner

What is not told: round 1, neutral provinces, no generals, three reinforcements and the rest of the
21 armies in the pool (with a pool told, the rest are reinforcements), no loose cards in hand and
all of them in the pile (with a pile told, the rest have left the game).
"""

from __future__ import annotations

from collections import Counter

import tenka
from tenka.games.suntzu.facts import CARDS, DISPLAYS, EVENTS, GENERALS, PROVINCES
from tenka.games.suntzu.state import ORDERS, PHASES, WINDOW_ORDERS

COLOURS = ("blue", "red")  # Sun Tzu, Shao
FRAMED = CARDS[:6]
LOOSE = Counter({"7": 1, "8": 1, "9": 1, "10": 1, "+1": 3, "-1": 3, "+2": 1, "+3": 1, "plague": 2})
POINTS = ["/".join(map(str, points)) for points in DISPLAYS.tolist()]
HARMLESS = ["2", "3", "4", "5", "+1", "+1"]  # cards without effects: equal ones change nothing
NOTHING = -2


class Scene:
    """A match in a position that a test describes."""

    def __init__(self, text: str) -> None:
        told = [item.strip() for item in text.split("|") if item.strip()]
        options = {"events": any(item.startswith("events") for item in told)}
        options["beginner"] = "beginner" in told
        match = tenka.new("suntzu", seed=len(text), **options)
        while match.view(None)["phase"] == "generals":
            match.play(match.to_act[0], match.legal(match.to_act[0])[0])
        s = match.state.copy()
        s.round_number, s.track, s.held[:], s.used[:], s.generals_left[:] = 1, 0, 0, 0, 0
        s.totals[:] = 0
        self.told: dict[str, list[str]] = {}
        for item in told:
            self._tell(s, item)
        for player in range(2):
            self._place_armies(s, player)
            self._deal(s, player)
        asked = [p for p in range(2) if s.reserve[p] or s.generals_left[p]]
        s.phase, s.acting = (WINDOW_ORDERS, 1 << asked[0]) if asked else (ORDERS, 0b11)
        s.turn = asked[0] if asked else 2
        self.match = match.clone(state=s)

    def _tell(self, s, item: str) -> None:
        word, *rest = item.split()
        player = COLOURS.index(rest[0]) if rest and rest[0] in COLOURS else 0
        names = [name.strip() for name in " ".join(rest).removeprefix(COLOURS[player]).split(",")]
        if word in PROVINCES:
            s.armies[COLOURS.index(rest[1]), PROVINCES.index(word)] = int(rest[0])
        elif word == "round":
            s.round_number = int(rest[0])
        elif word == "track":
            s.track = int(rest[1]) * (1, -1)[player]
        elif word == "markers":
            for name in rest[1:]:
                s.markers[player, PROVINCES.index(name)] += 1
                s.sixes[player, PROVINCES.index(name)] = 1
                s.sixes_opened[player, PROVINCES.index(name)] = 1
        elif word in ("general", "used"):
            mask = sum(1 << GENERALS[player].index(name) for name in names)
            (s.held if word == "general" else s.used)[player] = mask
            s.generals_left[player] = bin(s.held[player]).count("1")
        elif word == "events":
            left = [EVENTS.index(name) for name in names]
            s.event = 5 - len(left)
            s.event_order[:] = [e for e in range(5) if e not in left] + left
        elif word == "plagues":
            s.plagues = int(rest[0])
        elif word == "totals":
            for ago, pair in enumerate(rest, start=1):
                s.totals[s.round_number - ago] = [int(n) for n in pair.split(":")]
        elif word == "displays":
            s.displays[:] = [POINTS.index(points) for points in rest]
        elif word in ("pool", "reserve", "hand", "pile", "gone"):
            self.told[f"{word} {rest[0]}"] = rest[1:]
        elif word != "beginner":
            raise ValueError(f"{item!r} is no item of a scene")

    def _place_armies(self, s, player: int) -> None:
        left = 21 - s.armies[player].sum() - s.markers[player].sum()
        pool, reserve = (self.told.get(f"{w} {COLOURS[player]}") for w in ("pool", "reserve"))
        if pool:
            s.pool[player], s.reserve[player] = int(pool[0]), left - int(pool[0])
        else:
            s.reserve[player] = int(reserve[0]) if reserve else 0 if s.beginner else 3
            s.pool[player] = left - s.reserve[player]
        if s.pool[player] < 0 or s.reserve[player] < 0:
            raise ValueError("a player has 21 armies in all")

    def _deal(self, s, player: int) -> None:
        hand, pile, gone = (
            self.told.get(f"{w} {COLOURS[player]}") for w in ("hand", "pile", "gone")
        )
        rest = LOOSE - Counter({"+2": s.beginner, "+3": s.beginner})
        for cards in (hand, pile, gone):
            rest.subtract(cards or [])
        if min(rest.values()) < 0:
            raise ValueError(
                "a player has each loose card only once, +1 and -1 thrice, Plague twice"
            )
        spare = list(rest.elements())
        pile, gone = (spare, gone or []) if pile is None else (pile, [*(gone or []), *spare])
        s.hand[player] = _counts([*FRAMED, *(hand or [])])
        s.hand_size[player] = s.hand[player].sum()
        s.out[player] = _counts(gone)
        s.pile[player] = NOTHING
        s.pile_seen[player] = 0
        s.pile_size[player] = len(pile)
        s.pile[player, : len(pile)] = [CARDS.index(card) for card in reversed(pile)]

    # -- printing

    def __str__(self) -> str:
        s = self.match.state
        items = [f"round {s.round_number}"]
        items += [f"track {COLOURS[int(s.track < 0)]} {abs(s.track)}"] if s.track else []
        for at, name in enumerate(PROVINCES):
            items += [f"{name} {s.armies[p, at]} {COLOURS[p]}" for p in (0, 1) if s.armies[p, at]]
        for p, colour in enumerate(COLOURS):
            marked = [n for at, n in enumerate(PROVINCES) for _ in range(s.markers[p, at])]
            top_first = [CARDS[k] for k in s.pile[p, : s.pile_size[p]][::-1]]
            items += [f"markers {colour} {' '.join(marked)}"] if marked else []
            items += [f"pool {colour} {s.pool[p]}", f"reserve {colour} {s.reserve[p]}"]
            items += [f"hand {colour} {_cards(s.hand[p])}", f"pile {colour} {' '.join(top_first)}"]
            items += [f"gone {colour} {_cards(s.out[p])}"]
            for word, mask in (("general", s.held[p]), ("used", s.used[p])):
                names = ", ".join(g for at, g in enumerate(GENERALS[p]) if mask >> at & 1)
                items += [f"{word} {colour} {names}"] if names else []
        if s.events and s.event < 5:
            items.append("events " + ", ".join(EVENTS[e] for e in s.event_order[s.event :]))
        items += [f"plagues {s.plagues}"] if s.plagues else []
        return " | ".join(item.strip() for item in items)

    def of(self, *words: str) -> str:
        """The items that begin with these words; a province without armies is neutral."""
        found = []
        for word in words:
            items = [i for i in str(self).split(" | ") if f"{i} ".startswith(f"{word} ")]
            found += items or [f"{word} neutral" if word in PROVINCES else f"no {word}"]
        return " | ".join(found)

    @property
    def board(self) -> str:
        """The provinces that somebody controls."""
        held = [i for i in str(self).split(" | ") if i.split()[0] in PROVINCES]
        return " | ".join(held) or "all neutral"

    # -- playing

    @property
    def phase(self) -> str:
        return PHASES[self.match.state.phase]

    @property
    def asked(self) -> str:
        """Who may decide what, as text."""
        match = self.match
        return " | ".join(
            f"{COLOURS[p]}: {', '.join(map(str, match.legal(p)))}" for p in match.to_act
        )

    def run(self, until, blue: str = "", red: str = "") -> Scene:
        """Play on until a condition holds or the game is over.

        Answers are parted by ';', each given when it is first legal, or, as in
        "winner's window: reinforce -7", in that phase. Other questions are passed or paid from
        the pool, battles fought in edge order, and some drawn card goes under the pile.
        All answers must have been used.
        """
        answers = [[a.strip() for a in said.split(";") if a.strip()] for said in (blue, red)]
        while not self.match.over and not until(self):
            player = self.match.to_act[0]
            legal = [str(action) for action in self.match.legal(player)]
            phase, _, said = (answers[player] or [""])[0].rpartition(": ")
            if said in legal and phase in ("", self.phase):
                answers[player].pop(0)
            else:
                silent = [a for a in legal if a in ("pass", "from pool")]
                silent += legal if self.phase in ("next battle", "keep") else []
                assert silent, f"unscripted: {self.asked}"
                said = silent[0]
            self.match.play(player, said)
        assert answers == [[], []], f"never used: {answers}"
        return self

    def lay(self, blue: str, red: str) -> Scene:
        """Lay both players' five cards in edge order, after passing the window before them."""
        self.run(lambda scene: scene.phase == "orders")
        for player, cards in enumerate((blue.split(), red.split())):
            self._provide(player, cards)
            for province, card in zip(PROVINCES, cards, strict=True):
                self.match.play(player, f"{province}={card}")
        return self

    def _provide(self, player: int, cards: list[str]) -> None:
        """Loose cards that are laid and not in hand come from the box or the pile."""
        s = self.match.state.copy()
        held = Counter([*FRAMED, *_cards(s.hand[player]).split()])
        for card in (Counter(cards) - held).elements():
            kind = CARDS.index(card)
            if s.out[player, kind]:
                s.out[player, kind] -= 1
            else:
                pile = s.pile[player].tolist()
                pile.remove(kind)
                s.pile[player] = [*pile, NOTHING]
                s.pile_size[player] -= 1
            s.hand[player, kind] += 1
            s.hand_size[player] += 1
        self.match = self.match.clone(state=s)

    def set_out(self, province: str, blue: str, red: str) -> Scene:
        """Lay these cards in one province and equal harmless cards in the others."""
        self.run(lambda scene: scene.phase == "orders")
        fillers = [card for card in HARMLESS if card not in (blue, red) or card == "+1"][:4]
        at = PROVINCES.index(province)
        rows = [" ".join([*fillers[:at], card, *fillers[at:]]) for card in (blue, red)]
        return self.lay(*rows)

    def fight(self, province: str, blue: str, red: str, *, say: str = "", shao: str = "") -> str:
        """Fight over one province, first of all if the order is free; the province afterwards.

        `say` are Sun Tzu's answers, `shao` Shao's.
        """
        self.set_out(province, blue, red)
        return self.settle(province, say, shao)

    def settle(self, province: str, say: str = "", shao: str = "") -> str:
        """Play on until the battle over a province is over; the province afterwards."""
        at, round = PROVINCES.index(province), self.match.state.round_number

        def fought(scene: Scene) -> bool:
            s = scene.match.state
            if scene.phase == "next battle" and not s.opened[at]:
                scene.match.play(int(s.namer), f"battle {province}")
            after = s.opened[at] and (s.battle != at or scene.phase == "next battle")
            return after or scene.phase == "keep" or s.round_number != round

        self.run(fought, say, shao)
        return self.of(province)


def _counts(cards: list[str]) -> list[int]:
    return [cards.count(card) for card in CARDS]


def _cards(counts) -> str:
    """The loose cards of a list of counts."""
    return " ".join(c for c, n in zip(CARDS, counts, strict=True) for _ in range(n) if c in LOOSE)
