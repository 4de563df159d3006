"""Learn a game by self-play: PPO (`ppo/`) on PyTorch and Tenka's batch environment.

    pip install 'tenka[learn]'
    python examples/train.py suntzu --minutes 5 --plot curve.svg
    python examples/train.py samurai --players 3 --against adept
    python examples/train.py shogun --all --minutes 30 --keep run.pt --export shogun.npz
    python examples/train.py suntzu --respond-to master --begin-with master --games 16384
    torchrun --nproc-per-node 8 examples/train.py suntzu --all --minutes 30

One network plays all seats of every match. Each decision is judged by how the match ends for the
player who made it. Now and then the network plays against bots that it never trains with. With a
GPU everything stays on it: matches, observations, decisions and learning; with `--all` the matches
are of every number of players and every option. `--keep` is where a run is written to as it goes
and goes on from the next time; `--export` writes what Tenka's masters play with. `--respond-to`
learns to beat one exported network that stays as it is. Under `torchrun` processes on several GPUs
or machines learn one network: each plays matches of its own, and their gradients are averaged.
"""

import argparse
import json
import os
import time
from pathlib import Path
from typing import Any

try:
    import torch
except ModuleNotFoundError:
    raise SystemExit("learning needs PyTorch: pip install 'tenka[learn]'") from None
from torch import distributed
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

import tenka
from ppo.learning import Learner
from ppo.measuring import Point, confront, drawn, face, interval, told
from ppo.networks import Frozen, export, exported, kind_of
from ppo.playing import SelfPlay, variants
from ppo.team import Team
from tenka.core import code

FAR = 1_000_003  # between the seeds of two processes
MOST_SKIPPED = 1000  # steps whose slope is no number, before a run is given up
OFTEN = 60  # seconds: how much of a run may be lost
DEFAULTS = {
    "cpu": {"matches": 256, "steps": 64, "width": 256, "epochs": 2, "minibatch": 4096, "lr": 1e-3},
    "cuda": {
        "matches": 32768,
        "steps": 32,
        "width": 512,
        "epochs": 1,
        "minibatch": 32768,
        "lr": 5e-4,
    },
}


class Run:
    """A run of learning: the player, what was spent on it, and how well it did."""

    def __init__(self, options: argparse.Namespace, team: Team):
        self.options, self.team = options, team
        self.seed = options.seed + team.rank * FAR
        torch.manual_seed(self.seed)
        game = tenka.game(options.game)
        seats = max(one["players"] for one in variants(options))
        self.player = kind_of(options.network)(game, seats, options.width).to(options.device)
        if options.begin_with:
            self.player.begin_with(exported(options.game, options.begin_with))
        self.rivals = [self.frozen(name) for name in options.respond_to]
        network = options.against.endswith(".npz") or options.against in options.respond_to
        self.yardstick = self.frozen(options.against) if network else None  # else bots are
        learning = team.together(self.player)
        # Who learns against itself runs in circles; the mean of the last rounds is steadier.
        self.steady = AveragedModel(self.player, multi_avg_fn=get_ema_multi_avg_fn(options.memory))
        self.learner = Learner(learning, self.steady.module, options)
        self.curve: list[Point] = []
        self.decisions, self.spent = 0, 0.0
        if options.keep and (kept := team.read(options.keep)):
            self.go_on_from(kept)
        self.play = SelfPlay(self.player, options, self.seed, self.rivals)

    def frozen(self, name: str) -> Frozen:
        """An exported network as an opponent."""
        game = self.options.game
        network = Frozen(exported(game, name), len(tenka.game(game).actions))
        return network.to(self.options.device)

    def go_on_from(self, kept: dict[str, Any]) -> None:
        """Take up what an earlier run has left."""
        for name, part in self._parts().items():
            if name in kept:  # a copy that is to travel may be without the optimizer's memory
                part.load_state_dict(kept[name])
        self.curve = [Point(*point) for point in kept["curve"]]
        self.decisions, self.spent = kept["decisions"], kept["spent"]

    def keep(self) -> None:
        """Write down all that the next run needs; what was there stays until that is done."""
        if not self.options.keep or self.team.rank:
            return
        kept: dict[str, Any] = {name: part.state_dict() for name, part in self._parts().items()}
        kept |= {"curve": [tuple(point) for point in self.curve]}
        kept |= {"decisions": self.decisions, "spent": self.spent}
        torch.save(kept, f"{self.options.keep}.new")
        os.replace(f"{self.options.keep}.new", self.options.keep)

    def _parts(self) -> dict[str, Any]:
        optimizer = self.learner.optimizer
        return {"player": self.player, "steady": self.steady, "optimizer": optimizer}

    def round(self, left: float) -> tuple[int, float]:
        """Play and learn once; from how many decisions, and in what time."""
        start = time.perf_counter()
        batch = self.play.play()
        which = self.play.learned_from()
        # All must take as many steps, and a match's end may give one process more to learn from.
        fewest = -int(self.team.most(-len(which)))
        learned = self.learner.learn(batch, which[:fewest], left)
        self.steady.update_parameters(self.player)
        if getattr(self.play.env, "refused", 0):  # to know, one waits for the device
            raise RuntimeError("the environment refused a decision that its mask allows")
        if self.learner.skipped > MOST_SKIPPED:
            raise RuntimeError("too many steps led nowhere: a lower --lr or --width may help")
        took = self.team.most(time.perf_counter() - start)
        return learned * self.team.size, took

    def measured(self, games: int, seed: int, surely: bool = False) -> float:
        """The share of the win in some games, of which each process plays its part."""
        own, options = games // self.team.size, self.options
        seed += self.team.rank * FAR
        if self.yardstick is not None:
            share = confront(self.steady.module, self.yardstick, options, own, seed, surely)
        else:
            share = face(self.steady.module, options, own, seed)
        return self.team.total(share) / self.team.size

    def measure(self, games: int) -> None:
        """One more point of the curve."""
        games = max(games // self.team.size, self.options.players) * self.team.size
        share = self.measured(games, self.options.seed + len(self.curve))
        speed, within = self.decisions / max(self.spent, 1e-9), interval(share, games)
        self.curve.append(Point(self.spent / 60, self.decisions, speed, games, share, *within))
        self.tell(told(self.curve[-1], self.options.against))
        self.keep()

    def tell(self, words: str) -> None:
        """Say something once, however many learn together."""
        if self.team.rank == 0:
            skipped = int(self.learner.skipped)
            print(words + f", {skipped} steps left out" * bool(skipped), flush=True)


def train(options: argparse.Namespace) -> Run:
    """Play and learn until the time is up; all time counts but that of measuring."""
    run, limit = Run(options, Team(options.device)), 60 * options.minutes
    stop = min(limit, run.spent + 60 * (options.piece or options.minutes))
    run.play.spread()
    _, took = run.round(0.0)  # so that nothing is left to compile when time counts
    run.tell(f"ready after {took:.1f} s")
    kept = run.spent
    while True:
        done = run.spent >= stop
        if done or run.spent >= limit * len(run.curve) / options.points:
            run.measure(options.games if done else max(options.players, options.games // 4))
        if done:
            return run
        learned, took = run.round(max(0.05, 1 - run.spent / limit))
        run.decisions, run.spent = run.decisions + learned, run.spent + took
        if run.spent > kept + OFTEN:
            run.keep()
            if options.export and run.team.rank == 0:
                export(run.steady.module, options.export)
            kept = run.spent


def spoken() -> argparse.ArgumentParser:
    """All that can be asked for."""
    usual = "cuda" if torch.cuda.is_available() else "cpu"
    parser = argparse.ArgumentParser(description="Learn a game by self-play.")
    add = parser.add_argument
    add("game", nargs="?", default="suntzu", choices=tenka.games())
    add("--players", type=int, help="how many; by default as many as the game's default")
    add("--all", action="store_true", help="learn all numbers of players and all options at once")
    add("--device", choices=tuple(DEFAULTS), default=usual)
    add("--minutes", type=float, default=5.0, help="of learning, in all")
    add("--piece", type=float, help="minutes of them now; the rest another time, with --keep")
    add("--matches", type=int, help="side by side")
    add("--steps", type=int, help="decisions in each match between rounds of learning")
    add("--width", type=int, help="of the network's first layer; the others are half as wide")
    add("--network", metavar="FILE:CLASS", help="of another shape; see examples/board.py")
    add("--epochs", type=int, help="how often a round of learning goes over the decisions")
    add("--minibatch", type=int, help="decisions that are learned from at once")
    add("--lr", type=float, help="the rate of learning, at the start")
    add("--curiosity", type=float, default=0.01, help="what trying things out is worth, at first")
    add("--calm", type=float, help="what it is worth at the end; by default a twentieth of that")
    add("--loyalty", type=float, default=0.0, help="what staying near one's mean self is worth")
    add("--memory", type=float, default=0.98, help="of that mean, from round to round")
    add("--respond-to", metavar="FILE", nargs="+", default=[],
        help="learn against these exported networks, or 'master'")  # fmt: skip
    add("--part", type=float, default=1.0, help="of the matches that are against them")
    add("--begin-with", metavar="FILE", help="what this exported network knows, or 'master'")
    add("--compile", action=argparse.BooleanOptionalAction, help="the network; usual with cuda")
    about_results(parser)
    return parser


def about_results(parser: argparse.ArgumentParser) -> None:
    """How a run is measured, and what it leaves."""
    add = parser.add_argument
    add("--against", help="the bots to be measured against, or an exported network (.npz); by "
        "default novices, or the first to --respond-to")  # fmt: skip
    add("--games", type=int, default=1000, help="in the last measurement; a quarter in others")
    add("--points", type=int, default=10, help="of the learning curve")
    add("--seed", type=int, default=1)
    add("--plot", help="write the learning curve here (SVG)")
    add("--json", help="write what was measured here")
    add("--save", help="write the network here")
    add("--keep", help="write the run here, and go on from there if there is one")
    add("--export", help="write what masters play with here (.npz)")


def asked(words: list[str] | None) -> argparse.Namespace:
    """The options, with what is usual on the device wherever nothing is said."""
    parser = spoken()
    options = parser.parse_args(words)
    for name, usual in (DEFAULTS[options.device] | {"compile": options.device == "cuda"}).items():
        if getattr(options, name) is None:
            setattr(options, name, usual)
    options.against = options.against or (*options.respond_to, "novice")[0]
    if options.calm is None:
        options.calm = options.curiosity / 20
    options.players = tenka.game(options.game).choose(options.players, {})["players"]
    if options.all and options.device == "cpu" and len(tenka.game(options.game).players) > 1:
        parser.error("--all needs a GPU: on the processor all matches have as many players")
    return options


def main(words: list[str] | None = None) -> list[Point]:
    options = asked(words)
    code.go(code.Way.NOW)  # a bot that is still interpreted would not be itself
    run = train(options)
    measured: dict[str, Any] = {"options": vars(options), "processes": run.team.size}
    if run.yardstick is not None:
        share = run.measured(options.games, options.seed + FAR // 2, surely=True)
        measured["surely"] = (options.games, share, *interval(share, options.games))
        run.tell(f"always the likeliest decision: {share:.1%}")
    if run.team.rank == 0:
        write(run, measured)
    if run.team.size > 1:
        distributed.destroy_process_group()
    return run.curve


def write(run: Run, measured: dict[str, Any]) -> None:
    """All that was asked for."""
    options = run.options
    if options.plot:
        title = f"{tenka.game(options.game).title}: share of the win against {options.against}"
        Path(options.plot).write_text(drawn(run.curve, title), encoding="utf-8")
    if options.json:
        measured["machine"] = torch.cuda.get_device_name() if options.device == "cuda" else "cpu"
        measured["skipped"] = int(run.learner.skipped)
        measured["curve"] = [point._asdict() for point in run.curve]
        Path(options.json).write_text(json.dumps(measured, indent=1), encoding="utf-8")
    if options.save:
        torch.save(run.steady.module.state_dict(), options.save)
    if options.export:
        export(run.steady.module, options.export)


if __name__ == "__main__":
    main()
