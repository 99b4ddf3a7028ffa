"""NPY by NumPy itself; the formats with plain headers by their published layouts."""
import json
import struct

import volumes

try:
    import numpy
except ImportError:
    volumes.skip("python3-numpy is not installed")

for path, name, type_name in volumes.files("npy", 36):
    volumes.check(numpy, path, numpy.load(path), volumes.expected(numpy, name, type_name))
    sidecar = json.load(open(path + ".json"))
    wanted = volumes.expected(numpy, name, type_name)
    assert sidecar["size"] == list(reversed(wanted.shape)), path
    assert sidecar["voxel"] == [0.5, 0.1, 3][: wanted.ndim], path
    assert sidecar["origin"] == [-1, 0.25, 100][: wanted.ndim], path

for path, name, type_name in volumes.files("raw", 36):
    wanted = volumes.expected(numpy, name, type_name)
    array = numpy.fromfile(path, dtype="<" + volumes.TYPES[type_name]).reshape(wanted.shape)
    volumes.check(numpy, path, array, wanted)

# Unity's importer (VectorFieldImporter.cs) asks for exactly these lengths.
for path, name, type_name in volumes.files("vf", 4):
    data = open(path, "rb").read()
    magic, x, y, z = struct.unpack("<4s3H", data[:10])
    wanted = volumes.expected(numpy, name, type_name)
    assert magic == b"VF_F" and len(data) == 10 + 4 * x * y * z, path
    sides = (z, y, x)
    assert sides == (1,) * (3 - wanted.ndim) + wanted.shape, path
    volumes.check(numpy, path, numpy.frombuffer(data, dtype="<f4", offset=10).reshape(wanted.shape), wanted)

# DDS_HEADER and DDS_HEADER_DXT10 as Microsoft documents them.
DXGI = {41: "f4", 42: "u4", 54: "f2", 56: "u2", 58: "i2", 61: "u1"}
for path, name, type_name in volumes.files("dds", 24):
    data = open(path, "rb").read()
    wanted = volumes.expected(numpy, name, type_name)
    size, flags, height, width, pitch, depth, levels = struct.unpack("<7I", data[4:32])
    pixel_size, pixel_flags, four_cc = struct.unpack("<II4s", data[76:88])
    caps, caps2 = struct.unpack("<II", data[108:116])
    dxgi, dimension, misc, array_size, misc2 = struct.unpack("<5I", data[128:148])
    assert data[:4] == b"DDS " and size == 124 and pixel_size == 32 and four_cc == b"DX10", path
    assert levels == 1 and array_size == 1 and misc == 0 and misc2 == 0, path
    assert dimension == wanted.ndim + 1 and (caps2 & 0x200000 != 0) == (wanted.ndim == 3), path
    assert pitch == width * wanted.itemsize and DXGI[dxgi] == volumes.TYPES[type_name], path
    assert ((depth, height, width) if wanted.ndim == 3 else (height, width)) == (
        wanted.shape if wanted.ndim > 1 else (1,) + wanted.shape), path
    array = numpy.frombuffer(data, dtype="<" + DXGI[dxgi], offset=148).reshape(wanted.shape)
    volumes.check(numpy, path, array, wanted)
