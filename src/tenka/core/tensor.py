"""Arrays on a GPU that other libraries take as their own, without a copy.

PyTorch, CuPy and Numba read `__cuda_array_interface__`; JAX and whatever else knows DLPack asks for
`__dlpack__`. In numba-cuda's simulator the same arrays lie in the processor's memory.
"""

from __future__ import annotations

import ctypes
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np
from numba import cuda
from numpy.typing import DTypeLike, NDArray

from tenka.core.errors import TenkaError
from tenka.core.gpu import SIMULATED

_numba: Any = None if SIMULATED else import_module("numba.cuda.dispatcher")

CUDA = 2  # the kind of device, in DLPack's numbers
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # of numbers, likewise


class Tensor:
    """An array on a GPU; `array` is what kernels take."""

    def __init__(self, array: Any) -> None:
        self.array = array

    @classmethod
    def empty(cls, *shape: int, dtype: DTypeLike) -> Tensor:
        """A new array, in which anything may stand."""
        return cls(cuda.device_array(shape, dtype=dtype))

    @classmethod
    def cleared(cls, *shape: int, dtype: DTypeLike) -> Tensor:
        """A new array of zeros."""
        made = cls.empty(*shape, dtype=dtype)
        if SIMULATED:
            made.array[:] = 0
        else:
            cuda.driver.device_memset(made.array, 0, made.array.nbytes)
        return made

    @classmethod
    def of(cls, values: NDArray[Any]) -> Tensor:
        """A copy of numpy's array."""
        return cls(cuda.to_device(np.ascontiguousarray(values)))

    @classmethod
    def taken(cls, values: Any, dtype: DTypeLike) -> Tensor:
        """What somebody gives: an array on the GPU as it is, anything else as a copy."""
        if isinstance(values, Tensor):
            return values
        if not hasattr(values, "__cuda_array_interface__"):
            return cls.of(np.asarray(values, dtype=dtype))
        array = cuda.as_cuda_array(values, sync=False)
        if array.dtype != np.dtype(dtype):
            raise TenkaError(f"an array of {np.dtype(dtype)} is needed, not of {array.dtype}")
        return cls(array)

    def rows(self, dtype: DTypeLike, size: int) -> Tensor:
        """The first numbers of each row, read as numbers of another kind: the same memory."""
        return Tensor(self.array.view(np.dtype(dtype))[:, :size])

    def flat(self, dtype: DTypeLike) -> Tensor:
        """All numbers in one row, read as numbers of another kind: the same memory."""
        return Tensor(self.array.reshape(-1).view(np.dtype(dtype)))

    def fill(self, values: Any) -> None:
        """Write other values into the same memory."""
        if isinstance(values, Tensor) or hasattr(values, "__cuda_array_interface__"):
            self.array.copy_to_device(Tensor.taken(values, self.dtype).array)
        else:
            flat = np.ascontiguousarray(values)
            same = flat if flat.dtype == self.dtype else flat.view(self.dtype)
            self.array.copy_to_device(same.reshape(self.shape))

    def numpy(self) -> NDArray[Any]:
        """A copy for the processor, once the GPU has finished."""
        return np.asarray(self.array.copy_to_host())

    @property
    def shape(self) -> tuple[int, ...]:
        """How many numbers there are in each direction."""
        return tuple(self.array.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        """Of which kind they are."""
        kind: np.dtype[Any] = np.dtype(self.array.dtype)
        return kind

    @property
    def address(self) -> int:
        """Where they begin."""
        if SIMULATED:
            return int(self.array.ctypes.data)
        return int(self.array.__cuda_array_interface__["data"][0])

    @cached_property
    def kind(self) -> tuple[Any, ...]:
        """What kernels are compiled for: of which kind, and how they lie."""
        contiguous = self.array.is_c_contiguous() if not SIMULATED else True
        return self.dtype, len(self.shape), contiguous

    @cached_property
    def words(self) -> tuple[int, ...]:
        """An array as a kernel takes it: no owner, how many of what size, where, and how."""
        count, width = int(self.array.size), self.dtype.itemsize
        return 0, 0, count, width, self.address, *self.shape, *map(int, self.array.strides)

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        found: dict[str, Any] = self.array.__cuda_array_interface__
        return found

    def __dlpack_device__(self) -> tuple[int, int]:
        """The device's kind and number."""
        return CUDA, cuda.get_current_device().id

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        """A capsule of DLPack's first form, which lends the memory while it is held."""
        if stream not in (None, 0, 1, -1):  # all but the stream that everyone shares
            cuda.synchronize()
        return _capsule(self)


class Launch:
    """A kernel that is launched again and again in one way.

    Looking at the arguments takes Numba longer than many a kernel runs. So it does that once for
    each kind of them; then they are handed over as they are.
    """

    def __init__(self, kernel: Any, blocks: int, threads: int, stream: Any, shared: int) -> None:
        self.kernel, self.how = kernel, (blocks, threads, stream, shared)
        self.ready: dict[tuple[Any, ...], tuple[Any, ...]] = {}  # by the kinds of arguments

    def __call__(self, args: tuple[Any, ...]) -> None:
        """Queue it, with tensors and whole numbers of 64 bits."""
        kinds = tuple([arg.kind for arg in args if isinstance(arg, Tensor)])
        if kinds in self.ready:
            words: list[int] = []
            for arg in args:
                words += arg.words if isinstance(arg, Tensor) else (arg,)
            _numba.launch(*self.ready[kinds], *words)
            return
        plain = [arg.array if isinstance(arg, Tensor) else arg for arg in args]
        configured = self.kernel[self.how]
        configured(*plain)
        if hasattr(_numba, "launch"):  # not in the simulator, nor with a much older Numba
            self.ready[kinds] = self._prepared(configured, plain)

    def _prepared(self, configured: Any, args: list[Any]) -> tuple[Any, ...]:
        made = self.kernel.overloads[tuple(map(self.kernel.typeof_pyval, args))]
        config = _numba.LaunchConfig(
            grid=configured.griddim, block=configured.blockdim, shmem_size=configured.sharedmem
        )
        return configured.stream, config, made._codelibrary.get_cufunc().kernel


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


_lent: dict[int, tuple[Any, ...]] = {}  # by address: what must live until it is let go


_let_go = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda address: _lent.pop(address, None))


def _capsule(tensor: Tensor) -> Any:
    size = tensor.dtype.itemsize
    numbers = ctypes.c_int64 * len(tensor.shape)
    shape = numbers(*tensor.shape)
    strides = numbers(*(step // size for step in tensor.array.strides))
    described = _Described(
        tensor.address,
        *tensor.__dlpack_device__(),
        len(tensor.shape),
        KINDS[tensor.dtype.kind],
        8 * size,
        1,
        shape,
        strides,
        0,
        None,
        _let_go,
    )
    address = ctypes.addressof(described)
    _lent[address] = (described, shape, strides, tensor.array)
    make = ctypes.pythonapi.PyCapsule_New
    make.restype, make.argtypes = (
        ctypes.py_object,
        (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p),
    )
    return make(address, b"dltensor", None)
