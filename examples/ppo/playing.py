"""Many matches of a network against itself, and what each decision turned out to be worth."""

import argparse
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import torch
from torch import Tensor

import tenka
from ppo.networks import Frozen, Player, decide, reply
from tenka.core.errors import OptionError
from tenka.envs.vector import WAIT, VectorEnv

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
