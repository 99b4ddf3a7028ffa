#!/bin/sh
# A program of the primer prints what is expected, below the name of the device, and so are the bytes of its picture, if
# it makes one.
#
#     primer_test.sh EXPECTED PROGRAM
set -eu
expected=$1 program=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

status=0
"$program" "$work/picture.ppm" >"$work/printed" || status=$?
cat "$work/printed"
[ "$status" -eq 0 ] || exit "$status"
[ ! -e "$work/picture.ppm" ] || cksum <"$work/picture.ppm" >>"$work/printed"
sed '1s/^device: .*/device: DEVICE/' "$work/printed" | diff "$expected" -
