"""The fonts of the built client: small, licensed, and with every letter of our languages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import hatch_build
from tests.server.running import ROOT
from tests.web.test_everyone import FONTS

FACE = re.compile(r"@font-face\{(.*?)\}", re.DOTALL)
LANGUAGES = {"en": "", "pl": "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ", "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюяЁЪЫЬЩ"}


class Cut:
    """A file of a font, and the letters for which a browser fetches it."""

    def __init__(self, text: str) -> None:
        said = dict(line.split(":", 1) for line in text.split(";") if ":" in line)
        self.family = said["font-family"].strip("\"' ")
        name = re.search(r"url\(\"?/(assets/[^)\"]+)", said["src"])
        assert name, text
        self.path = hatch_build.STATIC / name[1]
        assert said["font-display"] == "swap"
        self.letters = set[str]()
        for part in said["unicode-range"].split(","):
            first, *last = (int(code, 16) for code in part.strip()[2:].split("-"))
            self.letters |= {chr(code) for code in range(first, (last or [first])[0] + 1)}


def cuts() -> list[Cut]:
    """All cuts that the style sheets name."""
    sheets = (hatch_build.STATIC / "assets").glob("*.css")
    return [Cut(face) for sheet in sheets for face in FACE.findall(sheet.read_text())]


def words(language: str) -> set[str]:
    """All letters of a language's catalogues, and those of its alphabet."""
    found = set(LANGUAGES[language])
    for path in Path(ROOT, "web/src/messages").glob(f"*/{language}.json"):
        found |= set("".join(json.loads(path.read_text()).values()))
    return found - set("\n")


def test_a_language_loads_few_bytes_and_misses_no_letter(client):
    for language in LANGUAGES:
        letters, families = words(language), {}
        for cut in cuts():
            if cut.letters & letters or cut.family == "Yuji Boku":
                families.setdefault(cut.family, []).append(cut)
        assert set(families) == {"Alegreya", "Alegreya Sans", "Yuji Boku"}
        for family in ("Alegreya", "Alegreya Sans"):
            assert letters <= set().union(*(cut.letters for cut in families[family])), family
        fetched = {cut.path for found in families.values() for cut in found}
        assert sum(path.stat().st_size for path in fetched) < FONTS, language


def test_licences_are_shipped_and_the_first_fonts_are_asked_for_at_once(client):
    licences = list((hatch_build.STATIC / "licences").glob("*.txt"))
    assert {path.stem for path in licences} == {"alegreya", "alegreya-sans", "yuji-boku"}
    assert all("SIL OPEN FONT LICENSE" in path.read_text().upper() for path in licences)
    page = (hatch_build.STATIC / "index.html").read_text()
    first = re.findall(r'<link rel="preload" as="font"[^>]*href="/(assets/[^"]+)"', page)
    assert len(first) == 3  # titles, and the words of a page in both weights
    assert all((hatch_build.STATIC / name).is_file() for name in first)
