"""Rules interpreted, compiled and both, and where compiled code is kept."""

import dataclasses
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import numpy
import pytest

import tenka
from tenka.core import background, cache, code, target
from tenka.core.code import Way
from tenka.core.match import Match

ROOT = Path(__file__).parent.parent.parent
NEVER = 10**9


@pytest.fixture
def told():
    """Rules are interpreted until a test compiles them."""
    before = code.way()
    if before is Way.NEVER:
        pytest.skip("rules are always interpreted here")
    code.go(Way.TOLD)
    yield
    code.go(before)


def played(game, switch_at):
    """All bytes of a random game whose rules are compiled from one decision on."""
    own = dataclasses.replace(game)  # with an engine of its own
    rng = random.Random(5)
    match, watched = Match(own, own.choose(None, {}), 3), []
    for number in range(400):
        if number == switch_at:
            own.engine.rules.compile()
        if match.over:
            break
        player = match.to_act[-1]
        watched.append([action.id for action in match.legal(player)])
        match.play(player, rng.choice(match.legal(player)))
        watched.append(match.redacted(player).tobytes())
    assert own.engine.rules.compiled == (switch_at != NEVER)
    return watched, match.state_bytes(), match.journal_bytes(), match.scores


@pytest.mark.parametrize("name", tenka.games())
def test_a_game_goes_on_the_same_when_compiled_rules_come_in_the_middle(name, told):
    game = tenka.game(name)
    interpreted = played(game, NEVER)
    for switch_at in (0, 1, 7, 30, 77):
        assert played(game, switch_at) == interpreted


def test_what_was_made_before_goes_through_one_hop_and_what_comes_after_goes_straight(told):
    game = dataclasses.replace(tenka.game("suntzu"))
    before = Match(game, game.choose(None, {}), 3)
    assert isinstance(before._play, code.EntryPoint)
    game.engine.rules.compile()
    after = Match(game, game.choose(None, {}), 3)
    assert after._play is before._play.compiled is game.engine.play_at
    for match in (before, after):
        match.play(0, match.legal(0)[0])
    assert before.state_bytes() == after.state_bytes()


# -- where compiled code is kept


FOLDERS = """
import json, tenka
print(json.dumps({name: tenka.game(name).engine.rules.folder.name for name in tenka.games()}))
"""


@pytest.fixture(scope="module")
def folders_after(tmp_path_factory):
    """The names of the games' folders once a source was edited."""

    def edited(source="", old="", new=""):
        place = tmp_path_factory.mktemp("sources")
        unused = shutil.ignore_patterns("static", "__pycache__")
        shutil.copytree(ROOT / "src" / "tenka", place / "tenka", ignore=unused)
        if source:
            file = place / "tenka" / source
            text = file.read_text(encoding="utf-8")
            assert re.search(old, text, re.MULTILINE), f"{old} is not in {source}"
            file.write_text(re.sub(old, new, text, count=1, flags=re.MULTILINE), encoding="utf-8")
        env = os.environ | {"PYTHONPATH": str(place), "TENKA_CACHE_DIR": str(place / "cache")}
        command = [sys.executable, "-c", FOLDERS]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
        return done.stdout

    return edited


def test_words_and_drawings_compile_nothing_anew(folders_after):
    as_it_is = folders_after()
    extra = "\n\ndef more_words(seen):\n    return 'more words'\n\n\n\\g<0>"
    assert folders_after("games/suntzu/draw.py", r"^def ", extra + " ") == as_it_is
    assert folders_after("games/suntzu/view.py", r"^def view", extra) == as_it_is
    assert folders_after("games/shogun/rules.py", r'^    """', r"\g<0>Truly: ") == as_it_is


@pytest.mark.parametrize(
    ("source", "old", "new", "changed"),
    [
        ("games/suntzu/rules.py", r"^@rule\n(def setup.*\n.*\n)", r"@rule\n\1    s.track = 0\n", 1),
        ("core/chance.py", r"^MULTIPLIER_0, MULTIPLIER_1 = 0xD2511F53", r"\g<0> + 2", 3),
        ("games/suntzu/state.py", r"^(    winner: .*\n)(    margin: .*\n)", r"\2\1", 1),
        ("games/samurai/facts.py", r"^SET_ASIDE_END = 4", "SET_ASIDE_END = 5", 1),
        ("games/shogun/facts.py", r"^    \(CASTLE_DEFENDS, 6\)", "    (CASTLE_DEFENDS, 5)", 1),
        ("games/suntzu/facts.py", r"^        \(1, 2, 4\)", "        (1, 2, 5)", 1),
    ],
)
def test_rules_and_their_numbers_are_compiled_anew(folders_after, source, old, new, changed):
    before, after = (eval(folders_after(*edit)) for edit in ((), (source, old, new)))  # noqa: S307
    assert sum(before[name] != after[name] for name in tenka.games()) == changed


NUMBERS_BY_NAME = {"one": 1}


def reads_a_dict():
    return NUMBERS_BY_NAME


def test_a_rule_reads_numbers_tables_and_rules_only():
    with pytest.raises(TypeError, match="reads a dict"):
        cache.fingerprint([reads_a_dict])


def test_where_the_cache_cannot_be_written_there_is_one_of_the_process(tmp_path):
    program = (
        "from tenka.core import cache; import tenka; tenka.new('suntzu', seed=1);"
        "print(cache.is_temporary(), cache.root())"
    )
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    env = os.environ | {"TENKA_CACHE_DIR": str(blocked / "cache"), "TENKA_COMPILE": "cached"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True
    )
    temporary, folder = done.stdout.split()
    assert temporary == "True"
    assert not Path(folder).exists()


# -- compiling in the background


def test_one_process_at_a_time_compiles_a_game():
    with background.at_work_on("no-game", wait=False) as first:
        assert first
        assert background.is_locked("no-game")
        background.ask_for("no-game", "rules")
        assert not background._compiling
    assert not background.is_locked("no-game")


def test_an_unknown_way_is_refused():
    env = os.environ | {"TENKA_COMPILE": "tomorrow", "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run(
        [sys.executable, "-c", "import tenka"], env=env, capture_output=True, text=True
    )
    assert "TENKA_COMPILE is one of background, now, cached, never, not 'tomorrow'" in done.stderr


ROW = numpy.arange(5)


def one_of_the_row(at: int) -> int:
    return int(ROW[at])


def looks(llvm):
    """How often it is looked whether a number is below 0."""
    return len(re.findall(r"icmp slt i64 %.*, 0|ashr i64 %.*, 63|lshr i64 %.*, 63", llvm))


def test_rules_do_not_look_for_places_from_the_end_and_others_do(told, tmp_path):
    entry = target.entry_point(one_of_the_row, tmp_path, silent=True)
    assert target.direct(entry, one_of_the_row)(3) == 3
    usual = numba.njit(one_of_the_row)
    assert (usual(3), usual(-1)) == (3, 4)
    assert [looks(one.inspect_llvm(one.signatures[0])) for one in (entry, usual)] == [0, 1]
