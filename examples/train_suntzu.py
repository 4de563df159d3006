"""Learn Sun Tzu by self-play: PPO in one file, on PyTorch and Tenka's batch environment.

    pip install torch
    python examples/train_suntzu.py --minutes 5 --plot curve.svg

One network plays both seats of every match. Each decision is judged by how the match ends for the
player who made it. Now and then the network plays against a bot that it never trains with. With a
GPU the same file runs on it.
"""

import argparse
import math
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

import tenka
from tenka.envs.vector import WAIT, VectorEnv

GAME = "suntzu"
TRUST = 0.95  # lambda of generalised advantage estimation
CLIP = 0.2  # how far a decision's odds may move in one round of learning
ENTROPY = 0.01  # what trying things out is worth
EPOCHS, MINIBATCH = 2, 4096
MEMORY = 0.98  # of the mean of networks, from round to round


class Player(nn.Module):
    """From an observation to odds for every decision and the expected reward."""

    def __init__(self, sees, decides, width=256):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(sees, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(width, decides), nn.Linear(width, 1)
        nn.init.normal_(self.policy.weight, std=0.01)  # to begin with, all are equally good

    def forward(self, seen, masks):
        """Log-odds, those of illegal decisions at minus infinity, and values."""
        thought = self.body(seen)
        odds = self.policy(thought).masked_fill(~masks, -torch.inf)
        return functional.log_softmax(odds, dim=1), torch.tanh(self.value(thought)).squeeze(1)


def choose(log_odds):
    """Decisions at random by their odds (the Gumbel trick: one pass, no loop)."""
    noise = -torch.log(-torch.log(torch.rand_like(log_odds).clamp(1e-10, 1 - 1e-7)))
    return (log_odds + noise).argmax(dim=1)


class SelfPlay:
    """Many matches of the network against itself, a stretch of decisions at a time."""

    def __init__(self, player, device, matches, steps, seed):
        self.env = VectorEnv(GAME, matches, seed=seed)
        self.player, self.device, self.steps = player, device, steps
        # These are the environment's own memory, not copies: they change with every step.
        self.seen = torch.from_numpy(self.env.observations)
        self.masks = torch.from_numpy(self.env.masks)

    def look(self):
        """What the next to decide see, on the device."""
        return self.seen.to(self.device, copy=True), self.masks.to(self.device, copy=True)

    @torch.no_grad()
    def play(self):
        """One decision after another in all matches; what PPO learns from, as one long batch."""
        rows = []
        for _ in range(self.steps):
            seen, masks = self.look()
            log_odds, values = self.player(seen, masks)
            actions = choose(log_odds)
            actors = self.env.actors.astype(np.int64)
            self.env.step(actions.cpu())
            taken = log_odds.gather(1, actions[:, None]).squeeze(1)
            ends = (self.env.rewards.copy(), self.env.ended.copy())
            rows.append((seen, masks, actions, taken, values, actors, ends))
        seen, masks, actions, taken, values = (
            torch.cat([row[at] for row in rows]) for at in range(5)
        )
        _, last = self.player(*self.look())
        gains = self.advantages(rows, values.view(self.steps, -1).cpu().numpy(), last.cpu().numpy())
        gains = torch.from_numpy(gains).to(self.device).flatten()
        return seen, masks, actions, taken, gains, gains + values

    def advantages(self, rows, values, last):
        """How much better each decision turned out than expected.

        The decisions of a match are the stories of two players, interleaved. Going back in time,
        `value` and `gain` are those of each player's next decision, and `reward` is what came in
        between. What the match is worth to one is its opposite to the other.
        """
        each = np.arange(len(last))
        value = np.stack([last, -last], axis=1)
        value[self.env.actors == 1] *= -1
        gain, reward = np.zeros_like(value), np.zeros_like(value)
        gains = np.zeros_like(values)
        for step in reversed(range(self.steps)):
            actors, (rewards, ended) = rows[step][5], rows[step][6]
            value[ended], gain[ended], reward[ended] = 0, 0, rewards[ended]
            surprise = reward[each, actors] + value[each, actors] - values[step]
            gains[step] = surprise + TRUST * gain[each, actors]
            gain[each, actors], reward[each, actors] = gains[step], 0
            value[each, actors] = values[step]
        return gains


def learn(player, optimizer, batch):
    """One round of PPO."""
    seen, masks, actions, before, gains, targets = batch
    for _ in range(EPOCHS):
        for part in torch.randperm(len(seen), device=seen.device).split(MINIBATCH):
            log_odds, values = player(seen[part], masks[part])
            chosen = log_odds.gather(1, actions[part, None]).squeeze(1)
            ratio = (chosen - before[part]).exp()
            gain = (gains[part] - gains[part].mean()) / (gains[part].std() + 1e-8)
            better = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            likely = log_odds.exp()
            entropy = -(likely * log_odds.masked_fill(~masks[part], 0)).sum(dim=1).mean()
            wrong = functional.mse_loss(values, targets[part])
            loss = 0.5 * wrong - better - ENTROPY * entropy
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimizer.step()


@torch.no_grad()
def face(player, device, level, games, seed):
    """The share of the win against a bot, in as many games from either seat."""
    env = VectorEnv(GAME, games, seed=seed)
    bot, rng, wins = tenka.bot(GAME, level), np.random.default_rng(seed), 0.0
    mine = np.arange(games) % 2
    while (env.actors >= 0).any():
        log_odds, _ = player(
            torch.from_numpy(env.observations).to(device), torch.from_numpy(env.masks).to(device)
        )
        actions = np.where(env.actors == mine, choose(log_odds).cpu().numpy(), WAIT)
        for at in np.flatnonzero((env.actors != mine) & (env.actors >= 0)):
            legal = [env.game.actions[number] for number in np.flatnonzero(env.masks[at])]
            other = int(env.actors[at])
            seen = env.game.redact(env.states[at], other)
            actions[at] = bot.act(other, seen, legal, rng).id
        env.step(actions, restart=False)
        wins += ((1 + env.rewards[np.arange(games), mine]) / 2)[env.ended].sum()
    return float(wins / games)


def interval(share, games, z=1.96):
    """Wilson's 95% interval of a share."""
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + (z / games / 2) ** 2)
    return middle - half, middle + half


def train(options):
    """Play and learn until the time is up; the points of the learning curve."""
    torch.manual_seed(options.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    game = tenka.game(GAME)
    player = Player(game.observation_size, len(game.actions)).to(device)
    optimizer = torch.optim.Adam(player.parameters(), lr=options.rate, eps=1e-5)
    # Who learns against itself runs in circles; the mean of the last rounds is steadier.
    steady = AveragedModel(player, multi_avg_fn=get_ema_multi_avg_fn(MEMORY))
    play = SelfPlay(player, device, options.matches, options.steps, options.seed)
    curve, decisions, learnt, limit = [], 0, 0.0, 60 * options.minutes
    while True:
        done = learnt >= limit
        if done or learnt >= limit * len(curve) / options.points:
            games = options.games if done else max(2, options.games // 4)
            share = face(steady, device, options.against, games, options.seed + len(curve))
            curve.append((learnt / 60, share, *interval(share, games)))
            print(
                f"{learnt / 60:5.1f} min {decisions / 1e6:7.2f} M decisions: {share:.1%} against "
                f"{options.against} ({curve[-1][2]:.1%} to {curve[-1][3]:.1%}, {games} games)",
                flush=True,
            )
        if done:
            return steady.module, curve
        start = time.perf_counter()
        for group in optimizer.param_groups:
            group["lr"] = options.rate * max(0.05, 1 - learnt / limit)
        learn(player, optimizer, play.play())
        steady.update_parameters(player)
        learnt += time.perf_counter() - start
        decisions += options.matches * options.steps


def drawn(curve, title, width=640, height=360):
    """The learning curve as a picture (SVG)."""
    longest = max(curve[-1][0], 1e-9)

    def at(minutes, share):
        return f"{60 + (width - 90) * minutes / longest:.1f} {40 + (height - 90) * (1 - share):.1f}"

    line = "L".join(at(m, share) for m, share, _, _ in curve)
    band = "L".join(
        [at(m, low) for m, _, low, _ in curve] + [at(m, high) for m, _, _, high in curve[::-1]]
    )
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
        f'<path d="M{band}Z" fill="#b0302a" fill-opacity="0.2"/>'
        f'<path d="M{line}" fill="none" stroke="#b0302a" stroke-width="2"/>'
        f'<text x="{width / 2:.0f}" y="{height - 14}" text-anchor="middle">minutes of learning, '
        f"0 to {longest:.1f}</text></svg>\n"
    )


def main(words=None):
    parser = argparse.ArgumentParser(description="Learn Sun Tzu by self-play.")
    parser.add_argument("--minutes", type=float, default=5.0, help="of learning")
    parser.add_argument("--matches", type=int, default=256, help="side by side")
    parser.add_argument(
        "--steps", type=int, default=64, help="decisions between rounds of learning"
    )
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning, at the start")
    parser.add_argument("--against", default="novice", help="the bot to be measured against")
    parser.add_argument("--games", type=int, default=1000, help="in the last measurement")
    parser.add_argument("--points", type=int, default=10, help="of the learning curve")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", help="write the learning curve here (SVG)")
    parser.add_argument("--save", help="write the network here")
    options = parser.parse_args(words)
    player, curve = train(options)
    if options.plot:
        with open(options.plot, "w", encoding="utf-8") as file:
            file.write(
                drawn(curve, f"Sun Tzu by self-play: share of the win against {options.against}")
            )
    if options.save:
        torch.save(player.state_dict(), options.save)
    return curve


if __name__ == "__main__":
    main()
