"""What the bench counts and how it is shown; how fast we are is no test."""

from __future__ import annotations

import io
import json
import xml.etree.ElementTree as ElementTree

import pytest
from rich.console import Console
from typer.testing import CliRunner

import tenka
from tenka.bench import gpu, page, peers, plot, report, speeds
from tenka.cli import app
from tenka.envs import suntzu_v1

SCALING = [
    {"threads": threads, "matches": matches, "rate": 1e6 * threads + matches}
    for threads in (1, 2)
    for matches in (16, 256)
]


@pytest.fixture
def run():
    """A report as `measure` gives it, with round speeds."""
    found = dict.fromkeys(report.SPEEDS, 1e6) | {"clone compiled": 1.0, "replay": 25.0}
    found |= {"compiled": 6e6, "clone python": 5.0, "compile from nothing": 20.0}
    found |= {"start with the cache": 0.5}
    return {
        "machine": {"processor": "Abacus", "cores": 2, "system": "Linux", "python": "3.11"},
        "games": {"suntzu": found, "shogun": found | {"compiled": 2e6}},
        "peers": {
            "open_spiel": {"chess python": 5e5, "chess compiled": 1e6},
            "pettingzoo": {"chess_v6 python": 4e5},
        },
        "scaling": {"suntzu": SCALING, "shogun": SCALING},
    }


def shown(run):
    console = Console(file=io.StringIO(), width=140)
    report.show(run, console)
    return console.file.getvalue()


def test_the_table_marks_what_misses_its_aim(run):
    text = shown(run)
    assert "Abacus, 2 cores" in text
    assert "6.0 M decisions/s  2.0 M decisions/s (aim 5.0 M decisions/s)" in text
    assert text.count("(aim 20.0 ms)") == 2
    assert "compiled: Shogun, our slowest, makes 2.00 times as many decisions as open_spiel" in text
    assert "pettingzoo: Sun Tzu, our slowest, makes 2.50 times" in text


def test_without_peers_there_are_no_figures_of_theirs(run):
    run["peers"] = {}
    for found in run["games"].values():
        del found["pettingzoo"]
    text = shown(run)
    assert "pettingzoo" not in text
    assert "our slowest" not in text
    assert "Peers" not in page.as_markdown(run)
    ElementTree.fromstring(plot.as_svg(run))  # noqa: S314  (our own)


def test_the_page_gets_the_figures_between_its_marks(run, tmp_path):
    file = tmp_path / "performance.md"
    file.write_text("Speed\n<!-- speeds -->\nold\n<!-- end of speeds -->\nTail\n")
    page.rewrite(file, run)
    text = file.read_text()
    assert "old" not in text
    assert text.startswith("Speed\n<!-- speeds -->\n\nMeasured on: Abacus")
    assert text.endswith("<!-- end of speeds -->\nTail\n")
    assert (
        "| compiled | 6.0 M decisions/s | **2.0 M decisions/s** (aim 5.0 M decisions/s) |" in text
    )
    assert "| open_spiel | chess compiled | 1.000 M |" in text
    assert "| 2 | 256 | 2.00 | 2.00 |" in text


def test_the_picture_has_a_bar_for_each_figure_and_a_line_for_each_number_of_cores(run):
    drawing = ElementTree.fromstring(plot.as_svg(run))  # noqa: S314  (our own)
    tags = [element.tag.rpartition("}")[2] for element in drawing.iter()]
    bars = 2 + 1 + 2 + 1 + 2 + 1
    assert tags.count("rect") == bars + 1
    lines = [e for e in drawing.iter() if e.get("stroke-width") == "2"]
    assert len(lines) == 4
    assert sum(e.get("stroke-dasharray") is not None for e in lines) == 2


def test_scaling_tries_one_core_and_all_and_every_size(monkeypatch):
    monkeypatch.setattr(speeds, "SIZES", (2, 4))
    monkeypatch.setattr(speeds.os, "cpu_count", lambda: 4)
    rows = speeds.scaling(tenka.game("suntzu"), 0.001)
    assert [(row["threads"], row["matches"]) for row in rows] == [
        (threads, matches) for threads in (1, 2, 4) for matches in (2, 4)
    ]
    assert all(row["rate"] > 0 for row in rows)


def test_a_walk_counts_the_decisions_of_a_game():
    env = suntzu_v1.env()
    made = speeds.walk(env)
    match = env.unwrapped.table.match
    assert match.over
    assert made == len(match.history)


def test_an_unknown_peer_is_refused():
    with pytest.raises(tenka.TenkaError, match="there is open_spiel, catanatron or pettingzoo"):
        peers.load("deep_blue")


def on_a_gpu(tmp_path, **more):
    """The page and the picture that are made of a report of two games."""
    speeds = {way: [4e6, 2e9] for way in gpu.WAYS}
    speeds |= {"bytes of a match, float32": 2307, "bytes of a match, compact": 912}
    found = {"gpu": "GPU", "matches": [1024, 4096], "peers": {"pgx": {"chess": 2e6}}}
    found["games"] = {"suntzu": speeds | more, "samurai": speeds}
    (tmp_path / "gpu.json").write_text(json.dumps(found))
    page = tmp_path / "page.md"
    page.write_text("<!-- speeds on a GPU -->\n<!-- end of speeds on a GPU -->\n")
    given = ["--again", str(tmp_path / "gpu.json"), "--page", str(page)]
    given += ["--plot", str(tmp_path / "gpu.svg")]
    done = CliRunner().invoke(app, ["bench", "--device", "cuda", *given])
    assert done.exit_code == 0, done.output
    return page.read_text(), (tmp_path / "gpu.svg").read_text()


def test_what_was_measured_on_a_gpu_is_shown_where_there_is_none(tmp_path):
    page, picture = on_a_gpu(tmp_path)
    assert "| random play | 4,096 | 2,000 | 2,000 |" in page
    assert "| bytes of a match, float32 |  | 2,307 | 2,307 |" in page
    assert "| bytes of a match, compact |  | 912 | 912 |" in page
    assert "| chess | 2.0 |" in page
    assert "learned" not in page
    assert picture.count('stroke-width="2"') == 4
    assert ">Sun Tzu</text>" in picture


def test_learning_has_a_row_where_it_was_measured(tmp_path):
    page, _ = on_a_gpu(tmp_path, learned={"matches": 65536, "rate": 1.17e7})
    assert "| learned | 65,536 | 12 | – |" in page
    assert "- learned: decisions learned from by self-play" in page


LEARNER = """
import argparse, json, os
parser = argparse.ArgumentParser()
parser.add_argument("game")
for name in ("device", "matches", "minibatch", "minutes", "points", "games", "json"):
    parser.add_argument(f"--{name}")
given = parser.parse_args()
if given.game == "go":
    raise SystemExit("what is go?")
speed = float(os.environ.get("CUDA_VISIBLE_DEVICES", "9")) + (given.device == "cuda") / 2
found = {"options": {"matches": int(given.matches)}, "curve": [{"speed": 1.0}, {"speed": speed}]}
with open(given.json, "w") as file:
    json.dump(found, file)
"""


def test_learning_is_measured_by_the_last_point_of_a_curve_on_the_gpu_that_is_meant(
    tmp_path, monkeypatch
):
    file = tmp_path / "learner.py"
    file.write_text(LEARNER)
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    assert gpu.learned("suntzu", file, "cuda") == {"matches": 65536, "rate": 9.5}
    assert gpu.learned("suntzu", file, "cuda:1")["rate"] == 1.5
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "4,7")
    assert gpu.learned("suntzu", file, "cuda:1")["rate"] == 7.5
    with pytest.raises(tenka.TenkaError, match="what is go"):
        gpu.learned("go", file, "cuda")
