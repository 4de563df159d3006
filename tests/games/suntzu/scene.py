"""Positions of Sun Tzu as text, and battles fought in them.

    scene = Scene("round 5 | WU 6 blue | QIN 2 red | pool red 3")
    assert scene.fight("WU", "5", "9") == "WU 2 blue"  # Sun Tzu's 5 against Shao's 9

A scene is the beginning of a round; its items are those of `tenka.games.suntzu.scene`.
"""

from __future__ import annotations

from collections import Counter

import tenka
from tenka.games.suntzu import scene
from tenka.games.suntzu.facts import CARDS, PROVINCES
from tenka.games.suntzu.scene import COLOURS
from tenka.games.suntzu.state import PHASES

FRAMED = CARDS[:6]
HARMLESS = ["2", "3", "4", "5", "+1", "+1"]  # cards without effects: equal ones change nothing
NOTHING = -2


class Scene:
    """A match in a position that a test describes."""

    def __init__(self, text: str) -> None:
        self.match = tenka.Match.set_up(tenka.game("suntzu"), text, seed=len(text))

    def __str__(self) -> str:
        lines = scene.lines(self.match.state)
        return " | ".join(line for line in lines if line.split()[0] not in ("displays", "totals"))

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
        held = Counter([*FRAMED, *scene.loose(s.hand[player]).split()])
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
