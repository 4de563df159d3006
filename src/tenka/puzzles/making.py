"""Making puzzles: games, and the positions in them where one choice is clearly best.

A position becomes a puzzle if a beginner mostly errs there and a deep judgement does not doubt: the
best choice stays far ahead of all others in many drawn states, and of games played to the end from
there more are won with it than with the choice that tempts beginners.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.random import Generator

from tenka.analysis import Judge
from tenka.core import foresight
from tenka.core.game import Game
from tenka.core.judging import Line
from tenka.core.match import Match
from tenka.core.registry import Bot, bot, find
from tenka.puzzles.collection import EASY, HARD, MEDIUM, Notation, Puzzle
from tenka.puzzles.played import Played

SCREENED = 24  # drawn states in which every choice is tried ...
PONDERED = 240  # ... the promising ones ...
DEEP = 1500  # ... and those of a puzzle
PROMISING = 10
MANY = 24  # choices: of more than these, the likely ones are looked at first
MARGIN = 0.06  # of the best choice before all others, in chances to win
ALIKE = 0.012  # choices that differ by less do the same
MOST_ANSWERS = 3
HOPE, DESPAIR = 0.9, 0.12  # whoever wins or loses anyhow has nothing to solve
NOVICES = 8  # that are asked ...
NOVICES_RIGHT = 4  # ... of whom no more may find the answer
PLAYED_OUT = 120  # games to the end at the most, with the best and with the tempting choice ...
FEWEST_PLAYED = 30  # ... and at least, if it is clear by then
WON_MORE = 0.03  # at least, of these games
HOPELESS, SURE = 1.0, 2.0  # usual errors below and above that
LEAST_SPREAD = 0.2  # of what a game more or less won says: few games may all end alike
PER_GAME = 2  # puzzles, so that they differ
FEWEST_CHOICES = 3
EXPERT_MS = 100


Worn = frozenset[Notation]  # answers that have come up often
DEFAULTS: Mapping[str, Any] = MappingProxyType({})  # of a game's options


@dataclass(frozen=True)
class Maker:
    """What one process needs to make puzzles of a game."""

    game: Game
    screen: Judge
    ponder: Judge
    deep: Judge
    novice: Bot
    adept: Bot
    expert: Bot

    def notation(self, line: Line) -> Notation:
        """A choice as people read it."""
        return tuple(self.game.actions[number].text for number in line)


@cache
def maker(name: str) -> Maker:
    """Judges of growing depth, and the levels whose errors make a puzzle."""
    return Maker(
        find(name),
        *(Judge(name, SCREENED), Judge(name, PONDERED), Judge(name, DEEP)),
        *(bot(name, "novice"), bot(name, "adept"), bot(name, "expert", think_ms=EXPERT_MS)),
    )


def puzzles_in(
    name: str, seed: int, stale: Worn = frozenset(), options: Mapping[str, Any] = DEFAULTS
) -> list[Puzzle]:
    """The puzzles in one game of novices and adepts; the number of players goes with the seed."""
    own = maker(name)
    players = sorted(own.game.players)[seed % len(own.game.players)]
    match = Match(own.game, own.game.choose(players, options), seed)
    rng = np.random.default_rng(seed)
    bots = [(own.novice, own.adept)[int(level)] for level in rng.integers(0, 2, size=players)]

    def decide(player: int) -> tuple[int, int]:
        return player, bots[player].act(player, match.redacted(player), match.legal(player), rng).id

    return _along(own, match, decide, rng, stale)


def puzzles_of(name: str, played: Played, stale: Worn = frozenset()) -> list[Puzzle]:
    """The puzzles in a game that was played."""
    own, decisions = maker(name), iter(played.decisions)
    match = Match(own.game, dict(played.options), played.seed)
    rng = np.random.default_rng(played.seed)
    return _along(own, match, lambda _: next(decisions, None), rng, stale)


def _along(
    own: Maker,
    match: Match,
    decide: Callable[[int], tuple[int, int] | None],
    rng: Generator,
    stale: Worn,
) -> list[Puzzle]:
    """The puzzles in a game that goes on as it is decided, to its end or until nothing is."""
    made, found, shared = bytearray(), list[Puzzle](), -1
    begun = False  # a choice that is not complete
    while (asked := match.to_act) and len(found) < PER_GAME:
        player, phase = asked[0], int(match.state.phase)
        shared = phase if len(asked) > 1 else shared
        if phase != shared and not begun and len(match.legal(player)) > 1:
            new = puzzle_at(own, match, player, bytes(made), rng, stale)
            found += [puzzle for puzzle in new if not any(puzzle.like(other) for other in found)]
        decided = decide(player)
        if decided is None:
            break
        begun = decided[1] in own.game.picks.get(phase, ())
        made += bytes(decided)
        match.play(*decided)
    return found


def puzzle_at(
    own: Maker,
    match: Match,
    player: int,
    made: bytes,
    rng: Generator,
    stale: Worn = frozenset(),
) -> list[Puzzle]:
    """The puzzle of a position, if it is one: what costs least to find out is asked first."""
    found = riddle_at(own, match, player, rng)
    if found is None or own.notation(found.answers[0]) in stale:
        return []
    if won_more(own, match, player, found.answers[0], found.tempting) < WON_MORE:
        return []
    return [
        Puzzle(
            own.game.name,
            match.options,
            match.seed,
            made.hex(),
            player,
            difficulty(own, match, player, found.answers, found.novices, rng),
            tuple(own.notation(line) for line in found.answers),
            own.notation(found.tempting),
            *found.chances,
        )
    ]


@dataclass(frozen=True)
class Riddle:
    """A choice that is clearly best, and one that tempts beginners."""

    answers: list[Line]
    tempting: Line
    chances: tuple[float, float]  # with the answer, and with the tempting choice
    novices: Counter[Line]


def riddle_at(own: Maker, match: Match, player: int, rng: Generator) -> Riddle | None:
    """What the judge and novices make of a position, if they differ clearly."""
    seen, lines = match.redacted(player), all_lines(own, match, player)
    if len(lines) < FEWEST_CHOICES or not promises(own, match, player, lines):
        return None
    novices = asked(own, match, player, rng)
    answers = clear_answers(own, player, seen, lines, novices)
    if not answers or not all(is_whole(own, match, player, answer) for answer in answers):
        return None
    tempting = next(line for line, _ in novices.most_common() if line not in answers)
    best, other = chances_of(own, player, seen, answers[0], tempting)
    return Riddle(answers, tempting, (best, other), novices) if best - other >= MARGIN else None


def chances_of(own: Maker, player: int, seen: Any, best: Line, tempting: Line) -> list[float]:
    """What is told of a puzzle, in states that had no say in which choice is best."""
    chances = own.deep.weigh(player, seen, [best, tempting], seed=1)[:, player]
    return [round(float(chance), 3) for chance in chances]


def told_again(puzzle: Puzzle) -> list[Puzzle]:
    """A puzzle with the chances of today, if one choice, the same, is still clearly best."""
    own, match, me = maker(puzzle.game), puzzle.match(), puzzle.seat
    seen, tempting = match.redacted(me), tuple(match.read(me, puzzle.tempting))
    lines = list(dict.fromkeys([*all_lines(own, match, me), tempting]))
    answers = clear_answers(own, me, seen, lines, Counter())
    words = tuple(own.notation(line) for line in answers)
    if not set(puzzle.answers[:1]) <= set(words) or tempting in answers:
        return []
    best, other = chances_of(own, me, seen, answers[0], tempting)
    rng = np.random.default_rng(puzzle.seed)
    level = difficulty(own, match, me, answers, asked(own, match, me, rng), rng)
    told = replace(puzzle, answers=words, chance=best, tempting_chance=other, difficulty=level)
    return [told] if best - other >= MARGIN else []


def promises(own: Maker, match: Match, player: int, lines: list[Line]) -> bool:
    """Whether, of many choices, one of the likely ones stands out at a first look."""
    if len(lines) <= MANY:
        return True
    seen = match.redacted(player)
    likely = own.screen.judging.lines(player, seen, match.legal(player), 0)
    return bool(standing_out(own.screen, player, seen, likely, MARGIN / 2))


def all_lines(own: Maker, match: Match, player: int) -> list[Line]:
    """Every choice that a player has; of those that go on further than the judge, the beginning."""
    seen, lines = match.redacted(player), list[Line]()
    for choice in foresight.choices(match, player):
        first = choice.action.id
        ways: list[Line] = [(first, number) for number in choice.leads_to] or [(first,)]
        lines += [way[: own.deep.judging.cut(seen, way)] for way in ways]
    return list(dict.fromkeys(lines))


def is_whole(own: Maker, match: Match, player: int, line: Line) -> bool:
    """Whether a choice says all that matters: not where the judge knows only its beginning."""
    choice = next(c for c in foresight.choices(match, player) if c.action.id == line[0])
    known = own.deep.judging.cut(match.redacted(player), (*line, line[0])) <= len(line)
    return known and not (len(line) == 1 and isinstance(choice.leads_to, dict))


def standing_out(
    judge: Judge, player: int, seen: Any, lines: list[Line], margin: float
) -> tuple[int, list[Line]] | None:
    """How many choices are best, and the first of them all in order, if the others stay behind."""
    chances = judge.weigh(player, seen, lines, seed=judge.draws)[:, player]
    order = np.argsort(-chances, kind="stable")
    ranked = chances[order]
    alike = int((ranked >= ranked[0] - ALIKE).sum())
    nearest = ranked[alike] if alike < len(ranked) else ranked[0]
    if alike > MOST_ANSWERS or ranked[0] - nearest < margin or not DESPAIR < ranked[0] < HOPE:
        return None
    return alike, [lines[at] for at in order[:PROMISING]]


def clear_answers(
    own: Maker, player: int, seen: Any, lines: list[Line], novices: Counter[Line]
) -> list[Line]:
    """The best choice and those that do the same, if all others stay far behind; else nothing.

    Nothing either if too many novices find it.
    """
    for judge in (own.screen, own.ponder, own.deep):
        margin = MARGIN if judge is own.deep else MARGIN / 2
        found = standing_out(judge, player, seen, lines, margin)
        if found is None:
            return []
        alike, lines = found
        if sum(novices[line] for line in lines[:alike]) > NOVICES_RIGHT:
            return []
    return lines[:alike]


def line_of(own: Maker, player_bot: Bot, ahead: Match, player: int, rng: Generator) -> Line:
    """The choice that a bot makes in an imagined match, which stays where it is."""
    seen = ahead.redacted(player)
    first = player_bot.act(player, seen, ahead.legal(player), rng).id
    if own.deep.judging.cut(seen, (first, first)) == 1:
        return (first,)
    start = ahead.bookmark()
    ahead.play(player, first)
    second = player_bot.act(player, ahead.redacted(player), ahead.legal(player), rng).id
    ahead.go_back(start)
    return first, second


def difficulty(
    own: Maker,
    match: Match,
    player: int,
    answers: list[Line],
    novices: Counter[Line],
    rng: Generator,
) -> str:
    """By the levels that find the answer: easy is only what a novice may find, too."""
    ahead = foresight.imagine(match, player)
    found = line_of(own, own.adept, ahead, player, rng) in answers
    if found and any(novices[line] for line in answers):
        return EASY
    found = found or line_of(own, own.expert, ahead, player, rng) in answers
    return MEDIUM if found else HARD


def asked(own: Maker, match: Match, player: int, rng: Generator) -> Counter[Line]:
    """What novices choose, and how many of them."""
    ahead = foresight.imagine(match, player)
    return Counter(line_of(own, own.novice, ahead, player, rng) for _ in range(NOVICES))


def won_more(own: Maker, match: Match, player: int, best: Line, tempting: Line) -> float:
    """The share of games, played to the end by adepts, that only the best choice wins.

    No more games are played once it is clear on which side of WON_MORE it is.
    """
    seen, more = match.redacted(player), list[float]()
    while len(more) < PLAYED_OUT:
        world = len(more)
        state = own.game.determinise(seen, np.random.default_rng(world))
        won = share_won(own, match.clone(state), player, best, world)
        more.append(won - share_won(own, match.clone(state), player, tempting, world))
        error = max(float(np.std(more)), LEAST_SPREAD) / len(more) ** 0.5
        above = float(np.mean(more)) - WON_MORE
        if len(more) >= FEWEST_PLAYED and not -HOPELESS * error < above < SURE * error:
            break
    return float(np.mean(more))


def share_won(own: Maker, match: Match, player: int, line: Line, world: int) -> float:
    """What a player wins of a game that begins with a choice."""
    rng = np.random.default_rng(world)
    for number in line:
        match.play(player, number)
    while asked := match.to_act:
        action = own.adept.act(asked[0], match.redacted(asked[0]), match.legal(asked[0]), rng)
        match.play(asked[0], action)
    return (player in match.winners) / len(match.winners)
