#!/bin/sh
# Runs the command on emulated processors: each must choose the instruction set that it has, and make the same bits.
#
#     processors.sh SCREE
set -eu
scree=$1
field="noise --size 200x37x5 --octaves 5 --json --quiet"
expected=$(SCREE_CPU_LEVEL=scalar "$scree" $field | grep sha256)

for pair in Conroe:scalar Nehalem:sse41 Haswell:avx2; do
    processor=${pair%:*} level=${pair#*:}
    if ! qemu-x86_64 -cpu "$processor" "$scree" devices 2>/dev/null | grep -q ", $level (built in"; then
        echo "$processor does not choose $level:"
        qemu-x86_64 -cpu "$processor" "$scree" devices
        exit 1
    fi
    found=$(qemu-x86_64 -cpu "$processor" "$scree" $field 2>/dev/null | grep sha256)
    if [ "$found" != "$expected" ]; then
        echo "$processor: expected $expected, found $found"
        exit 1
    fi
    echo "$processor: $level, $found"
done
