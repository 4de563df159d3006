"""What is compiled of Samurai's opponents."""

from __future__ import annotations

from tenka.bots.samurai.search import ponder, propose
from tenka.bots.samurai.tree import explore
from tenka.core.code import Code
from tenka.core.game import Game


def code(game: Game) -> Code:
    """`propose`, `ponder` and `explore`."""
    return game.engine.extend("bots", propose, ponder, explore)
