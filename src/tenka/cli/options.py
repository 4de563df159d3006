"""A game's options as they are given on the command line."""

from __future__ import annotations

from typing import Any

import tenka
from tenka.core.errors import OptionError


def options_of(name: str, pairs: list[str]) -> dict[str, Any]:
    """Options from NAME=VALUE; the game's own error tells what it takes."""
    words = {"true": True, "yes": True, "false": False, "no": False}
    chosen: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise OptionError(f"an option is NAME=VALUE, for example events=true, not {pair!r}")
        chosen[key] = int(value) if value.isdigit() else words.get(value.casefold(), value)
    tenka.game(name).choose(None, chosen)
    return chosen
