"""State records: a class of annotated fields stands for one flat numpy record.

    class State(Position):
        round: Int8
        armies: Annotated[Ints, np.int8, (2, 5)]

`layout(State)` is the dtype. In memory a state is one block of bytes, so copying, comparing,
hashing, storing and batching are one line each. Rules get the record at an address (`pointer_to`):
passing the address as a plain integer costs a fraction of passing an array.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Annotated, Any, get_type_hints

import numpy as np
from numpy.typing import NDArray

from tenka.core.rule import primitive, rule

UNKNOWN = -1  # in a redacted record: something is here that the viewer may not know
NONE = -2  # nothing is here
SPECTATOR = -1  # the viewer who sits at no seat
LINES = 128  # bytes that a processor fetches at once: two lines of its cache

Ints = NDArray[np.integer[Any]]
Floats = NDArray[np.float32]
Numbers = NDArray[Any]  # of an observation: whole ones, or fractions
Int8 = Annotated[int, np.int8]
UInt8 = Annotated[int, np.uint8]
Int16 = Annotated[int, np.int16]
Int32 = Annotated[int, np.int32]
UInt32 = Annotated[int, np.uint32]


class Position:
    """What every game's state begins with. `acting` comes first: `Match` reads it as byte 0."""

    acting: UInt8  # one bit per player who may decide now; no bit: the game is over
    winners: UInt8  # one bit per winner, once the game is over
    players: Int8
    key: Annotated[Ints, np.uint32, (2,)]  # the generator: its seed ...
    drawn: UInt32  # ... and how many words it has given


def layout(record: type) -> np.dtype[Any]:
    """The dtype that a class of annotated fields stands for.

    Gaps between fields are fields too, always 0: numpy copies a record field by field, and states
    are compared byte by byte.
    """
    fields = []
    for name, hint in get_type_hints(record, include_extras=True).items():
        if hasattr(np.void, name):  # records would give numpy's own method instead of the field
            raise TypeError(f"{record.__name__}.{name} needs another name: numpy has one so called")
        kind, *shape = hint.__metadata__
        fields.append((name, kind, *shape))
    aligned = np.dtype(fields, align=True)
    places: Any = aligned.fields
    whole, end = [], 0
    for field in [*fields, ("", np.uint8, (0,))]:
        offset = places[field[0]][1] if field[0] else aligned.itemsize
        if offset > end:
            whole.append((f"gap_at_{end}", np.uint8, (offset - end,)))
        whole.append(field)
        end = offset + np.dtype([field]).itemsize
    return np.dtype((np.record, np.dtype(whole[:-1], align=True)))


class _Plain(np.ndarray[Any, Any]):
    """An array whose elements are read as Python's numbers.

    None is counted from the end: a GPU does not look for that.
    """

    def __getitem__(self, at: Any) -> Any:
        _from_0(at)
        value = super().__getitem__(at)
        return value if isinstance(value, np.ndarray) else value.item()

    def __setitem__(self, at: Any, value: Any) -> None:
        _from_0(at)
        super().__setitem__(at, value)


def _from_0(at: Any) -> None:
    for index in at if isinstance(at, tuple) else (at,):
        if not isinstance(index, slice) and index < 0:
            raise IndexError(f"a rule asks for number {index} of a row")


class Interpreted:
    """The record at an address, for rules that are not compiled.

    Numbers come out as Python's own, as they are 64 bits wide in compiled rules; what does
    not fit its field is an error here, so interpreted runs find what compiled ones would cut off.
    """

    def __init__(self, address: int, dtype: np.dtype[Any]) -> None:
        block = (ctypes.c_char * dtype.itemsize).from_address(int(address))
        self.__dict__["record"] = np.frombuffer(memoryview(block), dtype=dtype)[0]

    def __getattr__(self, name: str) -> Any:
        value = self.__dict__["record"][name]
        return value.view(_Plain) if isinstance(value, np.ndarray) else value.item()

    def __setattr__(self, name: str, value: int) -> None:
        self.__dict__["record"][name] = value


def pointer_to(dtype: np.dtype[Any]) -> Callable[[int], Any]:
    """A function from an address to the record of that dtype that lies there."""

    @primitive("record at", dtype)
    def record_at(address: int) -> Any:
        return Interpreted(address, dtype)

    return record_at


@primitive("copy bytes")
def copy_bytes(target: int, source: int, size: int) -> None:
    """Copy `size` bytes from one address to another."""
    ctypes.memmove(int(target), int(source), size)


@primitive("scratch")
def scratch(size: int) -> Ints:
    """A row of `size` small numbers, all 0, for the time of one call.

    It lies on the stack, on every processor: so its size is a constant of the rules.
    """
    return np.zeros(size, dtype=np.int16).view(_Plain)


@primitive("unwritten")
def unwritten(size: int) -> Ints:
    """The same, but anything may stand there until it is written: for long rows of which little
    is used.
    """
    return np.full(size, np.iinfo(np.int16).min, dtype=np.int16).view(_Plain)


@rule
def spaced(size: int) -> int:
    """Bytes from one row of `size` bytes to the next, so that no two are fetched together."""
    return (size + 2 * LINES - 1) // LINES * LINES


class Rooms:
    """Memory of `size` bytes for each of several threads.

    It lies apart: where two threads write to what a processor fetches together, each has to wait
    for the other's every time, and two of them may be no faster than one.
    """

    def __init__(self, threads: int, size: int) -> None:
        self._memory = np.zeros((threads, spaced(size)), dtype=np.uint8)

    def __getitem__(self, thread: int) -> int:
        """Where a thread's memory is."""
        return self._memory[thread:].ctypes.data
