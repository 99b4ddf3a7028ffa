"""What write_volumes.c wrote, by its own rule."""
import glob
import sys

SHAPES = {"line": (7,), "flat": (5, 13), "solid": (3, 7, 11), "name with blanks": (4, 3, 2)}
TYPES = {"f32": "f4", "u16": "u2", "u8": "u1", "i16": "i2", "f16": "f2", "u32": "u4", "i32": "i4", "i8": "i1", "f64": "f8"}


def skip(reason):
    print("skipped:", reason)
    sys.exit(77)


def expected(numpy, name, type_name):
    """The array of a file, in C order."""
    shape = SHAPES[name]
    count = 1
    for side in shape:
        count *= side
    samples = (numpy.arange(count) * 37) % 251
    if not type_name.startswith("u"):
        samples = samples - 100
    if type_name.startswith("f"):
        samples = samples + 0.5
    return samples.astype(TYPES[type_name]).reshape(shape)


def files(extension, count):
    """Every file with the extension as (path, name, type name); there must be `count` of them."""
    paths = sorted(glob.glob(extension + "/*." + extension))
    if len(paths) != count:
        sys.exit("%d files *.%s instead of %d" % (len(paths), extension, count))
    return [(path, *path.split("/")[1].split(".")[:2]) for path in paths]


def check(numpy, path, array, wanted):
    if array.dtype != wanted.dtype or array.shape != wanted.shape or not (array == wanted).all():
        sys.exit("%s: read as %s %s:\n%s\nnot %s %s:\n%s" % (path, array.dtype, array.shape, array, wanted.dtype,
                                                            wanted.shape, wanted))
