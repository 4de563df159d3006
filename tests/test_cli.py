"""The commands as people type them, in processes of their own (interpreted: they start faster)."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import time

import pytest
from typer.main import get_command

import tenka
from tenka.cli import app
from tenka.core.dice import Dice
from tenka.core.recordfile import text


@pytest.fixture
def run(tmp_path):
    """Run `python -m tenka ...` with a home of its own; the finished process."""

    def call(*words, stdin=""):
        return subprocess.run(
            [sys.executable, "-m", "tenka", *map(str, words)],
            input=stdin,
            capture_output=True,
            text=True,
            env=environment(tmp_path),
        )

    return call


def environment(home):
    return os.environ | {
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "NUMBA_DISABLE_JIT": "1",
        "COLUMNS": "100",
        "TERM": "xterm",
        "NO_COLOR": "1",
    }


@pytest.fixture(scope="module")
def finished():
    match = tenka.new("suntzu", seed=12, events=True)
    while not match.over:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    return match


def commands(group, *words):
    """All commands, with the words that call them."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, *words, name)
        else:
            yield " ".join((*words, name)), command


@pytest.mark.parametrize(
    ("words", "command"), [pytest.param(*each, id=each[0]) for each in commands(get_command(app))]
)
def test_help_has_an_example_and_says_what_everything_is_for(words, command):
    assert re.search(rf"\[bold\]Examples?\[/\].*\btenka {words}\b", command.help, re.DOTALL)
    assert [param.name for param in command.params if not param.help] == []


def test_help_is_printed(run):
    assert "tenka play" in run("--help").stdout
    assert "Example" in run("replay", "--help").stdout


def test_version(run):
    assert run("--version").stdout.strip() == f"tenka {tenka.__version__}"


def test_games_are_listed_for_people_and_programs(run):
    listed = json.loads(run("games", "--json").stdout)
    assert [game["name"] for game in listed] == list(tenka.games())
    assert "play with the five event cards" in run("games").stdout


def test_replay_prints_a_game_move_by_move(run, finished, tmp_path):
    file = tmp_path / "game.json"
    file.write_text(text(finished.record()), encoding="utf-8")
    page = run("replay", file)
    assert page.returncode == 0
    for number, (player, action, _) in enumerate(finished.history, start=1):
        assert f"{number:5}  {finished.seats[player]} {action}" in page.stdout
    assert finished.game.ending(finished.state) in page.stdout
    entries = json.loads(run("replay", file, "--json").stdout)
    assert entries == [entry.json() for entry in finished.journal]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["play", "go", "--text"], "no game 'go'"),
        (["play", "[b]go[/b]", "--text"], "no game '[b]go[/b]'"),
        (["play", "suntzu", "--text", "-o", "events"], "an option is NAME=VALUE"),
        (["play", "suntzu", "--text", "-o", "evants=true"], "did you mean events"),
        (["play", "suntzu", "--text", "--players", "5"], "for 2 players"),
        (["play", "suntzu", "--text", "--seats", "human"], "has 2 seats"),
        (["play", "suntzu", "--text", "--seats", "human,wizard"], "no bot 'wizard'"),
        (["play", "--text", "--resume"], "no game was left"),
        (["play", "suntzu"], "for 'tenka play --text'"),
        (["replay", "nowhere.json"], "No such file"),
        (["bench", "--against", "deep_blue"], "no peer 'deep_blue'"),
    ],
)
def test_mistakes_get_one_clear_line(run, words, says):
    done = run(*words)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_a_game_is_played_left_and_resumed(run, tmp_path):
    orders = "QIN=5 CHU=4 JIN-YAN=3 HAN-QI=2 WU=1"
    play = ("play", "suntzu", "--text", "-o", "beginner=true", "--seed", "4")
    first = run(*play, stdin=f"nonsense\n{orders}\nlog\nquit\n")
    assert "'nonsense' is no notation" in first.stdout
    assert "ordered: Sun Tzu" in first.stdout
    assert "tenka play --text --resume" in first.stdout
    answers = "".join(f"{n}\n" for n in [1] * 400)  # the first of what is listed, to the end
    second = run("play", "--text", "--resume", "--record", tmp_path / "game.json", stdin=answers)
    assert "The game is in" in second.stdout, second.stdout[-2000:]
    match = tenka.load(tmp_path / "game.json")
    assert match.over
    assert [str(a) for p, a, _ in match.history if p == 0][:5] == orders.split()
    assert "no game was left" in run("play", "--text", "--resume").stderr


def test_tab_completes_notation_in_a_real_terminal(tmp_path):
    process, terminal = pty.fork()
    if process == 0:
        words = ["play", "suntzu", "--text", "-o", "beginner=true", "--seed", "4"]
        os.execve(sys.executable, [sys.executable, "-m", "tenka", *words], environment(tmp_path))  # noqa: S606
    try:
        screen = read_until(terminal, "Sun Tzu> ")
        assert "QIN=5" in screen
        os.write(terminal, b"QIN=5\r")
        assert "CHU=1" in read_until(terminal, "Sun Tzu> ")
        os.write(terminal, b"ch\t")
        assert "CHU=" in read_until(terminal, "CHU=")
        os.write(terminal, b"\x15quit\r")  # Ctrl-U empties the line
        assert "The game is kept" in read_until(terminal, "resume")
    finally:
        os.close(terminal)
        os.waitpid(process, 0)


def read_until(terminal, word, seconds=60):
    screen, ends = "", time.monotonic() + seconds
    while word not in screen:
        assert time.monotonic() < ends, f"{word!r} did not appear:\n{screen}"
        if select.select([terminal], [], [], 0.2)[0]:
            screen += os.read(terminal, 65536).decode()
            screen = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", screen)
    return screen


def test_verify_proves_the_dice_of_a_record(run, tmp_path):
    dice = Dice("ab" * 16, "cd" * 16, ("kirin", ""))
    match = tenka.new("suntzu", seed=dice.seed)
    plain, proved, false = (tmp_path / f"{name}.json" for name in ("plain", "proved", "false"))
    plain.write_text(text(match.record()), encoding="utf-8")
    match.dice = dice
    proved.write_text(text(match.record()), encoding="utf-8")
    false.write_text(text(match.record()).replace("kirin", "dragon"), encoding="utf-8")
    found = run("verify", proved, "--commitment", dice.commitment)
    assert found.returncode == 0, found.stderr
    assert f"the seed {dice.seed}." in found.stdout
    assert "Sun Tzu: kirin, King Shao: none" in found.stdout
    assert "the one that you were shown" in found.stdout
    told = json.loads(run("verify", proved, "--json").stdout)
    assert told == {**dice.told(), "seed": dice.seed, "shown": False}
    for file, given, why in (
        (proved, ("--commitment", "0" * 64), "not those that were promised"),
        (false, (), "its dice give"),
        (plain, (), "nobody promised that seed"),
    ):
        refused = run("verify", file, *given)
        assert refused.returncode == 2
        assert why in refused.stderr
        assert not refused.stdout
