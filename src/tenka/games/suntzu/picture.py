"""Sun Tzu in a picture: five columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenka.core.sheet import FAINT, INK, LAND, PAPER, SEATS, Sheet


def paint(view: Mapping[str, Any]) -> Sheet:
    """Provinces side by side, King Shao above, Sun Tzu below; the track at the top."""
    sheet = Sheet(640, 400)
    sheet.text(16, 20, f"round {view['round']} · {view['phase']}", anchor="lm")
    for step in range(-9, 10):
        sheet.disc(320 + 17 * step, 50, 3, INK if step == 0 else FAINT, FAINT)
    sheet.disc(320 + 17 * view["track"], 50, 8, "#c9962a")
    sides = [player["side"] for player in view["players"]]
    sheet.text(150, 50, sides[1], fill=SEATS[1], anchor="rm")
    sheet.text(490, 50, sides[0], fill=SEATS[0], anchor="lm")
    for at, province in enumerate(view["provinces"]):
        _paint_province(sheet, 16 + 122 * at, province, province["name"] == view["battle"])
    for seat, player in enumerate(view["players"]):
        hand = " ".join(player["hand"] or [f"{player['hand_size']} cards"])
        words = f"pool {player['pool']}, reinforcements {player['reinforcements']}, hand: {hand}"
        sheet.text(16, 352 + 26 * seat, words, fill=SEATS[seat], anchor="lm")
    return sheet


def _paint_province(sheet: Sheet, x: float, province: Mapping[str, Any], battle: bool) -> None:
    sheet.box(x, 80, 114, 250, "#f2dfae" if battle else LAND)
    sheet.text(x + 57, 205, province["name"], 15)
    sheet.text(x + 57, 226, " / ".join(map(str, province["points"] or ["·"])), 11)
    for seat, row in ((1, 118), (0, 292)):
        if province["armies"][seat]:
            sheet.disc(x + 28, row, 18, SEATS[seat])
            sheet.text(x + 28, row, province["armies"][seat], 15, PAPER)
        card = province["laid"][seat]
        if card is not None:
            sheet.box(x + 60, row - 24, 42, 48, PAPER if card != "closed" else SEATS[seat])
            sheet.text(x + 81, row, card if card != "closed" else "?", 12)
