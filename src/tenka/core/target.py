"""Rules compiled for this machine's processor, with Numba.

A rule's twin goes only through LLVM's passes over single functions; the entry point that calls it
takes all twins in, and LLVM works on the whole once. (Left to itself, Numba has LLVM work on each
function together with all that it calls, and again at every level of calls. Without the first
passes LLVM's highest level dropped a turn of a loop over a record; a test compares both ways.)

No rule counts places in an array from the end, or asks for one beyond it. So compiled code does not
look whether one does; with TENKA_PLACES=checked it does, and ends the process where it finds one. A
test plays all games with all opponents like that.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import lookup_environment
from numba.extending import intrinsic
from numba.np import arrayobj as arrays

from tenka.core.rule import is_unfolded
from tenka.core.twins import Primitives, Target, in_world, source_of

CHECKED = os.environ.get("TENKA_PLACES") == "checked"

done: set[int] = set()  # the rules that are compiled, by identity
on_progress: Callable[[], None] | None = None  # called whenever another one is


class _Part(JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """The code of one rule, which becomes machine code only as a part of an entry point."""

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    @property
    def codegen(self) -> Any:
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Instead of the code generator, which has no place for it yet; see `_Whole`."""


class _Whole(JITCodeLibrary):  # type: ignore[misc]  # likewise
    """The code of an entry point with that of all rules that it reaches."""

    def finalize(self) -> None:
        self._linking_libraries: list[Any] = list(_all_parts(self._linking_libraries))
        super().finalize()
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name)
            if environment is not None:
                self._codegen.set_env(variable.name, environment)


def _all_parts(libraries: list[Any]) -> dict[Any, None]:
    """Libraries and those that they are linked with, in order, each once."""
    found: dict[Any, None] = {}
    for library in libraries:
        if library not in found:
            found[library] = None
            if isinstance(library, _Part):
                found |= _all_parts(library._linking_libraries)
    return found


@contextmanager
def _counting_from_0() -> Iterator[None]:
    """Meanwhile an index is compiled as it stands; whatever else is compiled, is so as ever."""
    with global_compiler_lock:
        usual = arrays.fix_integer_index
        arrays.fix_integer_index = _index
        try:
            yield
        finally:
            arrays.fix_integer_index = usual


def _index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    place = context.cast(builder, index, kind, types.intp)
    if CHECKED:
        with builder.if_then(builder.icmp_unsigned(">=", place, size), likely=False):
            _end(builder, f"place %ld of %ld in {builder.function.name}\n", place, size)
    return place


def _end(builder: Any, words: str, *numbers: Any) -> None:
    """Say why, and end the process: compiled rules have no errors that they could raise."""
    cgutils.printf(builder, words, *numbers)
    for name, kinds in (("fflush", [ir.IntType(8).as_pointer()]), ("abort", [])):
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(ir.VoidType(), kinds), name
        )
        builder.call(function, [ir.Constant(kind, None) for kind in kinds])


class _RuleCompiler(Compiler):  # type: ignore[misc]  # likewise
    library = _Part

    def compile_extra(self, function: Any) -> Any:
        """Compile into a library of our kind."""
        library = self.library(self.state.targetctx.codegen(), function.__qualname__)
        library.enable_object_caching()
        self.state.library = library
        with _counting_from_0():
            result = super().compile_extra(function)
        done.add(id(source_of(function)))
        if on_progress:
            on_progress()
        return result


class _EntryCompiler(_RuleCompiler):
    library = _Whole


def _jit(function: FunctionType) -> Any:
    dispatcher = numba.njit(
        error_model="numpy",
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        forceinline=is_unfolded(source_of(function)),
        pipeline_class=_RuleCompiler,
    )(function)
    return widened(dispatcher)


def widened(dispatcher: Any) -> Any:
    """Have a dispatcher take whole numbers as int64, whatever field they were read from.

    Without this Numba compiles a copy of each rule for each mix of int8, int64 and literals among
    its callers.
    """
    compile_for = dispatcher.get_call_template

    def compile_widened(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return compile_for(
            tuple(map(_widen, args)), {name: _widen(kind) for name, kind in kws.items()}
        )

    dispatcher.get_call_template = compile_widened
    return dispatcher


def _widen(kind: Any) -> Any:
    whole = isinstance(kind, types.Integer | types.IntegerLiteral | types.Boolean)
    return types.int64 if whole else kind


# -- what Python calls


def entry_point(function: FunctionType, folder: Path, *, silent: bool) -> Any:
    """A rule as Numba's dispatcher, for Python to call; its code is kept in `folder`.

    The folder's name becomes part of the function's: two games' code of one name, from two
    processes' caches, would be linked as one.
    """
    target = SILENT if silent else LOUD
    world = {"__name__": function.__module__, **target.world_of(function)}
    made = in_world(function, world, function)
    made.__qualname__ = f"{folder.name}.{function.__qualname__}"
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        return numba.njit(
            nogil=takes_arrays(function),
            cache=True,
            error_model="numpy",
            no_cfunc_wrapper=True,
            pipeline_class=_EntryCompiler,
        )(made)
    finally:
        numba.config.CACHE_DIR = before


def takes_arrays(function: Callable[..., Any]) -> bool:
    """Whether an entry point works on arrays: for long enough that others should run meanwhile."""
    return any(kind != "int" for name, kind in function.__annotations__.items() if name != "return")


def direct(dispatcher: Any, function: FunctionType) -> Any:
    """The compiled function itself, without Numba's look at the types of its arguments.

    That takes longer than most decisions. It takes whole numbers; what takes arrays stays as it is.
    """
    if takes_arrays(function):
        return dispatcher
    return dispatcher.compile((types.int64,) * function.__code__.co_argcount)


def load(dispatcher: Any) -> bool:
    """Take in what the cache has of an entry point, and compile nothing; whether it has something.

    It is found by its types alone, so nothing of the rules has to be looked at.
    """
    cache = dispatcher._cache
    for types_of_arguments, *_ in cache._cache_file._load_index():
        found = cache.load_overload(types_of_arguments, dispatcher.targetctx)
        if found is not None and types_of_arguments not in dispatcher.overloads:
            dispatcher.add_overload(found)
    return bool(dispatcher.overloads)


# -- what compilers write in their own way


def _record_at(dtype: Any) -> Any:
    record = numba.from_dtype(dtype)

    @intrinsic  # type: ignore[untyped-decorator]  # Numba has no types
    def cast(typing_context: Any, address: Any) -> Any:
        def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(record))

        return record(types.int64), lower

    return cast


def _copy_bytes(_: None) -> Any:
    @intrinsic  # type: ignore[untyped-decorator]  # likewise
    def copy(typing_context: Any, target: Any, source: Any, size: Any) -> Any:
        def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            byte_pointer = cgutils.voidptr_t
            to, start = (builder.inttoptr(a, byte_pointer) for a in args[:2])
            cgutils.raw_memcpy(builder, to, start, args[2], 1)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, types.int64), lower

    return copy


def literal(kind: Any) -> bool:
    """Whether a number is known when rules are compiled.

    Asked for the type of a primitive, Numba first tells the kind of a number alone; if that is not
    enough, it tells the number, if it can.
    """
    return isinstance(kind, types.IntegerLiteral)


def _scratch(typing_context: Any, size: Any) -> Any:
    return _row(size, cleared=True)


def _unwritten(typing_context: Any, size: Any) -> Any:
    return _row(size, cleared=False)


def _row(size: Any, *, cleared: bool) -> Any:
    if not literal(size):
        return None
    row = types.Array(types.int16, 1, "C")

    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        number = context.get_data_type(row.dtype)
        whole = cgutils.alloca_once(builder, ir.ArrayType(number, size.literal_value))
        if cleared:
            length = ir.Constant(ir.IntType(64), 2 * size.literal_value)
            cgutils.memset(builder, builder.bitcast(whole, cgutils.voidptr_t), length, 0)
        return array_on_stack(context, builder, row, whole, size.literal_value)

    return row(size), lower


def array_on_stack(context: Any, builder: Any, row: Any, data: Any, size: int) -> Any:
    """A row of numbers as an array that owns nothing."""
    array = context.make_array(row)(context, builder)
    width = context.get_constant(types.intp, row.dtype.bitwidth // 8)
    context.populate_array(
        array,
        data=builder.bitcast(data, array.data.type),
        shape=[context.get_constant(types.intp, size)],
        strides=[width],
        itemsize=width,
        meminfo=None,
    )
    return array._getvalue()


def _cell(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """The address of a cell that threads share: of an array, the place that comes second."""
    array = context.make_array(signature.args[0])(context, builder, args[0])
    return builder.gep(array.data, [args[1]])


def _atomic_add(_: None) -> Any:
    @intrinsic  # type: ignore[untyped-decorator]  # likewise
    def add(typing_context: Any, cells: Any, at: Any, amount: Any) -> Any:
        def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            cell = _cell(context, builder, signature, args)
            return builder.atomic_rmw("add", cell, args[2], "seq_cst")

        return types.int64(cells, types.int64, types.int64), lower

    return add


def _atomic_put(_: None) -> Any:
    @intrinsic  # type: ignore[untyped-decorator]  # likewise
    def put(typing_context: Any, cells: Any, at: Any, value: Any) -> Any:
        def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            cell = _cell(context, builder, signature, args)
            builder.store_atomic(args[2], cell, "seq_cst", 8)
            return context.get_dummy_value()

        return types.void(cells, types.int64, types.int64), lower

    return put


def _atomic_look(_: None) -> Any:
    @intrinsic  # type: ignore[untyped-decorator]  # likewise
    def look(typing_context: Any, cells: Any, at: Any) -> Any:
        def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            cell = _cell(context, builder, signature, args)
            return builder.load_atomic(cell, "seq_cst", 8)

        return types.int64(cells, types.int64), lower

    return look


def _pause(_: None) -> Any:
    @intrinsic  # type: ignore[untyped-decorator]  # likewise
    def pause(typing_context: Any) -> Any:
        def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            if platform.machine() in ("x86_64", "AMD64"):
                nothing = ir.FunctionType(ir.VoidType(), [])
                name = "llvm.x86.sse2.pause"
                builder.call(cgutils.get_or_insert_function(builder.module, nothing, name), [])
            return context.get_dummy_value()

        return types.void(), lower

    return pause


PRIMITIVES: Primitives = {
    "record at": _record_at,
    "copy bytes": _copy_bytes,
    "scratch": lambda _: intrinsic(_scratch),
    "atomic add": _atomic_add,
    "atomic put": _atomic_put,
    "atomic look": _atomic_look,
    "pause": _pause,
    "unwritten": lambda _: intrinsic(_unwritten),
}
LOUD = Target(_jit, PRIMITIVES, silent=False)
SILENT = Target(_jit, PRIMITIVES, silent=True)
