"""What the decisions of a finished game were worth, and what luck did.

A game is a row of choices: a tile with its hex, a plan, the orders of a round. Each is judged by
what its player could know then, beside the best that the judge finds, in the same drawn states.
After each choice stand the chances of all: each as the player could know it, and with all cards up.
What changes in them and comes of nobody's choice is luck: what was drawn or thrown, and what lay
hidden.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from tenka.analysis.judge import Judge, all_cards_up
from tenka.core import foresight
from tenka.core.game import Action
from tenka.core.judging import Line, Reals
from tenka.core.match import Match

DRAWS = 128  # states drawn for a position, and for each of the best options
CHANCES, OPTIONS, COSTS = range(3)  # seeds: what a choice costs is found in states of its own
# What a choice costs at least to be one of these, in chances to win: see docs/analysis.md.
MARKS = {"blunder": 0.2, "mistake": 0.1, "slip": 0.05}


@dataclass(frozen=True)
class Choice:
    """Decisions of one player that belong together, by their numbers in the game."""

    player: int
    numbers: tuple[int, ...]
    line: Line


@dataclass(frozen=True)
class Moment:
    """Everyone's chance to win: as each could know it, and with all cards up."""

    known: list[float]
    up: list[float]


@dataclass(frozen=True)
class Step:
    """One choice, what it cost, and the chances after it; positions count decisions made."""

    player: int
    begins: int  # the position in which it was asked
    ends: int  # ... and the one it led to
    did: list[str]
    better: list[str]  # what the judge would have done; empty where that is the same or no better
    cost: float
    given: list[float]  # what it changed in everyone's chances, beside the better one
    after: Moment

    @property
    def mark(self) -> str | None:
        """How bad it was, if it was."""
        return next((name for name, least in MARKS.items() if self.cost >= least), None)


class Reviewer:
    """Judges the choices of one game, in any order: the same each time."""

    def __init__(self, match: Match, draws: int = DRAWS) -> None:
        self.judge = Judge(match.game.name, draws)
        self.decisions = [(player, action.id) for player, action, _ in match.history]
        self.players = int(match.options["players"])
        self._origin = Match(match.game, match.options, match.seed)
        self._match, self._reached = self._origin.clone(), 0
        self._seen: dict[int, tuple[bytes, float]] = {}  # the last judgement of each player
        self.choices = self._split()

    def begin(self) -> Moment:
        """The chances before the first decision."""
        return self._moment(self._at(0))

    def step(self, number: int) -> Step:
        """A choice by its number, judged."""
        choice = self.choices[number]
        begins, ends = choice.numbers[0], choice.numbers[-1] + 1
        before = self._at(begins)
        line, better, given = choice.line, choice.line, np.zeros(self.players)
        if len(before.legal(choice.player)) > 1 or len(line) > 1:
            better, given = self._compare(before, choice)
        if better != line:
            better = self._completed(before, choice.player, better)
        return Step(
            player=choice.player,
            begins=begins,
            ends=ends,
            did=self._words(line),
            better=self._words(better) if better != line else [],
            cost=rounded(-given[choice.player]),
            given=[rounded(change) for change in given],
            after=self._moment(self._at(ends)),
        )

    def steps(self, first: int, seconds: float) -> list[Step]:
        """The choices from one on that can be judged in about so many seconds: at least one."""
        until, found = time.monotonic() + seconds, []
        for number in range(first, len(self.choices)):
            found.append(self.step(number))
            if time.monotonic() > until:
                break
        return found

    def _split(self) -> list[Choice]:
        """The game's choices, in the order in which they began."""
        found: list[Choice] = []
        taken: set[int] = set()
        for number, (player, _) in enumerate(self.decisions):
            if number in taken:
                continue
            own = [n for n, (p, _) in enumerate(self.decisions[number:], number) if p == player]
            coming = [self.decisions[n][1] for n in own]
            seen = self._at(number).redacted(player)
            count = self.judge.judging.cut(seen, coming)
            found.append(Choice(player, tuple(own[:count]), tuple(coming[:count])))
            taken.update(own[:count])
        return found

    def _at(self, position: int) -> Match:
        """The game after so many decisions."""
        if position < self._reached:
            self._match, self._reached = self._origin.clone(), 0
        for player, action in self.decisions[self._reached : position]:
            self._match.play(player, action)
        self._reached = position
        return self._match

    def _compare(self, before: Match, choice: Choice) -> tuple[Line, Reals]:
        """The best choice, and what the one that was made changes in everyone's chances."""
        me, line, seen = choice.player, choice.line, before.redacted(choice.player)
        options = self.judge.options(me, seen, before.legal(me), OPTIONS, also=[line])
        best = tuple(action.id for action in options[0].line)
        if best != line:
            made, better = self.judge.weigh(me, seen, [line, best], COSTS)
            if better[me] > made[me]:
                return best, np.asarray(made - better)
        return line, np.zeros(self.players)

    def _completed(self, before: Match, me: int, line: Line) -> Line:
        """A choice with the best that completes it, where it is only begun: a march, its armies."""
        match, made = before.clone(), 0
        while made < len(line):
            begun = line[made] in foresight.picks_now(match)
            match.play(me, line[made])
            made += 1
            if begun and made == len(line) and me in match.to_act:
                further = self.judge.options(me, match.redacted(me), match.legal(me), OPTIONS)
                line += tuple(action.id for action in further[0].line)
        return line

    def _moment(self, match: Match) -> Moment:
        known = [rounded(self._own(match, player)) for player in range(self.players)]
        up = self.judge.chances(all_cards_up(match.game, match.state), None, CHANCES)
        return Moment(known, [rounded(chance) for chance in up])

    def _own(self, match: Match, player: int) -> float:
        """A player's chance as the player could know it: the same while nothing new is seen."""
        seen = match.redacted(player)
        content, last = seen.tobytes(), self._seen.get(player)
        if last is None or last[0] != content:
            chance = float(self.judge.chances(seen, player, CHANCES)[player])
            self._seen[player] = last = content, chance
        return last[1]

    def _words(self, line: Line) -> list[str]:
        actions: tuple[Action, ...] = self.judge.game.actions
        return [str(actions[number]) for number in line]


def rounded(chance: float) -> float:
    """As exact as is worth telling."""
    return round(float(chance), 4) + 0.0  # without a minus before nothing


def review(
    match: Match, draws: int = DRAWS, done: Callable[[int, int], None] = lambda made, of: None
) -> dict[str, Any]:
    """The review of a game, ready for JSON; `done` is told how far it is."""
    reviewer = Reviewer(match, draws)
    steps: list[Step] = []
    start = reviewer.begin()
    for number in range(len(reviewer.choices)):
        steps.append(reviewer.step(number))
        done(number + 1, len(reviewer.choices))
    return assembled(start, steps)


def assembled(start: Moment, steps: Sequence[Step]) -> dict[str, Any]:
    """A review from its parts: each step with its mark and with everyone's luck so far."""
    given = np.zeros(len(start.known))
    told, costs = [], np.zeros(len(start.known))
    for step in steps:
        given += step.given
        costs[step.player] += step.cost
        luck = {
            "known": _luck(step.after.known, start.known, given),
            "up": _luck(step.after.up, start.up, given),
        }
        told.append(asdict(step) | {"mark": step.mark, "luck": luck})
    nothing = [0.0] * len(start.known)
    return {
        "start": asdict(start),
        "steps": told,
        "costs": [rounded(cost) for cost in costs],
        "luck": told[-1]["luck"] if told else {"known": nothing, "up": nothing},
    }


def _luck(now: list[float], start: list[float], given: Reals) -> list[float]:
    """What has changed since the beginning and came of no choice."""
    return [rounded(n - s - g) for n, s, g in zip(now, start, given, strict=True)]
