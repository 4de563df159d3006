"""The environment on a GPU as far as the simulator has one; `test_cuda.py` runs this in a process
of its own, with NUMBA_ENABLE_CUDASIM=1.
"""

from __future__ import annotations

import ctypes
import gc

import numpy as np
import pytest
from numba import cuda
from rich.console import Console

import tenka
from tenka.bench import gpu as bench
from tenka.core import capsule, gpu
from tenka.core.errors import TenkaError
from tenka.core.tensor import CUDA, Place
from tenka.envs.vector import VectorEnv
from tests.envs.cuda_equal import follow, same

ARRAYS = ("states", "observations", "masks", "mask_rows", "actors", "rewards", "ended")


class Stream:
    """A stream of somebody else's, which keeps count of who waited for it."""

    def __init__(self):
        self.waited = 0

    def __int__(self):
        return 4711

    def synchronize(self):
        self.waited += 1


class Watched:
    """An array of the simulator that writes down the streams on which it is copied."""

    def __init__(self, array, told):
        self.array, self.told = array, told

    def __getattr__(self, name):
        return getattr(self.array, name)

    def copy_to_host(self, stream=0):
        self.told.append(("to host", stream))
        return self.array.copy_to_host(stream=stream)

    def copy_to_device(self, values, stream=0):
        self.told.append(("to device", stream))
        return self.array.copy_to_device(values, stream=stream)


@pytest.fixture
def second_gpu(monkeypatch):
    """As if there were two; both are the one that is simulated."""
    first = cuda.gpus.lst[0]
    monkeypatch.setattr(cuda.gpus, "lst", (first, type(first)(1)))


@pytest.fixture
def own_stream(monkeypatch):
    """What stands for a stream by its address."""
    made = Stream()
    monkeypatch.setattr(gpu.cuda, "external_stream", {4711: made}.__getitem__)
    return made


def test_arrays_tell_the_gpu_on_which_they_lie(second_gpu):
    """The environment's, whichever GPU is the current one when somebody asks."""
    for device, number in (("cuda", 0), ("cuda:0", 0), ("cuda:1", 1)):
        env = VectorEnv("suntzu", 1, seed=1, device=device)
        found = {getattr(env, name).__dlpack_device__() for name in ARRAYS}
        assert found == {(CUDA, number)}


def test_a_gpu_that_is_not_there_is_refused():
    with pytest.raises(TenkaError, match="there is no cuda:1 here, only 1 GPUs"):
        tenka.batch("suntzu", 1, device="cuda:1")


def test_on_a_stream_of_ones_own_everything_is_as_ever(own_stream):
    one, other = (
        VectorEnv("suntzu", 2, seed=5, **where)
        for where in ({}, {"device": "cuda", "stream": 4711})
    )
    follow(one, other, 2)
    other.put(one.states)
    same(one, other)


def test_who_reads_waits_for_the_stream_on_which_was_written(own_stream):
    env = VectorEnv("suntzu", 1, seed=5, device="cuda", stream=4711)
    assert env.place == Place(0, own_stream)
    assert {launch.how[2] for launch in env._launches.values()} == {own_stream}
    for look in (lambda: env.over, lambda: env.refused, lambda: env.rewards.numpy()):
        before = own_stream.waited
        look()
        assert own_stream.waited == before + 1
    before = own_stream.waited
    env.actors.__dlpack__(stream=1)  # whoever takes it works on the stream that all share
    assert own_stream.waited == before + 1
    env.actors.__dlpack__(stream=-1)
    assert own_stream.waited == before + 1


def test_copies_are_made_on_the_stream_and_are_there_when_it_is_told(own_stream):
    told = []
    tensor = Place(0, own_stream).of(np.arange(3))
    tensor.array = Watched(tensor.array, told)
    assert own_stream.waited == 1
    tensor.fill(np.array([4, 5, 6]))
    assert tensor.numpy().tolist() == [4, 5, 6]
    assert told == [("to device", own_stream), ("to host", own_stream)]
    assert own_stream.waited == 3


def test_masks_come_with_and_without_gaps():
    env = VectorEnv("suntzu", 3, seed=5, device="cuda")
    rows, masks = env.mask_rows, env.masks
    assert rows.shape == (3, 144)
    assert masks.shape == (3, 143)
    assert rows.address == masks.address
    assert rows.array.is_c_contiguous()
    assert not masks.array.is_c_contiguous()
    assert np.array_equal(rows.numpy()[:, :143], masks.numpy())
    assert not rows.numpy()[:, 143:].any()


def test_what_is_lent_is_what_lies_there():
    env = VectorEnv("suntzu", 3, seed=5, device="cuda")
    content = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
        ("PyCapsule_GetPointer", ctypes.pythonapi)
    )
    expected = {
        "masks": (6, 8, [3, 143], [144, 1]),  # a kind, bits, lengths, steps
        "mask_rows": (6, 8, [3, 144], [144, 1]),
        "observations": (2, 32, [3, 465], [465, 1]),
        "actors": (0, 8, [3], [1]),
        "states": (1, 8, [3, 264], [264, 1]),
    }
    before = len(capsule.lent)
    for name, (kind, bits, lengths, steps) in expected.items():
        tensor = getattr(env, name)
        kept = tensor.__dlpack__()
        found = capsule._Described.from_address(content(kept, b"dltensor"))
        assert (found.data, found.device_kind, found.device) == (tensor.address, CUDA, 0)
        assert (found.kind, found.bits, found.dimensions) == (kind, bits, len(lengths))
        assert (found.shape[: len(lengths)], found.strides[: len(lengths)]) == (lengths, steps)
    del kept
    gc.collect()
    assert len(capsule.lent) == before


def test_the_gpu_that_is_named_is_measured(second_gpu, monkeypatch):
    monkeypatch.setattr(type(cuda.get_current_device()), "name", b"Abacus", raising=False)
    for name, value in {"SIZES": (2,), "DECISIONS": 1, "STEPS": 1}.items():
        monkeypatch.setattr(bench, name, value)
    measured, make = [], VectorEnv.__new__

    def watched(cls, *given, device="cpu", **options):
        measured.append(device)
        return make(cls, *given, device=device, **options)

    monkeypatch.setattr(VectorEnv, "__new__", watched)
    report = bench.measure(["suntzu"], [], 0.0, Console(quiet=True), "cuda:1")
    assert set(measured) == {"cuda:1"}
    assert report["gpu"] == "Abacus"
    found = report["games"]["suntzu"]
    assert found["bytes of a match, float32"] - found["bytes of a match, compact"] == 3 * 465
    assert all(len(found[way]) == 1 for way in bench.WAYS)
