"""The layouts in docs/research.md, made from the code by `python -m tenka.envs.docs`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from itertools import accumulate, pairwise
from pathlib import Path

from tenka.core.game import Block, Game
from tenka.core.registry import find, games

PAGE = Path("docs/research.md")


def filled(page: str, name: str, text: str) -> str:
    """A page with other text between the marks `<!-- NAME -->` and `<!-- end of NAME -->`."""
    marks = f"<!-- {name} -->", f"<!-- end of {name} -->"
    between = re.compile(f"(?<={re.escape(marks[0])}\n).*?(?={re.escape(marks[1])})", re.DOTALL)
    if not between.search(page):
        raise ValueError(f"the page has no place for {name}: {marks[0]} and {marks[1]}")
    return between.sub(lambda _: f"\n{text.strip()}\n\n", page)


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table in Markdown."""
    lines = [list(head), *([str(cell).replace("|", r"\|") for cell in row] for row in rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def span(first: int, size: int) -> str:
    """Numbers from `first` on."""
    return str(first) if size == 1 else f"{first} to {first + size - 1}"


def observations(game: Game) -> str:
    """Which numbers of an observation mean what."""
    edges = accumulate((block.size for block in game.observation), initial=0)
    rows = [
        (span(first, last - first), f"`{block.name}`", block.about, parts(block))
        for block, (first, last) in zip(game.observation, pairwise(edges), strict=True)
    ]
    return table(("numbers", "block", "meaning", "parts"), rows)


def parts(block: Block) -> str:
    """What the numbers of a block are divided by."""
    return "" if block.parts == (1,) else ", ".join(map(str, block.parts))


def decisions(game: Game) -> str:
    """Which numbers are which decisions, in groups."""
    rows, first = [], 0
    for group in game.decisions:
        shown = dict.fromkeys((group.texts[0], group.texts[-1]))
        notation = " … ".join(f"`{text}`" for text in shown)
        rows.append((span(first, len(group.texts)), group.name, notation))
        first += len(group.texts)
    return table(("numbers", "group", "notation"), rows)


def options(game: Game) -> str:
    """What can be chosen by keyword."""
    players = ", ".join(map(str, sorted(game.players)))
    rows = [("`players`", players, str(game.players[0]), "")]
    for option in game.options:
        default = "–" if option.default is None else f"`{option.default!r}`"
        rows.append((f"`{option.name}`", option.describe(), default, option.about))
    return table(("option", "values", "default", ""), rows)


def history(game: Game) -> str:
    """What has changed since the first version of a game's rules."""
    told = ("first version", *game.revisions)
    return "\n".join(f"* {number}: {text}." for number, text in enumerate(told, start=1))


def chapter(game: Game) -> str:
    """All layouts of one game."""
    parts = [
        f"### {game.title} (`{game.name}`)",
        options(game),
        f"An observation has {game.observation_size} numbers:",
        observations(game),
        f"The phases are: {', '.join(game.phases)}.",
        f"There are {len(game.actions)} decisions:",
        decisions(game),
        "Versions of the rules:",
        history(game),
    ]
    return "\n\n".join(parts)


def layouts() -> str:
    """The generated part of the page."""
    return "\n\n".join(chapter(find(name)) for name in games())


def main(path: Path) -> None:
    """Rewrite the page."""
    path.write_text(filled(path.read_text(encoding="utf-8"), "layouts", layouts()), "utf-8")


if __name__ == "__main__":
    main(Path(*sys.argv[1:]) if sys.argv[1:] else PAGE)
