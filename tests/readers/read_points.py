"""Points: NPY by NumPy, PLY by its definition, VTP by VTK where that is installed."""
import sys

try:
    import numpy
except ImportError as error:
    print("python3-numpy is not installed: %s" % error)
    sys.exit(77)

try:
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkIOXML import vtkXMLPolyDataReader
except ImportError as error:
    print("VTP is not read: %s" % error)
    vtkXMLPolyDataReader = None


def read_ply(path):
    with open(path, "rb") as stream:
        header, body = stream.read().split(b"end_header\n", 1)
    lines = header.decode("ascii").splitlines()
    assert lines[:2] == ["ply", "format binary_little_endian 1.0"], lines
    count = [int(line.split()[2]) for line in lines if line.startswith("element vertex ")]
    properties = [line.split()[1:] for line in lines if line.startswith("property ")]
    assert [name for _, name in properties] == ["x", "y", "z"], properties
    number = {"float": "<f4", "double": "<f8"}[properties[0][0]]
    points = numpy.frombuffer(body, number).reshape(-1, 3)
    assert [len(points)] == count, lines
    return points


def read_vtp(path):
    reader = vtkXMLPolyDataReader()
    complaints = []
    reader.AddObserver("ErrorEvent", lambda *_: complaints.append(path))
    assert reader.CanReadFile(path), path
    reader.SetFileName(path)
    reader.Update()
    assert not complaints, path
    data = reader.GetOutput()
    assert data.GetNumberOfVerts() == 1 and data.GetCell(0).GetNumberOfPoints() == data.GetNumberOfPoints(), path
    return vtk_to_numpy(data.GetPoints().GetData())


for kind, number in (("f32", numpy.float32), ("f64", numpy.float64)):
    points = numpy.load(kind + ".npy")
    assert points.dtype == number and points.shape == (2501, 3), (points.dtype, points.shape)
    assert numpy.isfinite(points).all() and points.std(axis=0).min() > 0.1
    readers = [("ply", read_ply)] + ([("vtp", read_vtp)] if vtkXMLPolyDataReader else [])
    for extension, read in readers:
        others = read("%s.%s" % (kind, extension))
        assert others.dtype == number and numpy.array_equal(others, points), extension
