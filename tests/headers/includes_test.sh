#!/bin/sh
# The lint of includes must let the sources pass, and must not once two folders, or two files of one folder, need each
# other.
#
#     includes_test.sh ROOT
set -eu
root=$1
lint=$root/scripts/lint-includes
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$lint" "$root"

refuse() # what must be said; the circle is in $work/tree
{
    if "$lint" "$work/tree" >"$work/complaints"; then
        echo "the lint lets pass: $1"
        exit 1
    fi
    if ! grep -q "$1" "$work/complaints"; then
        echo "the lint does not say \"$1\" but:"
        cat "$work/complaints"
        exit 1
    fi
}

copy()
{
    rm -rf "$work/tree"
    mkdir "$work/tree"
    cp -r "$root/src" "$root/kernels" "$root/apps" "$root/bench" "$work/tree"
}

copy
echo '#include "gpu_interface.h"' >>"$work/tree/src/field/noise/plan.h"
refuse 'a circle among the folders: .*src/gpu'
copy
echo '#include "gpu_noise.h"' >>"$work/tree/src/gpu/noise/gpu_tables.c"
refuse 'a circle among the files of src/gpu: .*gpu_noise'
