"""Samurai on a phone: by touch, by one finger that drags, by two that make the map larger."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.acting import HUMAN, RANDOM, asks, lay, press
from tests.web.samurai import DEALT, middle, my_turn, tile_on


@pytest.mark.parametrize("size", ["phone", "phone on its side"])
def test_a_turn_on_a_phone_by_touch(visit, size):
    page = visit(size)
    page.goto(lay(page, "samurai", [HUMAN, RANDOM], options=DEALT))
    assert my_turn(page)
    hand = page.locator(".offered[data-piece]:not([data-piece$=exchange])").first
    name = hand.get_attribute("data-piece")
    hand.tap()
    expect(page.locator("[data-target]").first).to_be_visible()
    page.get_by_role("button", name="Zoom in").tap()
    page.get_by_role("button", name="Zoom out").tap()
    place = page.locator("[data-target]").first
    decision = place.get_attribute("data-target")
    place.tap()
    expect(tile_on(page, decision)).to_have_attribute("data-tile", name)
    page.locator("[data-settlement=Edo]").tap()
    expect(page.get_by_test_id("outlook")).to_contain_text("Edo, if surrounded now")
    press(page, "End turn")
    assert my_turn(page)


class Fingers:
    """Fingers on the glass, as many as points are given."""

    def __init__(self, page: Page) -> None:
        self.glass = page.context.new_cdp_session(page)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        self.glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})


def test_a_tile_is_dragged_by_a_finger_and_floats_above_it(visit):
    page = visit("phone")
    page.goto(lay(page, "samurai", [HUMAN, RANDOM], options=DEALT))
    assert my_turn(page)
    hand = page.locator(".offered[data-piece]:not([data-piece$=exchange])").first
    name, (x, y) = hand.get_attribute("data-piece"), middle(hand)
    finger = Fingers(page)
    finger.touch("touchStart", (x, y))
    finger.touch("touchMove", (x, y - 30))
    place = page.locator("[data-target]").last
    expect(place).to_be_visible()
    decision, (left, top) = place.get_attribute("data-target"), middle(place)
    finger.touch("touchMove", (left, top + 44))
    finger.touch("touchEnd")
    expect(tile_on(page, decision)).to_have_attribute("data-tile", name)
    expect(asks(page)).to_contain_text("Play another tile")


def seen(board: Locator) -> list[float]:
    """The part of the board that is seen: left, top, width, height."""
    return [float(part) for part in board.get_attribute("viewBox").split()]


def test_a_phone_meets_the_board_from_near_and_sees_all_of_it_to_place_a_tile(visit):
    page = visit("phone")
    page.goto(lay(page, "samurai", [HUMAN, RANDOM], options=DEALT))
    assert my_turn(page)
    board, mini = page.get_by_test_id("samurai-map"), page.get_by_test_id("mini-map")
    near = seen(board)
    expect(mini).to_be_visible()
    expect(page.locator("[data-settlement=Edo]")).to_be_in_viewport(ratio=1)
    page.locator(".offered[data-piece]:not([data-piece$=exchange])").first.tap()
    expect(mini).to_have_count(0)
    assert seen(board)[2] > near[2] * 1.4
    place = page.locator("[data-target]").last
    expect(place).to_be_in_viewport(ratio=1)
    place.tap()
    expect(mini).to_be_visible()
    assert seen(board) == pytest.approx(near, abs=9)
    mini.tap(position={"x": 8, "y": mini.bounding_box()["height"] - 8})
    left, top, width, height = seen(board)
    assert left < near[0] - 20
    assert top > near[1]
    assert [width, height] == pytest.approx(near[2:], abs=9)


def test_two_fingers_make_the_map_larger(visit):
    page = visit("phone")
    page.goto(lay(page, "samurai", [HUMAN, RANDOM], options=DEALT))
    board = page.get_by_test_id("samurai-map")
    for _ in range(2):  # all of it is seen
        press(page, "Zoom out")
    x, y = middle(board)
    whole = board.get_attribute("viewBox").split()
    fingers = Fingers(page)
    fingers.touch("touchStart", (x - 20, y), (x + 20, y))
    fingers.touch("touchMove", (x - 60, y), (x + 60, y))
    fingers.touch("touchEnd")
    _, _, width, _ = map(float, board.get_attribute("viewBox").split())
    assert width == pytest.approx(float(whole[2]) / 3, rel=0.2)
    press(page, "Zoom out")
    press(page, "Zoom out")
    press(page, "Zoom out")
    expect(board).to_have_attribute("viewBox", " ".join(whole))
