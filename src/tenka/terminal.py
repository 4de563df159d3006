"""The terminal table: any game, hot-seat or against bots, drawn with rich."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from tenka.core import background, recordfile, registry
from tenka.core.dice import Dice
from tenka.core.errors import IllegalAction
from tenka.core.game import Action, Game
from tenka.core.journal import Entry
from tenka.core.match import Match

HUMAN = "human"
HELP = (
    "Type a decision as it is listed, or its number; Tab completes. A line may hold several. "
    "[b]log[/] shows what happened, [b]list[/] all decisions, [b]quit[/] keeps the game for later."
)
MANY = 60  # more decisions than this are listed only when asked for


class Quit(Exception):
    """The player left the table."""


class Seats:
    """Who plays which seat: 'human', or the level of a bot."""

    def __init__(self, game: str, kinds: Sequence[str], seed: int | None = None) -> None:
        self.game = game
        self.levels = {seat: kind for seat, kind in enumerate(kinds) if kind != HUMAN}
        self.bots = {seat: registry.bot(game, self._playing(seat)) for seat in self.levels}
        self.early = {seat for seat in self.levels if self._playing(seat) != self.levels[seat]}
        self.humans = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
        self.rng = np.random.default_rng(seed)

    def _playing(self, seat: int) -> str:
        """The level that plays a seat now: its own or, until that is compiled, one below it."""
        level, levels = self.levels[seat], registry.bots(self.game)
        if level not in levels or registry.is_ready(self.game, level):
            return level
        background.ask_for(self.game, "bots")
        below = levels[: levels.index(level)]
        return [other for other in below if registry.is_ready(self.game, other)][-1]

    def bot(self, seat: int) -> registry.Bot:
        """Who decides for a seat; the bot that was asked for as soon as it is there."""
        if seat in self.early and self._playing(seat) == self.levels[seat]:
            self.bots[seat] = registry.bot(self.game, self.levels[seat])
            self.early.discard(seat)
        return self.bots[seat]


class TerminalTable:
    """One match at one terminal."""

    def __init__(self, match: Match, seats: Seats, console: Console) -> None:
        self.match = match
        self.seats = seats
        self.console = console
        self.told = dict.fromkeys(seats.humans, 0)  # how much of the journal each has read
        self.sitting: int | None = None

    def play(self) -> None:
        """Play to the end; Quit is raised if a player leaves."""
        for seat in sorted(self.seats.early):
            level = self.seats.levels[seat]
            note = (
                f"{self.match.seats[seat]} ({level}) is being prepared; a weaker bot plays first."
            )
            self.console.print(note)
        while not self.match.over:
            seat = self._next()
            if seat in self.seats.bots:
                bot, legal = self.seats.bot(seat), self.match.legal(seat)
                action = bot.act(seat, self.match.redacted(seat), legal, self.seats.rng)
                self.match.play(seat, action)
            else:
                self._ask(seat)
        self._end()

    def _next(self) -> int:
        """Bots first, so that people wait for nobody; then whoever sits there already."""
        asked = self.match.to_act
        return next(
            (s for s in asked if s in self.seats.bots),
            self.sitting if self.sitting in asked else asked[0],
        )

    def _ask(self, seat: int) -> None:
        legal = self.match.legal(seat)
        alone = len(self.seats.humans) == 1
        if alone and len(legal) == 1:  # at a shared screen, not asking would tell a secret
            self.match.play(seat, legal[0])
            return
        if self.sitting != seat:
            self._hand_over(seat)
        self._show(seat, legal)
        while True:
            line = self._read(seat, legal)
            try:
                self.match.play(seat, line)
                return
            except IllegalAction as error:
                self.console.print(f"[red]{escape(str(error))}[/]")

    def _hand_over(self, seat: int) -> None:
        """Hide one player's secrets before the next one sits down."""
        if len(self.seats.humans) > 1:
            self.console.clear()
            self.console.print(Panel(f"[b]{self.match.seats[seat]}[/], it is your turn."))
            self._input("Press Enter when nobody else is looking. ")
            self.console.clear()
        self.sitting = seat

    def _show(self, seat: int, legal: list[Action]) -> None:
        entries = self.match.journal
        for entry in entries[self.told[seat] :]:
            self.console.print(f"  [dim]{escape(tell(self.match, entry.seen_by(seat)))}[/]")
        self.told[seat] = len(entries)
        self.console.print()
        self.console.print(self.match.game.draw(self.match.view(seat)))
        self._list(legal, whole=False)

    def _list(self, legal: list[Action], whole: bool) -> None:
        shown = legal if whole or len(legal) <= MANY else legal[:MANY]
        items = [f"[dim]{n}[/] {escape(str(a))}" for n, a in enumerate(shown, start=1)]
        self.console.print(Columns(items, padding=(0, 2)))
        if len(shown) < len(legal):
            self.console.print(f"[dim]and {len(legal) - len(shown)} more: type list[/]")

    def _read(self, seat: int, legal: list[Action]) -> str:
        """A line that is meant as a decision; commands are carried out here."""
        while True:
            name = self.match.seats[seat]
            line = self._input(f"{name}> ", [str(action) for action in legal]).strip()
            if line in ("quit", "exit"):
                raise Quit
            if line in ("help", "?", ""):
                self.console.print(HELP)
            elif line == "list":
                self._list(legal, whole=True)
            elif line == "log":
                for entry in self.match.journal:
                    self.console.print("  " + escape(tell(self.match, entry.seen_by(seat))))
            elif line.isdigit() and 1 <= int(line) <= len(legal):
                return str(legal[int(line) - 1])
            else:
                return line

    def _input(self, prompt: str, words: Sequence[str] = ()) -> str:
        offer_completion(words)
        try:
            return self.console.input(prompt)
        except (EOFError, KeyboardInterrupt):
            raise Quit from None

    def _end(self) -> None:
        match = self.match
        self.console.print(match.game.draw(match.view(None)))
        self.console.print(Panel(result_line(match)))


def offer_completion(words: Sequence[str]) -> None:
    """Let Tab complete these words, where the terminal can."""
    try:
        import readline
    except ImportError:  # a platform without it: typing works, completing does not
        return

    def nth(text: str, state: int) -> str | None:
        found = complete(text, words)
        return found[state] if state < len(found) else None

    readline.set_completer_delims("")
    readline.set_completer(nth)
    readline.parse_and_bind("tab: complete")


def complete(text: str, words: Sequence[str]) -> list[str]:
    """The words that go on from what was typed."""
    return [word for word in words if word.casefold().startswith(text.casefold())]


def tell(match: Match, entry: Entry) -> str:
    """One line about what happened, with players by their names."""
    words: list[str] = []
    for name, value in entry.values.items():
        if name == "player" and value is not None:
            words.insert(0, match.seats[value])
        elif value is not None:
            told = " ".join(map(str, value)) if isinstance(value, list) else value
            words.append(f"{name.replace('_', ' ')} {told}")
    return f"{entry.kind.name}: {', '.join(words)}" if words else entry.kind.name


def result_line(match: Match) -> str:
    """Who won, and how."""
    names = " and ".join(match.seats[p] for p in match.winners)
    verb = "share" if len(match.winners) > 1 else "wins"
    what = "the game" if len(match.winners) > 1 else ""
    return f"[b]{names} {verb} {what}".rstrip() + f"[/] · {match.game.ending(match.state)}"


def print_replay(match: Match, console: Console) -> None:
    """A stored game move by move, then the last position."""
    chosen = ", ".join(f"{name} {value}" for name, value in match.options.items())
    console.print(f"[b]{match.game.title}[/] · {', '.join(match.seats)} · {chosen}")
    number = 0
    for step in match.steps():
        if isinstance(step, Entry):
            console.print(f"       [dim]{escape(tell(match, step))}[/]")
        else:
            number += 1
            player, action = step
            console.print(f"{number:5}  [b]{match.seats[player]}[/] {escape(str(action))}")
    console.print()
    console.print(match.game.draw(match.view(None)))
    if match.over:
        console.print(result_line(match))


def print_dice(match: Match, dice: Dice, console: Console, *, shown: bool) -> None:
    """What was found true of a game's dice."""
    words = ", ".join(
        f"{seat}: {word or 'none'}" for seat, word in zip(match.seats, dice.words, strict=True)
    )
    told = (
        f"{len(match.steps())} steps follow the rules and the seed {match.seed}.",
        f"The seed is made of the server's part and the words of {words}.",
        f"The server's part has the commitment {dice.commitment}.",
        "It is the one that you were shown before the game."
        if shown
        else "Compare it with the one that the table showed before the game (--commitment).",
    )
    for line in told:
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def choose_game(console: Console, names: Sequence[str], find: Callable[[str], Game]) -> str:
    """Ask which game to play."""
    table = Table(show_header=False, box=None)
    for number, name in enumerate(names, start=1):
        game = find(name)
        players = sorted(game.players)
        count = f"{players[0]} to {players[-1]}" if len(players) > 1 else f"{players[0]}"
        table.add_row(f"[dim]{number}[/]", f"[b]{game.title}[/]", f"{count} players", name)
    console.print(table)
    while True:
        answer = console.input(f"Which game? [{names[0]}] ").strip() or names[0]
        if answer.isdigit() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        if answer in names:
            return answer
        console.print(f"[red]Type {' or '.join(names)}, or the number.[/]")


def save(match: Match, file: Path) -> None:
    """Keep a game; while it runs its file holds all secrets, so it is for its owner alone."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o600)
    file.write_text(recordfile.text(match.record()), encoding="utf-8")
