"""The text language of positions, read and printed."""

from __future__ import annotations

import pytest

from tests.games.shogun.invariants import check
from tests.games.shogun.scene import Scene


def test_what_is_printed_can_be_read_again():
    text = (
        "red Aki 2 temple, Omi 4 castle temple theatre !! | blue Shinano 5"
        " | black Kai 1 ! | yellow Awa-Boso 12 | tray blue 2 green 1"
    )
    scene = Scene(text).act()
    assert str(scene) == text
    check(scene.match.state)


def test_reserves_make_up_what_is_not_told():
    scene = Scene("blue Shinano 5 | tray blue 2 green 1 | tower blue 3 | reserve yellow 4")
    assert scene.act().reserve == "62 52 62 4 19"
    assert scene.tower == "0 3 0 58 0"


@pytest.mark.parametrize(
    "text", ["red Aki 63", "weather fine", "reserve red 60 | red Aki 3", "red Edo 1"]
)
def test_impossible_positions_are_refused(text):
    with pytest.raises(ValueError, match=r"to 62|only 62|no item|not .Edo"):
        Scene(text)
