"""Pictures of a view for `render_mode="rgb_array"`: modest ones, to follow a match with."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

FINE = 2  # drawn so many times larger, and then reduced, for smooth edges
PAPER, INK, FAINT, SEA, LAND = "#fbf6ea", "#2b2620", "#cfc4ad", "#c9dbe2", "#e9dcbc"
SEATS = ("#b0302a", "#2a5db0", "#3d3833", "#c9962a", "#7a3d94")


class Sheet:
    """Something to draw on, in plain pixels. It needs Pillow, which not every user of rules has."""

    def __init__(self, width: int, height: int) -> None:
        from PIL import Image, ImageDraw

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

    @classmethod
    def of_text(cls, text: str) -> Sheet:
        """Lines of a terminal, each character in its place."""
        lines = text.splitlines()
        sheet = cls(8 * max(map(len, lines)) + 24, 16 * len(lines) + 24)
        for row, line in enumerate(lines):
            for column, character in enumerate(line):
                sheet.text(16 + 8 * column, 20 + 16 * row, character, 12)
        return sheet

    def array(self) -> NDArray[np.uint8]:
        """The picture as bytes of (height, width, 3)."""
        from PIL import Image

        return np.asarray(self.image.resize(self.size, Image.Resampling.LANCZOS))


@cache
def _font(size: int) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size * FINE)
