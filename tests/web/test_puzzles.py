"""Puzzles at the page: found from the lobby, tried on the real board, explained, remembered."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tenka.puzzles import collection
from tests.web.acting import asks, faults, keep_pictures, press

# At the beginning of a turn, with a tile on a hex as the answer and as what tempts, so that both
# can be played alike.
PUZZLE = next(
    puzzle
    for puzzle in collection("samurai")
    if len(puzzle.answers[0]) == len(puzzle.tempting) == 2 and not puzzle.match().state.played
)


def lay(page: Page, tile: str, where: str) -> None:
    """Lay a tile of the hand, and end the turn with it."""
    page.get_by_test_id("hand").locator(f"[data-piece='{tile}']").first.click()
    page.locator(f"[data-target='{where}']").click()
    press(page, "End turn")


def test_a_puzzle_on_a_phone_in_russian(visit, picture):
    """Given up: the answer is told in words and marked on the board."""
    for puzzle in (collection(game)[0] for game in ("shogun", "suntzu")):
        page = visit("phone", language="ru", theme="dark")
        page.goto(f"/puzzles/{puzzle.game}/{puzzle.name}")
        press(page, "Показать решение")
        told = page.get_by_test_id("explanation")
        expect(told).to_contain_text(f"{round(100 * puzzle.chance)} %")
        picture(page, f"puzzle-{puzzle.game}-ru")
        assert faults(page) == []


def test_a_puzzle_is_tried_solved_explained_and_remembered(page, picture):
    page.goto("/")
    daily = page.get_by_test_id("daily")
    expect(daily).to_contain_text("Puzzle of the day")
    daily.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_role("heading", name="Puzzles", exact=True)).to_be_visible()
    listed = page.locator(f"a[href='/puzzles/samurai/{PUZZLE.name}']")
    expect(listed).to_contain_text("not tried yet")
    assert faults(page) == []
    keep_pictures(page, picture, "puzzles")
    listed.click()

    told = page.get_by_test_id("explanation")
    expect(told).to_contain_text("One choice is clearly best")
    expect(asks(page)).to_contain_text("Play a tile")
    lay(page, *PUZZLE.tempting)
    expect(told).to_contain_text("There is something better")
    assert "%" not in told.inner_text()
    press(page, "Undo")  # the tile that lies there comes back
    keep_pictures(page, picture, "puzzle")
    lay(page, *PUZZLE.answers[0])
    expect(told).to_contain_text("Right!")
    expect(told).to_contain_text(f"{round(100 * PUZZLE.chance)}%")
    expect(page.locator("[data-mark=advised]")).to_have_count(1)
    assert faults(page) == []
    keep_pictures(page, picture, "puzzle-solved")

    press(page, "Next puzzle")
    expect(told).to_contain_text("One choice is clearly best")
    press(page, "Show solution")
    expect(told).to_contain_text("The solution")
    page.goto("/puzzles")
    expect(listed).to_contain_text("missed at the first try")
