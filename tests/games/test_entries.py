"""Rules write what a kind of entry declares: as many values as it has fields."""

from __future__ import annotations

import ast
import importlib
import re
from inspect import getsource

import pytest

import tenka
from tenka.core.journal import Field, Kinds
from tenka.games import OWN

WRITERS = ("note", "note_list", "note_all")
SPARE = {"note_list": 1, "note_all": 1}  # arguments that say how long the list is


def notes(tree):
    """Each call that writes an entry of a kind that is named: writer, name, number of values."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            name = node.func.id
            if name in WRITERS and isinstance(node.args[1], ast.Name):
                yield name, node.args[1].id, len(node.args) - 2 - SPARE.get(name, 0)


def miswritten(tree, numbers, kinds):
    """The notes whose values are not those that their kind has."""
    wrong, seen = [], set()
    for _, name, given in notes(tree):
        if name in numbers:  # elsewhere it is an argument of a function around it
            seen.add(name)
            fields = kinds[numbers[name]].fields
            later = any(field.many for field in fields[-1:])  # `add_list` adds it
            if given not in (len(fields), len(fields) - later):
                wrong.append(f"{name}: {given} values")
    return wrong, seen


@pytest.mark.parametrize("name", OWN)
def test_every_note_fits_its_kind(name):
    game, entries = tenka.game(name), importlib.import_module(f"tenka.games.{name}.entries")
    declared = re.findall(r"^(\w+) = KINDS_OF_ENTRY\.kind\(", getsource(entries), re.MULTILINE)
    numbers = {word: getattr(entries, word) for word in declared}
    assert sorted(numbers.values()) == list(range(len(game.journal)))
    written = set()
    for file in sorted(game.folder.glob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        wrong, seen = miswritten(tree, numbers, game.journal)
        assert not wrong, f"{file.name}: {wrong}"
        written |= seen
    assert len(written) > len(numbers) / 2


def test_a_note_with_too_few_values_is_found():
    kinds = Kinds()
    numbers = {"WON": kinds.kind("won", Field("province"), Field("player"), Field("by"))}
    assert miswritten(ast.parse("note(j, WON, province)"), numbers, kinds)[0]
    assert not miswritten(ast.parse("note(j, WON, a, b, c)"), numbers, kinds)[0]
