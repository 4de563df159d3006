"""What PPO learns from a stretch of play."""

import argparse

import torch
from torch import Tensor, nn
from torch.nn import functional

from ppo.networks import Player

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
