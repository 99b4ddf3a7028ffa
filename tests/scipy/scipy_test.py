#!/usr/bin/env python3
"""Compares exact distance fields with those of SciPy, which finds them in another way.

    scipy_test.py LIBRARY

SciPy's distances are roots in float64 of whole squares; ours are roots in float32. Both are squared and rounded, and
must be the same whole numbers in every voxel. With sides of voxels that differ, ours may be off by what float32 sums
are off by. Without NumPy and SciPy the exit status is 77.
"""

import ctypes as c
import sys

try:
    import numpy as np
    from scipy.ndimage import distance_transform_edt
    from scipy import __version__ as scipy_version
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

BOTH, OUTSIDE, INSIDE = 0, 1, 2
# Roundings of a length, its square, two sums and a root: tests/property/distance_test.c counts them.
TOLERANCE = 5.5 * 2.0**-24


class Params(c.Structure):
    """scree_distance_params of scree/distance.h."""

    _fields_ = [
        ("count", c.c_uint64 * 3),
        ("voxel", c.c_double * 3),
        ("method", c.c_int),
        ("surface", c.c_int),
        ("sign", c.c_int),
        ("edge", c.c_int),
        ("is_conservative", c.c_bool),
        ("clip", c.c_double),
    ]


class Source(c.Structure):
    """scree_distance_source."""

    _fields_ = [("heights", c.c_void_p), ("scale", c.c_double), ("offset", c.c_double), ("occupancy", c.c_void_p)]


class Scree:
    """The few calls of the library that this program makes."""

    def __init__(self, path):
        self.library = c.CDLL(path)
        self.library.scree_result_name.restype = c.c_char_p
        self.context = c.c_void_p()
        self.device = c.c_void_p()
        self.check(self.library.scree_context_create_sized(None, c.c_size_t(0), c.byref(self.context)))
        self.check(self.library.scree_device_open_sized(self.context, None, c.c_size_t(0), c.byref(self.device)))

    def check(self, result):
        if result != 0:
            raise RuntimeError(self.library.scree_result_name(result).decode())

    def distances(self, shape, sides, sign, heights=None, occupancy=None):
        """Distances and indices of a volume of layers, rows, columns; sides in the order of shape."""
        params = Params(sign=sign)
        for axis in range(3):
            params.count[axis] = shape[2 - axis]
            params.voxel[axis] = sides[2 - axis]
        source = Source()
        if heights is not None:
            source.heights = heights.ctypes.data
        else:
            source.occupancy = occupancy.ctypes.data
        distance = np.full(shape, np.nan, np.float32)
        nearest = np.zeros(shape, np.uint32)
        field = c.c_void_p()
        job = c.c_void_p()
        self.check(self.library.scree_field_from_distance_sized(self.context, c.byref(params),
                                                                c.c_size_t(c.sizeof(params)), c.byref(source),
                                                                c.c_size_t(c.sizeof(source)), c.byref(field)))
        self.check(self.library.scree_job_fill_nearest(self.device, field, c.c_void_p(distance.ctypes.data),
                                                       c.c_void_p(nearest.ctypes.data), c.byref(job)))
        self.library.scree_field_release(c.byref(field))
        self.check(self.library.scree_job_wait(job, c.c_uint64(2**64 - 1)))
        self.library.scree_job_release(c.byref(job))
        return distance, nearest


def make_terrain(rows, columns, layers, seed):
    """Waves of many lengths and a cliff; heights in layers."""
    random = np.random.default_rng(seed)
    y, x = np.meshgrid(np.arange(rows), np.arange(columns), indexing="ij")
    heights = np.full((rows, columns), 0.4)
    for octave in range(7):
        angle, phase = random.uniform(0.0, 6.28, 2)
        wave = 2.0**octave * 6.28 / columns
        heights += 0.3 * 0.6**octave * np.sin(wave * (np.cos(angle) * x + np.sin(angle) * y) + phase)
    heights[:, columns // 2:] += 0.2
    return np.ascontiguousarray(heights * layers, np.float32)


def make_balls(shape, seed):
    random = np.random.default_rng(seed)
    z, y, x = np.indices(shape)
    solid = np.zeros(shape, bool)
    for _ in range(12):
        centre = [random.uniform(0, length) for length in shape]
        radius = random.uniform(2, max(shape) / 5)
        solid |= (z - centre[0]) ** 2 + (y - centre[1]) ** 2 + (x - centre[2]) ** 2 < radius**2
    return solid


def squares_of_nearest(nearest, other, sides):
    """Squared distances to the voxels of the indices, where those are on the opposite side; NaN elsewhere."""
    z, y, x = np.indices(nearest.shape)
    there = np.unravel_index(nearest.astype(np.int64).clip(0, nearest.size - 1), nearest.shape)
    squares = sum(((found - own) * side) ** 2 for found, own, side in zip(there, (z, y, x), sides))
    return np.where(other.ravel()[nearest.astype(np.int64).clip(0, nearest.size - 1)], squares, np.nan)


def compare(scree, name, solid, sides, sign, heights=None):
    """Whether a field is SciPy's."""
    occupancy = None if heights is not None else np.ascontiguousarray(solid, np.uint8)
    ours, nearest = scree.distances(solid.shape, sides, sign, heights, occupancy)
    expected = np.zeros(solid.shape)
    to_nearest = np.zeros(solid.shape)
    for kind, other in ((False, OUTSIDE), (True, INSIDE)):
        if sign in (BOTH, other):
            here = solid == kind
            expected[here] = distance_transform_edt(here, sampling=sides)[here]
            to_nearest[here] = squares_of_nearest(nearest, ~here, sides)[here]
    is_equal_sided = sides == (1.0, 1.0, 1.0)
    if sign == BOTH and not np.array_equal(np.signbit(ours), solid):
        print(f"FAILED {name}: a sign is wrong")
        return False
    ours = np.abs(ours).astype(np.float64)
    if is_equal_sided:
        wrong = np.rint(ours * ours) != np.rint(expected * expected)
        wrong_nearest = to_nearest != np.rint(expected * expected)
    else:
        wrong = ~(np.abs(ours - expected) <= TOLERANCE * expected)
        wrong_nearest = ~(np.abs(np.sqrt(to_nearest) - expected) <= TOLERANCE * expected)
    for what, places in (("distances", wrong), ("indices", wrong_nearest)):
        if places.any():
            first = tuple(int(i) for i in np.argwhere(places)[0])
            print(f"FAILED {name}: {int(places.sum())} of {places.size} {what} differ, the first at {first}: "
                  f"{ours[first]!r}, SciPy {expected[first]!r}")
    print(f"{name}: {solid.size} voxels, greatest distance {expected.max():.3f}")
    return not wrong.any() and not wrong_nearest.any()


def volumes():
    """Names, solids, and heights of those that are terrains."""
    for layers, rows, columns in ((90, 150, 200), (15, 256, 256), (64, 31, 129), (200, 17, 19), (1, 257, 255)):
        heights = make_terrain(rows, columns, layers, layers)
        centres = np.arange(layers)[:, None, None] + 0.5
        solid = centres < heights[None].astype(np.float64)
        yield f"terrain {columns} x {rows} x {layers}", solid, heights
        yield f"terrain {columns} x {rows} x {layers} as voxels", solid, None
    yield "balls 97 x 101 x 89", make_balls((89, 101, 97), 1), None
    random = np.random.default_rng(2)
    yield "sparse 120 x 110 x 70", random.random((70, 110, 120)) < 0.0005, None
    yield "dense 120 x 110 x 70", random.random((70, 110, 120)) < 0.999, None
    yield "half 64 x 64 x 64", random.random((64, 64, 64)) < 0.5, None


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: scipy_test.py LIBRARY")
    scree = Scree(sys.argv[1])
    print(f"SciPy {scipy_version}")
    is_right = True
    for number, (name, solid, heights) in enumerate(volumes()):
        is_right &= compare(scree, name, solid, (1.0, 1.0, 1.0), BOTH, heights)
        is_right &= compare(scree, f"{name}, one side", solid, (1.0, 1.0, 1.0), 1 + number % 2, heights)
        if heights is None:
            is_right &= compare(scree, f"{name}, sides differ", solid, (0.4, 1.3, 0.7), BOTH)
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
