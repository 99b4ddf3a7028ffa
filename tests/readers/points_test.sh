#!/bin/sh
# Writes particles in every format of points and has other programs read them.
#
#     points_test.sh COMMAND      COMMAND is the path of scree
#
# The exit code is 77 where NumPy is missing.
set -u
folder=$(cd "$(dirname "$0")" && pwd)
scree=$1
scratch=$(mktemp -d "${TMPDIR:-/tmp}/scree-points.XXXXXX") || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' INT TERM
cd "$scratch" || exit 1
for type in f32 f64; do
    for format in npy ply vtp; do
        "$scree" attractor -q --type "$type" --particles 2501 --steps 60 --points "$type.$format" || exit 1
    done
done
export PYTHONDONTWRITEBYTECODE=1
for python in /usr/bin/python3 python3; do
    command -v "$python" >/dev/null || continue
    "$python" "$folder/read_points.py"
    code=$?
    [ "$code" -eq 77 ] || exit "$code"
done
exit 77
