"""Positions of Shogun as text, and actions carried out in them.

    scene = Scene("blue Shinano 5 | yellow Kozuke 3")
    scene.act("battleA", blue="Shinano")
    scene.play("blue", "Shinano>Kozuke 4", falls="blue 3 yellow 1 green 1")
    assert str(scene) == "blue Kozuke 1, Shinano 1"

A scene is a round whose first action is about to begin. Its items, parted by '|':

    blue Shinano 5, Kai 2 castle !!     provinces: armies, buildings, a '!' for each revolt marker
    tray green 1 blue 2                 cubes on the tray; 'tower' likewise, inside
    chests blue 7, rice blue 3, points blue 10
    reserve blue 2                      the rest of the armies is inside the tower; green likewise
    supply castle 0                     the rest is out of the game
    event two peasants, special blue attack, year 2, autumn, loss 3
    3 players, moon, always yes

What is not told: 4 players, the sun side, spring of the first year, no event, no specials, 15
chests, no rice, and a tower that is empty and lets everything fall through. `str` prints what
stands on the map and lies on the tray, in the same words.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import tenka
from tenka.core.layout import NONE
from tenka.games.shogun.facts import (
    ACTION_CARDS,
    ANY_CHEST,
    ARMIES,
    BUILDINGS,
    CUBES,
    EMPTY,
    EVENT,
    EVENTS,
    FIELDS,
    PEASANTS,
    PROVINCES,
    RICE_LOSS,
    SPECIALS,
)
from tenka.games.shogun.scene import cubes_in, province, settle
from tenka.games.shogun.state import PLACING

OPEN_TOWER = {"tower_pass": 1000, "tower_release": 0}
RATTLING_TOWER = {"tower_pass": 400, "tower_release": 60}  # anything may fall or stay


class Scene:
    """A match in a position that a test describes."""

    def __init__(self, text: str, **options) -> None:
        told = [item.split() for item in text.split("|") if item.strip()]
        words = [" ".join(item) for item in told]
        players = next((int(w[0]) for w in words if w.endswith("players")), 4)
        options = {
            **OPEN_TOWER,
            "side": "moon" if "moon" in words else "sun",
            "start": "draft" if "moon" in words else "preset",
            "always_yes": "always yes" in words,
            **options,
        }
        self.match = tenka.new("shogun", players=players, seed=len(text), **options)
        while self.match.view(None)["phase"] != "planning":
            self.match.play(self.match.to_act[0], self.match.legal(self.match.to_act[0])[0])
        self.state = s = self.match.state.copy()
        s.owner[s.owner >= 0] = NONE
        for field in ("armies", "buildings", "markers", "tower", "upper", "tray"):
            s[field][:] = 0
        s.specials[:] = s.event = NONE
        self.reserves: dict[int, int] = {}
        for item in told:
            self._tell(s, item[0], item[1:])
        self._count_reserves(s)

    def _tell(self, s, word: str, rest: list[str]) -> None:
        if word in CUBES:
            for place in " ".join(rest).split(","):
                settle(s, place, CUBES.index(word), place.split())
        elif word in ("tray", "tower"):
            for colour, count in zip(rest[::2], map(int, rest[1::2]), strict=True):
                s[word][CUBES.index(colour)] = count
            s.upper[:] = s.tower // 2
        elif word in ("chests", "rice", "points"):
            s[word][CUBES.index(rest[0])] = int(rest[1])
        elif word == "reserve":
            self.reserves[CUBES.index(rest[0])] = int(rest[1])
        elif word == "supply":
            s.supply[BUILDINGS.index(rest[0])] = int(rest[1])
        elif word == "event":
            s.event = EVENT.tolist().index(EVENTS.index(" ".join(rest)))
        elif word == "special":
            s.specials[CUBES.index(rest[0])] = SPECIALS.index(" ".join(rest[1:]))
        elif word == "year":
            s.year = int(rest[0]) - 1
        elif word == "autumn":
            s.season = 2
        elif word == "loss":
            card, first = RICE_LOSS.tolist().index(int(rest[0])), 4 * s.year
            at = s.event_pile.tolist().index(card)
            s.event_pile[first], s.event_pile[at] = card, s.event_pile[first]
        elif " ".join([word, *rest])[1:] != " players" and word not in ("moon", "always"):
            raise ValueError(f"a scene has no item {word!r}")

    def _count_reserves(self, s) -> None:
        for colour in (*range(s.players), 5):
            whole = PEASANTS if colour == 5 else ARMIES
            left = whole - s.armies[s.owner == colour].sum() - s.tower[colour] - s.tray[colour]
            s.reserve[colour] = self.reserves.get(colour, left)
            if left < max(0, s.reserve[colour]):
                raise ValueError(f"there are only {whole} cubes of {CUBES[colour]}")
            s.tower[colour] += left - s.reserve[colour]

    # -- what happens

    def act(self, actions: str = "", order: str = "", still: bool = False, **plans: str) -> Scene:
        """Carry out actions in that order; each clan's plan as 'rice=Kai battleA=Aki', or 'Kai'.

        With `still` they begin when the last in order, yellow, takes 'place 4'.
        """
        s, first = self.state, actions.split()
        seats = [CUBES.index(colour) for colour in order.split()] or list(range(s.players))
        s.phase, s.turn, s.step = PLACING, s.players - 1, 0
        s.action_order[:] = [*map(ACTION_CARDS.index, first)] + [
            at for at, name in enumerate(ACTION_CARDS) if name not in first
        ]
        specials = s.specials.copy()
        s.plan[: s.players] = EMPTY
        s.event_met[:] = [0, 1, 1, 1]
        for place, player in enumerate(seats):
            s.place[player], s.specials[place] = place, specials[player]
            s.hand_size[player] = (s.owner == player).sum()
            s.choice_order[place] = player
        for colour, plan in plans.items():
            for text in plan.split():
                field, _, card = text.rpartition("=")
                s.plan[CUBES.index(colour), FIELDS.index(field or first[0])] = PROVINCES.index(card)
        for board in s.plan[: s.players]:  # chest cards where nothing is said, while they last
            board[np.flatnonzero(board[:-1] == EMPTY)[:5]] = ANY_CHEST
        s.opened[: s.players] = s.plan[: s.players] == EMPTY
        last = seats[-1]
        s.place[last], s.acting = NONE, 1 << last
        self.match = self.match.clone(state=s)
        self.before = len(self.match.journal)
        if not still:
            self.match.play(last, f"place {len(seats)}")
        return self

    def play(self, colour: str, line: str, falls: str | None = None) -> Scene:
        """A clan's decision; with `falls`, where just these cubes lie on the tray afterwards."""
        if falls is None:
            self.match.play(CUBES.index(colour), line)
            return self
        for match in self.worlds(colour, line, 50_000):
            if match.state.battle_fell.tolist() == cubes(falls):
                self.match = match
                return self
        raise AssertionError(f"the tower never gives {falls}")

    def worlds(self, colour: str, line: str, count: int) -> Iterator[tenka.Match]:
        """The match after a decision, in worlds where the tower behaves differently."""
        game, player = self.match.game, CUBES.index(colour)
        decisions = [game.action(text) for text in game.split(line, self.match.redacted(None))]
        for key in range(count):
            state = self.match.state.copy()
            state.key[:] = key, 0
            match = self.match.clone(state)
            for decision in decisions:
                match.play(player, decision)
            yield match

    # -- what there is to see

    def __str__(self) -> str:
        s = self.match.state
        items = []
        for player in range(s.players):
            places = ", ".join(province(s, at) for at in np.flatnonzero(s.owner == player))
            items += [f"{CUBES[player]} {places}"] if places else []
        items += [f"tray {cubes_in(s.tray)}"] if s.tray.any() else []
        return " | ".join(items)

    def __getattr__(self, name: str) -> str:
        """Numbers of all clans, as in `scene.chests == "15 15 12 15"`; reserves end in green."""
        values = self.match.state[name]
        clans = values[: self.match.options["players"]].tolist()
        return " ".join(map(str, clans + ([int(values[5])] if len(values) == 6 else [])))

    @property
    def asked(self) -> str:
        """Who is asked what, as in 'blue: yes, no'."""
        return " | ".join(
            f"{CUBES[p]}: {', '.join(map(str, self.match.legal(p)))}" for p in self.match.to_act
        )

    def journal(self, *kinds: str) -> list[str]:
        """What happened since the actions began, of these kinds."""
        return [str(e) for e in self.match.journal[self.before :] if e.kind.name in kinds]


def cubes(text: str) -> list[int]:
    """'blue 3 green 1' as the number of each colour."""
    words = text.split()
    counts = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    return [counts.get(colour, 0) for colour in CUBES]
