"""Why something is refused: a code and values for whoever has words of their own, and a sentence.

A code is declared once, with its English sentence; the names in braces are its values. The browser
client has words for every code in every language, and a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from string import Formatter
from typing import TypeAlias

Value: TypeAlias = str | int


@dataclass(frozen=True)
class Reason:
    """One refusal's reason; as a string, the English sentence."""

    code: str
    text: str
    values: dict[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text


class Reasons(dict[str, frozenset[str]]):
    """A closed set of reasons: the codes, each with the names of its values."""

    def __init__(self, area: str = "") -> None:
        self.area = area  # the game, or nothing for what every game has

    def reason(self, code: str, sentence: str) -> Callable[..., Reason]:
        """Declare a reason; call what comes back with its values to give it."""
        full = f"{self.area}.{code}" if self.area else code
        names = frozenset(name for _, name, _, _ in Formatter().parse(sentence) if name)
        self[full] = names

        def give(**values: Value) -> Reason:
            if values.keys() != names:
                raise TypeError(f"{full} needs {sorted(names)}, not {sorted(values)}")
            return Reason(full, sentence.format(**values), values)

        return give


REASONS = Reasons()
_reason = REASONS.reason

# -- positions as text
SCENE = _reason("scene", "{item!r} cannot be read: {expected}")
SCENE_MOMENT = _reason("scene_moment", "a position of {game} has a text at {moment}")
NO_SCENES = _reason("no_scenes", "positions of {game} have no text")

# -- decisions, whatever the game
OVER = _reason("game_over", "the game is over")
NOT_ASKED = _reason("not_asked", "it is not your turn")
NOT_NOW = _reason("not_now", "it is not among what may be decided now")
NO_SUCH_DECISION = _reason("no_such_decision", "the game has no such decision")
UNFORESEEN = _reason(
    "unforeseen",
    "a series ends where chance decides, something hidden is seen or another may decide: "
    "what stands behind that can be decided when it has happened",
)

# -- options
NO_SUCH_GAME = _reason("no_such_game", "there is no such game")
NO_SUCH_OPTION = _reason("no_such_option", "the game has no such option, or not with that value")
PLAYERS = _reason("players", "the game is not for {players} players")
APART = _reason("apart", "these options do not go together")

# -- record files
NO_RECORD = _reason("no_record", "this is not a record file")
RECORD_DAMAGED = _reason("record_damaged", "the record is damaged")
RECORD_OLDER = _reason("record_older", "the record was played by earlier rules")
RECORD_NEWER = _reason("record_newer", "the record was written by a newer Tenka")
RECORD_DICE = _reason("record_dice", "the record's dice are not those that were promised")
RECORD_STEP = _reason("record_step", "step {step} of the record does not follow the rules")
