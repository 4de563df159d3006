"""One match at a time, with all that an environment around it needs."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from tenka.core.errors import OptionError, listing
from tenka.core.match import Match
from tenka.core.registry import find
from tenka.core.sheet import Sheet
from tenka.envs import environment_version
from tenka.envs.payoff import rewards_of
from tenka.envs.sight import Mask, Sight

SEEDS = 2**63
TEXT_WIDTH = 110  # characters
ILLEGAL = ("terminate", "random", "raise")  # what an illegal decision leads to
ILLEGAL_REWARD = -1.0  # if it ends the match


def env_id(name: str) -> str:
    """What a game is called in the registries of PettingZoo and Gymnasium."""
    game = find(name)
    return f"tenka/{game.title.replace(' ', '')}-v{environment_version(game)}"


class Table:
    """A game with its options, the match that is being played, and how it is shown."""

    RENDER_MODES: ClassVar = ["human", "ansi", "rgb_array"]

    def __init__(
        self,
        name: str,
        players: int | None,
        options: Mapping[str, Any],
        illegal: str,
        render_mode: str | None,
    ) -> None:
        _one_of("render_mode", render_mode, (None, *self.RENDER_MODES))
        _one_of("illegal", illegal, ILLEGAL)
        self.game = find(name)
        self.options = self.game.choose(players, options)
        self.players: int = self.options["players"]
        self.illegal = illegal
        self.render_mode = render_mode
        self.sight = Sight(self.game)
        self.rng = np.random.default_rng()
        self.match = Match(self.game, self.options, 0)

    def begin(self, seed: int | None) -> None:
        """A new match; without a seed, the next one after those before."""
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.match = Match(self.game, self.options, int(self.rng.integers(SEEDS)))

    def decide(self, player: int, action: Any, mask: Mask) -> bool:
        """Make a decision; False if it was an illegal one and that ends the match."""
        number = int(action)
        if not (0 <= number < len(mask) and mask[number]):
            if self.illegal == "terminate":
                return False
            if self.illegal == "random":
                number = int(self.rng.choice(np.flatnonzero(mask)))
        self.match.play(player, number)
        return True

    def rewards(self) -> list[float]:
        """What the finished match brings each player."""
        winners = np.array([int(self.match.state.winners)])
        values: list[float] = rewards_of(winners, self.players)[0].tolist()
        return values

    def render(self, viewer: int) -> str | NDArray[np.uint8] | None:
        """What a player sees, in the way that was asked for."""
        if self.render_mode is None:
            raise OptionError(f"say how: render_mode={listing(map(repr, self.RENDER_MODES))}")
        view = self.match.view(viewer)
        if self.render_mode != "rgb_array":
            text = self._drawn(view, "standard")
            if self.render_mode == "ansi":
                return text
            print(text)
            return None
        if self.game.picture is not None:
            return self.game.picture(view).array()
        return Sheet.of_text(self._drawn(view, None)).array()

    def _drawn(self, view: Mapping[str, Any], colours: Literal["standard"] | None) -> str:
        """The board as a terminal shows it."""
        page = Console(
            file=io.StringIO(),
            width=TEXT_WIDTH,
            force_terminal=colours is not None,
            color_system=colours,
        )
        with page.capture() as captured:
            page.print(self.game.draw(view))
        return captured.get()


def _one_of(name: str, value: Any, known: Sequence[Any]) -> None:
    if value not in known:
        raise OptionError(f"{name} is {listing(map(repr, known))}, not {value!r}")
