#!/usr/bin/env python3
"""Fills a PyTorch tensor and a CuPy array with noise where they lie: in GPU memory, on their own streams.

    cuda_tensors.py [SIZE] [LIBRARY]

Nothing passes through the host's memory, and nothing is waited for: what the program does next with the tensor is put
on the same stream and finds the field there. The field's bits are those that the CPU makes, which is checked here.
SIZE (256) is the side of a cube; LIBRARY (libscree.so.0.1) is where the library lies. Without a GPU, or without
PyTorch and CuPy, there is nothing to show: the exit status is 77.
"""

import ctypes as c
import sys

BACKEND_CPU, BACKEND_CUDA = 0, 2


class DeviceParams(c.Structure):
    """scree_device_params of scree/device.h."""

    _fields_ = [("backend", c.c_int), ("index", c.c_uint32), ("cpu_level", c.c_int), ("threads", c.c_uint32)]


class NoiseParams(c.Structure):
    """The first members of scree_noise_params of scree/noise.h. Zeroed, they are one octave of Perlin noise.

    The library is told the size, and all that lies behind it has its default.
    """

    _fields_ = [
        ("kind", c.c_int),
        ("hash", c.c_int),
        ("gradients", c.c_int),
        ("fade", c.c_int),
        ("fractal", c.c_int),
        ("seed", c.c_uint64),
        ("octaves", c.c_uint32),
    ]


class Grid(c.Structure):
    """scree_grid of scree/grid.h. Axis 0 is the fastest in memory: the last one of a tensor's shape."""

    _fields_ = [
        ("axes", c.c_uint32),
        ("count", c.c_uint64 * 8),
        ("origin", c.c_double * 8),
        ("step", c.c_double * 8),
        ("first", c.c_int64 * 8),
        ("row_stride", c.c_size_t),
        ("plane_stride", c.c_size_t),
    ]


class Scree:
    """The few calls of the library that this program makes. Those that take parameters are told their size."""

    def __init__(self, path):
        self.library = c.CDLL(path)
        self.library.scree_cuda_fill.argtypes = [
            c.c_void_p, c.c_void_p, c.POINTER(Grid), c.c_uint64, c.c_uint64, c.c_void_p]
        self.library.scree_result_name.restype = c.c_char_p
        self.context = c.c_void_p()
        self.check(self.library.scree_context_create_sized(None, c.c_size_t(0), c.byref(self.context)))

    def check(self, result):
        if result != 0:
            raise RuntimeError(self.library.scree_result_name(result).decode())

    def open(self, backend, index=0):
        device = c.c_void_p()
        params = DeviceParams(backend=backend, index=index)
        size = c.c_size_t(c.sizeof(params))
        self.check(self.library.scree_device_open_sized(self.context, c.byref(params), size, c.byref(device)))
        return device

    def close(self, device):
        self.library.scree_device_close(c.byref(device))

    def make_field(self, params):
        field = c.c_void_p()
        size = c.c_size_t(c.sizeof(params))
        self.check(self.library.scree_field_from_noise_sized(self.context, c.byref(params), size, c.byref(field)))
        return field

    def fill_cuda(self, device, field, grid, pointer, size, stream):
        """Puts the work on the stream; returns at once."""
        self.check(self.library.scree_cuda_fill(device, field, grid, pointer, size, stream))

    def fill_host(self, device, field, grid, values):
        job = c.c_void_p()
        self.check(self.library.scree_job_fill(device, field, c.byref(grid), values, c.byref(job)))
        self.check(self.library.scree_job_wait(job, c.c_uint64(2**64 - 1)))
        self.library.scree_job_release(c.byref(job))


def make_field(scree, size):
    params = NoiseParams(seed=7, octaves=6)
    grid = Grid(axes=3)
    for axis in range(3):
        grid.count[axis] = size
        grid.step[axis] = 4.0 / size
    return scree.make_field(params), grid


def fill_torch(scree, device, field, grid, size, expected):
    import torch

    if not torch.cuda.is_available():
        print("PyTorch finds no GPU")
        return False
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        tensor = torch.empty((size, size, size), device="cuda")
        scree.fill_cuda(device, field, grid, tensor.data_ptr(), 4 * tensor.numel(), stream.cuda_stream)
        mean = tensor.mean()  # On the same stream: it finds the field without waiting for it here.
    stream.synchronize()
    same = bytes(expected) == tensor.cpu().numpy().tobytes()
    print(f"PyTorch {torch.__version__}: {tuple(tensor.shape)}, mean {mean.item():.6f}, "
          f"{'the same bits as' if same else 'OTHER BITS THAN'} the CPU's")
    return same


def fill_cupy(scree, device, field, grid, size, expected):
    import cupy

    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        array = cupy.empty((size, size, size), dtype=cupy.float32)
        scree.fill_cuda(device, field, grid, array.data.ptr, array.nbytes, stream.ptr)
        mean = array.mean()
    stream.synchronize()
    same = bytes(expected) == cupy.asnumpy(array).tobytes()
    print(f"CuPy {cupy.__version__}: {array.shape}, mean {float(mean):.6f}, "
          f"{'the same bits as' if same else 'OTHER BITS THAN'} the CPU's")
    return same


def main():
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 256
    if not 2 <= size <= 1024:
        sys.exit("cuda_tensors.py: SIZE must be 2 to 1024")
    scree = Scree(sys.argv[2] if len(sys.argv) > 2 else "libscree.so.0.1")
    try:
        device = scree.open(BACKEND_CUDA)
    except RuntimeError as error:
        print(f"There is no CUDA device to use: {error}")
        return 77
    field, grid = make_field(scree, size)
    expected = (c.c_float * size**3)()
    cpu = scree.open(BACKEND_CPU)
    scree.fill_host(cpu, field, grid, expected)
    scree.close(cpu)
    results = []
    for fill in (fill_torch, fill_cupy):
        try:
            results.append(fill(scree, device, field, grid, size, expected))
        except ImportError as error:
            print(f"left out: {error}")
    scree.close(device)
    if not results:
        return 77
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
