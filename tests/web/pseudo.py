"""A language that nobody speaks: every letter accented, every word longer than in English.

What a page shows in plain letters while it is set to this language is not in the catalogues; where
its words do not fit, those of the next language will not either. The files are made as
docs/translate.md says that a translator makes them.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import hatch_build

CODE = "qps"
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "åƀçđéƒǧĥíĵķłɱñöþɋŕšţûṽŵẋýžÅƁÇĐÉƑǦĤÍĴĶŁṀÑÖÞɊŔŠŢÛṼŴẊÝŽ"
LETTERS = str.maketrans(PLAIN, ACCENTED)


def worded(text: str) -> str:
    """Plain words in the language: two fifths longer."""
    return re.sub("[aeiou]", lambda vowel: vowel[0] * 2, text).translate(LETTERS)


def message(text: str) -> str:
    """An ICU message in the language: its words, and none of its syntax."""
    said, at = "", 0
    while at < len(text):
        if text[at] != "{":
            stop = text.find("{", at) % (len(text) + 1)
            said, at = said + worded(text[at:stop]), stop
            continue
        end = _closing(text, at)
        said, at = said + _argument(text[at + 1 : end]), end + 1
    return said


def _closing(text: str, start: int) -> int:
    depth = 0
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at
    raise ValueError(text)


def _argument(inside: str) -> str:
    if "{" not in inside:
        return "{" + inside + "}"
    head, said = inside[: inside.index("{")], ""
    rest = inside[len(head) :]
    while rest.startswith("{"):
        end = _closing(rest, 0)
        said += "{" + message(rest[1:end]) + "}"
        key = rest[end + 1 :].partition("{")[0]
        said, rest = said + key, rest[end + 1 + len(key) :]
    return "{" + head + said + "}"


def page(text: str) -> str:
    """A page of rules in the language; topics, names of drawings and links stay."""
    kept = r"^## [\w-]+ \| |\]\([^)]*\)|^!\["
    parts = re.split(f"({kept})", text, flags=re.MULTILINE)
    return "".join(part if at % 2 else worded(part) for at, part in enumerate(parts))


def build(folder: Path) -> None:
    """Build the client with this language added: its files are in 'static'."""
    web = folder / "web"
    shutil.copytree(hatch_build.WEB, web, ignore=shutil.ignore_patterns("node_modules", "tests"))
    (web / "node_modules").symlink_to(hatch_build.WEB / "node_modules")
    for english in (web / "src" / "messages").glob("*/en.json"):
        words = json.loads(english.read_text(encoding="utf-8"))
        told = {key: message(text) for key, text in words.items()}
        english.with_name(f"{CODE}.json").write_text(json.dumps(told), encoding="utf-8")
    for english in (web / "src" / "help").rglob("en.md"):
        text = page(english.read_text(encoding="utf-8"))
        english.with_name(f"{CODE}.md").write_text(text, encoding="utf-8")
    node = "node" if hatch_build.system_node() else str(hatch_build.packaged_node() / "node")
    vite = web / "node_modules" / "vite" / "bin" / "vite.js"
    command = [node, str(vite), "build", "--outDir", str(folder / "static"), "--emptyOutDir"]
    done = subprocess.run(command, cwd=web, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
