"""Record files: a whole game as versioned JSON. `docs/record.md` describes them for outsiders."""

from __future__ import annotations

import json
from itertools import zip_longest
from pathlib import Path
from typing import Any

from tenka.core.dice import proved
from tenka.core.errors import IllegalAction, OptionError, RecordError, UnknownGame
from tenka.core.game import Game
from tenka.core.journal import Entry
from tenka.core.match import Match
from tenka.core.reasons import NO_RECORD, RECORD_DAMAGED, RECORD_NEWER, RECORD_OLDER, RECORD_STEP
from tenka.core.registry import find

FORMAT = "tenka-record"
KEYS = ("format", "version", "game", "options", "seats", "seed", "steps", "result")


def write(match: Match) -> dict[str, Any]:
    """The match as a record: decisions and chance outcomes in the order they happened."""
    return {
        "format": FORMAT,
        "version": match.game.version,
        "game": match.game.name,
        "options": dict(match.options),
        "seats": list(match.seats),
        "seed": match.seed,
        **({"dice": match.dice.told()} if match.dice else {}),
        "steps": _steps(match),
        "result": _result(match),
    }


def read(record: dict[str, Any] | str | bytes | Path) -> Match:
    """The match of a record, from its content, its JSON text or its file.

    Every step is played again and every outcome compared, so a record that comes back has been
    refereed.
    """
    content = _checked(_parsed(record))
    try:
        game = find(content["game"])
        _check_version(game, content["version"])
        options = dict(content["options"])
        match = Match(game, game.choose(options.pop("players", None), options), content["seed"])
    except (UnknownGame, OptionError) as error:
        raise RecordError(f"this record cannot be read: {error}", error.reason) from error
    if len(content["seats"]) != len(match.seats):
        said = f"the game has {len(match.seats)} seats, the record {content['seats']!r}"
        raise RecordError(said, RECORD_DAMAGED())
    match.seats = [str(name) for name in content["seats"]]
    if "dice" in content:
        match.dice = proved(content["dice"], match.seed, len(match.seats))
    _replay(match, content["steps"])
    if content["result"] != _result(match):
        raise RecordError(
            f"the record's result is {content['result']}, the game's is {_result(match)}",
            RECORD_DAMAGED(),
        )
    return match


def text(record: dict[str, Any]) -> str:
    """A record as the text of its file: one step a line."""
    head = {key: value for key, value in record.items() if key not in ("steps", "result")}
    lines = [f" {json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in head.items()]
    steps = ",\n".join(f"  {json.dumps(step, ensure_ascii=False)}" for step in record["steps"])
    lines += [f' "steps": [\n{steps}\n ]', f' "result": {json.dumps(record["result"])}']
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _steps(match: Match) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = []
    for step in match.steps():
        if not isinstance(step, Entry):
            steps.append({"player": step[0], "does": str(step[1])})
        elif step.kind.chance:
            steps.append({"chance": step.kind.name, **step.values})
    return steps


def _result(match: Match) -> dict[str, Any] | None:
    if not match.over:
        return None
    return {
        "winners": list(match.winners),
        "scores": list(match.scores),
        "ending": match.game.ending(match.state),
    }


def _parsed(record: dict[str, Any] | str | bytes | Path) -> Any:
    if isinstance(record, dict):
        return record
    try:
        source = record.read_text(encoding="utf-8") if isinstance(record, Path) else record
        return json.loads(source)
    except OSError as error:
        raise RecordError(f"cannot read {record!s}: {error.strerror}") from error
    except ValueError as error:
        raise RecordError(
            f"this is no record file: it is not JSON ({error})", NO_RECORD()
        ) from error


def _checked(content: Any) -> dict[str, Any]:
    """The content, if it has the shape of a record that this program reads."""
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise RecordError(f"this is no record file: its 'format' is not {FORMAT!r}", NO_RECORD())
    missing = [key for key in KEYS if key not in content]
    if missing:
        raise RecordError(f"the record is damaged: it has no {missing[0]!r}", RECORD_DAMAGED())
    shapes = {"version": int, "game": str, "options": dict, "seats": list, "steps": list}
    for key, shape in shapes.items():
        if type(content[key]) is not shape:
            said = f"the record is damaged: its {key!r} is no {shape.__name__}"
            raise RecordError(said, RECORD_DAMAGED())
    if content["seed"] is None:
        said = "the record has no seed, so the game cannot be played again"
        raise RecordError(said, RECORD_DAMAGED())
    return content


def _check_version(game: Game, version: int) -> None:
    """A game can be refereed only by the version of the rules that it was played by."""
    if 1 <= version < game.version:
        raise RecordError(
            f"the record was played by version {version} of the rules of {game.title}; this "
            f"program plays version {game.version}: {game.changes_since(version)}. The Tenka that "
            "wrote it reads it",
            RECORD_OLDER(),
        )
    if version != game.version:
        raise RecordError(
            f"the record is of version {version} of {game.title}; this program reads version "
            f"{game.version}: a newer Tenka will read it",
            RECORD_NEWER(),
        )


def _replay(match: Match, steps: list[Any]) -> None:
    """Play the decisions; then every step must be the one that the rules gave."""
    for at, step in enumerate(steps, start=1):
        if not isinstance(step, dict) or not (
            "chance" in step or {"player", "does"} <= step.keys()
        ):
            said = f"step {at} is neither a decision nor an outcome: {step!r}"
            raise RecordError(said, RECORD_STEP(step=at))
        if "does" in step:
            try:
                match.play(step["player"], step["does"])
            except IllegalAction as error:
                said = f"step {at} breaks the rules: {error}"
                raise RecordError(said, RECORD_STEP(step=at)) from error
    for at, (told, true) in enumerate(zip_longest(steps, _steps(match)), start=1):
        if told != true:
            said = f"step {at} of the record is {told}, of the game {true}"
            raise RecordError(said, RECORD_STEP(step=at))
