"""What a player can foresee: decisions tried where nothing is known that the player does not know.

A series of decisions is made whole or refused, and a refusal says where the series went wrong. So
that this tells nothing of what would have come of its beginning, a series is tried first on a
position *imagined* from what its player knows and from nothing else: the trial, and every word of a
refusal, are the same whatever the true position hides. A series goes on behind a decision only
where all that came of it follows from what the player knew. It ends where chance decided, where
something hidden was seen and where another may decide.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from tenka.core.errors import IllegalAction
from tenka.core.journal import DECIDED, Entry, Kind, read_rows, split_rows
from tenka.core.layout import UNKNOWN
from tenka.core.reasons import UNFORESEEN

if TYPE_CHECKING:
    from tenka.core.game import Action
    from tenka.core.match import Match


@dataclass(frozen=True, slots=True)
class Step:
    """What came of one decision, for the player who made it."""

    before: tuple[int, ...]  # who could decide ...
    after: tuple[int, ...]  # ... and who can now
    rows: list[list[int]]  # of the journal, that it led to
    kinds: Sequence[Kind]  # of their entries
    chance: bool  # something was left to chance, or came to light that had been
    revealed: bool  # the player knows something that was hidden

    @property
    def entries(self) -> list[Entry]:
        """What happened."""
        return read_rows(self.kinds, self.rows)

    @property
    def foreseen(self) -> bool:
        """Whether all of it follows from what the player knew, and the player goes on."""
        return self.before == self.after and not self.chance and not self.revealed


def take(match: Match, player: int, decision: int) -> Step:
    """Make one decision and see what comes of it."""
    before, known, drawn = match.to_act, match.redacted_bytes(player), match.drawn
    told, kinds = len(match.journal_bytes()), match.game.journal
    match.play(player, decision)
    rows = [row for row in split_rows(match.journal_bytes()[told:]) if row[0] != DECIDED]
    chance = match.drawn != drawn or any(kinds[row[0]].chance for row in rows)
    revealed = _shows_more(known, match.redacted_bytes(player))
    return Step(before, match.to_act, rows, kinds, chance, revealed)


def _shows_more(before: bytearray, after: bytearray) -> bool:
    """Whether one redacted state shows what another, earlier one hid.

    They are compared byte by byte: UNKNOWN looks the same in fields of every width.
    """
    was, now = (int.from_bytes(seen.translate(_HIDDEN)) for seen in (before, after))
    return was & ~now != 0


_HIDDEN = bytes(value == UNKNOWN & 0xFF for value in range(256))


def imagine(match: Match, player: int | None) -> Match:
    """A match that the player (None: a spectator) cannot tell from this one: the same for all that
    look alike.
    """
    seen = match.redacted(player)
    eyes = b"" if player is None else bytes([player])
    known = hashlib.sha256(eyes + seen.tobytes()).digest()
    state = match.game.determinise(seen, np.random.default_rng(int.from_bytes(known)))
    ahead = match.resume(match.game, match.options, 0, state.tobytes())
    ahead.seats = match.seats
    return ahead


# Decisions by their numbers: those that complete a choice, or those that go on with it and the ways
# from there.
Ways: TypeAlias = "list[int] | dict[int, Ways]"


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision; if it only begins a choice, a pick, then also how that goes on."""

    action: Action
    leads_to: Ways
    # What can be chosen next, if the same question is asked again when this choice is complete. It
    # is the same whichever way is taken, but for the places that are taken then.
    then: list[int]


def choices(match: Match, player: int) -> list[Choice]:
    """What a player may decide, and how each choice of several steps can go on.

    It is told as far as it can be foreseen, and tried where a series is tried: the answer is the
    same whatever the true position hides.
    """
    picks = picks_now(match)
    if not picks or player not in match.to_act:
        return [Choice(action, [], []) for action in match.legal(player)]
    ahead = imagine(match, player)
    return [
        _begun(ahead, player, action) if action.id in picks else Choice(action, [], [])
        for action in ahead.legal(player)
    ]


def picks_now(match: Match) -> range:
    """The decisions that only begin a choice now."""
    picks = match.game.picks
    return picks.get(match.phase, _NONE) if picks else _NONE


_NONE = range(0)


def _begun(match: Match, player: int, pick: Action) -> Choice:
    """A choice that a pick begins; the match stays where it is."""
    start, question = match.bookmark(), match.phase
    ways: Ways = []
    then: list[int] = []
    if take(match, player, pick.id).foreseen:
        ways = _ways(match, player)
        then = _then(match, player, _first(ways), question) if ways else []
    match.go_back(start)
    return Choice(pick, ways, then)


def _ways(match: Match, player: int) -> Ways:
    """What completes a choice after a pick that could be foreseen."""
    decisions, picks = match.offered(player), picks_now(match)
    if not (picks and any(decision in picks for decision in decisions)):
        return decisions
    return {decision: _ways_by(match, player, decision) for decision in decisions}


def _ways_by(match: Match, player: int, pick: int) -> Ways:
    """What completes a choice after another pick, if that can be foreseen."""
    start = match.bookmark()
    ways = _ways(match, player) if take(match, player, pick).foreseen else []
    match.go_back(start)
    return ways


def _first(ways: Ways) -> list[int]:
    """One way to the end."""
    if isinstance(ways, list):
        return ways[:1]
    decision, further = next(iter(ways.items()))
    return [decision, *_first(further)]


def _then(match: Match, player: int, series: Sequence[int], question: int) -> list[int]:
    """What can be chosen after the rest of a choice, if the same question is asked again."""
    foreseen = all(take(match, player, decision).foreseen for decision in series)
    return match.offered(player) if foreseen and match.phase == question else []


def require(match: Match, player: int, decisions: Sequence[int]) -> None:
    """Refuse a series that cannot be made as one; the match itself is not touched."""
    if player not in match.to_act:
        raise match.refusal(player, decisions[0])
    ahead = imagine(match, player)
    for at, decision in enumerate(decisions, start=1):
        try:
            step = take(ahead, player, decision)
        except IllegalAction as error:
            where = f"decision {at} of {len(decisions)}: {error}"
            raise IllegalAction(where, error.reason) from error
        if at < len(decisions) and not step.foreseen:
            raise IllegalAction(UNFORESEEN())


def make(match: Match, player: int, decisions: Sequence[int]) -> Iterator[Step]:
    """Make one decision or a series, step by step; what is refused leaves the match as it was."""
    if len(decisions) == 1:
        yield take(match, player, decisions[0])
        return
    require(match, player, decisions)
    start = match.bookmark()
    for decision in decisions:
        try:
            step = take(match, player, decision)
        except IllegalAction:  # no game lets this happen; if one does, it tells no more than this
            match.go_back(start)
            raise IllegalAction(UNFORESEEN()) from None
        yield step
