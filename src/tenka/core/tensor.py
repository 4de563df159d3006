"""Arrays on a GPU that other libraries take as their own, without a copy.

PyTorch, CuPy and Numba read `__cuda_array_interface__`; JAX and whatever else knows DLPack asks for
`__dlpack__`. In numba-cuda's simulator the same arrays lie in the processor's memory.
"""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from numba import cuda
from numpy.typing import DTypeLike, NDArray

from tenka.core.capsule import capsule
from tenka.core.errors import TenkaError
from tenka.core.gpu import SIMULATED

_numba: Any = None if SIMULATED else import_module("numba.cuda.dispatcher")

CUDA = 2  # the kind of device, in DLPack's numbers


class Place(NamedTuple):
    """Where arrays lie and in which order work on them is done: a GPU by its number, and a stream;
    0 is the one that all libraries share.
    """

    device: int
    stream: Any = 0

    def empty(self, *shape: int, dtype: DTypeLike) -> Tensor:
        """A new array, in which anything may stand."""
        return Tensor(cuda.device_array(shape, dtype=dtype, stream=self.stream), self)

    def cleared(self, *shape: int, dtype: DTypeLike) -> Tensor:
        """A new array of zeros."""
        made = self.empty(*shape, dtype=dtype)
        if SIMULATED:
            made.array[:] = 0
        else:
            cuda.driver.device_memset(made.array, 0, made.array.nbytes, stream=self.stream)
        return made

    def of(self, values: NDArray[Any]) -> Tensor:
        """A copy of numpy's array."""
        made = Tensor(cuda.to_device(np.ascontiguousarray(values), stream=self.stream), self)
        self.settle()
        return made

    def settle(self) -> None:
        """Wait until a copy from or to the processor's memory is made. On the stream that all share
        nobody has to be told to wait.
        """
        if self.stream:
            self.stream.synchronize()

    def taken(self, values: Any, dtype: DTypeLike) -> Tensor:
        """What somebody gives: an array on the GPU as it is, anything else as a copy."""
        if isinstance(values, Tensor):
            return values
        if not hasattr(values, "__cuda_array_interface__"):
            return self.of(np.asarray(values, dtype=dtype))
        array = cuda.as_cuda_array(values, sync=False)
        if array.dtype != np.dtype(dtype):
            raise TenkaError(f"an array of {np.dtype(dtype)} is needed, not of {array.dtype}")
        return Tensor(array, self)


class Tensor:
    """An array on a GPU; `array` is what kernels take."""

    def __init__(self, array: Any, place: Place) -> None:
        self.array, self.place = array, place

    def rows(self, dtype: DTypeLike, size: int) -> Tensor:
        """The first numbers of each row, read as numbers of another kind: the same memory."""
        return Tensor(self.array.view(np.dtype(dtype))[:, :size], self.place)

    def flat(self, dtype: DTypeLike) -> Tensor:
        """All numbers in one row, read as numbers of another kind: the same memory."""
        return Tensor(self.array.reshape(-1).view(np.dtype(dtype)), self.place)

    def fill(self, values: Any) -> None:
        """Write other values into the same memory."""
        if isinstance(values, Tensor) or hasattr(values, "__cuda_array_interface__"):
            given = self.place.taken(values, self.dtype).array
        else:
            flat = np.ascontiguousarray(values)
            same = flat if flat.dtype == self.dtype else flat.view(self.dtype)
            given = same.reshape(self.shape)
        self.array.copy_to_device(given, stream=self.place.stream)
        self.place.settle()

    def numpy(self) -> NDArray[Any]:
        """A copy for the processor, once the GPU has finished."""
        with cuda.gpus[self.place.device]:
            copy = self.array.copy_to_host(stream=self.place.stream)
            self.place.settle()
        return np.asarray(copy)

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
        return found | ({"stream": int(self.place.stream)} if self.place.stream else {})

    def __dlpack_device__(self) -> tuple[int, int]:
        """The device's kind and number."""
        return CUDA, self.place.device

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        """A capsule of DLPack's first form, which lends the memory while it is held."""
        own = self.place.stream
        if stream != -1 and (own or stream not in (None, 0, 1)):  # who gives -1 wants no waiting
            with cuda.gpus[self.place.device]:
                (own or cuda).synchronize()
        size = self.dtype.itemsize
        strides = tuple(step // size for step in self.array.strides)
        where = self.address, *self.__dlpack_device__()
        return capsule(where, self.dtype, self.shape, strides, self.array)


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
