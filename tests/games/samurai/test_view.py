"""What a view says beside the position: who would take a figure."""

from __future__ import annotations

import random

import tenka


def test_takers_are_those_who_took():
    match, rng, taken = tenka.new("samurai", players=3, seed=8, hands="random"), random.Random(8), 0
    while not match.over:
        player = match.to_act[0]
        takers = {one["name"]: one["takers"] for one in match.view(player)["settlements"]}
        match.play(player, rng.choice(match.legal(player)))
        noted = [entry.json() for entry in match.history[-1][2]]
        if noted and noted[0]["kind"] == "laid":  # it would have changed who takes what
            continue
        for entry in noted:
            if entry["kind"] in ("captured", "set aside"):
                assert takers[entry["settlement"]][entry["figure"]] == entry.get("player")
                taken += 1
    assert taken > 3
