"""A referee of Sun Tzu who knows the rules page and a record file, and nothing of Tenka.

Slow and obvious on purpose: words instead of numbers, one method per rule, no tables beyond the
rulebook's. `judge(record)` plays a finished game's record again, checks every decision, every
card, every army and the result, and returns what could have been decided at each decision.

Records leave out questions with a single answer about armies and about the next battle: one
province left is fought over, one place to take an army from is taken from, and where all armies
that are there must go, they go.
"""

from __future__ import annotations

from typing import Any

from tests.games.suntzu.ledger import (
    COST,
    DISPLAYS,
    END_OF_TRACK,
    EVENTS,
    FRAMED,
    GENERALS,
    PROVINCES,
    Foul,
    Moment,
    Side,
    adjacent,
    margin,
)
from tests.games.suntzu.windows import Windows


class Over(Exception):
    """The game has ended."""


def judge(record: dict[str, Any]) -> list[Moment]:
    """Referee a finished game; every decision with its alternatives, or Foul."""
    referee = Referee(record)
    referee.play()
    return referee.moments


class Referee(Windows):
    """One game, played again from its record."""

    # -- the game

    def play(self) -> None:
        try:
            self.set_up()
            while True:
                self.play_round()
        except Over as over:
            ending, winners = over.args
        if self.steps:
            raise Foul(f"the game was over before {self.steps[0]}")
        self.table()
        scores = [self.track, -self.track]
        result = {"winners": winners, "scores": scores, "ending": ending}
        if self.record["result"] != result:
            raise Foul(f"the result is {result}, not {self.record['result']}")

    def set_up(self) -> None:
        if self.events:
            self.next_event()
        while not self.beginner and None in [side.general for side in self.sides]:
            asked = [p for p in (0, 1) if self.sides[p].general is None]
            player, does = self.decide({p: [f"general {g}" for g in GENERALS[p]] for p in asked})
            general = does.removeprefix("general ")
            self.sides[player].general = general
            self.sides[player].unused = [general]
        for player, side in enumerate(self.sides):
            dealt = self.chance("dealt")
            if dealt["player"] != player or len(dealt["cards"]) != 4:
                raise Foul(f"player {player} gets four cards, not {dealt}")
            side.pile = [None] * side.unseen.total()
            for card in dealt["cards"]:
                side.draw(card)
            side.hand.update(dealt["cards"] + FRAMED)
        shown = self.chance("displays")
        self.displays = {at: shown[at] for at in PROVINCES}
        if len(set(self.displays.values())) != 5 or not set(self.displays.values()) <= {*DISPLAYS}:
            raise Foul(f"{shown}: five different displays of the ten")
        if self.sides[0].general == "head start":
            self.spend(0, "head start")
            self.track = 1

    def play_round(self) -> None:
        self.round += 1
        self.great_plague = False
        for side in self.sides:
            side.laid, side.recalled, side.drew_one = {}, None, False
        self.window(before_orders=True)
        self.lay_orders()
        namer = self.who_names()
        left = PROVINCES[:]
        while left:
            province = left[0]
            if namer is not None and len(left) > 1:
                answer = self.ask(namer, [f"battle {at}" for at in left])
                province = answer.removeprefix("battle ")
            left.remove(province)
            self.window()
            self.battle(province)
        if self.round in (3, 6, 9):
            self.window()
            self.points()
        if self.round <= 6:  # 'w dowolnej fazie gry, do 6 rundy włącznie': the fifth phase too
            self.window()
        self.totals.append((self.sides[0].on_board, self.sides[1].on_board))
        self.end_round()

    def lay_orders(self) -> None:
        """Both at a time, each along the edge."""
        while asked := [p for p in (0, 1) if len(self.sides[p].laid) < 5]:
            player, does = self.decide({p: self.orders(self.sides[p]) for p in asked})
            province, _, card = does.partition("=")
            self.sides[player].laid[province] = card
            self.sides[player].hand[card] -= 1

    def orders(self, side: Side) -> list[str]:
        province = PROVINCES[len(side.laid)]
        no_six = province in side.six_used and "double six" not in side.unused
        cards = [card for card in +side.hand if not (card == "6" and no_six)]
        return [f"{province}={card}" for card in cards]

    def who_names(self) -> int | None:
        if self.round < 4:
            return None
        now = (self.sides[0].on_board, self.sides[1].on_board)
        for blue, red in [now, *reversed(self.totals)]:
            if blue != red:
                return 0 if blue < red else 1
        return None

    # -- a battle

    def battle(self, province: str) -> None:
        cards = [side.laid[province] for side in self.sides]
        self.plagues += cards.count("plague")
        for side, card in zip(self.sides, cards, strict=True):
            if card == "6":
                side.six_played.add(province)
        if cards[1] == "6" and province in self.sides[1].six_used:
            self.spend(1, "double six")
        values = self.reveal(province, cards)
        winner = None
        acting = cards  # whose effects count
        if "plague" in values:
            self.strike(province)
            acting = [card if card == "plague" else "annulled" for card in cards]
        else:
            by = margin(values[0], values[1])
            if by:
                winner = 0 if by > 0 else 1
                self.move_armies(province, winner, abs(by))
            if cards[0] == cards[1] and cards[0] in COST:
                acting = ["level", "level"]
        for player in (0, 1):
            self.effects(province, player, acting[player])
        self.check_events(cards, winner)

    def reveal(self, province: str, cards: list[str]) -> list[str]:
        """Generals used at reveal; what the cards count as."""
        values = cards[:]
        high = cards[0] in ("7", "8", "9", "10") and cards[1] != "plague"
        if self.offered(0, "ruse", high) and self.at_reveal(0, "ruse", "ruse"):
            values[0] = "6"
        recall = cards[0] == "-1" and len(self.sides[0].pile) > 0
        if self.offered(0, "recall -1", recall) and self.at_reveal(0, "recall -1", "recall"):
            self.recall(0, province)
        struck = cards[0] == "plague" and cards[1] != "plague"
        if self.offered(1, "immune", struck) and self.at_reveal(1, "immune", "immune"):
            values[0] = "0"
        recall = cards[1] == "plague" and len(self.sides[1].pile) > 0
        if self.offered(1, "recall plague", recall) and self.at_reveal(
            1, "recall plague", "recall"
        ):
            self.recall(1, province)
        return values

    def offered(self, player: int, general: str, applies: bool) -> bool:
        """Whether a player is asked, by what everyone knows."""
        side = self.sides[player]
        return applies and bool(side.unused) and general not in side.used

    def at_reveal(self, player: int, general: str, word: str) -> bool:
        holds = general in self.sides[player].unused
        if self.ask(player, ["pass"] + [word] * holds) == "pass":
            return False
        self.spend(player, general)
        return True

    def recall(self, player: int, province: str) -> None:
        """The card goes under the pile, the top card leaves the game."""
        side = self.sides[player]
        side.recalled = province
        side.pile.insert(0, side.laid[province])
        top = self.chance("pile top")
        if top["player"] != player:
            raise Foul(f"{top}: it is player {player}'s pile")
        side.draw(top["card"])
        side.gone[top["card"]] += 1

    def strike(self, province: str) -> None:
        for side in self.sides:
            there = side.armies[province]
            leaving = max(0, there - 1) if self.great_plague else there // 2
            side.armies[province] -= leaving
            side.pool += leaving

    def move_armies(self, province: str, winner: int, by: int) -> None:
        me, loser = self.sides[winner], self.sides[1 - winner]
        driven_out = min(by, loser.armies[province])
        to_place = by - driven_out
        self.short_window(winner, to_place)
        loser.armies[province] -= driven_out
        loser.pool += driven_out
        from_pool = min(to_place, me.pool)
        me.pool -= from_pool
        me.armies[province] += from_pool
        for missing in range(to_place - from_pool, 0, -1):
            others = [at for at in PROVINCES if me.armies[at] and at != province]
            sources = [at for at in others if adjacent(at, province)] or others
            if sources:
                me.take_army(self.source(winner, sources, missing))
                me.armies[province] += 1

    def source(self, player: int, sources: list[str], owed: int) -> str:
        """Where an army comes from; asked if there is a choice of which are to go."""
        me = self.sides[player]
        there = sum(me.pool if at == "pool" else me.armies[at] for at in sources)
        if len(sources) == 1 or there <= owed:
            return sources[0]
        return self.ask(player, [f"from {at}" for at in sources]).removeprefix("from ")

    def effects(self, province: str, player: int, card: str) -> None:
        """The marker of a 6, the cost of +2 and +3, the draw of a 1."""
        side = self.sides[player]
        if card == "6":
            self.short_window(player, 1)
            others = [at for at in PROVINCES if side.armies[at] and at != province]
            here = [province] if side.armies[province] else []
            sources = ["pool"] if side.pool else others or here
            if sources:
                side.take_army(self.source(player, sources, 1))
                side.markers[province] += 1
            side.six_used.add(province)
        self.pay(player, COST.get(card, 0))
        side.drew_one = side.drew_one or card == "1"

    def pay(self, player: int, armies: int, pool_first: bool = False) -> None:
        """To the reinforcements, from pool or provinces as the player likes, or the pool first."""
        side = self.sides[player]
        self.short_window(player, armies)
        for owed in range(armies, 0, -1):
            sources = ["pool"] if pool_first and side.pool else side.sources()
            if sources:
                side.take_army(self.source(player, sources, owed))
                side.reserve += 1

    # -- events

    def next_event(self) -> None:
        self.open_event = self.chance("event opened")["event"]
        if self.open_event not in EVENTS or self.open_event in self.events_seen:
            raise Foul(f"{self.open_event} cannot be opened after {self.events_seen}")
        self.events_seen.append(self.open_event)

    def check_events(self, cards: list[str], winner: int | None) -> None:
        """After a battle with these cards; what is opened now does not look back at them."""
        while self.open_event and (whom := self.met(cards, winner)):
            self.befall(self.open_event, whom)
            self.open_event = None
            if len(self.events_seen) == 5:
                self.finish("fifth event")
            self.next_event()
            cards, winner = ["none", "none"], None

    def met(self, cards: list[str], winner: int | None) -> list[int]:
        """Whom the open event befalls; nobody: it is not met."""
        if self.open_event == "pandemic":
            return [0, 1] if self.plagues >= 4 else []
        if self.open_event == "war chariot":
            return [p for p in (0, 1) if len(self.sides[p].six_played) >= 3]
        if self.open_event == "light infantry":
            return [0, 1] if cards == ["1", "1"] else []
        number = {"champion": "9", "hero": "10"}[str(self.open_event)]
        return [p for p in (0, 1) if cards[p] == number and winner != p]

    def befall(self, event: str, whom: list[int]) -> None:
        if event == "light infantry":
            self.track += (self.track < 0) - (self.track > 0)
            return
        for player in whom:
            side = self.sides[player]
            if event == "war chariot":
                away = [g for g in GENERALS[player] if g != side.general]
                answer = self.ask(player, ["pass", *(f"general {g}" for g in away)])
                if answer != "pass":
                    side.unused.append(answer.removeprefix("general "))
            else:
                self.pay(player, 2 if event == "hero" else 1, pool_first=event == "pandemic")

    # -- points and ends

    def points(self) -> None:
        at_stake = {at: int(self.displays[at].split("/")[self.round // 3 - 1]) for at in PROVINCES}
        for sign, side in zip((1, -1), self.sides, strict=True):
            self.track += sign * sum(at_stake[at] for at in PROVINCES if side.armies[at])
        self.track = max(-END_OF_TRACK, min(END_OF_TRACK, self.track))
        if self.round == 9:
            self.finish("round 9")
        if abs(self.track) == END_OF_TRACK:
            self.finish(f"end of the track in round {self.round}")

    def finish(self, how: str) -> None:
        pools = [side.pool for side in self.sides]
        if self.track:
            raise Over(how, [0] if self.track > 0 else [1])
        if pools[0] != pools[1]:
            raise Over(f"{how}, armies in the pool", [0] if pools[0] > pools[1] else [1])
        raise Over(f"{how}, draw", [0, 1])

    def end_round(self) -> None:
        for player, side in enumerate(self.sides):
            for province, card in side.laid.items():
                if province != side.recalled:
                    (side.hand if card in FRAMED else side.gone)[card] += 1
            side.laid = {}
            number = min(3 if side.drew_one else 2, len(side.pile))
            if number:
                drawn = self.chance("drawn")
                if drawn["player"] != player or len(drawn["cards"]) != number:
                    raise Foul(f"player {player} draws {number}, not {drawn}")
                side.drawn = list(drawn["cards"])
                for card in side.drawn:
                    side.draw(card)
        for side in self.sides:
            if len(side.drawn) <= (2 if side.drew_one else 1):
                self.keep(side)
        while asked := [p for p in (0, 1) if self.sides[p].drawn]:
            options = {p: [f"under {c}" for c in sorted({*self.sides[p].drawn})] for p in asked}
            player, does = self.decide(options)
            card = does.removeprefix("under ")
            self.sides[player].drawn.remove(card)
            self.sides[player].pile.insert(0, card)
            self.keep(self.sides[player])

    def keep(self, side: Side) -> None:
        side.hand.update(side.drawn)
        side.drawn = []
