"""The house as docs/design.md draws it: imports go down, and a game is all in its own rooms."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tenka
from tenka.games import OWN

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "tenka"
REGISTERED = SOURCE / "games" / "__init__.py"  # the one line that names them
WORDS = {name: rf"{name}|{re.escape(tenka.game(name).title.casefold())}" for name in OWN}


def test_imports_keep_to_the_contracts():
    """The contracts are in pyproject.toml, under `tool.importlinter`."""
    code = "from importlinter.cli import lint_imports; exit(lint_imports(no_cache=True))"
    place = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=place, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


def told(source: str) -> list[str]:
    """Every name and text that a module's code is made of; docstrings, which may give examples,
    and comments are no code.
    """
    tree = ast.parse(source)
    docstrings = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if ast.get_docstring(node) is not None:
                docstrings.add(id(node.body[0].value))
    found = []
    for node in ast.walk(tree):
        if id(node) not in docstrings:
            found += [value for _, value in ast.iter_fields(node) if isinstance(value, str)]
    return found


def games_named(source: str, but: str = "") -> set[str]:
    """The games that a module's code names."""
    text = "\n".join(told(source)).casefold()
    return {name for name, words in WORDS.items() if name != but and re.search(words, text)}


@pytest.mark.parametrize(
    "file", sorted(SOURCE.rglob("*.py")), ids=lambda file: str(file.relative_to(SOURCE))
)
def test_only_its_own_rooms_name_a_game(file):
    room, owner, *_ = (*file.relative_to(SOURCE).parts, "")
    if file != REGISTERED:
        own = owner if room in ("games", "bots") else ""
        assert not games_named(file.read_text(encoding="utf-8"), but=own)


def test_only_its_own_rooms_keep_data_of_a_game():
    kept = [file for file in SOURCE.rglob("*.*") if file.suffix not in (".py", ".pyc")]
    places = {file.relative_to(SOURCE).as_posix(): file for file in kept if file.is_file()}
    assert {f"games/{name}/anchors.json" for name in OWN} <= {*places}
    for place, file in places.items():
        if not place.startswith(("games/", "bots/", "server/static/")):  # the client: see below
            text = file.read_text(encoding="utf-8").casefold()
            assert not [name for name, words in WORDS.items() if re.search(words, text)], place


def test_a_name_is_found_wherever_it_stands_in_code():
    for line in (
        "import tenka.games.shogun",
        "from tenka.games.shogun import facts",
        "from tenka.games import shogun as other",
        "shogun = 1",
        "x.shogun()",
        "def shogun(): ...",
        "class ShogunBoard: ...",
        "x = f'of {y} Shogun'",
        "call(shogun=1)",
    ):
        assert games_named(line) == {"shogun"}, line
        assert games_named(line, but="shogun") == set()
    assert games_named("x = 'Sun Tzu'") == {"suntzu"}
    assert games_named('"""Of Sun Tzu."""\n# Samurai\ndef f():\n    """`shogun`"""') == set()


COMMENTS = re.compile(r"/\*.*?\*/|<!--.*?-->|^\s*//.*?$", re.DOTALL | re.MULTILINE)
OF_GAMES = ("games", "messages", "help", "learn")  # folders of the client in which games have rooms
WRITTEN = (".ts", ".svelte", ".css", ".json", ".md")


def owner_of(path: Path) -> str:
    """The game whose room of the client a file is in; none of all others."""
    room, *inside = path.with_suffix("").parts
    own = [name for name in OWN if room in OF_GAMES and inside[0].split("-")[-1] == name]
    return own[0] if own else ""


def test_only_its_own_rooms_of_the_client_name_a_game():
    client = ROOT / "web" / "src"
    owners = []
    for file in (file for file in client.rglob("*") if file.suffix in WRITTEN):
        if not file.name.endswith(".d.ts"):  # from the server's description
            owner = owner_of(file.relative_to(client))
            text = COMMENTS.sub("", file.read_text(encoding="utf-8")).casefold()
            named = {name for name, words in WORDS.items() if re.search(words, text)}
            assert named <= {owner}, file.relative_to(client)
            owners.append(owner)
    assert {*owners} == {"", *OWN}
    assert owners.count("") > 50


def test_what_builds_the_client_names_no_game():
    builders = [ROOT / "hatch_build.py", *(ROOT / "web").glob("*.ts"), ROOT / "web" / "index.html"]
    assert len(builders) > 8
    for file in builders:
        text = file.read_text(encoding="utf-8").casefold()
        assert not [name for name, words in WORDS.items() if re.search(words, text)], file
