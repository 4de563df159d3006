"""Rules write what a kind of entry declares: each value in the place of its field.

A note gives its values in the order of the fields, and swapping two of them would be silent. So
all values of a note but one are named for their fields, and none for another: then a swap is found.
"""

from __future__ import annotations

import ast
import importlib
import re
from inspect import getsource
from itertools import combinations

import pytest

import tenka
from tenka.core.journal import Field, Kinds
from tenka.games import OWN

WRITERS = ("note", "note_list", "note_all")
SPARE = {"note_list": 1, "note_all": 1}  # arguments that say how long the list is


def notes(tree):
    """Each call that writes an entry of a kind that is named: the name, and the values."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            writer = node.func.id
            if writer in WRITERS:
                kind, values = node.args[1], node.args[2 : len(node.args) - SPARE.get(writer, 0)]
                for one in (kind.body, kind.orelse) if isinstance(kind, ast.IfExp) else (kind,):
                    if isinstance(one, ast.Name):
                        yield one.id, values


def names_in(value):
    """The names of which a value is made, without those that only say which of many it is."""
    if isinstance(value, ast.Subscript):
        return names_in(value.value)
    own = {getattr(value, part, "") for part in ("id", "attr")} - {""}
    return {name.casefold() for name in own}.union(*map(names_in, ast.iter_child_nodes(value)))


def cells_in_order(values):
    """Whether values are the cells of one array, from the first on."""
    cells = [f"{ast.unparse(values[0].value)}[{at}]" for at in range(len(values))]
    return [*map(ast.unparse, values)] == cells


def faults(name, fields, values):
    """What is wrong with a note's values."""
    given, later = len(values), any(field.many for field in fields[-1:])  # `add_list` adds it
    if given not in (len(fields), len(fields) - later):
        return [f"{name} has {len(fields)} fields, and is given {given} values"]
    belongs = [field.name.casefold() for field in fields]
    silent = [
        (field, value)
        for field, value in zip(belongs, values, strict=False)
        if field not in names_in(value)
    ]
    others = [value for _, value in silent]
    if len(others) > 1 and isinstance(others[0], ast.Subscript) and cells_in_order(others):
        return []
    elsewhere = [
        f"{name}: {ast.unparse(value)} stands where {field!r} belongs"
        for field, value in silent
        if names_in(value) & set(belongs)
    ]
    if elsewhere or len(silent) < 2:
        return elsewhere
    told = ", ".join(f"{ast.unparse(value)} ({field})" for field, value in silent)
    return [f"{name}: swapped, nobody would see it; name all but one for their fields: {told}"]


def kinds_of(name):
    """The kinds of a game's entries, by the names under which rules write them."""
    game, entries = tenka.game(name), importlib.import_module(f"tenka.games.{name}.entries")
    declared = re.findall(r"^(\w+) = KINDS_OF_ENTRY\.kind\(", getsource(entries), re.MULTILINE)
    numbers = {word: getattr(entries, word) for word in declared}
    assert sorted(numbers.values()) == list(range(len(game.journal)))
    return {word: game.journal[number].fields for word, number in numbers.items()}


def notes_of(name):
    """All notes in a game's rules: where, the kind's name and fields, the values."""
    kinds = kinds_of(name)
    return [
        (file.name, kind, kinds[kind], values)
        for file in sorted(tenka.game(name).folder.glob("*.py"))
        for kind, values in notes(ast.parse(file.read_text(encoding="utf-8")))
        if kind in kinds  # elsewhere it is an argument of a function around it
    ]


@pytest.mark.parametrize("name", OWN)
def test_every_note_gives_each_field_its_value(name):
    found = notes_of(name)
    wrong = [f"{file}: {fault}" for file, *note in found for fault in faults(*note)]
    assert not wrong, "\n".join(wrong)
    assert {kind for _, kind, *_ in found} == set(kinds_of(name))


@pytest.mark.parametrize("name", OWN)
def test_wherever_two_values_are_swapped_it_is_found(name):
    swaps = 0
    for file, kind, fields, values in notes_of(name):
        for one, other in combinations(range(len(values)), 2):
            swapped = [*values]
            swapped[one], swapped[other] = values[other], values[one]
            assert faults(kind, fields, swapped), (file, kind, one, other)
            swaps += 1
    assert swaps > 10


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("note(j, WON, province, player, by)", None),
        ("note(j, WON, province, s.winner, by)", None),
        ("note(j, WON, s.cells[0], s.cells[1], s.cells[2])", None),
        ("note(j, WON, province)", "WON has 3 fields, and is given 1 values"),
        ("note(j, WON, player, province, by)", "WON: player stands where 'province' belongs"),
        ("note(j, WON, province, by, s.winner)", "WON: by stands where 'player' belongs"),
        ("note(j, WON, s.battle, s.winner, by)", "name all but one for their fields: s.battle"),
        ("note(j, WON, s.cells[1], s.cells[0], s.cells[2])", "nobody would see it"),
    ],
)
def test_a_note_whose_values_could_be_others_is_found(line, fault):
    kinds = Kinds()
    kinds.kind("won", Field("province"), Field("player"), Field("by"))
    [(name, values)] = notes(ast.parse(line))
    found = faults(name, kinds[0].fields, values)
    assert fault in found[0] if fault else not found
