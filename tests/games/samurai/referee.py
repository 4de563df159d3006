"""A referee of Samurai who knows the rules page and a record file, and nothing of the engine.

Slow and obvious on purpose: words instead of numbers, everything counted anew when it is needed.
`Referee(record)` plays a finished game's record again; what breaks a rule is a Foul. With
`judge(watch=...)` it calls `watch(moment, options)` before each decision, with all that each
player asked could have decided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from tests.games.samurai.board import (
    ALL_TILES,
    AROUND,
    CITIES,
    FAST,
    FIGURES,
    HEXES,
    LAND,
    NAMES,
    SETTLEMENTS,
    has,
    strength_for,
)


class Foul(Exception):
    """The record breaks a rule."""


class Referee:
    """The table, as the record's steps make it."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.record = record
        self.steps = iter(record["steps"])
        self.players = record["options"]["players"]
        self.moment = 0
        hexes = [name for name in HEXES if has(self.players, name)]
        self.land = [name for name in hexes if name in LAND]
        self.sea = [name for name in hexes if name not in LAND]
        self.places = {
            name: hex_name
            for name, hex_name in zip(NAMES, SETTLEMENTS, strict=True)
            if has(self.players, hex_name)
        }
        self.figures: dict[str, list[str]] = {name: [] for name in self.places}
        self.tiles: dict[str, tuple[int, str]] = {}
        self.hands: list[Counter[str]] = [Counter() for _ in range(self.players)]
        self.unseen = [Counter(ALL_TILES) for _ in range(self.players)]
        self.captured: list[Counter[str]] = [Counter() for _ in range(self.players)]
        self.aside: list[str] = []
        self.taken: list[tuple[int | None, str, str]] = []  # who (None: set aside), what, where
        self.watch: Callable[[int, dict[int, list[str]]], None] | None = None

    def judge(self, watch: Callable[[int, dict[int, list[str]]], None] | None = None) -> None:
        """Referee the whole game, to the result."""
        self.watch = watch
        self.turn = self.chance("first player")["player"]
        if self.record["options"]["hands"] == "random":
            for player in range(self.players):
                self.receive(player, self.chance("dealt"), 5)
        else:
            self.choose_hands()
        self.figures["Edo"] = FIGURES[:]
        self.stock = Counter({figure: {2: 7, 3: 10, 4: 13}[self.players] - 1 for figure in FIGURES})
        if self.record["options"]["figures"] == "random":
            self.deal_figures()
        else:
            self.place_figures()
        while not (reasons := self.play_turn()):
            pass
        if next(self.steps, None) is not None:
            raise Foul("the record goes on after the end")
        self.check_result(reasons)

    # -- steps of the record

    def chance(self, kind: str) -> dict[str, Any]:
        step = next(self.steps)
        if step.get("chance") != kind:
            raise Foul(f"{kind} expected, not {step}")
        return step

    def ask(self, options: dict[int, list[str]]) -> tuple[int, str]:
        """The next decision, by one of the players asked."""
        if self.watch:
            self.watch(self.moment, options)
        self.moment += 1
        step = next(self.steps)
        if step.get("does") not in options.get(step.get("player"), []):
            raise Foul(f"{step} at {self.moment}, where {options} was to choose from")
        return step["player"], step["does"]

    def receive(self, player: int, step: dict[str, Any], count: int) -> None:
        tiles = Counter(step["tiles"])
        if step["player"] != player or tiles.total() != count or not tiles <= self.unseen[player]:
            raise Foul(f"{step} cannot be: {count} of {self.unseen[player]} for {player}")
        self.unseen[player] -= tiles
        self.hands[player] += tiles

    # -- before the game

    def choose_hands(self) -> None:
        while choosing := [p for p in range(self.players) if self.hands[p].total() < 5]:
            player, tile = self.ask({p: sorted(+self.unseen[p]) for p in choosing})
            self.hands[player][tile] += 1
            self.unseen[player][tile] -= 1

    def deal_figures(self) -> None:
        for name in self.places:
            if name != "Edo":
                step = self.chance("figures dealt")
                figures = step["figures"]
                slots = 2 if name in CITIES else 1
                if step["settlement"] != name or not len(set(figures)) == len(figures) == slots:
                    raise Foul(f"{step} cannot be")
                self.figures[name] = figures
                self.stock -= Counter(figures)
        if self.stock.total():
            raise Foul(f"{self.stock} was not dealt")

    def place_figures(self) -> None:
        cities = [name for name in self.places if name in CITIES]
        villages = [name for name in self.places if name not in (*CITIES, "Edo")]
        while self.stock.total():
            unfinished = [name for name in cities if len(self.figures[name]) < 2]
            bare = unfinished or [name for name in villages if not self.figures[name]]
            fits = {f: [n for n in bare if f not in self.figures[n]] for f in +self.stock}
            if self.stock.total() > 1:
                _, figure = self.ask({self.turn: [f for f in fits if fits[f]]})
                _, name = self.ask({self.turn: fits[figure]})
            else:
                ((figure, (name,)),) = fits.items()  # nothing to ask
            self.figures[name].append(figure)
            self.stock[figure] -= 1
            self.turn = (self.turn + 1) % self.players

    # -- a turn

    def play_turn(self) -> list[str]:
        """One player's turn; the reasons why the game is over then."""
        player = self.turn
        self.turn = (player + 1) % self.players
        self.played: list[str] = []
        while self.hands[player].total():
            playable = [t for t in +self.hands[player] if self.playable(player, t)]
            may_end = bool(self.played) or not playable
            _, choice = self.ask({player: playable + ["end"] * may_end})
            if choice == "end":
                break
            self.hands[player][choice] -= 1
            self.played.append(choice)
            self.play_tile(player, choice)
        self.take_settlements()
        if reasons := self.reasons_to_end():
            return reasons
        missing = min(5 - self.hands[player].total(), self.unseen[player].total())
        if missing:
            self.receive(player, self.chance("drawn"), missing)
        return []

    def empty(self, tile: str) -> list[str]:
        """The hexes where a tile can go."""
        hexes = self.sea if tile.startswith("ship") else self.land
        return [name for name in hexes if name not in self.tiles]

    def own_normal(self, player: int) -> list[str]:
        return [n for n, (p, tile) in self.tiles.items() if p == player and tile not in FAST]

    def playable(self, player: int, tile: str) -> bool:
        if tile not in FAST and any(other not in FAST for other in self.played):
            return False
        if tile == "figure exchange":
            return any(self.swaps())
        if tile == "token exchange" and not self.own_normal(player):
            return False
        return bool(self.empty(tile))

    def play_tile(self, player: int, tile: str) -> None:
        if tile == "figure exchange":
            self.swap(player)
            return
        if tile == "token exchange":
            _, place = self.ask({player: self.own_normal(player)})
            _, back = self.tiles[place]
            self.tiles[place] = (player, tile)
            tile = back
        _, place = self.ask({player: self.empty(tile)})
        self.tiles[place] = (player, tile)

    def swaps(self) -> Iterator[tuple[str, str, str, str]]:
        """Figure and settlement twice, of all swaps that the rules allow: two of any kind, unless
        a city ends with two alike.
        """
        standing = [(f, name) for name, figures in self.figures.items() for f in figures]
        for (a, here), (b, there) in product(standing, repeat=2):
            if here != there:
                if a == b or not (b in self.figures[here] or a in self.figures[there]):
                    yield a, here, b, there

    def exchanged(self, name: str, gone: str, come: str) -> list[str]:
        """A settlement's figures once one of them has given its place to another."""
        return [come if figure == gone else figure for figure in self.figures[name]]

    def swap(self, player: int) -> None:
        def told(figure: str, name: str) -> str:
            return f"{name} {figure}" if name in (*CITIES, "Edo") else name

        swaps = {(told(a, here), told(b, there)): (a, here, b, there)
                 for a, here, b, there in self.swaps()}  # fmt: skip
        _, first = self.ask({player: sorted({one for one, _ in swaps})})
        _, second = self.ask({player: sorted(two for one, two in swaps if one == first)})
        a, here, b, there = swaps[first, second]
        self.figures[here] = self.exchanged(here, a, b)
        self.figures[there] = self.exchanged(there, b, a)

    # -- captures and the end

    def take_settlements(self) -> None:
        for name, figures in self.figures.items():
            around = AROUND[self.places[name]]
            if figures and all(n in self.tiles for n in around if n in LAND):
                near = [self.tiles[n] for n in around if n in self.tiles]
                for figure in sorted(figures, key=FIGURES.index):
                    self.take_figure(name, figure, near)
                self.figures[name] = []

    def take_figure(self, name: str, figure: str, near: list[tuple[int, str]]) -> None:
        sums = [
            sum(strength_for(tile, figure) for p, tile in near if p == player)
            for player in range(self.players)
        ]
        if max(sums) == 0 or sums.count(max(sums)) > 1:
            self.aside.append(figure)
            self.taken.append((None, figure, name))
        else:
            winner = sums.index(max(sums))
            self.captured[winner][figure] += 1
            self.taken.append((winner, figure, name))

    def reasons_to_end(self) -> list[str]:
        left = {figure for figures in self.figures.values() for figure in figures}
        gone = [figure for figure in FIGURES if figure not in left]
        reasons = [f"last {' and '.join(gone)} gone"] if gone else []
        return reasons + ["fourth figure set aside"] * (len(self.aside) >= 4)

    def check_result(self, reasons: list[str]) -> None:
        expected = {
            "winners": winners([[c[f] for f in FIGURES] for c in self.captured]),
            "scores": [counter.total() for counter in self.captured],
            "ending": ", ".join(reasons),
        }
        if self.record["result"] != expected:
            raise Foul(f"the result is {expected}, not {self.record['result']}")


def winners(captured: list[list[int]]) -> list[int]:
    """Who wins with these figures of each kind: the ladder, rung by rung."""
    led: dict[int, list[int]] = {}
    for kind in range(3):
        column = [figures[kind] for figures in captured]
        if column.count(max(column)) == 1:
            led.setdefault(column.index(max(column)), []).append(kind)
    for player, kinds in led.items():
        if len(kinds) >= 2:
            return [player]
    contenders = sorted(led) or list(range(len(captured)))
    if led:
        others = {p: sum(captured[p]) - captured[p][led[p][0]] for p in contenders}
        contenders = [p for p in contenders if others[p] == max(others.values())]
    most = max(sum(captured[p]) for p in contenders)
    return [p for p in contenders if sum(captured[p]) == most]
