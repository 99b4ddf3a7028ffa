#!/bin/sh
# The shared library must export the functions that the public headers declare, all of them and nothing else.
#
#     exports_test.sh NM LIBRARY INCLUDE_FOLDER
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" --dynamic --defined-only --format=posix "$2" | awk '{ print $1 }' | sort >"$work/exported"
# A declaration ends with a semicolon; the function's name is the first word before a parenthesis.
grep -v '#define' -h "$3"/scree/*.h | tr '\n' ' ' | grep -o 'SCREE_API [^;]*;' | sed 's/(.*//; s/.*[ *]//' | sort >"$work/declared"
test -s "$work/declared"
diff "$work/declared" "$work/exported"
if grep -v '^scree_' "$work/exported"; then
    echo "the names above do not start with scree_"
    exit 1
fi
