"""How well a network does against others, and the curve of that."""

import argparse
import math
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import torch

from ppo.networks import Frozen, Player, choose, decide, reply
from tenka.envs.opponents import seated
from tenka.envs.vector import WAIT, VectorEnv


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
