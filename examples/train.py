"""Learn a game by self-play: PPO in one file, on PyTorch and Tenka's batch environment.

    pip install torch
    python examples/train.py suntzu --minutes 5 --plot curve.svg
    python examples/train.py samurai --players 3 --against adept

One network plays all seats of every match. Each decision is judged by how the match ends for the
player who made it. Now and then the network plays against bots that it never trains with. With a
GPU everything stays on it: matches, observations, decisions and learning.
"""

import argparse
import json
import math
import time
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

import tenka
from tenka.core import code
from tenka.envs.opponents import seated
from tenka.envs.vector import WAIT, VectorEnv

TRUST = 0.95  # lambda of generalised advantage estimation
CLIP = 0.2  # how far a decision's odds may move in one round of learning
MEMORY = 0.98  # of the mean of networks, from round to round
NEVER = -1e9  # the log-odds of what is illegal; finite, so that 0 times it is 0
SPREAD = 256  # decisions: how far apart the matches are when learning begins
TILE = 16  # matrices are multiplied fast where their sides are multiples of this
DEFAULTS = {
    "cpu": {"matches": 256, "steps": 64, "width": 256, "epochs": 2, "minibatch": 4096},
    "cuda": {"matches": 32768, "steps": 32, "width": 512, "epochs": 1, "minibatch": 32768},
}


def tiled(size: int) -> int:
    """The least multiple of TILE in which that many find room."""
    return -(-size // TILE) * TILE


class Player(nn.Module):
    """From a compact observation to odds for every decision, and what the match is worth."""

    def __init__(self, game: tenka.Game, seats: int, width: int):
        super().__init__()
        self.decides, self.seats = len(game.actions), seats
        scale = torch.from_numpy(game.observation.scale)
        self.padding = (0, tiled(len(scale)) - len(scale))
        self.register_buffer("scale", functional.pad(scale, self.padding))
        self.eyes = nn.Linear(len(self.scale), width)
        self.mind = nn.Linear(width, width)
        self.mouth = nn.Linear(width, tiled(self.decides + seats))
        nn.init.normal_(self.mouth.weight, std=0.01)  # to begin with, all are equally good
        nn.init.zeros_(self.mouth.bias)

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Log-odds, and the expected reward of each seat, from the decider's on; their sum is 0.

        The weights are scaled in place of the observations, which are many more; bytes are exact
        in bfloat16.
        """
        kind = torch.bfloat16 if seen.is_cuda else torch.float32
        with torch.autocast(seen.device.type, torch.bfloat16, enabled=seen.is_cuda):
            numbers = functional.pad(seen.to(kind), self.padding)
            thought = functional.linear(numbers, self.eyes.weight * self.scale, self.eyes.bias)
            said = self.mouth(functional.relu(self.mind(functional.relu(thought))))
        odds, values = (
            said[:, : self.decides + self.seats].float().split((self.decides, self.seats), dim=1)
        )
        values = torch.tanh(values)
        odds = functional.log_softmax(odds.masked_fill(~masks, NEVER), dim=1)
        return odds, values - values.mean(dim=1, keepdim=True)


def choose(log_odds: Tensor) -> Tensor:
    """Decisions at random by their odds (the Gumbel trick: one pass, no loop)."""
    noise = -torch.log(-torch.log(torch.rand_like(log_odds).clamp(1e-10, 1 - 1e-7)))
    return (log_odds + noise).argmax(dim=1)


def decide(player: Player, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Decisions, their log-odds, and what the matches are worth to each seat."""
    log_odds, values = player(seen, masks)
    actions = choose(log_odds)
    return actions, log_odds.gather(1, actions[:, None]).squeeze(1), values


def judge(
    values: Tensor, actors: Tensor, rewards: Tensor, ended: Tensor, beyond: Tensor
) -> tuple[Tensor, Tensor]:
    """How much better each decision turned out than expected, and what the match was then worth
    to each seat, from the decider's on.

    All but `beyond` (matches, seats), what is expected after the last step, begin with steps and
    matches. The decisions of a match are the stories of its players, interleaved. Going back in
    time, `value` and `gain` are those of each seat's next decision, or of the end of the match.
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
    return gains, worth.gather(2, (actors[:, :, None] + seats) % len(seats))


class SelfPlay:
    """Many matches of the network against itself, a stretch of decisions at a time.

    Nothing waits for the device meanwhile, and all that is kept lies there.
    """

    def __init__(self, player: Player, options: argparse.Namespace):
        self.player, self.steps = player, options.steps
        self.decide = torch.compile(decide, dynamic=False) if options.compile else decide
        unchecked = {"check": False} if options.device == "cuda" else {}
        self.env = env = VectorEnv(
            options.game, options.matches, seed=options.seed, players=options.players,
            device=options.device, compact=True, **unchecked,
        )  # fmt: skip
        # The environment's own memory, not copies: it changes with every step.
        shown = (env.observations, env.masks, env.actors, env.rewards, env.ended)
        self.shown = [torch.as_tensor(array) for array in shown]
        self.seen, self.masks, self.actors, self.rewards, self.ended = (
            torch.empty((self.steps, *array.shape), dtype=array.dtype, device=array.device)
            for array in self.shown
        )
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
            self.env.step(self.actions[t])
            self.rewards[t], self.ended[t] = rewards, ended
        values = self.decide(self.player, seen.clone(), masks.clone())[2]
        seats = torch.arange(values.shape[1], device=values.device)
        beyond = values.gather(1, (seats - actors[:, None].long()) % len(seats))
        gains, worth = judge(self.values, self.actors.long(), self.rewards, self.ended, beyond)
        batch = (self.seen, self.masks, self.actions, self.taken, gains, worth)
        return [array.flatten(0, 1) for array in batch]


def loss_of(player: Player, part: Tensor, batch: list[Tensor], curiosity: float) -> Tensor:
    """What PPO makes less, over a part of the batch."""
    seen, masks, actions, before, gains, worth = (array[part] for array in batch)
    log_odds, values = player(seen, masks)
    ratio = (log_odds.gather(1, actions[:, None]).squeeze(1) - before).exp()
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    better = torch.min(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
    entropy = -(log_odds.exp() * log_odds).sum(dim=1).mean()
    return 0.5 * functional.mse_loss(values, worth) - better - curiosity * entropy


class Learner:
    """The rounds of PPO."""

    def __init__(self, player: Player, options: argparse.Namespace):
        self.player, self.options = player, options
        self.loss_of = torch.compile(loss_of, dynamic=False) if options.compile else loss_of
        fused = options.device == "cuda"
        self.optimizer = torch.optim.Adam(player.parameters(), eps=1e-5, fused=fused)

    def learn(self, batch: list[Tensor], rate: float) -> int:
        """Go over a batch in parts of one size, in random order, and leave out what is left over;
        from how many decisions something was learned.
        """
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        size = min(self.options.minibatch, len(batch[0]))
        whole = len(batch[0]) // size * size
        for _ in range(self.options.epochs):
            order = torch.randperm(len(batch[0]), device=batch[0].device)
            for part in order[:whole].view(-1, size):
                self.optimizer.zero_grad(set_to_none=True)
                self.loss_of(self.player, part, batch, self.options.curiosity).backward()
                nn.utils.clip_grad_norm_(self.player.parameters(), 0.5)
                self.optimizer.step()
        return whole


@torch.no_grad()
def face(player: Player, options: argparse.Namespace, games: int, seed: int) -> float:
    """The share of the win against bots at all other seats; the network takes each seat in turn."""
    players = options.players
    env = VectorEnv(options.game, games, seed=seed, players=players, compact=True)
    mine = np.arange(games) % players
    bots = [seated(options.game, players, int(seat), options.against) for seat in mine]
    dice = [np.random.default_rng((seed, at)) for at in range(games)]

    def reply(at: int) -> int:
        seat, legal = int(env.actors[at]), np.flatnonzero(env.masks[at])
        seen, actions = env.game.redact(env.states[at], seat), env.game.actions
        return bots[at][seat].act(seat, seen, [actions[number] for number in legal], dice[at]).id

    wins = 0.0
    with ThreadPoolExecutor() as pool:
        while (env.actors >= 0).any():
            looks = (torch.from_numpy(array) for array in (env.observations, env.masks))
            log_odds, _ = player(*(look.to(options.device) for look in looks))
            actions = np.where(env.actors == mine, choose(log_odds).cpu().numpy(), WAIT)
            theirs = np.flatnonzero((env.actors >= 0) & (env.actors != mine))
            actions[theirs] = list(pool.map(reply, theirs))
            env.step(actions, restart=False)
            rewards = env.rewards[np.arange(games), mine][env.ended]
            wins += ((rewards * (players - 1) + 1) / players).sum()
    return float(wins / games)


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


def train(options: argparse.Namespace) -> tuple[nn.Module, list[Point]]:
    """Play and learn until the time is up; all time counts but that of measuring."""
    torch.manual_seed(options.seed)
    game, players = tenka.game(options.game), options.players
    player = Player(game, players, options.width).to(options.device)
    # Who learns against itself runs in circles; the mean of the last rounds is steadier.
    steady = AveragedModel(player, multi_avg_fn=get_ema_multi_avg_fn(MEMORY))
    play, learner = SelfPlay(player, options), Learner(player, options)

    def go_on(rate: float) -> tuple[int, float]:
        start = time.perf_counter()
        learned = learner.learn(play.play(), rate)
        steady.update_parameters(player)
        if getattr(play.env, "refused", 0):  # to know, one waits for the device
            raise RuntimeError("the network made illegal decisions: did its numbers overflow?")
        return learned, time.perf_counter() - start

    play.spread()
    _, took = go_on(0.0)  # so that nothing is left to compile when time counts
    print(f"ready after {took:.1f} s", flush=True)
    curve, decisions, spent, limit = [], 0, 0.0, 60 * options.minutes
    while True:
        done = spent >= limit
        if done or spent >= limit * len(curve) / options.points:
            games = options.games if done else max(players, options.games // 4)
            share = face(steady.module, options, games, options.seed + len(curve))
            speed, within = decisions / max(spent, 1e-9), interval(share, games)
            curve.append(Point(spent / 60, decisions, speed, games, share, *within))
            print(told(curve[-1], options.against), flush=True)
        if done:
            return steady.module, curve
        learned, took = go_on(options.lr * max(0.05, 1 - spent / limit))
        decisions, spent = decisions + learned, spent + took


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


def asked(words: list[str] | None) -> argparse.Namespace:
    """The options, with what is usual on the device wherever nothing is said."""
    here = "cuda" if torch.cuda.is_available() else "cpu"
    parser = argparse.ArgumentParser(description="Learn a game by self-play.")
    add = parser.add_argument
    add("game", nargs="?", default="suntzu", choices=tenka.games())
    add("--players", type=int, help="how many; by default as many as the game's default")
    add("--device", choices=tuple(DEFAULTS), default=here)
    add("--minutes", type=float, default=5.0, help="of learning")
    add("--matches", type=int, help="side by side")
    add("--steps", type=int, help="decisions in each match between rounds of learning")
    add("--width", type=int, help="of the network's two layers")
    add("--epochs", type=int, help="how often a round of learning goes over the decisions")
    add("--minibatch", type=int, help="decisions that are learned from at once")
    add("--lr", type=float, default=1e-3, help="the rate of learning, at the start")
    add("--curiosity", type=float, default=0.01, help="what trying things out is worth")
    add("--compile", action=argparse.BooleanOptionalAction, help="the network; usual with cuda")
    add("--against", default="novice", help="the bots to be measured against")
    add("--games", type=int, default=1000, help="in the last measurement; a quarter in others")
    add("--points", type=int, default=10, help="of the learning curve")
    add("--seed", type=int, default=1)
    add("--plot", help="write the learning curve here (SVG)")
    add("--json", help="write the figures here")
    add("--save", help="write the network here")
    options = parser.parse_args(words)
    for name, usual in (DEFAULTS[options.device] | {"compile": options.device == "cuda"}).items():
        if getattr(options, name) is None:
            setattr(options, name, usual)
    options.players = tenka.game(options.game).choose(options.players, {})["players"]
    return options


def main(words: list[str] | None = None) -> list[Point]:
    options = asked(words)
    code.go(code.Way.NOW)  # a bot that is still interpreted would not be itself
    player, curve = train(options)
    if options.plot:
        title = f"{tenka.game(options.game).title} by self-play: share of the win against "
        with open(options.plot, "w", encoding="utf-8") as file:
            file.write(drawn(curve, title + options.against))
    if options.json:
        machine = torch.cuda.get_device_name() if options.device == "cuda" else "cpu"
        figures = {"machine": machine, "options": vars(options)}
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(figures | {"curve": [point._asdict() for point in curve]}, file, indent=1)
    if options.save:
        torch.save(player.state_dict(), options.save)
    return curve


if __name__ == "__main__":
    main()
