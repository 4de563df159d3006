"""Games and opponents by name, wherever they come from."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest

import tenka
from tenka.core import registry


@pytest.fixture
def fresh(monkeypatch):
    """Registries that forget what a test has added."""
    monkeypatch.setattr(registry, "_games", dict(registry._games))
    monkeypatch.setattr(registry, "_bots", {game: [*b] for game, b in registry._bots.items()})
    registry._levels.cache_clear()
    yield
    registry._levels.cache_clear()


def test_a_game_that_cannot_be_loaded_says_from_where(fresh):
    registry.register(EntryPoint("broken", "nowhere:GAME", registry.GAMES))
    assert "broken" in tenka.games()
    with pytest.raises(tenka.UnknownGame, match="'broken' cannot be loaded from nowhere:GAME"):
        tenka.game("broken")


def test_of_two_games_with_one_name_the_first_stays(fresh):
    registry.register(EntryPoint("suntzu", "nowhere:GAME", registry.GAMES))
    assert tenka.game("suntzu").title == "Sun Tzu"


def test_a_package_adds_opponents_to_any_game_and_replaces_none(fresh):
    before = tenka.bots("samurai")
    registry._levels.cache_clear()
    more = EntryPoint("samurai", "tests.core.test_registry:MORE", registry.BOTS)
    registry.register_bots(more)
    assert tenka.bots("samurai") == (*before, "sleepy")
    assert type(tenka.bot("samurai", "random")) is not Sleepy
    assert type(tenka.bot("samurai", "sleepy")).__name__ == "Sleepy"


class Sleepy:
    """It takes the first decision that there is."""

    def __init__(self, game, think_ms):
        pass

    def act(self, player, seen, legal, rng):
        return legal[0]


MORE = {"random": Sleepy, "sleepy": Sleepy}


@pytest.mark.parametrize("game", tenka.games())
def test_who_plays_without_a_terminal_does_not_wait_for_its_words_and_tables(game):
    program = (
        f"import sys, tenka; match = tenka.new({game!r}, seed=1); match.view(0);"
        "print('rich' in sys.modules); match.game.draw(match.view(0)); print('rich' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "True"]
