"""A fourth game from outside is everywhere that the other three are."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys

import pytest

from tests.outside import EXAMPLE, ROOT, install
from tests.server.running import Server, sit_down

PAGE = ROOT / "docs" / "new-game.md"


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """The environment of a machine on which the game is installed."""
    return install(tmp_path_factory.mktemp("outside"))


def run(place, *command, typed="", compiled=False):
    """What a command prints; rules run interpreted unless they are to be compiled."""
    done = subprocess.run(
        [sys.executable, *command],
        env=place if compiled else place | {"NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        input=typed,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_is_listed_with_its_options_and_bots(place):
    listed = json.loads(run(place, "-m", "tenka", "games", "--json"))
    games = {game["name"]: game for game in listed}
    assert {"goofspiel", "samurai", "shogun", "suntzu"} <= {*games}
    assert games["goofspiel"]["bots"] == ["random", "matcher"]
    assert [option["name"] for option in games["goofspiel"]["options"]] == ["ties", "cards"]


@pytest.mark.parametrize("tests", [EXAMPLE / "tests", ROOT / "tests" / "envs" / "outside.py"])
def test_its_own_tests_pass_and_those_of_every_interface(place, tests):
    run(place, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests))


PUZZLES = """
import tenka
from tenka.puzzles import Puzzle, collection, write

game = tenka.game("goofspiel")
puzzle = Puzzle(game.name, game.choose(2, {}), 1, "", 0, "easy", (("5",),), ("1",), 0.6, 0.4)
write(game.folder / "puzzles.json", game.name, [puzzle])
assert collection(game.name) == (puzzle,)
(game.folder / "puzzles.json").unlink()
"""


def test_it_brings_its_puzzles_in_its_folder(place):
    run(place, "-c", PUZZLES)


ANCHORS = """
import json
import tenka
from tenka.ratings import anchors, strengths

level = {"level": "random~matcher", "mean": 20, "doubt": 2, "games": 30, "ahead": {}}
file = tenka.game("goofspiel").folder / "anchors.json"
file.write_text(json.dumps({"2": {"levels": [level]}}))
assert anchors("goofspiel", 2)["random~matcher"].skill.mean == 20
assert strengths("goofspiel") == ("random", "random~matcher", "matcher")
assert anchors("goofspiel", 3) == {}
file.unlink()
"""


def test_it_brings_in_its_folder_how_strong_its_bots_are(place):
    run(place, "-c", ANCHORS)


def test_it_is_played_in_the_terminal(place):
    command = ("-m", "tenka", "play", "goofspiel", "--text", "--seed", "1", "-o", "cards=4")
    told = run(place, *command, "--seats", "human,matcher", typed="1\n" * 9)
    assert "prize" in told
    assert "the end of the game" in told


def test_it_is_played_in_the_arena(place, tmp_path):
    out = tmp_path / "out.json"
    lineup = ("--bots", "matcher,random", "--games", "20", "--workers", "1", "--json", str(out))
    run(place, "-m", "tenka", "arena", "--game", "goofspiel", *lineup)
    assert json.loads(out.read_text())["bots"][0]["share"] > 0.6


def test_it_is_played_over_http(place, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", place["PYTHONPATH"])

    async def check(url):
        ann, ben = await sit_down(url, "goofspiel", 2, options={"cards": 4})
        async with ann, ben:
            for _ in range(3):
                for seat, person in enumerate((ann, ben)):
                    seen = await person.look(seat)
                    told = await person.play(seat, seen["version"], seen["legal"][0]["id"])
                    assert told.status_code == 200, told.text
            seen, counted = await ann.look(), (await ann.get("/statistics")).json()
            assert seen["view"]["turn"] == 4
            assert counted["decisions"] == [3, 3]
            assert (await ann.get("/record")).json()["game"] == "goofspiel"

    with Server(f"sqlite:///{tmp_path / 'tables.sqlite'}") as server:
        asyncio.run(check(server.url))


def test_its_compiled_code_is_kept_like_the_others_and_gives_the_same_bytes(place, tmp_path):
    code = (
        "import numba.core.event as event, tenka\n"
        "with event.install_recorder('numba:compile') as made:\n"
        "    match = tenka.new('goofspiel', players=3, ties='next', seed=1)\n"
        "    while match.to_act:\n"
        "        legal = match.legal(match.to_act[-1])\n"
        "        match.play(match.to_act[-1], legal[len(legal) // 2])\n"
        "print(len(made.buffer), match.state_bytes().hex())"
    )
    kept = place | {"XDG_CACHE_HOME": str(tmp_path)}
    first, again = (run(kept, "-c", code, compiled=True).split() for _ in range(2))
    assert int(first[0]) > 0
    assert int(again[0]) == 0
    assert first[1] == again[1] == run(place, "-c", code).split()[1]


def test_the_page_that_builds_it_builds_it():
    """Each block of docs/new-game.md that names a file is that file, and no file is left out."""
    page = PAGE.read_text(encoding="utf-8")
    told = dict(re.findall(r"^`([\w./-]+)`\n\n```\w+\n(.*?)^```$", page, re.DOTALL | re.MULTILINE))
    files = [EXAMPLE / "pyproject.toml", *(EXAMPLE / "src").rglob("*.py")]
    assert {*told} == {str(file.relative_to(EXAMPLE)) for file in files}
    for name, text in told.items():
        assert text == (EXAMPLE / name).read_text(encoding="utf-8"), name


def test_the_page_tells_the_truth(place):
    run(place, "-m", "doctest", str(PAGE))
