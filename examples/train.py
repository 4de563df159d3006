"""Learn a game by self-play: PPO on PyTorch and Tenka's batch environment.

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
import math
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.resources import files
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

try:
    import torch
except ModuleNotFoundError:
    raise SystemExit("learning needs PyTorch: pip install 'tenka[learn]'") from None
from torch import Tensor, distributed, nn
from torch.nn import functional
from torch.nn.parallel import DistributedDataParallel
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

import tenka
from tenka.bots.network import CAP, SELDOM, Network
from tenka.core import code
from tenka.core.errors import OptionError
from tenka.envs.opponents import seated
from tenka.envs.vector import WAIT, VectorEnv

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


# -- the network that learns, those that play and learn no more, and how they decide


NEVER = -1e9  # the log-odds of what is illegal; finite, so that 0 times it is 0
TILE = 16  # matrices are multiplied fast where their sides are multiples of this
LAYERS = ("eyes", "mind", "heart", "mouth")


def tiled(size: int) -> int:
    """The least multiple of TILE in which that many find room."""
    return -(-size // TILE) * TILE


class Player(nn.Module):
    """From a compact observation to odds for every decision, and what the match is worth.

    The first layer is the widest: most of what it reads is 0, and a processor can leave that out.
    """

    def __init__(self, game: tenka.Game, seats: int, width: int):
        super().__init__()
        self.decides, self.seats = len(game.actions), seats
        scale = torch.from_numpy(game.observation.scale)
        self.padding = (0, tiled(len(scale)) - len(scale))
        self.register_buffer("scale", functional.pad(scale, self.padding))
        self.eyes = nn.Linear(len(self.scale), width)
        self.mind = nn.Linear(width, width // 2)
        self.heart = nn.Linear(width // 2, width // 2)
        self.mouth = nn.Linear(width // 2, tiled(self.decides + seats))
        nn.init.normal_(self.mouth.weight, std=0.01)  # to begin with, all are equally good
        nn.init.zeros_(self.mouth.bias)

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Log-odds, and the expected reward of each seat, from the decider's on.

        The weights are scaled in place of the observations, which are many more; bytes are exact
        in bfloat16.
        """
        kind = torch.bfloat16 if seen.is_cuda else torch.float32
        with torch.autocast(seen.device.type, torch.bfloat16, enabled=seen.is_cuda):
            numbers = functional.pad(seen.to(kind), self.padding)
            sight = functional.linear(numbers, self.eyes.weight * self.scale, self.eyes.bias)
            thought = functional.relu(self.mind(functional.relu(sight)))
            thought = functional.relu(thought + self.heart(thought))
            said = self.mouth(thought)
        # Log-odds that know no bounds would in the end pass that of what is illegal.
        said = CAP * torch.tanh(said[:, : self.decides + self.seats].float() / CAP)
        odds, values = said.split((self.decides, self.seats), dim=1)
        return functional.log_softmax(odds.masked_fill(~masks, NEVER), dim=1), torch.tanh(values)

    @torch.no_grad()
    def begin_with(self, network: Network) -> None:
        """Take over what an exported network knows; units that are more than it has are not yet
        listened to, so that a wider one says the same.
        """
        if (width := len(network.layers["mind"])) > self.mind.in_features:
            raise ValueError(f"what it begins with has --width {width}")
        for name in LAYERS:
            layer, given = getattr(self, name), torch.from_numpy(network.layers[name].T)
            bias = torch.from_numpy(network.layers[f"{name}_bias"])
            if name == "eyes":
                given = given / self.scale[: given.shape[1]].to(given)
            layer.weight[: len(given)] = 0
            layer.weight[: len(given), : given.shape[1]] = given
            layer.bias[: len(bias)] = bias

    def exported(self) -> dict[str, Tensor]:
        """What Tenka's masters play with: the first layer reads observations as they are, number
        by number.
        """
        said, seen = self.decides + self.seats, len(self.scale) - self.padding[1]
        weights = {name: getattr(self, name).weight.T for name in LAYERS}
        biases = {f"{name}_bias": getattr(self, name).bias for name in LAYERS}
        weights["eyes"] = (self.eyes.weight * self.scale).T[:seen]
        weights["mouth"], biases["mouth_bias"] = weights["mouth"][:, :said], self.mouth.bias[:said]
        return weights | biases | {"cap": torch.tensor(CAP)}


class Frozen(nn.Module):
    """An exported network that plays as Tenka's masters do, and learns nothing any more."""

    def __init__(self, network: Network, decides: int):
        super().__init__()
        self.decides = decides
        for name, layer in network.layers.items():
            self.register_buffer(name, torch.from_numpy(layer))

    def forward(self, seen: Tensor, masks: Tensor) -> Tensor:
        """Log-odds, of which those that are too low are left out; as exact as the bots'."""

        def through(layer: str, heard: Tensor) -> Tensor:
            return heard @ getattr(self, layer) + getattr(self, f"{layer}_bias")

        thought = functional.relu(through("mind", functional.relu(through("eyes", seen.float()))))
        said = through("mouth", functional.relu(thought + through("heart", thought)))
        if hasattr(self, "cap"):
            said = self.cap * torch.tanh(said / self.cap)
        odds = said[:, : self.decides].masked_fill(~masks, NEVER)
        odds = odds - odds.amax(dim=1, keepdim=True)
        return functional.log_softmax(odds.masked_fill(odds < math.log(SELDOM), NEVER), dim=1)


def kind_of(network: str | None) -> Any:
    """The class of a network that is given by a file and a name, such as 'examples/board.py:Board';
    usually the one above, which suits every game.
    """
    if network is None:
        return Player
    path, _, name = network.rpartition(":")
    spec = spec_from_file_location(Path(path).stem, path)
    module = sys.modules[spec.name] = module_from_spec(spec)  # where compilers look for it
    spec.loader.exec_module(module)
    return getattr(module, name)


def exported(game: str, name: str) -> Network:
    """That of a file, or the one that the game's master plays with."""
    folder = files(f"tenka.bots.{game}") if name == "master" else Path()
    return Network.read((folder / (f"{name}.npz" if name == "master" else name)).read_bytes())


def choose(log_odds: Tensor, masks: Tensor) -> Tensor:
    """Legal decisions at random by their odds (the Gumbel trick: one pass, no loop); legal they are
    whatever the odds, even where these are no numbers.
    """
    noise = -torch.log(-torch.log(torch.rand_like(log_odds).clamp(1e-10, 1 - 1e-7)))
    return (log_odds + noise).masked_fill(~masks, -torch.inf).argmax(dim=1)


def decide(player: Player, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Decisions, their log-odds, and what the matches are worth to each seat."""
    log_odds, values = player(seen, masks)
    actions = choose(log_odds, masks)
    return actions, log_odds.gather(1, actions[:, None]).squeeze(1), values


def reply(frozen: Frozen, seen: Tensor, masks: Tensor) -> Tensor:
    """Decisions of a network that learns nothing."""
    return choose(frozen(seen, masks), masks)


def export(player: Player, path: str) -> None:
    """Write down what a network knows, in half precision."""
    layers = player.exported()
    arrays = {name: x.detach().cpu().numpy().astype(np.float16) for name, x in layers.items()}
    np.savez_compressed(path, **arrays)


# -- many matches of a network against itself, and what each decision turned out to be worth


TRUST = 0.95  # lambda of generalised advantage estimation
SPREAD = 256  # decisions: how far apart the matches are when learning begins


def beside(seats: Tensor, actors: Tensor, sizes: Tensor) -> Tensor:
    """Which seat is so many after the decider's; a seat that is not at the table stays itself."""
    return torch.where(
        seats < sizes[..., None], (actors[..., None] + seats) % sizes[..., None], seats
    )


def judge(
    values: Tensor, actors: Tensor, rewards: Tensor, ended: Tensor, beyond: Tensor, sizes: Tensor
) -> tuple[Tensor, Tensor]:
    """How much better each decision turned out than expected, and what the match was then worth
    to each seat, from the decider's on.

    All but `beyond` (matches, seats), what is expected after the last step, and the tables' `sizes`
    begin with steps and matches. The decisions of a match are the stories of its players,
    interleaved. Going back in time, `value` and `gain` are those of each seat's next decision, or
    of the end of the match.
    """
    seats = torch.arange(rewards.shape[2], device=rewards.device)
    value, gain = beyond, torch.zeros_like(beyond)
    gains, worth = torch.empty_like(values), torch.empty_like(rewards)
    for step in reversed(range(len(values))):
        over, mine = ended[step, :, None], actors[step, :, None] == seats
        value, gain = torch.where(over, rewards[step], value), gain.masked_fill(over, 0)
        torch.add(value, gain, alpha=TRUST, out=worth[step])
        gains[step] = (worth[step] * mine).sum(dim=1) - values[step]
        value = torch.where(mine, values[step, :, None], value)
        gain = torch.where(mine, gains[step, :, None], gain)
    return gains, worth.gather(2, beside(seats, actors, sizes))


def variants(options: argparse.Namespace) -> list[dict[str, Any]]:
    """What is played: with `--all`, for every number of players the usual options more than once,
    and every other value of each of them.
    """
    game = tenka.game(options.game)
    if not options.all:
        return [{"players": options.players}]
    found = []
    for players in game.players:
        found += [game.choose(players, {})] * 2
        for option in (o for o in game.options if len(o.values) <= 4):
            for value in option.values:
                with suppress(OptionError):  # not every one goes with every number of players
                    found.append(game.choose(players, {option.name: value}))
    return found


class SelfPlay:
    """Many matches of the network against itself, a stretch of decisions at a time; some of them,
    or all, against rivals that are frozen, each of which takes the other seats of as many matches.

    Nothing waits for the device meanwhile, and all that is kept lies there.
    """

    def __init__(
        self,
        player: Player,
        options: argparse.Namespace,
        seed: int,
        rivals: Sequence[Frozen] = (),
    ):
        self.player, self.steps, self.rivals = player, options.steps, rivals
        self.decide, self.reply = (
            torch.compile(way, dynamic=False) if options.compile else way for way in (decide, reply)
        )
        mix = variants(options)
        on_gpu = options.device == "cuda"
        more = {"check": False, "mix": mix} if on_gpu else mix[0]
        place = f"cuda:{torch.cuda.current_device()}" if on_gpu else "cpu"
        self.env = env = VectorEnv(
            options.game, options.matches, seed=seed, device=place, compact=True, **more
        )
        # The environment's own memory, not copies: it changes with every step.
        shown = (env.observations, env.masks, env.actors, env.rewards, env.ended)
        self.shown = [torch.as_tensor(array) for array in shown]
        self.seen, self.masks, self.actors, self.rewards, self.ended = (
            torch.empty((self.steps, *array.shape), dtype=array.dtype, device=array.device)
            for array in self.shown
        )
        sizes = torch.tensor([one["players"] for one in mix], device=self.seen.device)
        numbers = torch.arange(len(env), device=self.seen.device)
        self.sizes = sizes[numbers % len(mix)]
        self.each = int(len(env) * options.part) // max(len(rivals), 1)  # matches of a rival
        self.alone = numbers >= self.each * len(rivals)
        self.mine = numbers // len(mix) % self.sizes  # the learner's seat, beside a rival
        each = {"size": self.seen.shape[:2], "device": self.seen.device}
        self.actions = torch.empty(**each, dtype=torch.int64)
        self.taken, self.values = torch.empty(**each), torch.empty(**each)

    def spread(self) -> None:
        """Random decisions, more in some matches than in others, so that every stretch of play
        shows all parts of a match; neighbours stay close, as a GPU does the same for them at once.
        """
        matches = len(self.env)
        ahead = torch.arange(matches, device=self.seen.device) * SPREAD // matches
        for step in range(SPREAD):
            drawn = torch.as_tensor(self.env.random_actions())
            self.env.step(torch.where(ahead > step, drawn, WAIT))

    @torch.no_grad()
    def play(self) -> list[Tensor]:
        """One decision after another in all matches; what PPO learns from, as one long batch."""
        seen, masks, actors, rewards, ended = self.shown
        for t in range(self.steps):
            self.seen[t], self.masks[t], self.actors[t] = seen, masks, actors
            self.actions[t], self.taken[t], values = self.decide(
                self.player, self.seen[t], self.masks[t]
            )
            self.values[t] = values[:, 0]
            self.let_rivals_decide(t)
            self.env.step(self.actions[t])
            self.rewards[t], self.ended[t] = rewards, ended
        values = self.decide(self.player, seen.clone(), masks.clone())[2]
        seats = torch.arange(values.shape[1], device=values.device)
        beyond = torch.empty_like(values)
        beyond.scatter_(1, beside(seats, actors.long(), self.sizes), values)
        gains, worth = judge(
            self.values, self.actors.long(), self.rewards, self.ended, beyond, self.sizes
        )
        batch = (self.seen, self.masks, self.actions, self.taken, gains, worth)
        return [array.flatten(0, 1) for array in batch]

    def let_rivals_decide(self, t: int) -> None:
        """Their decisions in place of the learner's, where it is theirs to decide."""
        for number, rival in enumerate(self.rivals):
            there = slice(number * self.each, (number + 1) * self.each)
            theirs = self.reply(rival, self.seen[t, there], self.masks[t, there])
            own = self.actors[t, there] == self.mine[there]
            self.actions[t, there] = torch.where(own, self.actions[t, there], theirs)

    def learned_from(self) -> Tensor:
        """Which decisions of the last stretch were the learner's, in random order."""
        if not self.rivals:
            return torch.randperm(self.actors.numel(), device=self.actors.device)
        own = (self.alone | (self.actors == self.mine)).flatten().nonzero().squeeze(1)
        return own[torch.randperm(len(own), device=own.device)]


# -- what is learned from a stretch of play


CLIP = 0.2  # how far a decision's odds may move in one round of learning
FURTHEST = 10.0  # in logarithms: beyond that, how far they moved is not told apart
STEEPEST = 0.5  # the length of a gradient, at most


def loss_of(
    player: nn.Module, steady: Player | None, part: Tensor, batch: list[Tensor], pulls: Tensor
) -> Tensor:
    """What PPO makes less, over a part of the batch. `pulls` are those to uncertainty and to the
    steady player: whoever only ever beats today's self runs in circles.
    """
    seen, masks, actions, before, gains, worth = (array[part] for array in batch)
    log_odds, values = player(seen, masks)
    moved = log_odds.gather(1, actions[:, None]).squeeze(1) - before
    ratio = moved.clamp(-FURTHEST, FURTHEST).exp()
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    better = torch.min(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
    odds = log_odds.exp()
    loss = 0.5 * functional.mse_loss(values, worth) - better
    loss = loss + pulls[0] * (odds * log_odds).sum(dim=1).mean()
    if steady is not None:
        with torch.no_grad():
            usual = steady(seen, masks)[0]
        loss = loss + pulls[1] * (odds * (log_odds - usual)).sum(dim=1).mean()
    return loss


def fallen(first: float, last: float, left: float) -> float:
    """A weight on its way from the first to the last, by the same factor in the same time."""
    return float(first**left * last ** (1 - left))


class Learner:
    """The rounds of PPO."""

    def __init__(self, player: nn.Module, steady: Player, options: argparse.Namespace):
        self.player, self.options = player, options
        self.steady = steady if options.loyalty else None
        self.loss_of = torch.compile(loss_of, dynamic=False) if options.compile else loss_of
        self.optimizer = torch.optim.Adam(player.parameters(), eps=1e-5, fused=True)
        self.skipped = torch.zeros((), device=options.device)

    def learn(self, batch: list[Tensor], which: Tensor, left: float) -> int:
        """Go over some decisions of a batch in parts of one size, and leave out what is left over;
        from how many something was learned. `left` is what is left of the time to learn.
        """
        options = self.options
        for group in self.optimizer.param_groups:
            group["lr"] = options.lr * left
        curious = fallen(options.curiosity, options.calm, left)
        pulls = torch.tensor([curious, options.loyalty], device=options.device)
        size = min(options.minibatch, len(which))
        whole = len(which) // size * size
        for _ in range(options.epochs):
            for part in which[:whole].view(-1, size):
                self.step(self.loss_of(self.player, self.steady, part, batch, pulls))
            which = which[torch.randperm(len(which), device=which.device)]
        return whole

    def step(self, loss: Tensor) -> None:
        """One step down the slope; where the slope is no number, none, and that is counted."""
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        steep = nn.utils.clip_grad_norm_(self.player.parameters(), STEEPEST)
        # As a scaler of mixed precision does: the step is left out on the device, unwaited for.
        self.optimizer.found_inf = 1.0 - steep.isfinite().float()
        self.optimizer.step()
        self.skipped += self.optimizer.found_inf


# -- how well a network does against others, and the curve of that


@torch.no_grad()
def face(player: Player, options: argparse.Namespace, games: int, seed: int) -> float:
    """The share of the win against bots at all other seats; the network takes each seat in turn."""
    players = options.players
    env = VectorEnv(options.game, games, seed=seed, players=players, compact=True)
    mine = np.arange(games) % players
    bots = [seated(options.game, players, int(seat), options.against) for seat in mine]
    dice = [np.random.default_rng((seed, at)) for at in range(games)]

    def answer(at: int) -> int:
        seat, legal = int(env.actors[at]), np.flatnonzero(env.masks[at])
        seen, actions = env.game.redact(env.states[at], seat), env.game.actions
        return bots[at][seat].act(seat, seen, [actions[number] for number in legal], dice[at]).id

    wins = 0.0
    with ThreadPoolExecutor() as pool:
        while (env.actors >= 0).any():
            looks = (torch.from_numpy(array) for array in (env.observations, env.masks))
            actions, _, _ = decide(player, *(look.to(options.device) for look in looks))
            actions = np.where(env.actors == mine, actions.cpu().numpy(), WAIT)
            theirs = np.flatnonzero((env.actors >= 0) & (env.actors != mine))
            actions[theirs] = list(pool.map(answer, theirs))
            env.step(actions, restart=False)
            rewards = env.rewards[np.arange(games), mine][env.ended]
            wins += ((rewards * (players - 1) + 1) / players).sum()
    return float(wins / games)


@torch.no_grad()
def confront(
    player: Player,
    frozen: Frozen,
    options: argparse.Namespace,
    games: int,
    seed: int,
    surely: bool = False,
) -> float:
    """The share of the win against a frozen network, all on the device, each match to its end; the
    player takes each seat in turn, and draws its decisions, or `surely` makes the likeliest.
    """
    players = options.players
    place = f"cuda:{torch.cuda.current_device()}" if options.device == "cuda" else "cpu"
    env = VectorEnv(options.game, games, seed=seed, device=place, players=players, compact=True)
    shown = (env.observations, env.masks, env.actors, env.rewards, env.ended)
    seen, masks, actors, rewards, ended = (torch.as_tensor(array) for array in shown)
    mine = torch.arange(games, device=seen.device) % players
    wins = torch.zeros((), dtype=torch.float64, device=seen.device)
    while (actors >= 0).any():
        log_odds = player(seen, masks)[0]
        own = log_odds.argmax(dim=1) if surely else choose(log_odds, masks)
        env.step(torch.where(actors == mine, own, reply(frozen, seen, masks)), restart=False)
        gained = rewards.gather(1, mine[:, None]).squeeze(1)
        wins += torch.where(ended, (gained * (players - 1) + 1) / players, 0).sum()
    return wins.item() / games


def interval(share: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's 95% interval of a share."""
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + (z / games / 2) ** 2)
    return max(0.0, middle - half), min(1.0, middle + half)


class Point(NamedTuple):
    """Of the learning curve; `speed` is in learned decisions a second."""

    minutes: float
    decisions: int
    speed: float
    games: int
    share: float
    low: float
    high: float


def told(at: Point, against: str) -> str:
    """A point in words."""
    return (
        f"{at.minutes:5.1f} min {at.decisions / 1e6:8.1f} M decisions ({at.speed / 1e6:.2f} M/s): "
        f"{at.share:.1%} against {against} ({at.low:.1%} to {at.high:.1%}, {at.games} games)"
    )


def drawn(curve: list[Point], title: str, width: int = 640, height: int = 360) -> str:
    """The learning curve as a picture (SVG)."""
    longest = max(curve[-1].minutes, 1e-9)

    def at(minutes: float, share: float) -> str:
        return f"{60 + (width - 90) * minutes / longest:.1f} {40 + (height - 90) * (1 - share):.1f}"

    line = "L".join(at(point.minutes, point.share) for point in curve)
    band = [at(point.minutes, point.low) for point in curve]
    band += [at(point.minutes, point.high) for point in reversed(curve)]
    scale = "".join(
        f'<path d="M{at(0, tick)}L{at(longest, tick)}" stroke="#d9cfba"/>'
        f'<text x="50" y="{40 + (height - 90) * (1 - tick) + 5:.0f}" text-anchor="end">{tick:.0%}'
        "</text>"
        for tick in (0, 0.25, 0.5, 0.75, 1)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="13"><rect width="100%" height="100%" fill="#fbf6ea"/>'
        f'<text x="60" y="24" font-weight="bold">{title}</text>{scale}'
        f'<path d="M{"L".join(band)}Z" fill="#b0302a" fill-opacity="0.2"/>'
        f'<path d="M{line}" fill="none" stroke="#b0302a" stroke-width="2"/>'
        f'<text x="{width / 2:.0f}" y="{height - 14}" text-anchor="middle">minutes of learning, '
        f"0 to {longest:.1f}</text></svg>\n"
    )


# -- several processes that learn one network


class Team:
    """The processes that learn together under `torchrun`; without it, one alone."""

    def __init__(self, device: str):
        self.rank, self.size = (
            int(os.environ.get(name, n)) for n, name in enumerate(("RANK", "WORLD_SIZE"))
        )
        self.device = device
        if device == "cuda":
            self.device = f"cuda:{os.environ.get('LOCAL_RANK', 0)}"
            torch.cuda.set_device(self.device)
        if self.size > 1 and not distributed.is_initialized():
            distributed.init_process_group("nccl" if device == "cuda" else "gloo")

    def together(self, player: Player) -> nn.Module:
        """A player whose gradients are everyone's mean, and who begins as the first of them."""
        if self.size == 1:
            return player
        return DistributedDataParallel(player)

    def total(self, number: float) -> float:
        """Everyone's numbers added up."""
        return self._agreed(number, distributed.ReduceOp.SUM)

    def most(self, number: float) -> float:
        """The greatest of everyone's numbers."""
        return self._agreed(number, distributed.ReduceOp.MAX)

    def _agreed(self, number: float, how: Any) -> float:
        if self.size == 1:
            return number
        held = torch.tensor(number, dtype=torch.float64, device=self.device)
        distributed.all_reduce(held, how)
        return held.item()

    def read(self, path: str) -> dict[str, Any] | None:
        """What the first process finds in a file, if it is there."""
        found = [None]
        if self.rank == 0 and os.path.exists(path):
            found = [torch.load(path, map_location=self.device)]
        if self.size > 1:
            distributed.broadcast_object_list(found, device=torch.device(self.device))
        return found[0]


# -- a run of all this


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
        "default the weakest that do not play at random, or the first to --respond-to")  # fmt: skip
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
    weak = tenka.bots(options.game)[:2]  # the weakest plays at random
    options.against = options.against or (*options.respond_to, weak[-1])[0]
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
