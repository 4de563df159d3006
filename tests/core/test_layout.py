"""State records."""

from typing import Annotated

import numpy as np
import pytest

import tenka
from tenka.core.layout import Int8, Int16, Ints, layout


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
