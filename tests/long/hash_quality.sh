#!/bin/sh
# scree's hashes pass SmallCrush, NIST's tests, and dieharder.
#
#     hash_quality.sh HASH_STREAM [PYTHON]
#
# HASH_STREAM is the path of the program of tests/quality, and PYTHON that of a Python that has sp80022suite. A battery
# that is not installed says so, and is skipped.
set -eu
scripts=$(dirname "$0")/../../scripts program=$1 python=${2:-python3}
small_crush=$(dirname "$program")/small_crush

# passed COMMAND...: whether a battery ran; where one of scree's hashes does not pass it, this script ends.
passed()
{
    status=0
    "$@" || status=$?
    [ "$status" -ne 77 ] || return 1
    [ "$status" -eq 0 ] || exit 1
}

# notices_repeats COMMAND...: a battery that can fail does so for words that repeat.
notices_repeats()
{
    status=0
    "$@" wang/stride-65536 || status=$?
    if [ "$status" -ne 1 ]; then
        echo "hash_quality: words that repeat do not fail, so this battery shows nothing: $1"
        exit 1
    fi
}

# Rows of scree/space are equal, which SmallCrush notices: docs/quality.md explains it.
if [ ! -x "$small_crush" ]; then
    echo "hash_quality: SmallCrush is skipped: TestU01 is not installed, or cmake did not find it"
elif passed "$small_crush" scree/consecutive scree/stride-3 scree/stride-16 scree/stride-65536 scree/plane \
    particles/consecutive particles/stride-3; then
    notices_repeats "$small_crush"
fi
# This one has controls of its own.
passed "$python" "$scripts/nist-battery" "$program" scree/ particles/ || :
if passed "$scripts/random-battery" "$program" scree/ particles/; then
    notices_repeats "$scripts/random-battery" --tests 8 "$program"
fi
