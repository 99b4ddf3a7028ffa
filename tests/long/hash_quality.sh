#!/bin/sh
# scree's hashes pass dieharder.
#
#     hash_quality.sh HASH_STREAM      HASH_STREAM is the path of the program of tests/quality
set -eu
battery=$(dirname "$0")/../../scripts/random-battery program=$1

status=0
"$battery" "$program" scree/ particles/ || status=$?
[ "$status" -ne 77 ] || exit 0
[ "$status" -eq 0 ] || exit 1

# The battery can fail: these words repeat.
if "$battery" --tests 8 "$program" wang/stride-65536; then
    echo "hash_quality: dieharder lets words pass that repeat, so this test shows nothing"
    exit 1
fi
