"""Places in finished games where a board is at its fullest, for tests that look at it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

import tenka
from tenka.core.match import Match
from tests.server.running import ROOT
from tests.web.acting import asks, load_record
from tests.web.conftest import PATIENCE

Story = list[list[dict[str, Any]]]  # what led to each position of a game
BOT = {"kind": "bot", "level": "adept", "key": None}
SEATS = "SELECT seats FROM tables WHERE link = :table"
AS_A_GAME = (
    "UPDATE tables SET seats = :seats, study = NULL, writing = writing + 1 WHERE link = :table"
)
FIXTURES = ROOT / "tests" / "fixtures"


@dataclass(frozen=True)
class Station:
    """A position of a finished game in which this is asked: the last one, or the first."""

    game: str
    record: str
    phase: str
    at: Callable[[dict[str, Any]], bool] = lambda view: True
    """More that must be true of the position."""
    first: bool = False


def _number(match: Match, station: Station) -> int:
    again, positions = Match(match.game, match.options, match.seed), []
    for player, action, _ in match.history:
        positions.append(again.clone())
        again.play(player, action)
    numbers = range(len(positions))
    for number in numbers if station.first else reversed(numbers):
        view = positions[number].view(None)
        if view["phase"] == station.phase and station.at(view):
            return number
    raise AssertionError(f"nobody is asked for {station.phase}")


@cache
def _found(station: Station) -> tuple[dict[str, Any], int]:
    content = json.loads((FIXTURES / station.game / f"{station.record}.json").read_text())
    return content, _number(tenka.load(content), station)


def sit_at(page: Page, station: Station) -> None:
    """Sit down there, holding every seat, without a curtain."""
    laid = _study(page, station)
    _come_back(page, laid, list(range(len(laid["seats"]))))


def sit_among_bots(page: Page, station: Station, database: Path) -> None:
    """Sit down there as whoever is asked first, as in a game against bots that came so far."""
    laid = _study(page, station)
    mine = page.request.get(f"/api/tables/{laid['table']}").json()["to_act"][0]
    with closing(sqlite3.connect(database, timeout=PATIENCE / 1000)) as tables, tables:
        (kept,) = tables.execute(SEATS, laid).fetchone()
        seats = [
            seat if at == mine else {**seat, **BOT} for at, seat in enumerate(json.loads(kept))
        ]
        tables.execute(AS_A_GAME, {**laid, "seats": json.dumps(seats)})
    _come_back(page, laid, [mine])


def _study(page: Page, station: Station) -> dict[str, Any]:
    """Lay a table at which it can be gone on from there."""
    content, number = _found(station)
    link = page.request.post("/api/records", data=content).json()["table"]["table"]
    laid = page.request.post(f"/api/tables/{link}/study", data={"number": number})
    return laid.json()["table"]


def _come_back(page: Page, laid: dict[str, Any], seats: list[int]) -> None:
    """Open a table as somebody who has been there, in those seats."""
    known = {"link": laid["table"], "game": laid["game"], "seats": seats, "time": 0}
    known["together"] = len(seats) > 1
    page.goto("/help/" + laid["game"])
    page.evaluate("(known) => localStorage.setItem('tenka.tables', JSON.stringify([known]))", known)
    page.goto(f"/t/{laid['table']}")
    expect(asks(page)).to_be_visible(timeout=PATIENCE)


def story(page: Page, record: str) -> Story:
    """Load a finished game and look at it; what led to each of its positions."""
    load_record(page, FIXTURES / f"{record}.json")
    expect(asks(page)).to_contain_text("Position 0 of")
    address = page.url.split("?")[0].replace("/t/", "/api/tables/")
    return page.request.get(address.replace("/replay", "/positions")).json()["positions"]


def step_to(page: Page, steps: Story, kind: str) -> dict[str, Any]:
    """Go to before the first entry of a kind and then a step forward; that entry."""
    at, found = next(
        (at, entry) for at, step in enumerate(steps) for entry in step if entry["kind"] == kind
    )
    page.get_by_role("slider", name="Position in the game").fill(str(at - 1))
    expect(asks(page)).to_contain_text(f"Position {at - 1} of")
    return found


def contested(view: dict[str, Any]) -> bool:
    """Samurai before a turn, with tiles on half of the board and figures on the other half."""
    figures = sum(len(place["figures"]) for place in view["settlements"])
    return view["tiles_played"] == 0 and figures >= len(view["settlements"]) / 2


FIVE_PLAN = Station("shogun", "war-8", "planning", lambda view: len(view["to_act"]) == 5)
"""Five players with all their cards in hand."""
