"""Draws the icons of the installed client (public/icons) from `icons/app.svg`, with Chromium.

`python -m web.icons` after the drawing has changed; what it makes is kept in git.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.web import chromium

WEB = Path(__file__).parent
MADE = WEB / "public" / "icons"
ROUNDED = 0.2  # of the size; a system that cuts a shape of its own gets the whole square
ICONS = {"192": (192, ROUNDED), "512": (512, ROUNDED), "maskable": (512, 0), "apple": (180, 0)}
STYLE = "body {{ margin: 0 }} svg {{ display: block; border-radius: {radius}px }}"


def draw() -> None:
    """Draw all of them anew."""
    svg = (WEB / "icons" / "app.svg").read_text(encoding="utf-8")
    MADE.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.find(), args=list(chromium.FLAGS)
        )
        for name, (size, rounded) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>{STYLE.format(radius=size * rounded)}</style>{svg}")
            page.screenshot(path=MADE / f"{name}.png", omit_background=True)


if __name__ == "__main__":
    draw()
