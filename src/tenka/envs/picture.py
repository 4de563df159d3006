"""Pictures of a view for `render_mode="rgb_array"`: modest ones, to follow a match with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from tenka.games.samurai.facts import HEX_NAMES, MAP_LETTERS, smallest_board
from tenka.games.shogun.facts import ADJACENT, PROVINCES

FINE = 2  # drawn so many times larger, and then reduced, for smooth edges
View = Mapping[str, Any]

PAPER, INK, FAINT, SEA, LAND = "#fbf6ea", "#2b2620", "#cfc4ad", "#c9dbe2", "#e9dcbc"
CLANS = ("#b0302a", "#2a5db0", "#3d3833", "#c9962a", "#7a3d94")
FIGURES = {"helmet": "#8c5a2b", "buddha": "#4f7f4a", "rice": "#c2a83e"}
REGIONS = {"green": "#7fa870", "red": "#c98a80", "purple": "#a58cb8", "yellow": "#d6bd6a"}
REGIONS["brown"] = "#a98d6d"


class Sheet:
    """Something to draw on, in plain pixels."""

    def __init__(self, width: int, height: int) -> None:
        self.size = (width, height)
        self.image = Image.new("RGB", (width * FINE, height * FINE), PAPER)
        self.pen = ImageDraw.Draw(self.image)

    def disc(self, x: float, y: float, radius: float, fill: str, edge: str = INK) -> None:
        """A disc with an edge."""
        box = [FINE * v for v in (x - radius, y - radius, x + radius, y + radius)]
        self.pen.ellipse(box, fill=fill, outline=edge, width=FINE)

    def box(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        """A box with an edge."""
        corners = [FINE * v for v in (x, y, x + width, y + height)]
        self.pen.rectangle(corners, fill=fill, outline=INK, width=FINE)

    def line(self, *points: float) -> None:
        """A faint line."""
        self.pen.line([FINE * v for v in points], fill=FAINT, width=2 * FINE)

    def polygon(self, points: list[tuple[float, float]], fill: str) -> None:
        """A filled shape with a light edge."""
        self.pen.polygon([(FINE * x, FINE * y) for x, y in points], fill=fill, outline=PAPER)

    def text(
        self, x: float, y: float, text: Any, size: int = 13, fill: str = INK, anchor: str = "mm"
    ) -> None:
        """Words around a point, or from it on (`anchor="lm"`)."""
        self.pen.text((FINE * x, FINE * y), str(text), fill, _font(size), anchor=anchor)

    def array(self) -> NDArray[np.uint8]:
        """The picture as rows of pixels."""
        return np.asarray(self.image.resize(self.size, Image.Resampling.LANCZOS))


@cache
def _font(size: int) -> Any:
    return ImageFont.load_default(size * FINE)


def picture(game: str, view: View) -> NDArray[np.uint8]:
    """A view as a picture of (height, width, 3) bytes."""
    return PAINTERS[game](view).array()


# -- Sun Tzu: five columns


def paint_suntzu(view: View) -> Sheet:
    """Provinces side by side, King Shao above, Sun Tzu below; the track at the top."""
    sheet = Sheet(640, 400)
    sheet.text(16, 20, f"round {view['round']} · {view['phase']}", anchor="lm")
    for step in range(-9, 10):
        sheet.disc(320 + 17 * step, 50, 3, INK if step == 0 else FAINT, FAINT)
    sheet.disc(320 + 17 * view["track"], 50, 8, "#c9962a")
    sides = [player["side"] for player in view["players"]]
    sheet.text(150, 50, sides[1], fill=CLANS[1], anchor="rm")
    sheet.text(490, 50, sides[0], fill=CLANS[0], anchor="lm")
    for at, province in enumerate(view["provinces"]):
        _paint_province(sheet, 16 + 122 * at, province, province["name"] == view["battle"])
    for seat, player in enumerate(view["players"]):
        hand = " ".join(player["hand"] or [f"{player['hand_size']} cards"])
        words = f"pool {player['pool']}, reinforcements {player['reinforcements']}, hand: {hand}"
        sheet.text(16, 352 + 26 * seat, words, fill=CLANS[seat], anchor="lm")
    return sheet


def _paint_province(sheet: Sheet, x: float, province: View, battle: bool) -> None:
    sheet.box(x, 80, 114, 250, "#f2dfae" if battle else LAND)
    sheet.text(x + 57, 205, province["name"], 15)
    sheet.text(x + 57, 226, " / ".join(map(str, province["points"] or ["·"])), 11)
    for seat, row in ((1, 118), (0, 292)):
        if province["armies"][seat]:
            sheet.disc(x + 28, row, 18, CLANS[seat])
            sheet.text(x + 28, row, province["armies"][seat], 15, PAPER)
        card = province["laid"][seat]
        if card is not None:
            sheet.box(x + 60, row - 24, 42, 48, PAPER if card != "closed" else CLANS[seat])
            sheet.text(x + 81, row, card if card != "closed" else "?", 12)


# -- Samurai: the map of hexes


def paint_samurai(view: View) -> Sheet:
    """The hexes of the board with tiles, settlements and figures; clans at the right."""
    sheet, players = Sheet(760, 560), len(view["players"])
    tiles = {tile["hex"]: tile for tile in view["tiles"]}
    for name, letter in MAP_LETTERS.items():
        if smallest_board(name) <= players:
            x, y = _middle(name)
            ground = SEA if letter.isdigit() else LAND if name in HEX_NAMES else "#d9c48f"
            tile = tiles.get(name)
            sheet.polygon(_hex(x, y), CLANS[tile["player"]] if tile else ground)
            if tile:
                kind, value = tile["tile"].rstrip("0123456789"), tile["tile"][-1]
                sheet.text(x, y, kind[0].upper() + (value if value.isdigit() else ""), 10, PAPER)
    for settlement in view["settlements"]:
        x, y = _middle(settlement["hex"])
        for at, figure in enumerate(settlement["figures"]):
            sheet.disc(x - 5 * (len(settlement["figures"]) - 1) + 10 * at, y, 6, FIGURES[figure])
    for seat, player in enumerate(view["players"]):
        captured = player["captured"]
        told = "hidden" if captured is None else " ".join(map(str, captured.values()))
        mark = "> " if seat == view["turn"] else ""
        sheet.text(520, 40 + 46 * seat, mark + player["clan"], 15, CLANS[seat], "lm")
        sheet.text(520, 60 + 46 * seat, f"captured: {told}", 11, anchor="lm")
    for at, (figure, colour) in enumerate(FIGURES.items()):
        sheet.disc(526, 260 + 22 * at, 6, colour)
        sheet.text(540, 260 + 22 * at, figure, 11, anchor="lm")
    sheet.text(520, 340, view["ending"] or view["phase"], 12, anchor="lm")
    return sheet


def _middle(name: str) -> tuple[float, float]:
    """Where a hex is drawn; odd columns stand half a row lower."""
    column, row = int(name[1:3]), int(name[4:6])
    return 30 + 24 * column, 20 + 22 * (row + (column % 2) / 2)


def _hex(x: float, y: float) -> list[tuple[float, float]]:
    return [(x + 15 * dx, y + 11 * dy) for dx, dy in _CORNERS]


_CORNERS = ((1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1))


# -- Shogun: provinces as discs, borders as lines


def paint_shogun(view: View) -> Sheet:
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
            sheet.disc(x, y, 11, CLANS[province["owner"]])
            sheet.text(x, y, province["armies"], 11, PAPER)
        signs = " ".join(building[:2] for building in province["buildings"])
        sheet.text(x, y - 23, signs + "!" * province["markers"], 9, CLANS[0])
        sheet.text(x, y + 23, province["name"], 8)
    sheet.text(16, 18, f"year {view['year']}, {view['season']} · {view['phase']}", anchor="lm")
    for seat, player in enumerate(view["players"]):
        words = f"{player['clan']}: {player['points']} points, {player['chests']} chests"
        sheet.text(20 + 176 * seat, 458, words, 11, CLANS[seat], "lm")
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
PAINTERS: dict[str, Callable[[View], Sheet]] = {
    "suntzu": paint_suntzu,
    "samurai": paint_samurai,
    "shogun": paint_shogun,
}
