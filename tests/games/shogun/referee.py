"""A referee who follows a game of Shogun from its record alone, with none of the compiled rules.

Decisions and chance outcomes are read step by step; everything else is worked out here a second
time, on plain dictionaries, and must fit the steps that follow.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.games.shogun.board import (
    CHESTS,
    EVENTS,
    NAMES,
    NEAR,
    NOT_FOR_THREE,
    PRESETS,
    REGION,
    RICE,
    SPACES,
)

PEASANT = 5
BUILDINGS = ("castle", "temple", "theatre")
FIELDS = [*BUILDINGS, "rice", "taxes", "deploy5", "deploy3", "deploy1", "battleA", "battleB", "bid"]
COST = {"castle": 3, "temple": 2, "theatre": 1, "deploy5": 3, "deploy3": 2, "deploy1": 1}
TABLE = {1: (1, 1), 2: (1, 2), 3: (2, 2), 4: (2, 2), 5: (2, 3), 6: (2, 3)}
GROUPS = {3: [5, 4, 4, 3, 3, 2, 2, 2, 2], 4: [5, 4, 4, 3, 3, 2, 2, 2], 5: [5, 4, 4, 3, 3, 2, 2]}


class Referee:
    """Follow a record to its end; then `points`, `chests` and `winners` are the game's."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.steps, self.at = record["steps"], 0
        options = record["options"]
        self.n, self.always_yes = options["players"], options["always_yes"]
        missing = NOT_FOR_THREE[options["side"]] if self.n == 3 else []
        self.names = [name for name in NAMES if name not in missing]
        self.region = REGION[options["side"]]
        self.cards = [f"{name} (rice -{loss})" for name in EVENTS for loss in EVENTS[name]]
        self.owner: dict[str, int] = {}
        self.armies: Counter[str] = Counter()
        self.markers: Counter[str] = Counter()
        self.built: dict[str, set[str]] = {name: set() for name in self.names}
        self.reserve = [62] * self.n + [0] * (5 - self.n) + [20]
        self.tray, self.inside = [0] * 6, [0] * 6
        self.chests = [{3: 18, 4: 15, 5: 12}[self.n]] * self.n
        self.rice, self.points = [0] * self.n, [0] * self.n
        self.plans: list[dict[str, str]] = [{} for _ in range(self.n)]
        if options["start"] == "draft":
            self.draft()
        else:
            self.preset()
        self.fill_tower()
        for _ in range(2):
            self.year()
        assert self.at == len(self.steps)
        best = max((self.points[p], self.chests[p]) for p in range(self.n))
        self.winners = [p for p in range(self.n) if (self.points[p], self.chests[p]) == best]

    # -- reading

    def chance(self, kind: str) -> dict[str, Any]:
        step = self.steps[self.at]
        assert step.get("chance") == kind, (self.at, step, kind)
        self.at += 1
        return step

    def decision(self, player: int) -> str:
        step = self.steps[self.at]
        assert (step.get("player"), "does" in step) == (player, True), (self.at, step)
        self.at += 1
        return step["does"]

    def own(self, player: int) -> list[str]:
        return [name for name in self.names if self.owner.get(name) == player]

    # -- set-up

    def place(self, player: int, name: str, armies: int) -> None:
        assert name not in self.owner
        self.owner[name], self.armies[name] = player, armies
        self.reserve[player] -= armies

    def preset(self) -> None:
        for player in range(self.n):
            for item in PRESETS[self.n][player].split(", "):
                name, armies = item.split()
                self.place(player, name, int(armies))

    def draft(self) -> None:
        groups = [list(GROUPS[self.n]) for _ in range(self.n)]
        display = self.opened()
        turn = self.chance("first seat")["player"]
        last: dict[int, list[str]] = {}
        while groups[turn]:
            choice = self.decision(turn)
            if choice == "exchange":
                assert last[turn] == display
                display, choice = self.opened(), self.decision(turn)
            last[turn] = display
            drawn = choice == "pile"
            card = self.chance("card drawn")["province"] if drawn else choice
            assert drawn != (card in display)
            one_size = len(set(groups[turn])) == 1
            size = groups[turn][0] if one_size else int(self.decision(turn))
            groups[turn].remove(size)
            self.place(turn, card, size)
            if not drawn:
                now = self.opened()
                assert [a == b for a, b in zip(display, now, strict=True)] == [
                    name != card for name in display
                ]
                display = now
            turn = (turn + 1) % self.n

    def opened(self) -> list[str]:
        step = self.chance("cards opened")
        return [step["left"], step["right"]]

    def fill_tower(self) -> None:
        self.inside = self.chance("stayed inside")["cubes"]
        for colour, count in enumerate(self.inside):
            assert count <= (7 if colour < self.n else 10 if colour == PEASANT else 0)
            self.reserve[colour] -= count

    # -- a year

    def year(self) -> None:
        self.rice = [0] * self.n
        self.markers.clear()
        events = self.chance("events")["events"]
        assert len(events) == 4
        for event in events:
            self.cards.remove(event)  # each card is met once
        for _ in range(3):
            self.plan_round(events)
            for at in range(10):
                self.action = self.order[at] if at < len(self.order) else ""
                for player in self.turns:
                    self.take_turn(player, self.action)
                if at < 5:
                    self.order.append(self.chance("action opened")["action"])
        (last,) = events
        self.winter(int(last.split("-")[-1].rstrip(")")))

    def plan_round(self, events: list[str]) -> None:
        self.order = list(self.chance("action cards")["actions"])
        specials = self.chance("special cards")["specials"]
        laid: list[list[str]] = [[] for _ in range(self.n)]
        asked = [11 if self.own(p) else 1 for p in range(self.n)]
        while any(len(laid[p]) < asked[p] for p in range(self.n)):
            player = self.steps[self.at]["player"]
            laid[player].append(self.decision(player))
        for p, cards in enumerate(laid):
            self.plans[p] = dict(zip(FIELDS[11 - len(cards) :], cards, strict=True))
            self.check_plan(p)
        event = self.chance("event")["event"]
        events.remove(event)
        self.event = event.partition(" (")[0]
        choosers = self.bids()
        self.place_of = {}
        for player in choosers:
            free = [n for n in range(1, 6) if n not in self.place_of.values()]
            self.place_of[player] = (
                int(self.decision(player).split()[1]) if len(free) > 1 else free[0]
            )
            assert self.place_of[player] in free
        self.turns = sorted(choosers, key=self.place_of.__getitem__)
        self.special = {p: specials[place - 1] for p, place in self.place_of.items()}

    def check_plan(self, p: int) -> None:
        cards, hand = self.plans[p], self.own(p)
        laid = [card.removeprefix("bid=") for card in cards.values()]
        provinces = [card for card in laid if card in self.names]
        assert len(set(provinces)) == len(provinces)
        assert set(provinces) <= set(hand)
        chests = sum(card.startswith("chest") for card in laid)
        if not hand:
            assert chests + laid.count("-") == 1  # the bid alone is asked
        elif len(hand) + 5 < 11:  # all cards are laid, and the other fields stay empty
            assert set(provinces) == set(hand)
            assert (chests, laid.count("-")) == (5, 6 - len(hand))
        else:
            assert chests <= 5
            assert "-" not in laid
        assert all(card in ("chest", "-", *self.names) for card in laid[:-1])

    def bids(self) -> list[int]:
        def rank(player: int) -> float:
            bid = self.plans[player]["bid"].removeprefix("bid=")
            if bid.startswith("chest"):
                return int(bid[5:])
            return -1 if bid == "-" else 0.5

        for p in range(self.n):
            paid = max(0, int(rank(p)))
            assert paid <= self.chests[p]
            self.chests[p] -= paid
        order = self.chance("order of choice")["players"]
        assert [rank(p) for p in order] == sorted(map(rank, range(self.n)), reverse=True)
        assert sorted(order) == list(range(self.n))
        return order

    # -- actions

    def take_turn(self, p: int, action: str) -> None:
        name = self.plans[p].get(action, "-")
        if name in ("chest", "-"):
            return
        if action in BUILDINGS:
            self.build(p, action, name)
        elif action in ("rice", "taxes"):
            self.harvest(p, action, name)
        elif action.startswith("deploy"):
            self.deploy(p, action, name)
        else:
            self.march(p, name, {n for n in NEAR[name] if self.may_enter(p, n)})

    def build(self, p: int, kind: str, name: str) -> None:
        standing = sum(kind in built for built in self.built.values())
        left = {"castle": 28, "temple": 26, "theatre": 26}[kind] - standing
        if kind in self.built[name] or len(self.built[name]) == SPACES[name] or not left:
            return
        if self.chests[p] >= COST[kind]:
            self.chests[p] -= COST[kind]
            self.built[name].add(kind)
            if kind == "theatre" and self.event == "theatre calms":
                self.markers[name] = max(0, self.markers[name] - 1)

    def harvest(self, p: int, action: str, name: str) -> None:
        gain = (RICE if action == "rice" else CHESTS)[name]
        bounds = {
            ("rice", "rice at least 4"): (4, 99),
            ("rice", "rice at most 3"): (0, 3),
            ("taxes", "taxes at most 5"): (0, 5),
            ("taxes", "taxes at least 6"): (6, 99),
        }
        low, high = bounds.get((action, self.event), (0, 99))
        gain = min(high, max(low, gain))
        gain += self.special[p] == ("extra rice" if action == "rice" else "extra chest")
        (self.rice if action == "rice" else self.chests)[p] += gain
        if not self.markers[name] or self.revolt(name, self.markers[name]):
            self.markers[name] += 1

    def deploy(self, p: int, action: str, name: str) -> None:
        armies = int(action[-1])
        if self.event == "deploy fewer":
            armies = {5: 3, 3: 2, 1: 1}[armies]
        if self.chests[p] < COST[action] or self.reserve[p] < armies:
            return
        if action == "deploy5" and self.special[p] == "six armies" and self.reserve[p] > armies:
            armies += self.always_yes or self.decision(p) == "yes"
        self.chests[p] -= COST[action]
        self.reserve[p] -= armies
        self.armies[name] += armies
        if action == "deploy1":
            self.march(p, name, {n for n in NEAR[name] if self.owner.get(n) == p})

    def may_enter(self, p: int, name: str) -> bool:
        foreign = self.owner.get(name) != p
        safe = self.event == "temples safe" and "temple" in self.built.get(name, ())
        return name in self.names and not (foreign and safe)

    def march(self, p: int, source: str, targets: set[str]) -> None:
        if self.armies[source] < 2 or not targets:
            return
        if self.action != "deploy1" and len(targets) == 1 and self.armies[source] == 2:
            (target,), armies = targets, 1
        else:
            choice = self.decision(p)
            if choice == "stay":
                assert self.action == "deploy1"
                return
            target, armies = choice.removeprefix(">"), int(self.decision(p))
        assert target in targets
        assert 1 <= armies < self.armies[source]
        self.armies[source] -= armies
        if self.owner.get(target) == p:
            self.armies[target] += armies
        else:
            self.attack(p, target, armies)

    # -- battles

    def attack(self, p: int, name: str, armies: int) -> None:
        defender = self.owner.get(name)
        thrown = Counter({p: armies})
        if defender is not None:
            thrown[defender] += self.armies.pop(name)
            castle = self.event == "castle defends" and "castle" in self.built[name]
            if castle and self.reserve[defender]:
                self.add(thrown, defender)
        for side, special in ((p, "attack"), (defender, "defence")):
            if side is not None and self.special[side] == special and self.reserve[side]:
                if self.always_yes or self.decision(side) == "yes":
                    self.add(thrown, side)
        if defender is None:
            self.rouse(thrown, 2 if self.event == "two peasants" else 1)
        self.throw(thrown)
        peasants = defender is None or not self.markers[name]
        blue, green = self.tray[p], self.tray[PEASANT] if peasants else 0
        yellow = 0 if defender is None else self.tray[defender]
        self.clear(p, *[PEASANT] * peasants, *[defender] * (defender is not None))
        if blue > yellow + green:
            if defender is not None:
                self.lose(name)
            self.place(p, name, blue - yellow - green)
        elif yellow and yellow + green > blue:
            self.armies[name] = min(yellow, yellow + green - blue)
            self.reserve[defender] -= self.armies[name]
        elif defender is not None:
            self.free(name)

    def revolt(self, name: str, peasants: int) -> bool:
        p = self.owner[name]
        thrown = Counter({p: self.armies.pop(name)})
        self.rouse(thrown, peasants)
        self.throw(thrown)
        loyal, rebels = self.tray[p], self.tray[PEASANT]
        self.clear(p, PEASANT)
        if loyal <= rebels:
            self.free(name)
            return False
        self.armies[name] = loyal - rebels
        self.reserve[p] -= loyal - rebels
        return True

    def add(self, thrown: Counter[int], player: int) -> None:
        self.reserve[player] -= 1
        thrown[player] += 1

    def rouse(self, thrown: Counter[int], count: int) -> None:
        for _ in range(min(count, self.reserve[PEASANT])):
            self.add(thrown, PEASANT)

    def throw(self, thrown: Counter[int]) -> None:
        fell = self.chance("fell")["cubes"]
        for colour in range(6):
            self.inside[colour] += thrown[colour] + self.tray[colour] - fell[colour]
            assert self.inside[colour] >= 0
        self.tray = list(fell)

    def clear(self, *colours: int) -> None:
        for colour in colours:
            self.reserve[colour] += self.tray[colour]
            self.tray[colour] = 0

    def lose(self, name: str) -> None:
        plan = self.plans[self.owner.pop(name)]
        plan.update({field: "-" for field, card in plan.items() if card == name})

    def free(self, name: str) -> None:
        self.lose(name)
        self.built[name] = set()
        self.markers[name] = self.armies[name] = 0

    # -- winter

    def winter(self, loss: int) -> None:
        for p in self.turns:
            self.rice[p] = max(0, self.rice[p] - loss)
            short = len(self.own(p)) - self.rice[p]
            if short > 0:
                revolts, peasants = TABLE.get(short, (3, 3))
                rising = self.chance("revolts drawn")["provinces"]
                assert len(set(rising)) == len(rising) == revolts
                assert set(rising) <= set(self.own(p))
                while rising:
                    name = self.decision(p) if len(rising) > 1 else rising[0]
                    rising.remove(name)
                    self.revolt(name, self.markers[name] + peasants)
        for p in range(self.n):
            self.points[p] += sum(1 + len(self.built[name]) for name in self.own(p))
        for region in sorted(set(self.region.values())):
            for kind, prize in (("castle", 3), ("temple", 2), ("theatre", 1)):
                here = [n for n in self.owner if self.region[n] == region and kind in self.built[n]]
                count = Counter(self.owner[name] for name in here)
                ahead = [p for p in count if count[p] == max(count.values())]
                for p in ahead:
                    self.points[p] += prize - (len(ahead) > 1)
