"""Strengths between levels: by noise, and by less time."""

from __future__ import annotations

import numpy as np
import pytest

import tenka
from tenka.core.between import Strength, Wavering


def test_names_say_what_a_strength_is_made_of():
    assert Strength.named("adept") == Strength("adept")
    assert Strength.named("novice~adept") == Strength("adept", weaker="novice")
    assert Strength.named("expert/10").time(200) == 20
    assert Strength.named("expert/10").time(3) == 1
    assert Strength.named("expert/0") == Strength("expert/0")  # no such thing


class Says:
    def __init__(self, at: int) -> None:
        self.at = at

    def act(self, player, seen, legal, rng):
        return legal[self.at]


def test_a_wavering_bot_decides_now_as_one_now_as_the_other():
    bot, rng = Wavering(Says(0), Says(1)), np.random.default_rng(1)
    said = [bot.act(0, None, ["a", "b"], rng) for _ in range(200)]
    assert 70 < said.count("a") < 130


def test_the_registry_makes_them_and_refuses_others():
    match = tenka.new("samurai", players=2, seed=1)
    player = match.to_act[0]
    asked = player, match.redacted(player), match.legal(player)
    bot = tenka.bot("samurai", "random~novice")
    first, again = (bot.act(*asked, np.random.default_rng(5)) for _ in range(2))
    assert first == again
    assert first in asked[2]
    for wrong in ("novice~nobody", "nobody/10", "expert/"):
        with pytest.raises(tenka.UnknownBot, match="has no bot"):
            tenka.bot("samurai", wrong)
