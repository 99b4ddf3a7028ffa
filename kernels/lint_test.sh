#!/bin/sh
# The lint of SPIR-V must let the kernels pass, and must not once their operations may be contracted: compiled with a
# copy of portable.h in which functions are not `precise`.
#
#     lint_test.sh GLSLANG SPIRV_DIS LINT KERNELS_FOLDER SHADER
set -eu
glslang=$1 spirv_dis=$2 lint=$3 kernels=$4 shader=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compile() # folder of the headers, name of the result
{
    "$glslang" -V --quiet --target-env vulkan1.1 --keep-uncalled -I"$1" "$shader" -o "$work/$2.spv"
    "$spirv_dis" "$work/$2.spv" -o "$work/$2.spvasm"
}

mkdir "$work/kernels"
cp -r "$kernels"/*/ "$work/kernels"
compile "$work/kernels" exact
if ! "$lint" "$work/exact.spvasm"; then
    echo "the lint refuses what is exact"
    exit 1
fi

sed 's/^#define SCREE_FN precise$/#define SCREE_FN/' "$kernels/base/portable.h" >"$work/kernels/base/portable.h"
if cmp -s "$kernels/base/portable.h" "$work/kernels/base/portable.h"; then
    echo "base/portable.h does not define SCREE_FN as expected"
    exit 1
fi
compile "$work/kernels" contracted
if "$lint" "$work/contracted.spvasm" >"$work/complaints"; then
    echo "the lint lets operations pass that may be contracted"
    exit 1
fi
for operation in OpFAdd OpFSub OpFMul; do
    if ! grep -q "contracted.spvasm:[0-9]*: %.* $operation is not NoContraction" "$work/complaints"; then
        echo "the lint says nothing of $operation:"
        cat "$work/complaints"
        exit 1
    fi
done
