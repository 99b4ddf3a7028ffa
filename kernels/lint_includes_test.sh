#!/bin/sh
# The lint of includes must let the kernels pass, and must refuse a header that includes something from elsewhere.
#
#     lint_includes_test.sh LINT KERNELS_FOLDER
set -eu
lint=$1 kernels=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! "$lint" "$kernels"; then
    echo "the lint refuses the kernels"
    exit 1
fi

refuses() # an include directive
{
    rm -rf "$work/kernels"
    mkdir "$work/kernels"
    cp -r "$kernels"/*/ "$work/kernels"
    printf '%s\n' "$1" >"$work/kernels/base/added.h"
    if "$lint" "$work/kernels" 2>"$work/complaints"; then
        echo "the lint lets pass: $1"
        exit 1
    fi
    if ! grep -q 'added.h: includes' "$work/complaints"; then
        echo "the lint does not name the file that has: $1"
        exit 1
    fi
}

touch "$work/outside.h"
refuses '#include "../outside.h"'
refuses '#include "../src/cpu/lane_memory.h"'
refuses '#include "lane_memory.h"'
refuses '#  include <pthread.h>'
refuses '#include SCREE_NAMED_BY_A_MACRO'

mkdir "$work/empty"
if "$lint" "$work/empty" 2>/dev/null; then
    echo "the lint lets a folder without headers pass"
    exit 1
fi
