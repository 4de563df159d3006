"""Rules compiled for a GPU, with numba-cuda: the same source, one thread for each match.

A kernel is a template like those of `engine`, which says by `cuda` which thread this is and by
`room` what memory of its own a thread needs. In numba-cuda's simulator (NUMBA_ENABLE_CUDASIM=1)
kernels and rules are interpreted, so that they can be tried where there is no GPU.
"""

from __future__ import annotations

import ctypes
import dis
import threading
from collections.abc import Callable, Collection, Iterable
from importlib import import_module
from importlib.metadata import version
from types import FunctionType
from typing import Any, cast

from llvmlite import ir
from numba import cuda
from numba.core import cgutils, config, types

from tenka.core.cache import folder_of
from tenka.core.chance import philox
from tenka.core.errors import TenkaError
from tenka.core.layout import Ints
from tenka.core.rule import is_rule, primitive, used_by, writes_journal
from tenka.core.target import array_on_stack, literal, widened
from tenka.core.twins import Target, in_world

SIMULATED = bool(config.ENABLE_CUDASIM)
COPIES = 32  # of the random generator that a kernel may hold, see `target_of`
CALLED = ("below", "shuffle", "pour", "reach_second", "start")  # what is called if there were more
REGISTERS = 32  # of a thread of a lean kernel
WORD = 8  # bytes that a thread copies at once, if it can: rooms and rows are made of such words


class _Rooms(threading.local):
    """What the simulator's threads, which live as long as a kernel, have been given."""

    def __init__(self) -> None:
        self.kept: list[Any] = []


_rooms = _Rooms()


@primitive("room")
def room(size: int) -> int:
    """The address of `size` bytes that are the thread's own for the time of a kernel.

    A GPU lays them out so that the threads of a warp reach theirs at the same time.
    """
    block = (ctypes.c_char * size)()
    _rooms.kept.append(block)
    return ctypes.addressof(block)


@primitive("address of")
def address_of(row: Ints) -> int:
    """Where an array begins."""
    return int(row.ctypes.data)


@primitive("voices")
def voices(lanes: int, wish: bool) -> int:
    """How many threads of a warp wish something; all those in the mask `lanes` are asked at once.

    The simulator's threads are each a warp of one.
    """
    return int(bool(wish))


def words(size: int) -> int:
    """The least number of bytes, whole words, in which that many find room."""
    return -(-size // WORD) * WORD


def device(name: str) -> Any:
    """A GPU by its name, 'cuda' or 'cuda:1': a context for whatever is done there."""
    kind, _, number = name.partition(":")
    if kind != "cuda" or not (number or "0").isdigit():
        raise TenkaError(f"a device is 'cpu', 'cuda' or 'cuda:1' and so on, not {name!r}")
    if not SIMULATED and not cuda.is_available():
        raise TenkaError("there is no GPU here that numba-cuda can use")
    at = int(number or "0")
    if at >= len(cuda.gpus):
        raise TenkaError(f"there is no {name} here, only {len(cuda.gpus)} GPUs, from cuda:0 on")
    return cuda.gpus[at]


def stream(given: Any) -> Any:
    """A stream of work: a number, or what PyTorch or CuPy have for one."""
    address = getattr(given, "cuda_stream", getattr(given, "ptr", given))
    return cuda.external_stream(address) if address else 0


def kernels(
    game: str, functions: Iterable[Callable[..., Any]], lean: Collection[str] = ()
) -> dict[str, Any]:
    """Templates that were bound to a game, as kernels to be launched, by their names.

    Each is compiled when it is first launched, and kept in the cache. Those that are `lean` have
    few registers, so that more threads find room.
    """
    if SIMULATED:
        return {function.__name__: cuda.jit(function) for function in functions}
    from numba.cuda.core import config as settings

    bound = cast(list[FunctionType], list(functions))
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder_of(f"{game}-cuda-{version('numba-cuda')}", bound))
    try:
        return {one.__name__: _kernel(one, one.__name__ in lean) for one in bound}
    finally:
        settings.CACHE_DIR = before


def _kernel(function: FunctionType, lean: bool) -> Any:
    world = {"__name__": function.__module__, **target_of(function).world_of(function)}
    few = {"max_registers": REGISTERS} if lean else {}
    kernel = cuda.jit(cache=True, **few)(in_world(function, world, function))
    return _counting_from_0(kernel) if target_of(function) is GPU else kernel


def _counting_from_0(kernel: Any) -> Any:
    """Have a kernel compiled without a look at each index, whether it counts from the end.

    No rule counts from the end (interpreted, it would fail), and the looks are a third of all
    instructions. Other kernels of this process are compiled as ever. (Where much is called, they
    stay: without them the compiler wants twice as many registers there.)
    """
    from numba.cuda.core.compiler_lock import global_compiler_lock

    arrays: Any = import_module("numba.cuda.np.arrayobj")
    compile_for = kernel.compile

    def compile_counting(signature: Any) -> Any:
        with global_compiler_lock:
            usual = arrays.fix_integer_index
            arrays.fix_integer_index = _index
            try:
                return compile_for(signature)
            finally:
                arrays.fix_integer_index = usual

    kernel.compile = compile_counting
    return kernel


def _index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


def target_of(kernel: FunctionType) -> Target:
    """How a kernel's rules are compiled: as the compiler likes, which copies them into each other.

    But where chance is asked in many places, the copies of its generator, ten rounds each, and of
    what is made of many chances, crowd all else from the registers and the cache of instructions.
    There they are called, and so is a match's setup, which is rare: a game with 136 copies then
    plays twice as fast; games with 9 and with 6 would be slower.
    """
    return APART if copies_of(cast(FunctionType, philox), kernel) > COPIES else GPU


def copies_of(what: FunctionType, into: FunctionType) -> int:
    """In how many places a rule would stand if all calls were replaced by what they call."""
    found: dict[FunctionType, int] = {what: 1}

    def count(function: FunctionType) -> int:
        if function not in found:
            found[function] = 0  # for rules that call each other in a circle
            if not writes_journal(function):
                used = used_by(function)
                steps = dis.get_instructions(function.__code__)
                read = (used.get(step.argval) for step in steps if step.opname == "LOAD_GLOBAL")
                found[function] = sum(count(rule) for rule in read if is_rule(rule))
        return found[function]

    return count(into)


# -- what this compiler writes in its own way


def _device_function(function: FunctionType) -> Any:
    return widened(cuda.jit(device=True)(function))


def _apart(function: FunctionType) -> Any:
    """The same, but some are never copied into their callers."""
    made = _device_function(function)
    if function.__name__ not in CALLED:
        return made
    compile_for = made.get_call_template

    def compile_apart(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        template = compile_for(args, kws)
        for compiled in made.overloads.values():
            code = compiled.library.get_function(compiled.fndesc.mangled_name)
            code.attributes.add("noinline")
        return template

    made.get_call_template = compile_apart
    return made


def _record_at(dtype: Any) -> Any:
    from numba.cuda.extending import intrinsic
    from numba.cuda.np.numpy_support import from_dtype

    record = from_dtype(dtype)

    def record_at(typing_context: Any, address: Any) -> Any:
        def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(record))

        return record(types.int64), lower

    return intrinsic(record_at)


def _copy_bytes(typing_context: Any, target: Any, source: Any, size: Any) -> Any:
    if not literal(size):
        return None

    # Records lie one behind the other: where they begin, the largest words do that divide them.
    width = min(WORD, size.literal_value & -size.literal_value)

    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(8 * width)
        to, start = (builder.inttoptr(a, word.as_pointer()) for a in args[:2])
        count = ir.Constant(ir.IntType(64), size.literal_value // width)
        with cgutils.for_range(builder, count) as loop:
            value = builder.load(builder.gep(start, [loop.index]))
            builder.store(value, builder.gep(to, [loop.index]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, size), lower


def _room(typing_context: Any, size: Any) -> Any:
    if not literal(size):
        return None

    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ptrtoint(_words(builder, size.literal_value)[0], ir.IntType(64))

    return types.int64(size), lower


def _address_of(typing_context: Any, row: Any) -> Any:
    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(row)(context, builder, args[0])
        return builder.ptrtoint(array.data, ir.IntType(64))

    return types.int64(row), lower


def _voices(_: None) -> Any:
    @cuda.jit(device=True)  # type: ignore[untyped-decorator]  # Numba has no types
    def counted(lanes: int, wish: bool) -> Any:
        return cuda.popc(cuda.ballot_sync(lanes, wish))

    return counted


def _scratch(typing_context: Any, size: Any) -> Any:
    return _row(size, _cleared)


def _unwritten(typing_context: Any, size: Any) -> Any:
    return _row(size, lambda builder, length: _words(builder, length)[0])


def _row(size: Any, room_for: Callable[[Any, int], Any]) -> Any:
    if not literal(size):
        return None
    row = types.Array(types.int16, 1, "C")

    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = room_for(builder, 2 * size.literal_value)
        return array_on_stack(context, builder, row, data, size.literal_value)

    return row(size), lower


def _words(builder: Any, size: int) -> tuple[Any, int]:
    """Memory of a thread, and of how many words."""
    word, count = ir.IntType(8 * WORD), words(size) // WORD
    whole = cgutils.alloca_once(builder, ir.ArrayType(word, count))
    return builder.bitcast(whole, word.as_pointer()), count


def _cleared(builder: Any, size: int) -> Any:
    """The same, all 0; `memset` would clear it byte by byte."""
    start, count = _words(builder, size)
    word = ir.IntType(8 * WORD)
    with cgutils.for_range(builder, ir.Constant(ir.IntType(64), count)) as loop:
        builder.store(ir.Constant(word, 0), builder.gep(start, [loop.index]))
    return start


def _as_intrinsic(definition: Any) -> Any:
    def make(_: None) -> Any:
        from numba.cuda.extending import intrinsic

        return intrinsic(definition)

    return make


PRIMITIVES = {
    "record at": _record_at,
    "copy bytes": _as_intrinsic(_copy_bytes),
    "scratch": _as_intrinsic(_scratch),
    "unwritten": _as_intrinsic(_unwritten),
    "room": _as_intrinsic(_room),
    "address of": _as_intrinsic(_address_of),
    "voices": _voices,
}
GPU = Target(_device_function, PRIMITIVES, silent=True)
APART = Target(_apart, PRIMITIVES, silent=True)
