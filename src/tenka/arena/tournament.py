"""Playing the games of a tournament: on all cores of this machine, or on a Ray cluster."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from tenka.arena.lineup import Pairing, line_up, make_bot, pairings
from tenka.arena.standings import Result, Standings
from tenka.core import apart, code
from tenka.core.code import Way
from tenka.core.match import Match
from tenka.core.registry import find

LATE = 1.1 / 1000  # seconds per millisecond to think


def play(pairing: Pairing) -> Result:
    """One game to its end."""
    game = find(pairing.game)
    options = dict(pairing.options)
    match = Match(game, options, pairing.seed)
    players = options["players"]
    entries = [pairing.entry_at(seat) for seat in range(players)]
    bots = [make_bot(game.name, pairing.bots[entry], pairing.think_ms) for entry in entries]
    clock = time.process_time if pairing.busy else time.perf_counter
    for bot in bots:
        vars(bot)["clock"] = clock  # by which those who search keep their time
    dice = [np.random.default_rng([pairing.seed, entry]) for entry in entries]
    times: list[list[float]] = [[] for _ in range(players)]
    while asked := match.to_act:
        seat = asked[0]
        seen, legal = match.redacted(seat), match.legal(seat)
        start = clock()
        action = bots[seat].act(seat, seen, legal, dice[seat])
        times[seat].append(clock() - start)
        match.play(seat, action)
    order = np.argsort(entries).tolist()  # results stand in the order of the line-up
    return Result(
        shares=tuple((s in match.winners) / len(match.winners) for s in order),
        scores=tuple(match.scores[s] for s in order),
        seats=tuple(order),
        seconds=tuple(sum(times[s]) for s in order),
        slowest=tuple(max(times[s], default=0.0) for s in order),
        moves=tuple(len(times[s]) for s in order),
        late=tuple(sum(took > LATE * pairing.think_ms for took in times[s]) for s in order),
    )


@dataclass(frozen=True)
class Tournament:
    """What is to be played."""

    game: str
    bots: tuple[str, ...]
    options: dict[str, Any]
    games: int
    seed: int = 1
    think_ms: int = 200
    stop_early: bool = False
    busy: bool = False

    @classmethod
    def of(cls, game: str, bots: list[str], players: int | None, **more: Any) -> Tournament:
        """A tournament with the game's default options."""
        options = find(game).choose(players, {})
        return cls(game, line_up(bots, options["players"]), options, **more)

    def run(
        self,
        done: Callable[[Standings], None] = lambda standings: None,
        workers: int | None = None,
        ray: str | None = None,
        played: Sequence[Result] = (),
        skipped: int = 0,
    ) -> Standings:
        """Play all games, telling `done` after each; the same seeds give the same results.

        The first of them may have been `played` before: then they only count. Those that are
        `skipped` come before these, and do not count here at all.
        """
        todo = pairings(
            self.game, self.options, self.bots, self.games, self.seed, self.think_ms, self.busy
        )[skipped + len(played) :]
        standings = Standings(self.bots, list(played))
        source = _on_ray(todo, ray) if ray else _on_this_machine(todo, workers)
        for result in source:
            standings.add(result)
            done(standings)
            if self.stop_early and standings.decided():
                source.close()
                break
        return standings


def _on_this_machine(todo: list[Pairing], workers: int | None) -> Generator[Result]:
    """Results in the order of the pairings, from a pool of processes."""
    count = workers or os.cpu_count() or 1
    if count == 1:
        yield from map(play, todo)
        return
    with ProcessPoolExecutor(count, apart.processes(), code.go, (Way.NOW,)) as pool:
        games = iter(enumerate(todo))
        running: dict[Future[Result], int] = {}
        finished: dict[int, Result] = {}
        at = 0
        try:
            while at < len(todo):
                for number, pairing in islice(games, 2 * count - len(running)):
                    running[pool.submit(play, pairing)] = number
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    finished[running.pop(future)] = future.result()
                while at in finished:
                    yield finished.pop(at)
                    at += 1
        finally:
            pool.shutdown(cancel_futures=True)


def _on_ray(todo: list[Pairing], address: str) -> Generator[Result]:
    """The same on a Ray cluster; 'auto' finds the one that this machine belongs to."""
    import ray

    ray.init(address=None if address == "local" else address, log_to_driver=False)
    try:
        task = ray.remote(play)
        for handle in [task.remote(pairing) for pairing in todo]:
            yield ray.get(handle)
    finally:
        ray.shutdown()
