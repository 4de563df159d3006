"""Teach a network what Samurai's quick policy does and how its games end: a start for train.py.

    python examples/imitate.py --minutes 2 --keep run.pt
    python examples/train.py samurai --all --network examples/board.py:Board --keep run.pt

Games are played on the processor, of every number of players and option; each position is learned
from once, and foretold before, so that what is told is of positions that were never seen.
"""

import argparse
import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    import torch
except ModuleNotFoundError:
    raise SystemExit("learning needs PyTorch: pip install 'tenka[learn]'") from None
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

import tenka
from tenka.bots.samurai.lessons import Lessons, lessons
from tenka.core import code
from tenka.envs.payoff import rewards_of
from train import FAR, OFTEN, STEEPEST, face, interval, kind_of, variants

BOARD = str(Path(__file__).with_name("board.py")) + ":Board"
ROWS = 100_000  # of a lesson
MEMORY = 0.999  # of the mean of networks, from step to step
TOLD = 5.0  # seconds between two lines of the log


def given(options: argparse.Namespace, pool: ThreadPoolExecutor) -> Iterator[Lessons]:
    """Lessons without end, of all variants in turn; others are prepared meanwhile."""
    game, kinds = tenka.game("samurai"), variants(options)
    coming: list[Future[Lessons]] = []
    number = 0
    while True:
        while len(coming) < 2 * options.workers:
            seed = options.seed * FAR + number
            coming.append(
                pool.submit(lessons, game, options.rows, seed, kinds[number % len(kinds)])
            )
            number += 1
        yield coming.pop(0).result()


def rewards(lesson: Lessons, seats: int) -> NDArray[np.float32]:
    """Everyone's at the end of the game, from the decider's on."""
    found = np.zeros((len(lesson.actions), seats), dtype=np.float32)
    turns = (lesson.seats[:, None] + np.arange(lesson.players)) % lesson.players
    of_seats = rewards_of(lesson.winners, lesson.players)
    found[:, : lesson.players] = np.take_along_axis(of_seats, turns, axis=1)
    return found


def loss_of(player: nn.Module, batch: list[Tensor], part: Tensor) -> tuple[Tensor, Tensor]:
    """What is made less, and how often the likeliest decision is the right one, how unlikely the
    right one seemed, and how far off the end was.
    """
    seen, masks, actions, rewards = (array[part] for array in batch)
    log_odds, values = player(seen, masks)
    surprise = functional.nll_loss(log_odds, actions)
    off = functional.mse_loss(values, rewards)
    right = (log_odds.argmax(dim=1) == actions).float().mean()
    return surprise + off, torch.stack((right, surprise.detach(), off.detach()))


class Pupil:
    """A network that imitates."""

    def __init__(self, options: argparse.Namespace):
        torch.manual_seed(options.seed)
        self.options = options
        game = tenka.game("samurai")
        self.player = kind_of(options.network)(game, max(game.players), options.width)
        self.player.to(options.device)
        self.steady = AveragedModel(self.player, multi_avg_fn=get_ema_multi_avg_fn(MEMORY))
        self.optimizer = torch.optim.Adam(self.player.parameters(), eps=1e-5, fused=True)
        self.loss_of = torch.compile(loss_of, dynamic=False) if options.compile else loss_of

    def attend(self, lesson: Lessons, left: float) -> Tensor:
        """Learn from one lesson; what its parts came to."""
        arrays = (lesson.numbers, lesson.masks, lesson.actions, rewards(lesson, self.player.seats))
        rows = self.options.rows  # all lessons of one size: for another one all is compiled anew
        batch = [torch.from_numpy(array[:rows]).to(self.options.device) for array in arrays]
        for group in self.optimizer.param_groups:
            group["lr"] = self.options.lr * left
        size = min(self.options.minibatch, len(batch[0]))
        order = torch.randperm(len(batch[0]), device=batch[0].device)
        parts = []
        for part in order[: len(order) // size * size].view(-1, size):
            self.optimizer.zero_grad(set_to_none=True)
            loss, found = self.loss_of(self.player, batch, part)
            loss.backward()
            nn.utils.clip_grad_norm_(self.player.parameters(), STEEPEST)
            self.optimizer.step()
            self.steady.update_parameters(self.player)
            parts.append(found)
        return torch.stack(parts).mean(dim=0)

    def keep(self, path: str) -> None:
        """Write down what train.py goes on from."""
        kept: dict[str, Any] = {"player": self.steady.module.state_dict(), "curve": []}
        kept |= {"steady": self.steady.state_dict(), "decisions": 0, "spent": 0.0}
        torch.save(kept, f"{path}.new")
        os.replace(f"{path}.new", path)


def learn(options: argparse.Namespace) -> Pupil:
    """Lessons until the time is up, with a falling rate."""
    pupil, rows = Pupil(options), 0
    with ThreadPoolExecutor(options.workers) as pool:
        coming = given(options, pool)
        pupil.attend(next(coming), 0.0)  # so that nothing is left to compile when time counts
        start = told = kept = time.monotonic()
        for lesson in coming:
            spent = time.monotonic() - start
            left = 1 - spent / (60 * options.minutes)
            if left <= 0:
                break
            found = pupil.attend(lesson, max(left, 0.02))
            rows += len(lesson.actions)
            if time.monotonic() > told + TOLD:
                right, surprise, off = (round(part, 4) for part in found.tolist())
                line = {"seconds": round(spent, 1), "rows": rows, "right": right}
                tell(options, line | {"surprise": surprise, "off": off})
                told = time.monotonic()
            if time.monotonic() > kept + OFTEN:
                pupil.keep(options.keep)
                kept = time.monotonic()
        pool.shutdown(cancel_futures=True)
    pupil.keep(options.keep)
    return pupil


def tell(options: argparse.Namespace, line: dict[str, Any]) -> None:
    """Add a line to the log."""
    print(json.dumps(line), flush=True)
    if options.log:
        with open(options.log, "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def asked(words: list[str] | None) -> argparse.Namespace:
    """The options."""
    here = "cuda" if torch.cuda.is_available() else "cpu"
    parser = argparse.ArgumentParser(description="Imitate Samurai's quick policy.")
    add = parser.add_argument
    add("--minutes", type=float, default=2.0)
    add("--keep", default="run.pt", help="write here what train.py goes on from")
    add("--log", help="add lines of numbers to this file")
    add("--network", default=BOARD, metavar="FILE:CLASS")
    add("--width", type=int, default=256, help="of the network's trunk")
    add("--lr", type=float, default=2e-3, help="the rate of learning, at the start")
    add("--minibatch", type=int, default=8192)
    add("--rows", type=int, default=ROWS, help="positions of a lesson")
    add("--workers", type=int, default=max(1, (os.cpu_count() or 2) // 2), help="threads that play")
    add("--games", type=int, default=400, help="against the adept at the end; 0: none")
    add("--device", choices=("cpu", "cuda"), default=here)
    add("--compile", action=argparse.BooleanOptionalAction, default=here == "cuda")
    add("--seed", type=int, default=1)
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> None:
    options = asked(words)
    options.game, options.all, options.against = "samurai", True, "adept"
    code.go(code.Way.NOW)
    pupil = learn(options)
    for players in tenka.game("samurai").players if options.games else ():
        options.players = players
        share = face(pupil.steady.module, options, options.games, options.seed)
        within = [round(edge, 4) for edge in interval(share, options.games)]
        tell(options, {"players": players, "against adept": round(share, 4), "interval": within})


if __name__ == "__main__":
    main()
