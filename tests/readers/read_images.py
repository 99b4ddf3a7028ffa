"""VTI and MetaImage that VTK writes, as scree reads them: ./read_samples prints the samples of a file."""
import itertools
import subprocess

import volumes

try:
    import numpy
    from vtkmodules.util.numpy_support import numpy_to_vtk
    from vtkmodules.vtkCommonDataModel import vtkImageData
    from vtkmodules.vtkIOImage import vtkMetaImageWriter
    from vtkmodules.vtkIOXML import vtkXMLImageDataWriter
except ImportError as error:
    volumes.skip("python3-vtk9 is not installed: %s" % error)

# scree's name of a type for NumPy's.
NAMES = {"u1": "u8", "i1": "i8", "u2": "u16", "i2": "i16", "u4": "u32", "i4": "i32", "f4": "f32", "f8": "f64",
         "i8": "f64", "u8": "f64"}


def numbers(number, shape, start=0):
    """An array of any type, in C order; more bytes than a block of VTK's has."""
    values = (numpy.arange(numpy.prod(shape)) * 37 + start) % 121
    if number[0] != "u":
        values = values - 60
    if number[0] == "f":
        values = values + 0.25
    return values.astype(number).reshape(shape)


def add_array(data, name, array):
    components = array.shape[3] if array.ndim == 4 else 1
    made = numpy_to_vtk(numpy.ascontiguousarray(array.reshape(-1, components)).squeeze(), deep=True)
    made.SetName(name)
    data.AddArray(made)
    return made


def make_image(sides):
    image = vtkImageData()
    image.SetExtent(*(index for side, first in zip(sides, (0, -2, 7)) for index in (first, first + side - 1)))
    return image


def write(writer, image, path):
    writer.SetFileName(path)
    writer.SetInputData(image)
    assert writer.Write() in (1, None), path


def check(path, array, channel=None):
    command = ["./read_samples", path] + ([channel] if channel else [])
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, (command, done.stderr)
    head, *values = done.stdout.split("\n")[:-1]
    type_name, *sides = head.split()
    assert type_name == NAMES[array.dtype.str[1:]], (command, head)
    shape = array.shape
    while len(shape) > 1 and shape[0] == 1:
        shape = shape[1:]
    assert tuple(int(side) for side in reversed(sides)) == shape, (command, head, shape)
    found = numpy.array([float.fromhex(value) for value in values], dtype="f4")
    assert numpy.array_equal(found, array.astype("f4").ravel()), command


def refused(path, message):
    done = subprocess.run(["./read_samples", path], capture_output=True, text=True)
    assert done.returncode != 0 and message in done.stderr, (path, done)


def xml_writer(mode, is_encoded, compressor, header, is_big):
    writer = vtkXMLImageDataWriter()
    getattr(writer, "SetDataModeTo" + mode)()
    writer.SetEncodeAppendedData(is_encoded)
    getattr(writer, "SetCompressorTypeTo" + compressor)()
    getattr(writer, "SetHeaderTypeTo" + header)()
    if is_big:
        writer.SetByteOrderToBigEndian()
    else:
        writer.SetByteOrderToLittleEndian()
    writer.SetBlockSize(1024)
    return writer


FORMS = [("Ascii", 0), ("Binary", 0), ("Appended", 0), ("Appended", 1)]
count = 0
for (mode, is_encoded), compressor, header, is_big in itertools.product(
        FORMS, ("None", "ZLib"), ("UInt32", "UInt64"), (False, True)):
    for number in NAMES:
        shape = (5, 7, 11)
        image = make_image(tuple(reversed(shape)))
        array = numbers(number, shape)
        image.GetPointData().SetScalars(add_array(image.GetPointData(), "some heights", array))
        # VTK writes the range of an array into it, as an element, once somebody has asked for it.
        image.GetPointData().GetScalars().GetRange()
        writer = xml_writer(mode, is_encoded, compressor, header, is_big)
        write(writer, image, "a.vti")
        check("a.vti", array)
        vectors = numbers(number, shape + (3,), 5)
        add_array(image.GetPointData(), "v", vectors)
        image.GetPointData().GetArray("v").GetRange(-1)
        cells = numbers(number, (4, 6, 10), 9)
        add_array(image.GetCellData(), "c", cells)
        write(writer, image, "b.vti")
        check("b.vti", cells, "cells.c")
        check("b.vti", array, "some heights")
        for component in range(3):
            check("b.vti", vectors[..., component], "v.%d" % component)
        count += 2

# Cells, pictures and lines.
for shape in ((1, 7, 11), (1, 1, 11), (5, 1, 11), (3, 4, 5)):
    image = make_image(tuple(reversed(shape)))
    cells = numbers("f4", tuple(max(1, side - 1) for side in shape))
    add_array(image.GetCellData(), "c", cells)
    write(xml_writer("Appended", 0, "ZLib", "UInt64", False), image, "c.vti")
    check("c.vti", cells)
    count += 1

image = make_image((11, 7, 5))
array = numbers("f4", (5, 7, 11))
image.GetPointData().SetScalars(add_array(image.GetPointData(), "a", array))
for mode, is_encoded in FORMS:
    write(xml_writer(mode, is_encoded, "LZMA", "UInt32", False), image, "d.vti")
    check("d.vti", array)
    count += 1
write(xml_writer("Binary", 0, "LZ4", "UInt32", False), image, "d.vti")
refused("d.vti", "packed by vtkLZ4DataCompressor")

# VTK writes MetaImage of these types.
for number, is_packed, extension, shape in itertools.product(
        ("u1", "i1", "u2", "i2", "u4", "i4", "f4", "f8"), (False, True), ("mhd", "mha"), ((5, 7, 11), (1, 7, 11))):
    array = numbers(number, shape)
    image = vtkImageData()
    image.SetDimensions(*reversed(shape))
    image.GetPointData().SetScalars(add_array(image.GetPointData(), "a", array))
    writer = vtkMetaImageWriter()
    writer.SetCompression(is_packed)
    if extension == "mhd":
        writer.SetRAWFileName("m.zraw" if is_packed else "m.raw")
    write(writer, image, "m." + extension)
    check("m." + extension, array)
    count += 1

print("%d files are read" % count)
