#!/bin/sh
# The lint of kinds must let the sources pass, and must not once code beside a module names a kind, of noise or of scenes, or a fractal.
#
#     kinds_test.sh ROOT
set -eu
root=$1
lint=$root/scripts/lint-kinds
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$lint" "$root"

refuse() # a line of code
{
    rm -rf "$work/tree"
    mkdir -p "$work/tree/src/field/noise" "$work/tree/kernels/noise" "$work/tree/kernels/scene"
    cp "$root/kernels/noise/noise_kinds.h" "$root/kernels/noise/fractal.h" "$work/tree/kernels/noise"
    cp "$root/kernels/scene/scene_kinds.h" "$work/tree/kernels/scene"
    echo "$1" >"$work/tree/src/field/noise/plan.c"
    if "$lint" "$work/tree" >"$work/complaints" || ! grep -q '^src/field/noise/plan.c:[0-9]*: ' "$work/complaints"; then
        echo "the lint lets pass: $1"
        exit 1
    fi
}

refuse 'static int is_white(int kind) { return kind == SCREE_NOISE_WHITE; }'
refuse 'static const char name[] = "opensimplex2s";'
refuse 'static double cellular_step(void);'
refuse 'static int is_bent = SCREE_FRACTAL_RIDGED_MULTIFRACTAL;'
refuse 'static int is_cloud(int kind) { return kind == SCREE_SCENE_CLOUD; }'
