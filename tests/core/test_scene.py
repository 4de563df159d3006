"""Positions as text: what is written can be read again, whatever the game, and nonsense is told."""

from __future__ import annotations

import importlib
import random

import pytest

import tenka
from tenka.core.errors import SceneError
from tenka.core.match import Match
from tenka.core.scene import LONGEST


def invariants(game: str):
    return importlib.import_module(f"tests.games.{game}.invariants")


@pytest.mark.parametrize("game", tenka.games())
def test_what_is_written_is_read_as_the_same_position_and_can_be_played_on(game):
    """In a game of each variant, and with other chance from there on."""
    told = 0
    for at, options in enumerate(invariants(game).OPTIONS):
        rng, match = random.Random(at), tenka.new(game, seed=at, **options)
        while not match.over:
            player = rng.choice(match.to_act)
            if rng.random() < 0.2 and (text := written(match)):
                told += 1
                again = Match.set_up(match.game, text, seed=9)
                assert again.scene() == text
                assert again.options["players"] == match.options["players"]
                play_on(again, rng, told)
            match.play(player, rng.choice(match.legal(player)))
    assert told > 5


def written(match: tenka.Match) -> str | None:
    try:
        return match.scene()
    except SceneError as error:
        assert "has a text at" in str(error)  # noqa: PT017  (most moments have none)
        return None


def play_on(match: tenka.Match, rng: random.Random, told: int) -> None:
    check = invariants(match.game.name).check
    check(match.state)
    for _ in range(60 if told % 8 == 1 else 3):
        if not match.over:
            player = rng.choice(match.to_act)
            match.play(player, rng.choice(match.legal(player)))
            check(match.state)


GOOD = {
    "samurai": "2 players, Takeda to play\nTateyama: helmet\nTakeda: hand samurai2 ship1 rice4 "
    "rice2 helmet2 | captured helmet 2\nUesugi: captured rice 1\nset aside: buddha 1\n"
    "Edo: helmet\nKyoto: -",
    "suntzu": "round 5 | track red 3 | WU 6 blue | QIN 2 red | pool red 3",
    "shogun": "3 players, moon | year 2, autumn | blue Shinano 5, Kai 2 castle !! | tray green 1",
}
BAD = [
    ("samurai", "", "the first line is like"),
    ("samurai", "9 players, Takeda to play", "the first line is like"),
    ("samurai", "2 players, Hojo to play", "there is Takeda or Uesugi"),
    ("samurai", "2 players, Takeda to play\nSapporo: helmet", "a settlement of this board"),
    ("samurai", "2 players, Takeda to play\nKyoto: helmet rice buddha", "at most 2 figures"),
    ("samurai", "2 players, Takeda to play\nc16r13: Takeda ship1", "ships lie at sea"),
    ("samurai", "2 players, Takeda to play\nTakeda: hand rice4 rice4", "all 20 tiles"),
    ("samurai", "2 players, Takeda to play\nTakeda: hand -", "all 20 tiles"),
    ("samurai", "2 players, Takeda to play\nTakeda: captured helmet 9", "7 in all"),
    ("samurai", "2 players, Takeda to play\nTakeda: captured helmet x", "a number from 0"),
    ("samurai", "2 players, Takeda to play\nweather: fine", "begin with a clan"),
    ("suntzu", "WU 22 red", "a number from 0 to 21"),
    ("suntzu", "WU 12 red | QIN 12 red", "21 armies"),
    ("suntzu", "WU 2 red | WU 2 blue", "armies of one player"),
    ("suntzu", "hand blue 9 9", "only once"),
    ("suntzu", "events hero, hero", "each once"),
    ("suntzu", "round 1 | totals 3:3", "no more totals"),
    ("suntzu", "track red 9", "a number from 0 to 8"),
    ("suntzu", "weather fine", "not 'weather'"),
    ("shogun", "red Aki 63", "a number from 1 to 62"),
    ("shogun", "red Aki 40, Bingo 40", "only 62 cubes"),
    ("shogun", "red Edo 1", "not 'Edo'"),
    ("shogun", "red Aki", "a number from 1"),
    ("shogun", "red Aki 1 | blue Aki 1", "told once"),
    ("shogun", "actions castle, temple", "all 10"),
    ("shogun", "summer | met", "1 of the year's events"),
    ("shogun", "weather fine", "not 'weather'"),
    ("shogun", "spring\n" + " " * LONGEST, "at most"),
]


@pytest.mark.parametrize(("game", "text"), GOOD.items())
def test_what_is_not_told_is_filled_in(game, text):
    match = Match.set_up(tenka.game(game), text, seed=3)
    invariants(game).check(match.state)
    assert Match.set_up(match.game, match.scene(), seed=3).scene() == match.scene()


@pytest.mark.parametrize(("game", "text", "says"), BAD)
def test_what_cannot_be_is_refused_with_what_was_expected(game, text, says):
    with pytest.raises(SceneError, match=says.replace("'", ".")) as refused:
        Match.set_up(tenka.game(game), text)
    assert refused.value.reason.code == "scene"


def test_no_garbled_text_makes_a_position_that_cannot_be():
    """Words of good texts, dropped, doubled, exchanged and misspelt: refused, or a position."""
    rng = random.Random(7)
    for game, text in GOOD.items():
        full = Match.set_up(tenka.game(game), text, seed=3).scene()
        words = full.replace("\n", " \n ").split(" ")
        for _ in range(60):
            mixed = words[:]
            for _ in range(rng.randint(1, 3)):
                at, other = rng.randrange(len(mixed)), rng.randrange(len(mixed))
                mixed[at] = rng.choice(["", "-1", "99", mixed[other], mixed[at][:-1]])
            try:
                match = Match.set_up(tenka.game(game), " ".join(mixed), seed=3)
            except (SceneError, tenka.OptionError):
                continue
            invariants(game).check(match.state)
