"""VDB by OpenVDB's own module: every voxel's value and whether it is active."""
import json

import volumes

try:
    import numpy
    import pyopenvdb
except ImportError as error:
    volumes.skip("python3-openvdb or python3-numpy is not installed: %s" % error)

# Sides of a voxel, position of the first one, band and name, as in write_level_sets.c.
LEVEL_SETS = {
    "sphere": ((0.5, 0.5, 0.5), (-9, -7, -5), 1.5, "distance"),
    "half": ((0.5, 0.5, 0.5), (-6, -6, -6), 1.5, "distance"),
    "slope": ((1, 0.25, 0.5), (-16, 0, -12), 2.5, "d"),
    "flat": ((1, 1, 1), (-20, -15, 0), 3, "distance"),
    "line": ((1, 1, 1), (-20, 0, 0), 3, "distance"),
    "nothing": ((1, 1, 1), (0, 0, 0), 3, "distance"),
    "everything": ((1, 1, 1), (0, 0, 0), 3, "distance"),
    "wide": ((1, 1, 1), (-10, -10, -10), 1e30, "distance"),
}

for name, (voxel, origin, band, grid_name) in LEVEL_SETS.items():
    path = name + ".vdb"
    grids, _ = pyopenvdb.readAll(path)
    assert len(grids) == 1, path
    grid = grids[0]
    distances = numpy.load(name + ".npy")
    distances = distances.reshape((1,) * (3 - distances.ndim) + distances.shape).astype("f4")
    band = numpy.float32(band)
    assert grid.name == grid_name and grid.gridClass == "level set", path
    assert numpy.float32(grid.background) == band, path
    assert grid.saveFloatAsHalf == (name == "half"), path
    assert grid.transform.voxelSize() == voxel, (path, grid.transform.voxelSize())
    assert grid.transform.indexToWorld((0, 0, 0)) == origin, path
    assert grid.transform.indexToWorld((2, 3, 4)) == tuple(o + i * v for o, i, v in zip(origin, (2, 3, 4), voxel)), path
    assert grid["creator"].startswith("scree "), path
    metadata = json.loads(grid["scree"])
    assert metadata["format"] == "vdb" and metadata["measured"] == [-1, 2], path
    accessor = grid.getConstAccessor()
    active = 0
    for index in numpy.ndindex(distances.shape):
        wanted = distances[index]
        value, is_active = accessor.probeValue(tuple(reversed(index)))
        assert is_active == (abs(wanted) < band), (path, index)
        if is_active:
            assert value == wanted, (path, index, value, wanted)
            active += 1
        else:
            assert value == (-band if wanted < 0 else band), (path, index, value, wanted)
    assert grid.activeVoxelCount() == active, path
    # Beyond the volume is outside.
    for index in ((-1, 0, 0), (0, 0, distances.shape[0]), (0, distances.shape[1], 0), (distances.shape[2], 0, 0)):
        assert accessor.probeValue(index) == (band, False), (path, index)
    print("%s: %d of %d voxels are active" % (path, active, distances.size))

# Equal fields make equal files, and others others, though OpenVDB gives every file a name of its own.
files = {name: open(name + ".vdb", "rb").read() for name in LEVEL_SETS}
for name, data in files.items():
    assert open(name + ".again.vdb", "rb").read() == data, name
assert len({data[21:57] for data in files.values()}) == len(files)
