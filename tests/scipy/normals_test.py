#!/usr/bin/env python3
"""Compares normal maps and slopes with those that NumPy makes from heights alone.

    normals_test.py COMMAND

The command's come from derivatives; NumPy's are central differences of the heights that the command writes on the same
grid, which is fine enough for both to agree. Without NumPy the exit status is 77.
"""

import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

HEIGHT = 40.0
# Central differences of the finest octave, 1/50 of a cell apart, are off by some thousandths of the slope.
TOLERANCE = 0.01
FINE = ["--step", "0.005"]
FIELDS = [
    ["--kind", "perlin", "--octaves", "3", *FINE],
    ["--kind", "simplex", "--octaves", "2", *FINE],
    ["--kind", "value", "--octaves", "2", "--origin", "1e9", *FINE],
    ["--kind", "perlin", "--octaves", "3", "--fractal", "hetero-terrain", *FINE],
    ["--kind", "perlin", "--octaves", "2", "--step", "0.005,0.009", "--first", "-40,17"],
]


def make(command, name, *options):
    """The array that the command writes."""
    path = f"{name}.npy"
    subprocess.run([command, "noise", "--quiet", "--force", "--no-sync", "--size", "160x120", "-o", path, *options],
                   check=True)
    return np.load(path)


def from_heights(heights, sign):
    """Normals (red to the right, green up for sign 1 and down for -1, blue out of the picture), and slopes."""
    down, right = np.gradient(HEIGHT * heights.astype(np.float64))
    length = np.sqrt(right * right + down * down + 1)
    slope = np.degrees(np.arctan(np.hypot(right, down)))
    return np.stack([-right / length, sign * down / length, 1 / length], axis=-1), slope


def differ(what, found, expected, most):
    """Compares all samples but those at the border, where NumPy has differences to one side only."""
    worst = np.abs(found.astype(np.float64) - expected)[1:-1, 1:-1].max()
    if not worst <= most:
        print(f"{what}: off by {worst}, which should be at most {most}")
    return not worst <= most


def compare(command, field):
    options = ["--seed", "5", *field]
    heights = make(command, "heights", *options)
    failures = 0
    for handedness, sign in (("opengl", 1), ("directx", -1)):
        normals, slope = from_heights(heights, sign)
        surface = [*options, "--normals", "--handedness", handedness, "--height", str(HEIGHT)]
        what = f"{' '.join(field)}, {handedness}"
        for kind, most in (("f32", 0), ("u16", 65535), ("u8", 255)):
            found = make(command, "normals", *surface, "--type", kind)
            if found.shape != (120, 160, 3):
                print(f"{what}: the shape is {found.shape}")
                return 1
            decoded = found if most == 0 else found.astype(np.float64) * 2 / most - 1
            failures += differ(f"{what}, {kind}", decoded, normals, TOLERANCE + (1 / most if most else 0))
    found = make(command, "slope", *options, "--slope", "--height", str(HEIGHT))
    return failures + differ(f"{' '.join(field)}, slope", found, slope, np.degrees(TOLERANCE))


def main():
    with tempfile.TemporaryDirectory() as folder:
        command = os.path.abspath(sys.argv[1])
        os.chdir(folder)
        failures = sum(compare(command, field) for field in FIELDS)
        os.chdir("/")
    print(f"{len(FIELDS)} fields, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
