"""Every view and every entry has the shape that its game declares, and no shape says too much."""

from __future__ import annotations

import random
from itertools import product

import pytest

import tenka
from tenka.core.layout import SPECTATOR
from tenka.server.app import create_app
from tests.shapes import Description

MOST_ROUNDS = 60  # of games with all settings, until the rarest entries have been seen


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
        shapes.check(entry.json(), f"{name}Entry")
        for viewer in (None, *range(match.options["players"])):
            shapes.check(entry.seen_by(viewer).json(), f"{name}Entry")


@pytest.mark.parametrize("name", tenka.games())
def test_views_and_entries_have_their_shapes_and_shapes_nothing_else(name, schemas):
    game, rng, shapes = tenka.game(name), random.Random(name), Description(schemas)
    prefix = game.shape_name
    for seed in range(MOST_ROUNDS):
        for players, options in settings(game):
            match = tenka.new(name, players=players, seed=seed, **options)
            while not match.over:
                if rng.random() < 0.05:
                    look(match, shapes, prefix)
                player = rng.choice(match.to_act)
                match.play(player, rng.choice(match.legal(player)))
            look(match, shapes, prefix)
            hear(match, shapes, prefix)
        missing = shapes.never_met(f"{prefix}View") | shapes.never_met(f"{prefix}Entry")
        if not missing:
            return
    pytest.fail(f"never seen: {sorted(missing)}")


def test_the_description_tells_views_apart_by_game_and_entries_by_kind(schemas):
    assert schemas["View"]["discriminator"]["propertyName"] == "game"
    assert set(schemas["View"]["discriminator"]["mapping"]) == set(tenka.games())
    for name in tenka.games():
        game = tenka.game(name)
        told = schemas[f"{game.shape_name}Entry"]["discriminator"]
        assert list(told["mapping"]) == [kind.name for kind in game.journal]


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
