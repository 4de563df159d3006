"""Arrays that are lent by DLPack: numpy takes them, and in the end nobody holds anything."""

from __future__ import annotations

import ctypes
import gc
import weakref

import numpy as np
import pytest

from tenka.core import capsule

PROCESSOR = 1  # the kind of device, in DLPack's numbers: one from which numpy takes arrays


class Lender:
    """What numpy asks for a capsule."""

    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        return PROCESSOR, 0

    def __dlpack__(self, **_):
        array, size = self.array, self.array.itemsize
        where = array.ctypes.data, *self.__dlpack_device__()
        strides = tuple(step // size for step in array.strides)
        return capsule.capsule(where, array.dtype, array.shape, strides, array)


@pytest.fixture(autouse=True)
def nothing_is_lent():
    gc.collect()
    before = len(capsule.lent)
    yield
    gc.collect()
    assert len(capsule.lent) == before


@pytest.mark.parametrize("kind", [np.bool_, np.int8, np.uint8, np.int32, np.int64, np.float32])
def test_who_takes_an_array_reads_the_same_memory_and_lets_it_go(kind):
    """Also rows with gaps between them, as masks have on a GPU."""
    whole = (np.arange(24).reshape(3, 8) % 2).astype(kind)
    for array in (whole, whole[:, :5], whole[0]):
        before = len(capsule.lent)
        taken = np.from_dlpack(Lender(array))
        assert len(capsule.lent) == before + 1
        assert taken.dtype == array.dtype
        assert taken.strides == array.strides
        array[0] = 1
        assert np.array_equal(taken, array)
        del taken
        assert len(capsule.lent) == before


def test_the_memory_lives_as_long_as_it_is_lent():
    class Row(np.ndarray):
        """One that can be watched."""

    array = np.arange(5).view(Row)
    watched = weakref.ref(array)
    taken = np.from_dlpack(Lender(array))
    del array
    assert watched() is not None
    assert taken.tolist() == [0, 1, 2, 3, 4]
    del taken
    assert watched() is None


def test_what_nobody_takes_is_let_go():
    lender = Lender(np.arange(5))
    before = len(capsule.lent)
    kept = lender.__dlpack__()
    assert len(capsule.lent) == before + 1
    del kept
    assert len(capsule.lent) == before


def test_the_error_of_who_refuses_is_told_as_it_is():
    """The capsule goes while the error is on its way."""
    with pytest.raises(TypeError, match="PyCapsule"):
        int(Lender(np.arange(5)).__dlpack__())


def test_what_is_described_is_what_dlpack_says():
    array = np.zeros((4, 8), dtype=np.int16)[:, :3]
    kept = Lender(array).__dlpack__()
    content = ctypes.pythonapi.PyCapsule_GetPointer
    content.restype, content.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    found = capsule._Described.from_address(content(kept, b"dltensor"))
    assert (found.data, found.device_kind, found.device) == (array.ctypes.data, PROCESSOR, 0)
    assert (found.dimensions, found.kind, found.bits, found.lanes) == (2, 0, 16, 1)
    assert (found.shape[:2], found.strides[:2], found.offset) == ([4, 3], [8, 1], 0)
