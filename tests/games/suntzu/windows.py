"""The referee's windows: when reinforcements and generals come in, and what they do.

Like the referee they stand on the rulebook and know nothing of Tenka.
"""

from __future__ import annotations

from tests.games.suntzu.ledger import PROVINCES, Side, Table, adjacent


class Windows(Table):
    """A table at which players are asked for reinforcements and generals."""

    def window(self, before_orders: bool = False) -> None:
        """Each has one turn, Sun Tzu first, while there are reinforcements or generals."""
        for player, side in enumerate(self.sides):
            while side.reserve or side.unused:
                options = ["pass", *self.reinforcements(side)]
                options += self.generals_in_window(player, before_orders)
                answer = self.ask(player, options)
                if answer == "pass":
                    break
                self.act_in_window(player, answer)

    def short_window(self, player: int, owed: int) -> None:
        """'W dowolnym momencie': with too few in the pool, any number of reinforcements first."""
        me = self.sides[player]
        if me.pool >= owed:
            return
        while me.reserve:
            answer = self.ask(player, ["pass", *self.reinforcements(me)])
            if answer == "pass":
                break
            self.act_in_window(player, answer)

    def reinforcements(self, side: Side) -> list[str]:
        return [f"reinforce -{card}" for card in side.loose_in_hand() if side.reserve]

    def generals_in_window(self, player: int, before_orders: bool) -> list[str]:
        me, enemy = self.sides[player], self.sides[1 - player]
        options = []
        mine = [at for at in PROVINCES if me.armies[at]]
        if self.round <= 6 and "march" in me.unused:
            ways = [(a, b) for a in mine for b in PROVINCES if adjacent(a, b)]
            options += [f"march {a}>{b}" for a, b in ways if not enemy.armies[b]]
        if self.round <= 6 and "reinforce" in me.unused and me.pool:
            options += [f"reinforce {at}" for at in mine]
        if self.round <= 6 and "remove" in me.unused:
            options += [f"remove {at}" for at in PROVINCES if enemy.armies[at]]
        if before_orders and "great plague" in me.unused:
            options.append("great plague")
        return options

    def act_in_window(self, player: int, answer: str) -> None:
        me, enemy = self.sides[player], self.sides[1 - player]
        if answer.startswith("reinforce -"):
            card = answer.removeprefix("reinforce -")
            me.hand[card] -= 1
            me.gone[card] += 1
            me.reserve -= 1
            me.pool += 1
        elif answer == "great plague":
            self.spend(player, "great plague")
            self.great_plague = True
        else:
            general, _, where = answer.partition(" ")
            self.spend(player, general)
            if general == "march":
                source, _, target = where.partition(">")
                me.armies[source] -= 1
                me.armies[target] += 1
            elif general == "reinforce":
                me.pool -= 1
                me.armies[where] += 1
            else:
                enemy.armies[where] -= 1
                enemy.pool += 1

    def spend(self, player: int, general: str) -> None:
        self.sides[player].unused.remove(general)
        self.sides[player].used.append(general)
