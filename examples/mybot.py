"""A bot of one's own for Sun Tzu: it lays its strongest cards where most points are to be had.

tenka arena --game suntzu --bots ./examples/mybot.py:MyBot,random
"""

from tenka.games.suntzu.facts import DISPLAYS, PROVINCES

WORTH = {"-1": 0, "plague": 3, "+1": 6.5, "+2": 7.5, "+3": 8.5}  # beside numbers


class MyBot:
    """Gets the redacted state and the legal decisions, and returns one of these."""

    def __init__(self, game, think_ms):
        self.game = game

    def act(self, player, seen, legal, rng):
        """The middle card for a middling province, the best one for the best."""
        orders = [action for action in legal if "=" in str(action)]
        if not orders:
            passes = [action for action in legal if str(action) == "pass"]
            return passes[0] if passes else legal[int(rng.integers(len(legal)))]
        province = PROVINCES.index(str(orders[0]).split("=")[0])
        third = (int(seen.round_number) - 1) // 3
        points = DISPLAYS[seen.displays, third]
        rank = int((points < points[province]).sum())
        by_worth = sorted(orders, key=self.worth)
        return by_worth[min(len(by_worth) - 1, len(by_worth) * (rank + 1) // len(points))]

    def worth(self, order):
        """How strong the card of an order is."""
        card = str(order).split("=")[1]
        return WORTH[card] if card in WORTH else int(card)
