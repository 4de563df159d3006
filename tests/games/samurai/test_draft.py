"""A turn can be tried beforehand: the seat is told enough to foresee every tile of it."""

from __future__ import annotations

import random
from itertools import chain

import pytest

import tenka
from tenka.core import foresight


class Draft:
    """A turn put together from what was told at its beginning, and from nothing else."""

    def __init__(self, match: tenka.Match, player: int) -> None:
        self.texts = match.game.decisions.texts
        self.choices = {one.action.id: one for one in foresight.choices(match, player)}
        self.view, self.player = match.view(player), player
        self.hand = list(self.view["players"][player]["hand"])
        self.allowed, self.taken, self.series = set(self.choices), set[int](), list[int]()

    @property
    def open(self) -> list[str]:
        """What may be chosen next: a tile of the hand that has a place left, or the end."""
        ways = {number: self._ways(number) for number in sorted(self.allowed)}
        texts = [self.texts[number] for number, left in ways.items() if left is None or left]
        return [text for text in texts if text in (*self.hand, "end")]

    def _ways(self, number: int) -> set[int] | None:
        choice = self.choices.get(number)
        return set(choice.leads_to) - self.taken if choice and choice.leads_to else None

    def lay(self, rng: random.Random) -> bool:
        """A tile at random, wherever it may go; False if there is none."""
        tiles = [text for text in self.open if text != "end"]
        if not tiles:
            return False
        tile = rng.choice(tiles)
        choice = self.choices[self.texts.index(tile)]
        way, ways = [choice.action.id], choice.leads_to
        while ways:
            way.append(rng.choice([number for number in ways if number not in self.taken]))
            ways = ways[way[-1]] if isinstance(ways, dict) else []
        self.allowed = set(choice.then) & (self.allowed if self.series else set(choice.then))
        self.hand.remove(tile)
        self.series += way
        self.taken |= set(way[1:])
        return True


def drafts(players: int, seed: int):
    """The turns of a random game, each with a draft begun there."""
    match = tenka.new("samurai", players=players, seed=seed, hands="random")
    rng = random.Random(seed)
    while not match.over:
        player = match.to_act[0]
        if match.view(None)["phase"] == "play a tile":
            yield match.clone(), Draft(match, player), rng
        match.play(player, rng.choice(match.legal(player)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_tile_of_a_turn_is_foreseen(players):
    """What may follow is what the rules allow, and who would take what is as the view foretold."""
    longest, looked, moved = 0, 0, 0
    for match, draft, rng in chain(drafts(players, 11), drafts(players, 3)):
        player, noted = draft.player, len(match.journal)
        while draft.lay(rng) and draft.hand:  # with the last tile the turn ends
            ahead = match.clone()
            ahead.play(player, draft.series)
            assert draft.open == [str(action) for action in ahead.legal(player)]
            looked += compare(ahead.view(player)["settlements"], draft)
            tiles = [one.json() for one in ahead.journal[noted:] if "strength" in one.derived]
            for tile in tiles:
                assert draft.view["reach"]["strength"][tile["tile"]] == tile["strength"]
            moved += any(tile["kind"] == "taken back" for tile in tiles)
            longest = max(longest, 5 - len(draft.hand))
    assert longest >= 3
    assert moved
    assert looked > 1000


def compare(places: list, draft: Draft) -> int:
    """Hold what came to what had been foretold; how many figures there are."""
    figures = [
        (place, figure, taker) for place in places for figure, taker in place["takers"].items()
    ]
    for place, figure, taker in figures:
        foretold = draft.view["reach"]["prospects"][place["name"]][figure]
        own = place["strength"][draft.player][figure]
        assert foretold[min(own, len(foretold) - 1)] == taker
    return len(figures)


def test_only_the_one_whose_turn_it_is_is_told():
    for match, draft, _ in drafts(3, 13):
        for viewer in (None, 0, 1, 2):
            assert bool(match.view(viewer)["reach"]) == (viewer == draft.player)
