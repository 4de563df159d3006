"""Golden playthroughs: one game as text that shows every public method; a diff is the review.

python -m tests.playthrough suntzu     writes tests/fixtures/suntzu/playthrough.txt anew
"""

from __future__ import annotations

import io
import json
import random
import sys
from pathlib import Path

from rich.console import Console

import tenka

FIXTURES = Path(__file__).parent / "fixtures"
SHOWN = 8  # positions that are shown whole


def playthrough(name: str, **options: object) -> str:
    """One random game: all entries, and at a few positions all that there is to ask."""
    match = tenka.new(name, seed=2026, **options)
    length = len(_played_out(match.clone()).history)
    at = {round(n * (length - 1) / (SHOWN - 1)) for n in range(SHOWN)}
    lines = [f"{match.game.title}, options {match.options}, seats {match.seats}"]
    lines += [f"  {entry}" for entry in match.journal]
    rng = random.Random(2026)
    for number in range(length):
        if number in at:
            lines += _position(match, number)
        player = rng.choice(match.to_act)
        action = rng.choice(match.legal(player))
        known = len(match.journal)
        match.play(player, action)
        lines.append(f"{number + 1}. player {player}: {action} (decision {action.id})")
        lines += [f"  {entry}" for entry in match.journal[known:]]
    lines += _position(match, length)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _played_out(match: tenka.Match) -> tenka.Match:
    rng = random.Random(2026)
    while not match.over:
        player = rng.choice(match.to_act)
        match.play(player, rng.choice(match.legal(player)))
    return match


def _position(match: tenka.Match, number: int) -> list[str]:
    lines = ["", f"--- after {number} decisions ---"]
    lines.append(f"to_act {match.to_act}, over {match.over}, winners {match.winners}")
    lines.append(f"scores {match.scores}")
    lines += [
        f"legal({p}) {' | '.join(map(str, match.legal(p)))}"
        for p in range(match.options["players"])
    ]
    for viewer in (*range(match.options["players"]), None):
        lines.append(f"view({viewer}) {json.dumps(match.view(viewer))}")
    seen = match.game.observe(match.state, 0)
    shown = " ".join(f"{at}:{value:.3g}" for at, value in enumerate(seen) if value)
    lines += [f"observe(0) {shown}", _drawn(match), ""]
    return lines


def _drawn(match: tenka.Match) -> str:
    paper = io.StringIO()
    viewer = match.to_act[0] if match.to_act else None
    Console(file=paper, width=120).print(match.game.draw(match.view(viewer)))
    return paper.getvalue()


def main() -> None:
    """Write the playthroughs of the games named on the command line."""
    for name in sys.argv[1:]:
        file = FIXTURES / name / "playthrough.txt"
        file.write_text(playthrough(name), encoding="utf-8")
        print(f"wrote {file}")


if __name__ == "__main__":
    main()
