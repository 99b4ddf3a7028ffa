#!/bin/sh
# Writes particles in every format of points into the current folder.
#
#     write_points.sh COMMAND      COMMAND is the path of scree
for type in f32 f64; do
    for format in npy ply vtp; do
        "$1" attractor -q --type "$type" --particles 2501 --steps 60 --points "$type.$format" || exit 1
    done
done
