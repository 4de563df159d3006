"""The network that learns, those that play and learn no more, and how they decide."""

import math
import sys
from importlib.resources import files
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

import tenka
from tenka.bots.network import CAP, SELDOM, Network

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
