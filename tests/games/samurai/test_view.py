"""What a view says beside the position: who would take a figure, and what a tile would change."""

from __future__ import annotations

import random

import tenka


def test_prospects_are_what_becomes_of_settlements():
    match, rng, seen = tenka.new("samurai", players=4, seed=5, hands="random"), random.Random(5), 0
    while not match.over:
        player = match.to_act[0]
        view, action = match.view(player), rng.choice(match.legal(player))
        assert all(s["prospect"] is None for s in match.view(1 - player % 2)["settlements"])
        match.play(player, action)
        if view["phase"] == "lay the tile":
            laid = [entry.json() for entry in match.history[-1][2] if entry.kind.name == "laid"]
            seen += compare(view["settlements"], match.view(player)["settlements"], laid[0], player)
    assert seen > 20


def compare(before, after, laid, player) -> int:
    """Hold the prospects to the settlements beside the tile that kept their figures."""
    beside = [
        (old["prospect"], new)
        for old, new in zip(before, after, strict=True)
        if new["name"] in laid["settlements"] and new["figures"]
    ]
    for prospect, new in beside:
        assert prospect["gaps"] == new["gaps"]
        assert prospect["strength"] == new["strength"][player]
        assert prospect["takers"] == new["takers"]
    return len(beside)


def test_takers_are_those_who_took():
    match, rng, taken = tenka.new("samurai", players=3, seed=8, hands="random"), random.Random(8), 0
    while not match.over:
        player = match.to_act[0]
        before = {s["name"]: s for s in match.view(player)["settlements"]}
        match.play(player, rng.choice(match.legal(player)))
        noted = [entry.json() for entry in match.history[-1][2]]
        beside = [
            name for entry in noted if entry["kind"] == "laid" for name in entry["settlements"]
        ]
        for entry in noted:
            if entry["kind"] in ("captured", "set aside"):
                settlement = before[entry["settlement"]]
                told = settlement["prospect"] if entry["settlement"] in beside else settlement
                assert told["takers"][entry["figure"]] == entry.get("player")
                taken += 1
    assert taken > 3
