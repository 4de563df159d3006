"""DLPack's capsules: how one library lends another an array, with nothing copied.

A capsule holds a description of the array. Whoever takes it renames the capsule and tells, when the
time has come, that the memory may go (`let_go`). A capsule that nobody takes lets it go itself.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

import numpy as np
from llvmlite import binding, ir

KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # of numbers, as DLPack counts them
LENT = b"dltensor"  # the name of a capsule until somebody takes what is in it


class _Described(ctypes.Structure):
    """A tensor in memory, as DLPack describes it, and who is to be told when it is let go."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_kind", ctypes.c_int32),
        ("device", ctypes.c_int32),
        ("dimensions", ctypes.c_int32),
        ("kind", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
        ("context", ctypes.c_void_p),
        ("let_go", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
    )


lent: dict[int, tuple[Any, ...]] = {}  # by address: what must live until it is let go
_let_go = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda address: lent.pop(address, None))


def capsule(
    where: tuple[int, int, int],
    kind: np.dtype[Any],
    shape: tuple[int, ...],
    strides: tuple[int, ...],
    owner: object,
) -> Any:
    """A capsule of DLPack's first form: `where` are an address, and a device's kind and number;
    `strides` count numbers, and the owner of the memory lives as long as it is lent.
    """
    numbers = ctypes.c_int64 * len(shape)
    lengths, steps = numbers(*shape), numbers(*strides)
    described = _Described(
        *where,
        len(shape),
        KINDS[kind.kind],
        8 * kind.itemsize,
        1,
        lengths,
        steps,
        0,
        None,
        _let_go,
    )
    address = ctypes.addressof(described)
    lent[address] = (described, lengths, steps, owner)
    make = _of_python("PyCapsule_New", ctypes.py_object, "PNP")
    return make(address, LENT, _when_it_goes())


@cache
def _of_python(name: str, result: Any, arguments: str) -> Any:
    """A function of Python's own interface; arguments are addresses (P) and names (N)."""
    kinds = {"P": ctypes.c_void_p, "N": ctypes.c_char_p}
    made = ctypes.PYFUNCTYPE(result, *(kinds[letter] for letter in arguments))
    return made((name, ctypes.pythonapi))


def _let_go_of(going: int) -> None:
    """Let go of what is in a capsule, if nobody has taken it."""
    if _of_python("PyCapsule_IsValid", ctypes.c_int, "PN")(going, LENT):
        lent.pop(_of_python("PyCapsule_GetPointer", ctypes.c_void_p, "PN")(going, LENT), None)


_unwanted = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(_let_go_of)


@cache
def _when_it_goes() -> int:
    """The address of what Python calls with a capsule that goes.

    It is machine code, since a capsule often goes while an error is on its way, such as that of a
    library which refuses it: the error is put aside before `_unwanted` runs, and put back after.
    """
    memory, nothing = ir.IntType(8).as_pointer(), ir.VoidType()
    cell = memory.as_pointer()
    module = ir.Module()
    going = ir.Function(module, ir.FunctionType(nothing, [memory]), "going")
    builder = ir.IRBuilder(going.append_basic_block())

    def call(function: Any, kinds: list[Any], given: list[Any]) -> None:
        address = ctypes.cast(function, ctypes.c_void_p).value
        kind = ir.FunctionType(nothing, kinds).as_pointer()
        builder.call(builder.inttoptr(ir.Constant(ir.IntType(64), address), kind), given)

    error = [builder.alloca(memory) for _ in range(3)]
    call(ctypes.pythonapi.PyErr_Fetch, [cell] * 3, error)
    call(_unwanted, [memory], [going.args[0]])
    call(ctypes.pythonapi.PyErr_Restore, [memory] * 3, [builder.load(part) for part in error])
    builder.ret_void()
    _kept.append(_compiled(module))
    return int(_kept[-1].get_function_address("going"))


_kept: list[Any] = []  # compiled code lives as long as the process


def _compiled(module: Any) -> Any:
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_default_triple().create_target_machine()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(str(module)), machine)
    engine.finalize_object()
    return engine
