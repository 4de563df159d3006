"""A network in the shape of Samurai's board, for `examples/train.py` and `examples/imitate.py`.

    python examples/imitate.py --minutes 2 --keep run.pt
    python examples/train.py samurai --all --network examples/board.py:Board --keep run.pt

What a tile is worth at a settlement is found by the same weights for all settlements; a hex is
worth the sum of those that it touches, and a tile what its best hexes are. The whole position has
its say through a trunk that every settlement tells of itself and listens to.
"""

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

import tenka
from tenka.bots.network import CAP
from tenka.games.samurai.actions import HEX, TILE
from tenka.games.samurai.encode import (
    GAPS,
    HEX_TILES,
    LIFTED,
    PHASE,
    PICKED,
    PLAYERS,
    STANDING,
    STRENGTHS,
    TILE_NUMBERS,
)
from tenka.games.samurai.facts import (
    HEXES,
    KINDS,
    LAND,
    LAND_ON_BOARD,
    MOST_PLAYERS,
    SEA_ON_BOARD,
    SETTLEMENTS,
    TILES,
    TOUCHES,
)
from tenka.games.samurai.state import PLAY_TILE

NEVER = -1e9  # the log-odds of what is illegal
FEATURES = 64  # of a settlement
SHIPS = [name.startswith("ship") for name in TILES]


def blocks() -> tuple[list[int], list[list[int]]]:
    """Where the numbers lie that are of the whole, and those of each settlement."""
    of_hexes = range(HEX_TILES, HEX_TILES + HEXES * TILE_NUMBERS)
    width = 3 * MOST_PLAYERS
    settlements = [
        [
            *range(STANDING + 3 * s, STANDING + 3 * s + 3),
            GAPS + s,
            *range(STRENGTHS + width * s, STRENGTHS + width * s + width),
            LIFTED + 3 + s,
        ]
        for s in range(SETTLEMENTS)
    ]
    taken = {*of_hexes, *(place for row in settlements for place in row)}
    size = tenka.game("samurai").observation_size
    return [place for place in range(size) if place not in taken], settlements


def fields() -> np.ndarray:
    """By players from two on, and tile: the hexes that it may be laid on, if they are free."""
    open_to = np.zeros((3, KINDS, HEXES), dtype=bool)
    for players in range(2, 5):
        for tile, ship in enumerate(SHIPS):
            first = LAND if ship else 0
            count = (SEA_ON_BOARD if ship else LAND_ON_BOARD)[players]
            open_to[players - 2, tile, first : first + count] = True
    return open_to


class Board(nn.Module):
    """From a compact observation to odds for every decision, and what the match is worth."""

    def __init__(self, game: tenka.Game, seats: int, width: int):
        super().__init__()
        self.decides, self.seats = len(game.actions), seats
        whole, settlements = blocks()
        near = np.zeros((HEXES, SETTLEMENTS), dtype=np.float32)
        for hex, touched in enumerate(TOUCHES):
            near[hex, touched[touched >= 0]] = 1
        for name, constant in {
            "scale": game.observation.scale,
            "whole": np.array(whole),
            "parts": np.array(settlements),
            "near": near,
            "open_to": fields(),
        }.items():
            self.register_buffer(name, torch.from_numpy(constant), persistent=False)
        self.eyes = nn.Linear(len(whole), width)
        self.scouts = nn.Linear(self.parts.shape[1], FEATURES)
        self.homes = nn.Parameter(torch.zeros(SETTLEMENTS, FEATURES))
        self.orders = nn.Linear(width, FEATURES)
        self.reports = nn.Linear(FEATURES, FEATURES)
        self.mind = nn.Linear(width + 2 * FEATURES, width)
        self.heart = nn.Linear(width, width)
        self.plans = nn.Linear(width, FEATURES)
        self.views = nn.Linear(FEATURES, FEATURES)
        self.again = nn.Linear(FEATURES, FEATURES)
        self.worths = nn.Linear(FEATURES, KINDS)
        self.misses = nn.Linear(width, TILE_NUMBERS)
        self.mouth = nn.Linear(width, self.decides + seats)
        for last in (self.worths, self.misses, self.mouth):
            nn.init.normal_(last.weight, std=0.01)  # to begin with, all are equally good
            nn.init.zeros_(last.bias)

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Log-odds, and the expected reward of each seat, from the decider's on."""
        kind = torch.bfloat16 if seen.is_cuda else torch.float32
        with torch.autocast(seen.device.type, torch.bfloat16, enabled=seen.is_cuda):
            numbers = seen.to(kind) * self.scale.to(kind)
            sight = functional.relu(self.eyes(numbers[:, self.whole]))
            told = self.scouts(numbers[:, self.parts]) + self.homes
            told = functional.relu(told + self.orders(sight)[:, None])
            told = functional.relu(told + self.reports(told))
            heard = torch.cat((sight, told.mean(dim=1), told.amax(dim=1)), dim=1)
            thought = functional.relu(self.mind(heard))
            thought = functional.relu(thought + self.heart(thought))
            view = functional.relu(self.views(told) + self.plans(thought)[:, None])
            view = functional.relu(view + self.again(view))
            at_hexes = self.near.to(kind) @ self.worths(view)  # by hex and tile
            missed = self.misses(thought)
            said = self.mouth(thought)
        said = said.float()
        odds = said[:, : self.decides] + self.of_board(seen, at_hexes.float(), missed.float())
        odds, values = (CAP * torch.tanh(x / CAP) for x in (odds, said[:, self.decides :]))
        return functional.log_softmax(odds.masked_fill(~masks, NEVER), dim=1), torch.tanh(values)

    def of_board(self, seen: Tensor, at_hexes: Tensor, missed: Tensor) -> Tensor:
        """What the board adds: to a hex what the tile in hand is worth there, or what lies there;
        to a tile what it is worth on its best hexes.
        """
        picked = seen[:, PICKED : PICKED + KINDS].float()
        place = slice(HEX_TILES, HEX_TILES + HEXES * TILE_NUMBERS)
        laid = seen[:, place].view(len(seen), HEXES, TILE_NUMBERS)
        hexes = (at_hexes * picked[:, None]).sum(dim=2) + (laid * missed[:, None]).sum(dim=2)
        players = seen[:, PLAYERS : PLAYERS + 3].argmax(dim=1)
        free = (laid[:, :, :MOST_PLAYERS] == 0).all(dim=2)
        fits = self.open_to[players].transpose(1, 2) & free[:, :, None]
        tiles = at_hexes.masked_fill(~fits, -CAP).logsumexp(dim=1)
        playing = seen[:, PHASE + PLAY_TILE].float()[:, None]
        parts = torch.zeros(len(seen), self.decides, device=seen.device)
        parts[:, TILE : TILE + KINDS] = tiles * playing
        parts[:, HEX : HEX + HEXES] = hexes
        return parts

    def exported(self) -> dict[str, Tensor]:
        """What is written for those who play without PyTorch."""
        return dict(self.state_dict())
