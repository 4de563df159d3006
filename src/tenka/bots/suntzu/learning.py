"""How Sun Tzu's master learned: five runs of PPO by self-play, each with what the last one left.

    python -m tenka.learn suntzu --keep build/suntzu
    python -m tenka.learn suntzu --keep build/suntzu --piece 9.5     this much of it now
    python -m tenka.learn suntzu --keep build/suntzu --processes 8   on as many GPUs

The runs are those of `examples/train.py`, on PyTorch; whatever is not told here is passed on to it.
Each is kept in the folder with its curve and goes on where it was stopped. Later ones begin with
more curiosity, which falls more slowly: whoever is sure of itself too early can be guessed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tenka.bots.stored import tell_digest

TRAIN = Path(__file__).parents[4] / "examples" / "train.py"
STEADY = "--loyalty 0.05 --memory 0.99 --matches 65536 --minibatch 65536"
ENOUGH = 1e-3  # minutes: a run that has no more left is over


@dataclass(frozen=True)
class Stage:
    """One run: how long it learns, and how."""

    name: str
    minutes: float
    how: str


STAGES = (
    Stage("first", 8.3, "--width 512 --lr 5e-4 --loyalty 0.02"),
    Stage("second", 3, "--width 1024 --lr 4e-4 --curiosity 0.1 --calm 0.004 --loyalty 0.05"),
    Stage("third", 7.2, f"--width 1024 --lr 4e-4 --curiosity 0.02 --calm 0.001 {STEADY}"),
    Stage("fourth", 12, f"--width 1024 --lr 4e-4 --curiosity 0.05 --calm 0.002 {STEADY}"),
    Stage("fifth", 15, f"--width 1024 --lr 4e-4 --curiosity 0.06 --calm 0.002 {STEADY}"),
)


def file_of(keep: Path, stage: Stage, kind: str) -> Path:
    """What a run leaves: `.pt` goes on, `.npz` plays, `.json` has the curve."""
    return keep / f"{stage.name}{kind}"


def spent(keep: Path, stage: Stage) -> float:
    """How many minutes a run has learned so far."""
    file = file_of(keep, stage, ".json")
    return float(json.loads(file.read_text())["curve"][-1]["minutes"]) if file.exists() else 0.0


def words_of(number: int, asked: argparse.Namespace, left: float | None) -> list[str]:
    """What the example is told to do for a run, with so many minutes left for now."""
    stage, keep = STAGES[number], asked.keep
    words = ["suntzu", "--all", *stage.how.split(), "--minutes", f"{stage.minutes * asked.part}"]
    for option, kind in (("--keep", ".pt"), ("--export", ".npz"), ("--json", ".json")):
        words += [option, str(file_of(keep, stage, kind))]
    if number:
        words += ["--begin-with", str(file_of(keep, STAGES[number - 1], ".npz"))]
    if left is not None:
        words += ["--piece", f"{left}"]
    return [*words, *asked.more]


def command(processes: int) -> list[str]:
    """What runs the example, in one process or in several that learn together."""
    if processes == 1:
        return [sys.executable, str(TRAIN)]
    together = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
    return [*together, f"--nproc-per-node={processes}", str(TRAIN)]


def learn(asked: argparse.Namespace) -> bool:
    """Go on with the runs that are not over; whether all of them are now."""
    asked.keep.mkdir(parents=True, exist_ok=True)
    left = asked.piece
    for number, stage in enumerate(STAGES):
        whole, before = stage.minutes * asked.part, spent(asked.keep, stage)
        if before >= whole - ENOUGH:
            continue
        print(
            f"the {stage.name} of {len(STAGES)} runs, {before:.1f} of {whole:.1f} min", flush=True
        )
        words = [*command(asked.processes), *words_of(number, asked, left)]
        subprocess.run(words, check=True)  # noqa: S603  (our own words)
        if left is not None:
            left -= spent(asked.keep, stage) - before
            if left < ENOUGH:
                return number == len(STAGES) - 1 and spent(asked.keep, stage) >= whole - ENOUGH
    return True


def read(words: Sequence[str] | None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tenka.learn suntzu",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--keep", type=Path, default=Path("build/suntzu"), help="where the runs are kept")
    add("--piece", type=float, help="minutes of learning now; the rest another time")
    add("--part", type=float, default=1.0, help="of the time that each run took")
    add("--processes", type=int, default=1, help="that learn together, each on a GPU of its own")
    asked, more = parser.parse_known_args(words)
    asked.more = more
    if not TRAIN.exists():
        parser.error("learning needs examples/train.py, which is in Tenka's repository only")
    if find_spec("torch") is None:
        parser.error("learning needs PyTorch: pip install 'tenka[learn]'")
    return asked


def main(words: Sequence[str] | None = None) -> None:
    """Learn, as the words say."""
    asked = read(words)
    if learn(asked):
        made = asked.keep / "master.npz"
        shutil.copyfile(file_of(asked.keep, STAGES[-1], ".npz"), made)
        tell_digest(made)
    else:
        print("that is all for now; the same command goes on from here", flush=True)


if __name__ == "__main__":
    main()
