"""What Samurai's board shows: all of it, strengths, the tiles that are left, and why one won."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

import tenka
from tenka.core.layout import SPECTATOR
from tests.web.acting import HUMAN, RANDOM, lay, load_record, overflow, press, seen_by
from tests.web.conftest import SIZES
from tests.web.samurai import DEALT, RECORD, RECORDS, my_turn, piece, study
from tests.web.stations import Station, contested, sit_at


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_covers_the_board_at_any_size(visit, picture, players):
    page = visit()
    page.add_init_script("requestIdleCallback = () => 0")  # hexes in flat colours stay
    page.goto(lay(page, "samurai", [HUMAN, *[RANDOM] * (players - 1)], options=DEALT))
    assert my_turn(page)
    page.locator(".offered[data-piece]:not([data-piece$=exchange])").first.click()
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        place = page.locator("[data-target]").last
        place.hover()
        expect(page.get_by_test_id("outlook").first).to_be_visible()
        assert covered(page) == [], size
        assert overflow(page) == [], size
        picture(page, f"samurai-{players}-{size.replace(' ', '-')}")


def covered(page: Page) -> list[str]:
    """Hexes under the tally or a card, or outside the map's box; cards outside the window."""
    return page.evaluate(
        """() => {
          const box = (node) => node.getBoundingClientRect()
          const map = box(document.querySelector('[data-testid=samurai-map]'))
          const cards = [...document.querySelectorAll('[data-testid=tally], [data-testid=outlook]')]
            .filter((card) => !card.closest('[data-over]')) // it may: the place looked at is seen
          const out = (b, room) => b.left < room.left - 1 || b.right > room.right + 1
            || b.top < room.top - 1 || b.bottom > room.bottom + 1
          const window_ = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
          const wrong = out(map, window_) ? ['map'] : []
          for (const card of cards) if (out(box(card), window_)) wrong.push(card.innerText)
          let hexes = 0
          for (const shape of document.querySelectorAll('[data-hexes]')) {
            const { a, d, e, f } = shape.getScreenCTM()
            for (const hex of shape.getAttribute('d').split('M').slice(1)) {
              const corners = hex.replace('Z', '').split('L').map((at) => at.split(' ').map(Number))
              const [xs, ys] = [corners.map(([x]) => e + a * x), corners.map(([, y]) => f + d * y)]
              const [left, top] = [Math.min(...xs), Math.min(...ys)]
              const b = { left, top, right: Math.max(...xs), bottom: Math.max(...ys) }
              // A hexagon's box has empty corners, the nearest of them here.
              const [x, y] = [left + (b.right - left) * 0.15, top + (b.bottom - top) * 0.15]
              const under = cards.filter((card) => x < box(card).right && y < box(card).bottom)
              if (under.length || out(b, map)) wrong.push(hex)
              hexes += 1
            }
          }
          if (hexes < 50) wrong.push(`only ${hexes} hexes`)
          return wrong
        }"""
    )


def test_influence_is_told_as_if_the_settlement_closed_now(page):
    study(page, "figure exchange")
    seat = next(at for at in (0, 1) if piece(page, "figure exchange").count())
    view = seen_by(page, seat)
    strong = next(
        place
        for place in view["settlements"]
        if place["figures"] and any(any(sums.values()) for sums in place["strength"])
    )
    page.locator(f"[data-settlement={strong['name']}]").hover()
    card = page.get_by_test_id("outlook")
    expect(card).to_contain_text(f"{strong['name']}, if surrounded now")
    for figure in strong["figures"]:
        sums = [player[figure] for player in strong["strength"]]
        alone = sums.count(max(sums)) == 1
        clan = view["players"][sums.index(max(sums))]["clan"]
        expect(card).to_contain_text(
            clan if max(sums) and alone else "set aside" if max(sums) else "nobody yet"
        )


def test_strengths_are_numbers_on_the_board(page):
    """At rest, without pointing: whoever has any strength at a figure, and how much."""
    page.set_viewport_size({"width": 1440, "height": 900})
    sit_at(page, Station("samurai", "4-players-8", "play a tile", contested))
    shown = page.locator("[data-strengths]").evaluate_all(
        """nodes => nodes.flatMap((node) => {
          const all = [...node.querySelectorAll('[data-strength]')]
          const said = (one) => `${one.dataset.strength} ${one.textContent.trim()}`
          return all.map((one) => `${node.dataset.strengths} ${said(one)}`)
        })"""
    )
    told = [
        f"{place['name']} {figure} {player} {sums[figure]}"
        for place in seen_by(page, None)["settlements"]
        for player, sums in enumerate(place["strength"])
        for figure in place["figures"]
        if sums[figure]
    ]
    assert len(told) > 10
    assert sorted(set(shown)) == sorted(told)


def test_the_tiles_that_everybody_has_left_are_told(page):
    seat = int(study(page, "figure exchange"))
    players = seen_by(page, seat)["players"]
    press(page, "Tiles played")
    tracker = page.get_by_test_id("tracker")
    expect(tracker).to_be_visible()
    hidden = tracker.locator("dl").nth(1 - seat).locator("dd")
    for tile in set(players[1 - seat]["unseen"]):
        words = f"{tile[:-1]} {tile[-1]}" if tile[-1].isdigit() else tile
        expect(hidden.first).to_contain_text(words)


def test_the_summary_says_why_somebody_won(page):
    """The rungs of the ladder for everybody, the winner first, and the tiles left in hand."""
    match = tenka.load(json.loads((RECORDS / f"{RECORD}.json").read_text()))
    load_record(page, RECORDS / f"{RECORD}.json")
    press(page, "Summary")
    rows = page.get_by_test_id("verdict").locator("tbody tr")
    expect(rows).to_have_count(2)
    seats = sorted(range(2), key=lambda seat: seat not in match.winners)
    for row, seat in zip((rows.nth(0), rows.nth(1)), seats, strict=True):
        player = match.game.view(match.state, SPECTATOR)["players"][seat]
        cells = [*player["captured"].values(), *player["ladder"].values()]
        shown = row.locator("td").all_inner_texts()
        assert [int(re.sub(r"\D", "", text)) for text in shown[:6]] == cells
        for tile in player["hand"]:
            words = f"{tile[:-1]} {tile[-1]}" if tile[-1].isdigit() else tile
            expect(row.locator("td").last).to_contain_text(words)
