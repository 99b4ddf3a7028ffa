"""VTI and MetaImage by VTK, as ParaView reads them."""
import volumes

try:
    import numpy
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkIOImage import vtkMetaImageReader
    from vtkmodules.vtkIOXML import vtkXMLImageDataReader
except ImportError as error:
    volumes.skip("python3-vtk9 is not installed: %s" % error)


class Errors:
    """Counts what a reader complains of: VTK goes on without a result otherwise."""

    def __init__(self, reader):
        self.count = 0
        reader.AddObserver("ErrorEvent", self)

    def __call__(self, *_):
        self.count += 1


def read(reader, path):
    reader.SetFileName(path)
    errors = Errors(reader)
    assert reader.CanReadFile(path), path
    reader.Update()
    assert errors.count == 0, path
    return reader.GetOutput()


def check(path, image, name, type_name):
    wanted = volumes.expected(numpy, name, type_name)
    scalars = image.GetPointData().GetScalars()
    assert image.GetDimensions() == tuple(reversed(wanted.shape)) + (1,) * (3 - wanted.ndim), path
    volumes.check(numpy, path, vtk_to_numpy(scalars).reshape(wanted.shape), wanted)
    for axis in range(wanted.ndim):
        assert image.GetSpacing()[axis] == (0.5, 0.1, 3)[axis], path
        assert image.GetOrigin()[axis] == (-1, 0.25, 100)[axis], path
    return scalars


for path, name, type_name in volumes.files("vti", 32):
    scalars = check(path, read(vtkXMLImageDataReader(), path), name, type_name)
    assert scalars.GetName() == "samples", path

for extension in ("mhd", "mha"):
    for path, name, type_name in volumes.files(extension, 32):
        if name != "line":  # MetaImage has them, but VTK wants two axes at least.
            check(path, read(vtkMetaImageReader(), path), name, type_name)
