"""The arena: fair pairings, honest statistics, the same results for the same seeds."""

from __future__ import annotations

import json
import math
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import tenka
from tenka.arena import Standings, Tournament
from tenka.arena.lineup import line_up, make_bot, pairings
from tenka.arena.report import as_svg
from tenka.arena.standings import Result

ROOT = Path(__file__).parent.parent.parent
MYBOT = f"{ROOT}/examples/mybot.py:MyBot"


def result(*shares, scores=None):
    zeros, ones = (0.0,) * len(shares), (1,) * len(shares)
    return Result(
        shares, scores or zeros, tuple(range(len(shares))), zeros, zeros, ones, (0,) * len(shares)
    )


def test_every_entry_sits_in_every_seat_of_every_seed():
    games = pairings("suntzu", {"players": 3}, ("a", "b", "c"), 6, seed=5, think_ms=1)
    assert [game.seed for game in games] == [5, 5, 5, 6, 6, 6]
    seats = {(game.seed, game.entry_at(seat), seat) for game in games for seat in range(3)}
    assert len(seats) == 2 * 3 * 3


def test_the_last_bot_fills_the_seats():
    assert line_up(["expert", "adept"], 4) == ("expert", "adept", "adept", "adept")
    with pytest.raises(tenka.UnknownBot, match="name 2 to 2 bots"):
        line_up(["a", "b", "c"], 2)
    with pytest.raises(tenka.UnknownBot, match="not 1"):
        line_up(["a"], 2)


def test_shares_of_a_field_are_per_seat():
    standings = Standings(("a", "b", "b"))
    for shares in [(1, 0, 0), (0, 1, 0), (0, 0.5, 0.5), (1, 0, 0)]:
        standings.add(result(*shares))
    assert standings.share("a") == 0.5
    assert standings.share("b") == 0.25


def test_wilsons_interval():
    """50 of 100: the textbook's 40.4% to 59.6%."""
    standings = Standings(("a", "b"))
    for number in range(100):
        standings.add(result(number % 2, 1 - number % 2))
    assert standings.interval("a") == pytest.approx((0.4038, 0.5962), abs=1e-4)


def test_the_sequential_test_stops_when_it_may_and_not_before():
    standings = Standings(("a", "b"))
    needed = math.ceil(math.log(19) / math.log(1.2))  # wins in a row that are evidence enough
    for number in range(needed + needed % 2):
        assert not standings.decided() or number >= needed
        standings.add(result(1, 0))
    assert standings.decided()


def test_ratings_follow_results():
    standings = Standings(("strong", "weak"))
    for _ in range(30):
        standings.add(result(1, 0))
    rating = standings.ratings()
    assert rating["strong"][0] - 2 * rating["strong"][1] > rating["weak"][0]


def test_the_same_seeds_give_the_same_results_whatever_the_workers():
    tournament = Tournament.of("suntzu", [MYBOT, "random"], None, games=12, seed=3)
    one, two = (tournament.run(workers=workers) for workers in (1, 2))
    assert [r.scores for r in one.results] == [r.scores for r in two.results]
    assert [r.shares for r in one.results] == [r.shares for r in two.results]


def test_games_that_were_played_before_are_not_played_again():
    tournament = Tournament.of("suntzu", [MYBOT, "random"], None, games=6, seed=3)
    whole, told = tournament.run(workers=1), []
    again = tournament.run(told.append, workers=1, played=whole.results[:4])
    assert len(told) == 2
    assert again.results[:4] == whole.results[:4]
    assert [r.scores for r in again.results] == [r.scores for r in whole.results]


def test_the_page_shows_the_bot_of_ones_own():
    """What docs/opponents.md prints is the file that these tests play."""
    code = (ROOT / "examples" / "mybot.py").read_text(encoding="utf-8")
    assert code.partition('"""\n\n')[2] in (ROOT / "docs" / "opponents.md").read_text("utf-8")


def test_a_bot_of_ones_own_is_better_than_random():
    standings = Tournament.of("suntzu", [MYBOT, "random"], None, games=100).run(workers=1)
    assert standings.interval(MYBOT)[0] > 0.5


def test_late_moves_are_counted(tmp_path):
    """A bot that takes 3 ms where 1 is given is late each time; a quick one is not."""
    file = tmp_path / "slow.py"
    file.write_text(
        "import time\n"
        "class Slow:\n"
        "    def __init__(self, game, think_ms): pass\n"
        "    def act(self, player, seen, legal, rng):\n"
        "        time.sleep(0.003)\n"
        "        return legal[0]\n"
    )
    names = [f"{file}:Slow", "random"]
    slow, quick = Tournament.of("suntzu", names, None, games=1, think_ms=1).run(workers=1).table()
    assert slow["late"] == slow["moves"] > 0
    assert quick["late"] < quick["moves"]
    busy = Tournament.of("suntzu", names, None, games=1, think_ms=1, busy=True).run(workers=1)
    assert busy.table()[0]["late"] < slow["late"]  # who sleeps takes none of the processor's time


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nowhere.py:Bot", "no file 'nowhere.py'"),
        (f"{ROOT}/examples/mybot.py:YourBot", "no class 'YourBot'"),
        ("wizard", "no bot 'wizard'"),
    ],
)
def test_bots_that_are_not_there_are_told(name, says):
    with pytest.raises(tenka.UnknownBot, match=says):
        make_bot("suntzu", name, 10)


def test_the_command_writes_table_and_plot(tmp_path):
    out, plot = tmp_path / "out.json", tmp_path / "out.svg"
    command = ["arena", "--game", "suntzu", "--bots", f"{MYBOT},random", "--games", "4"]
    done = subprocess.run(
        [sys.executable, "-m", "tenka", *command, "--workers", "1", "--json", out, "--plot", plot],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "win share" in done.stdout
    table = json.loads(out.read_text())
    assert [row["bot"] for row in table["bots"]] == [MYBOT, "random"]
    assert table["bots"][0]["games"] == 4
    ElementTree.parse(plot)  # noqa: S314  (our own picture)


def test_names_are_escaped_in_the_plot():
    row = {"bot": "<b>", "share": 0.5, "interval": [0.4, 0.6]}
    ElementTree.fromstring(as_svg("a & b", [row]))  # noqa: S314  (our own picture)
