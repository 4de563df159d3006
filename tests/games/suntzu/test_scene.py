"""The text language of positions, read and printed."""

from __future__ import annotations

import pytest

from tests.games.suntzu.scene import Scene


def test_what_is_printed_can_be_read_again():
    text = (
        "round 5 | track red 3 | QIN 2 red | WU 6 blue | markers blue QIN CHU | pool blue 9"
        " | reserve blue 4 | hand blue 7 plague | pile blue +1 9 -1"
        " | gone blue 8 10 +1 +1 +2 +3 -1 -1 plague | general blue march"
        " | markers red QIN QIN | pool red 17 | reserve red 0 | hand red"
        " | pile red 7 8 9 10 +1 +1 +1 -1 -1 -1 +2 +3 plague plague | gone red"
        " | general red remove, immune | used red double six"
        " | events hero, war chariot, light infantry | plagues 2"
    )
    assert str(Scene(text)) == text


def test_what_is_not_told_is_a_quiet_first_round():
    scene = Scene("")
    assert scene.of("round", "pool", "reserve") == (
        "round 1 | pool blue 18 | pool red 18 | reserve blue 3 | reserve red 3"
    )
    assert scene.board == "all neutral"


@pytest.mark.parametrize(
    "text", ["WU 22 red", "pool red 19 | WU 3 red", "hand blue 9 9", "weather fine"]
)
def test_impossible_positions_are_refused(text):
    with pytest.raises(ValueError, match=r"0 to 21|21 armies|only once|not .weather"):
        Scene(text)
