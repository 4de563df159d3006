"""Rules compiled for a GPU, with numba-cuda: the same source, one thread for each match.

A kernel is a template like those of `engine`, with three names more: `cuda`, which says which
thread this is, `room`, memory of the thread's own, and the rules as device functions. In
numba-cuda's simulator (NUMBA_ENABLE_CUDASIM=1) kernels and rules are interpreted, so that they can
be tried where there is no GPU.
"""

from __future__ import annotations

import ctypes
import threading
from types import FunctionType
from typing import Any

from llvmlite import ir
from numba import cuda
from numba.core import cgutils, config, types

from tenka.core.rule import primitive
from tenka.core.target import scratch, widened
from tenka.core.twins import Target, in_world

SIMULATED = bool(config.ENABLE_CUDASIM)
WORD = 8  # bytes that a thread copies at once


@primitive("room")
def room(size: int) -> int:
    """The address of `size` bytes that are the thread's own for the time of a kernel."""
    block = (ctypes.c_char * size)()
    _rooms.kept.append(block)
    return ctypes.addressof(block)


class _Rooms(threading.local):
    """What the simulator's threads, which live as long as a kernel, have been given."""

    def __init__(self) -> None:
        self.kept: list[Any] = []


_rooms = _Rooms()


def kernel(function: FunctionType) -> Any:
    """A template that was bound to a game, as a kernel to be launched."""
    if SIMULATED:
        return cuda.jit(function)
    world = {"__name__": function.__module__, **GPU.world_of(function)}
    return cuda.jit(in_world(function, world, function))


# -- what this compiler writes in its own way


def _device_function(function: FunctionType) -> Any:
    return widened(cuda.jit(device=True)(function))


if not SIMULATED:
    from numba.cuda.extending import intrinsic
    from numba.cuda.np.numpy_support import from_dtype


def _record_at(dtype: Any) -> Any:
    record = from_dtype(dtype)

    def record_at(typing_context: Any, address: Any) -> Any:
        def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(record))

        return record(types.int64), lower

    return intrinsic(record_at)


def _copy_bytes(_: None) -> Any:
    def copy(typing_context: Any, target: Any, source: Any, size: Any) -> Any:
        if not isinstance(size, types.IntegerLiteral):
            return None  # Numba asks again with what the number is, if that is known
        words = size.literal_value // WORD

        def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(8 * WORD)
            to, start = (builder.inttoptr(a, word.as_pointer()) for a in args[:2])
            with cgutils.for_range(builder, ir.Constant(ir.IntType(64), words)) as loop:
                value = builder.load(builder.gep(start, [loop.index]))
                builder.store(value, builder.gep(to, [loop.index]))
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, size), lower

    return intrinsic(copy)


def _scratch(_: None) -> Any:
    return intrinsic(scratch)


def _room(_: None) -> Any:
    def room(typing_context: Any, size: Any) -> Any:
        if not isinstance(size, types.IntegerLiteral):
            return None

        def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            words = ir.ArrayType(ir.IntType(64), -(-size.literal_value // 8))
            return builder.ptrtoint(cgutils.alloca_once(builder, words), ir.IntType(64))

        return types.int64(size), lower

    return intrinsic(room)


PRIMITIVES = {
    "record at": _record_at,
    "copy bytes": _copy_bytes,
    "scratch": _scratch,
    "room": _room,
}
GPU = Target(_device_function, PRIMITIVES, silent=True)
