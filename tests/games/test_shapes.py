"""Every view and every entry has the shape that its game declares, and no shape says too much."""

from __future__ import annotations

import json
import random
from itertools import product

import pytest

import tenka
from tenka.core.layout import SPECTATOR
from tenka.games import OWN
from tenka.server.app import create_app
from tests.playthrough import FIXTURES
from tests.shapes import Description


@pytest.fixture(scope="module")
def schemas():
    return create_app().openapi()["components"]["schemas"]


def settings(game):
    """All combinations of the options that are few words, for each number of players."""
    few = [o for o in game.options if len(o.values) < 5]
    for players, *values in product(game.players, *([*o.values] for o in few)):
        options = dict(zip((o.name for o in few), values, strict=True))
        try:
            game.choose(players, options)
        except tenka.OptionError:
            continue
        yield players, options


def look(match, shapes, name):
    """Hold the position to its shape, from everybody's eyes and with all cards up."""
    for viewer in (None, *range(match.options["players"])):
        shapes.check(match.view(viewer), f"{name}View")
    shapes.check(match.game.view(match.state, SPECTATOR), f"{name}View")


def hear(match, shapes, name):
    """Hold the journal to its shape, as everybody may know it and whole."""
    for entry in match.journal:
        whole = entry.json()
        shapes.check(whole, f"{name}Entry")
        for viewer in (None, *range(match.options["players"])):
            if (seen := entry.seen_by(viewer).json()) != whole:
                shapes.check(seen, f"{name}Entry")


def follow(match, decisions, shapes, rng):
    """Play decisions, hold some of the positions to their shape and all entries to theirs."""
    name = match.game.shape_name
    for player, action in decisions:
        if rng.random() < 0.1:
            look(match, shapes, name)
        match.play(player, action)
    look(match, shapes, name)
    hear(match, shapes, name)


def at_random(match, rng):
    """Decisions of a random game, made up as it goes on."""
    while not match.over:
        player = rng.choice(match.to_act)
        yield player, rng.choice(match.legal(player))


@pytest.mark.long
@pytest.mark.parametrize("name", OWN)
def test_finished_games_have_the_declared_shapes_and_shapes_have_nothing_else(name, schemas):
    rng, shapes = random.Random(name), Description(schemas)
    for record in sorted((FIXTURES / name).glob("*.json")):
        finished = tenka.load(json.loads(record.read_text()))
        again = tenka.new(name, seed=finished.seed, **finished.options)
        follow(again, [(player, action) for player, action, _ in finished.history], shapes, rng)
    prefix = finished.game.shape_name
    assert not shapes.never_met(f"{prefix}View") | shapes.never_met(f"{prefix}Entry")


@pytest.mark.long
@pytest.mark.parametrize("name", tenka.games())
def test_with_all_options_views_and_entries_have_the_declared_shapes(name, schemas):
    rng, shapes = random.Random(name), Description(schemas)
    for players, options in settings(tenka.game(name)):
        match = tenka.new(name, players=players, seed=7, **options)
        follow(match, at_random(match, rng), shapes, rng)


def test_the_description_tells_views_apart_by_game_and_entries_by_kind(schemas):
    assert schemas["View"]["discriminator"]["propertyName"] == "game"
    assert set(schemas["View"]["discriminator"]["mapping"]) == set(tenka.games())
    for name in tenka.games():
        game = tenka.game(name)
        told = schemas[f"{game.shape_name}Entry"]["discriminator"]
        assert sorted(told["mapping"]) == sorted(kind.name for kind in game.journal)


def test_a_value_of_another_shape_is_found(schemas):
    shapes = Description(schemas)
    view = dict(tenka.new("suntzu", seed=1).view(0))
    shapes.check(view, "SunTzuView")
    for wrong in (
        {**view, "more": 1},
        {**view, "phase": "lunch"},
        {**view, "round": None},
        {key: view[key] for key in view if key != "round"},
    ):
        with pytest.raises(AssertionError):
            shapes.check(wrong, "SunTzuView")
    assert "SunTzuView.battle | 1" not in shapes.never_met("SunTzuView")
    assert "SunTzuView.battle | 0" in shapes.never_met("SunTzuView")
