"""Making puzzles: games, and the positions in them where one choice is clearly best.

A position becomes a puzzle if a beginner mostly errs there and a deep judgement does not doubt: the
best choice stays far ahead of all others in many drawn states, and of games played to the end from
there more are won with it than with the choice that tempts beginners.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import count as counting
from itertools import islice
from typing import Any

import numpy as np

from tenka.analysis import Judge
from tenka.core import code, foresight
from tenka.core.code import Way
from tenka.core.game import Game
from tenka.core.judging import Line
from tenka.core.match import Match
from tenka.core.registry import Bot, bot, find
from tenka.puzzles.collection import EASY, HARD, MEDIUM, Puzzle
from tenka.puzzles.played import Played

SCREENED = 24  # drawn states in which every choice is tried ...
PONDERED = 240  # ... the promising ones ...
DEEP = 1500  # ... and those of a puzzle
PROMISING = 10
MARGIN = 0.06  # of the best choice before all others, in chances to win
ALIKE = 0.012  # choices that differ by less do the same
MOST_ANSWERS = 3
HOPE, DESPAIR = 0.9, 0.12  # whoever wins or loses anyhow has nothing to solve
NOVICES = 8  # that are asked ...
NOVICES_RIGHT = 4  # ... of whom no more may find the answer
PLAYED_OUT = 120  # games to the end, with the best and with the tempting choice
WON_MORE = 0.03  # at least, of these games
PER_GAME = 2  # puzzles, so that they differ ...
SAME_ANSWER = 4  # ... and so many of one answer
FEWEST_CHOICES = 3
EXPERT_MS = 100


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

    def notation(self, line: Line) -> tuple[str, ...]:
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


def make(
    name: str, count: int, first: int, kept: Sequence[Puzzle] = (), workers: int | None = None
) -> Iterator[Puzzle]:
    """So many puzzles beside those that are kept, from the games of seeds from the first on.

    The same seeds give the same ones. An answer that has come up often is no riddle any more.
    """
    found = _searched(puzzles_in, ((name, seed) for seed in counting(first)), workers)
    return islice(various(found, kept), count)


def make_of(
    name: str,
    games: Sequence[Played],
    count: int,
    kept: Sequence[Puzzle] = (),
    workers: int | None = None,
) -> Iterator[Puzzle]:
    """So many puzzles beside those that are kept, from games that were played: or fewer."""
    found = _searched(puzzles_of, ((name, game) for game in games), workers)
    return islice(various(found, kept), count)


def various(puzzles: Iterable[Puzzle], kept: Sequence[Puzzle]) -> Iterator[Puzzle]:
    """Puzzles that are new, and whose answer is not that of several before them."""
    often = Counter(puzzle.answers[0] for puzzle in kept)
    known = {puzzle.name for puzzle in kept}
    for puzzle in puzzles:
        if often[puzzle.answers[0]] < SAME_ANSWER and puzzle.name not in known:
            often[puzzle.answers[0]] += 1
            yield puzzle


def _searched(
    search: Callable[..., list[Puzzle]], games: Iterator[tuple[Any, ...]], workers: int | None
) -> Iterator[Puzzle]:
    """The puzzles of each game, in their order, from as many processes as cores."""
    processes = workers or os.cpu_count() or 1
    running = deque[Future[list[Puzzle]]]()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context, code.go, (Way.NOW,)) as pool:
        try:
            while True:
                few = islice(games, 4 * processes - len(running))
                running.extend(pool.submit(search, *game) for game in few)
                if not running:
                    return
                yield from running.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def puzzles_in(name: str, seed: int) -> list[Puzzle]:
    """The puzzles in one game of novices and adepts; the number of players goes with the seed."""
    own = maker(name)
    players = sorted(own.game.players)[seed % len(own.game.players)]
    match = Match(own.game, own.game.choose(players, {}), seed)
    rng = np.random.default_rng(seed)
    bots = [(own.novice, own.adept)[int(level)] for level in rng.integers(0, 2, size=players)]

    def decide(player: int) -> tuple[int, int]:
        return player, bots[player].act(player, match.redacted(player), match.legal(player), rng).id

    return _along(own, match, decide, rng)


def puzzles_of(name: str, played: Played) -> list[Puzzle]:
    """The puzzles in a game that was played."""
    own, decisions = maker(name), iter(played.decisions)
    match = Match(own.game, dict(played.options), played.seed)
    rng = np.random.default_rng(played.seed)
    return _along(own, match, lambda _: next(decisions, None), rng)


def _along(
    own: Maker,
    match: Match,
    decide: Callable[[int], tuple[int, int] | None],
    rng: np.random.Generator,
) -> list[Puzzle]:
    """The puzzles in a game that goes on as it is decided, to its end or until nothing is."""
    made, found, shared = bytearray(), list[Puzzle](), -1
    begun = False  # a choice that is not complete
    while (asked := match.to_act) and len(found) < PER_GAME:
        player, phase = asked[0], int(match.state.phase)
        shared = phase if len(asked) > 1 else shared
        if phase != shared and not begun and len(match.legal(player)) > 1:
            new = puzzle_at(own, match, player, bytes(made), rng)
            found += [puzzle for puzzle in new if not any(puzzle.like(other) for other in found)]
        decided = decide(player)
        if decided is None:
            break
        begun = decided[1] in own.game.picks.get(phase, ())
        made += bytes(decided)
        match.play(*decided)
    return found


def puzzle_at(
    own: Maker, match: Match, player: int, made: bytes, rng: np.random.Generator
) -> list[Puzzle]:
    """The puzzle of a position, if it is one."""
    seen = match.redacted(player)
    lines = all_lines(own, match, player)
    answers = clear_answers(own, player, seen, lines) if len(lines) >= FEWEST_CHOICES else []
    if not answers or not all(is_whole(own, match, player, answer) for answer in answers):
        return []
    novices = [line_of(own, own.novice, match, player, rng) for _ in range(NOVICES)]
    wrong = Counter(line for line in novices if line not in answers)
    if wrong.total() < NOVICES - NOVICES_RIGHT:
        return []
    tempting = wrong.most_common(1)[0][0]
    chances = own.deep.weigh(player, seen, [answers[0], tempting], seed=1)[:, player]
    if chances[0] - chances[1] < MARGIN:
        return []
    if won_more(own, match, player, answers[0], tempting) < WON_MORE:
        return []
    return [
        Puzzle(
            own.game.name,
            match.options,
            match.seed,
            made.hex(),
            player,
            difficulty(own, match, player, answers, rng),
            tuple(own.notation(line) for line in answers),
            own.notation(tempting),
            round(float(chances[0]), 3),
            round(float(chances[1]), 3),
        )
    ]


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


def clear_answers(own: Maker, player: int, seen: Any, lines: list[Line]) -> list[Line]:
    """The best choice and those that do the same, if all others stay far behind; else nothing."""
    for judge in (own.screen, own.ponder, own.deep):
        chances = judge.weigh(player, seen, lines, seed=judge.draws)[:, player]
        order = np.argsort(-chances, kind="stable")
        best, rest = chances[order[0]], chances[order]
        alike = int((rest >= best - ALIKE).sum())
        slack = MARGIN if judge is own.deep else MARGIN / 2
        nearest = rest[alike] if alike < len(rest) else best
        if alike > MOST_ANSWERS or best - nearest < slack or not DESPAIR < best < HOPE:
            return []
        lines = [lines[at] for at in order[:PROMISING]]
    return lines[:alike]


def line_of(
    own: Maker, player_bot: Bot, match: Match, player: int, rng: np.random.Generator
) -> Line:
    """The choice that a bot makes."""
    ahead = foresight.imagine(match, player)
    first = player_bot.act(player, ahead.redacted(player), ahead.legal(player), rng).id
    if own.deep.judging.cut(match.redacted(player), (first, first)) == 1:
        return (first,)
    ahead.play(player, first)
    return first, player_bot.act(player, ahead.redacted(player), ahead.legal(player), rng).id


def difficulty(
    own: Maker, match: Match, player: int, answers: list[Line], rng: np.random.Generator
) -> str:
    """By the level that finds the answer."""
    if line_of(own, own.adept, match, player, rng) in answers:
        return EASY
    return MEDIUM if line_of(own, own.expert, match, player, rng) in answers else HARD


def won_more(own: Maker, match: Match, player: int, best: Line, tempting: Line) -> float:
    """The share of games, played to the end by adepts, that only the best choice wins."""
    seen, more = match.redacted(player), 0.0
    for world in range(PLAYED_OUT):
        state = own.game.determinise(seen, np.random.default_rng(world))
        more += share_won(own, match.clone(state), player, best, world)
        more -= share_won(own, match.clone(state), player, tempting, world)
    return more / PLAYED_OUT


def share_won(own: Maker, match: Match, player: int, line: Line, world: int) -> float:
    """What a player wins of a game that begins with a choice."""
    rng = np.random.default_rng(world)
    for number in line:
        match.play(player, number)
    while asked := match.to_act:
        action = own.adept.act(asked[0], match.redacted(asked[0]), match.legal(asked[0]), rng)
        match.play(asked[0], action)
    return (player in match.winners) / len(match.winners)
