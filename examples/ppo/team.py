"""Several processes that learn one network."""

import os
from typing import Any

import torch
from torch import distributed, nn
from torch.nn.parallel import DistributedDataParallel

from ppo.networks import Player


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
