"""Shogun in a picture: provinces as discs, borders as lines."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from tenka.core.sheet import PAPER, SEATS, Sheet
from tenka.games.shogun.facts import ADJACENT, PROVINCES

REGIONS = {"green": "#7fa870", "red": "#c98a80", "purple": "#a58cb8", "yellow": "#d6bd6a"}
REGIONS["brown"] = "#a98d6d"


def paint(view: Mapping[str, Any]) -> Sheet:
    """Provinces in the colour of their region, with the armies of their owners."""
    sheet = Sheet(900, 480)
    there = {province["name"] for province in view["provinces"]}
    for a, b in product(range(len(PROVINCES)), repeat=2):
        if a < b and ADJACENT[a, b] and {PROVINCES[a], PROVINCES[b]} <= there:
            sheet.line(*_spot(PROVINCES[a]), *_spot(PROVINCES[b]))
    for province in view["provinces"]:
        x, y = _spot(province["name"])
        sheet.disc(x, y, 17, REGIONS[province["region"]])
        if province["owner"] is not None:
            sheet.disc(x, y, 11, SEATS[province["owner"]])
            sheet.text(x, y, province["armies"], 11, PAPER)
        signs = " ".join(building[:2] for building in province["buildings"])
        sheet.text(x, y - 23, signs + "!" * province["markers"], 9, SEATS[0])
        sheet.text(x, y + 23, province["name"], 8)
    sheet.text(16, 18, f"year {view['year']}, {view['season']} · {view['phase']}", anchor="lm")
    for seat, player in enumerate(view["players"]):
        words = f"{player['clan']}: {player['points']} points, {player['chests']} chests"
        sheet.text(20 + 176 * seat, 458, words, 11, SEATS[seat], "lm")
    return sheet


def _spot(name: str) -> tuple[float, float]:
    x, y = PLACES[name]
    return 10 + 0.55 * x, 24 + 0.6 * y


# Where each province stands on a sheet of 1600 by 680.
PLACES = {
    "Aki": (120, 388), "Awa-Boso": (1394, 544), "Awa-Shikoku": (465, 538), "Bingo": (264, 355),
    "Bitchu": (350, 346), "Bizen": (425, 384), "Echigo": (1193, 158), "Echizen": (791, 291),
    "Etchu": (981, 214), "Harima": (528, 361), "Hida": (940, 292), "Hitachi": (1433, 288), "Hoki":
    (344, 249), "Ise": (820, 435), "Iwami": (150, 310), "Iyo": (296, 483), "Izu": (1233, 535),
    "Izumo": (253, 256), "Kaga": (820, 201), "Kai": (1152, 336), "Kazusa": (1445, 490), "Kii":
    (634, 529), "Kozuke": (1242, 240), "Mikawa": (996, 436), "Mimasaka": (432, 311), "Mino": (963,
    361), "Musashi": (1355, 388), "Mutsu": (1447, 139), "Noto": (870, 118), "Omi": (755, 390),
    "Owari": (886, 383), "Sagami": (1293, 433), "Sanuki": (465, 468), "Settsu": (661, 443),
    "Shima": (864, 520), "Shimosa": (1461, 383), "Shimotsuke": (1354, 224), "Shinano": (1069,
    255), "Suruga": (1167, 415), "Tajima": (544, 267), "Tamba": (669, 359), "Tosa": (359, 524),
    "Totomi": (1091, 463), "Wakasa": (710, 296), "Yamato": (711, 489)

}  # fmt: skip
