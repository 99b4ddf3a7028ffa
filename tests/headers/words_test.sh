#!/bin/sh
# The lint of words must let the sources pass, and must not once a comment opens as the rest of a sentence, or code has a
# word that the field does not use.
#
#     words_test.sh ROOT
set -eu
root=$1
lint=$root/scripts/lint-words
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$lint" "$root"

try_line() # a line of code
{
    mkdir -p "$work/src"
    printf '%b\n' "$1" >"$work/src/added.c"
    "$lint" "$work" >"$work/complaints"
}

refuse() # a line of code
{
    if try_line "$1" || ! grep -q '^src/added.c:1: ' "$work/complaints"; then
        echo "the lint lets pass: $1"
        exit 1
    fi
}

refuse '/* Of each row. */'
refuse '/**\n * Of each row.\n */'
refuse 'int count; /**< What is left. */'
refuse '// Those of the first axis.'
refuse 'struct workshop *workshop;'
refuse 'static void *carve(size_t bytes);'
refuse 'scree_place_near(coordinate);'
for line in '/* The rows of a tile, and what is left of them. */' 'const char *text = "a seam, carved";' 'int patients;'; do
    try_line "$line" || { echo "the lint refuses: $line"; exit 1; }
done
