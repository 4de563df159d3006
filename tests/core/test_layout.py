"""State records."""

from typing import Annotated

import numpy as np
import pytest

import tenka
from tenka.core.layout import LINES, Int8, Int16, Interpreted, Ints, Rooms, layout


class Small:
    first: Int8
    wide: Int16
    grid: Annotated[Ints, np.int8, (2, 3)]


def test_a_class_becomes_a_record():
    dtype = layout(Small)
    assert dtype["wide"] == np.int16
    assert dtype["grid"].shape == (2, 3)


@pytest.mark.parametrize("record", [Small, *(tenka.game(name).state for name in tenka.games())])
def test_every_byte_belongs_to_a_field(record):
    """So that copying a record field by field copies all of it."""
    dtype = layout(record)
    assert sum(dtype[name].itemsize for name in dtype.names) == dtype.itemsize
    assert all(dtype.fields[name][1] % dtype[name].base.alignment == 0 for name in dtype.names)


def test_a_name_that_numpy_takes_is_refused():
    with pytest.raises(TypeError, match=r"Bad\.round needs another name"):
        layout(type("Bad", (), {"__annotations__": {"round": Int8}}))


@pytest.mark.parametrize("name", tenka.games())
def test_states_are_small_and_begin_with_who_acts(name):
    dtype = tenka.game(name).dtype
    assert dtype.itemsize < 2048
    assert dtype.fields["acting"][1] == 0
    assert len(tenka.game(name).actions) <= 256


class Mixed:
    count: Int8
    share: Annotated[float, np.float64]
    shares: Annotated[Ints, np.float32, (2,)]


def test_interpreted_rules_read_fractions_as_they_are_and_refuse_what_does_not_fit():
    memory = np.zeros(1, dtype=layout(Mixed))
    record = Interpreted(memory.ctypes.data, memory.dtype)
    record.count, record.share = 3, 0.25
    record.shares[1] = 0.5
    assert (record.count, record.share, record.shares[1]) == (3, 0.25, 0.5)
    assert type(record.count) is int
    with pytest.raises(OverflowError):
        record.count = 200


@pytest.mark.parametrize("place", [-1, (0, -1), (-2, 1)])
def test_interpreted_rules_do_not_count_from_the_end(place):
    """Compiled for a GPU they would reach for what lies before the row."""
    memory = np.zeros(1, dtype=layout(Small))
    small = Interpreted(memory.ctypes.data, layout(Small))
    with pytest.raises(IndexError):
        small.grid[place]
    with pytest.raises(IndexError):
        small.grid[place] = 1
    small.grid[1, :] = 2
    assert small.grid[1, 2] == 2
    assert small.grid[0, 2] == 0


@pytest.mark.parametrize("size", [1, LINES - 1, LINES, LINES + 1, 465])
def test_what_a_thread_writes_is_fetched_with_nothing_of_another(size):
    rooms = Rooms(3, size)
    for one, next_one in ((rooms[0], rooms[1]), (rooms[1], rooms[2])):
        assert (one + size - 1) // LINES < next_one // LINES
