#!/bin/sh
# The page of operators is that of the command's, and the expressions in tables of other systems can be evaluated, in
# three axes where "3D" stands before them, otherwise in two: expressions_test.sh SOURCE_FOLDER COMMAND
set -eu
cd "$1"
scree=$2
examples=$(mktemp)
trap 'rm -f "$examples"' EXIT
scripts/operators "$scree" --check

# The check itself: of these two rows the second one is wrong.
wrong='| a | 3D: `at(perlin(), z)`; `abs(x)` |
| b | `abs(z)` |'

# expressions: "AXES EXPRESSION" for each in the second column of tables; what begins with "--" is an option.
expressions()
{
    awk -F ' \\| ' '/^\| / {
        pieces = split($2, piece, "`")
        for (i = 2; i <= pieces; i += 2)
            if (piece[i] !~ /^--/)
                print (piece[i - 1] ~ /3D[^`]*$/ ? 3 : 2), piece[i]
    }'
}

# evaluated: those on stdin that cannot be evaluated.
evaluated()
{
    while read -r axes expression; do
        size=8x8
        [ "$axes" -eq 2 ] || size=8x8x8
        "$scree" noise --expr "$expression" --size $size --json >/dev/null 2>&1 || echo "$axes axes: $expression"
    done
}

[ "$(echo "$wrong" | expressions | evaluated)" = '2 axes: abs(z)' ] || { echo "the check notices nothing"; exit 1; }
"$scree" list operators --json | sed -n 's/^ *"example": "\(.*\)",*$/2 \1/p' >"$examples"
[ "$(wc -l <"$examples")" -eq "$("$scree" list operators | grep -c '^[^ ]')" ]
failed=$(evaluated <"$examples")
[ -z "$failed" ] || { echo "examples of operators: $failed"; exit 1; }
count=$(expressions <docs/other-systems.md | wc -l)
[ "$count" -gt 100 ] || { echo "docs/other-systems.md: $count expressions"; exit 1; }
failed=$(expressions <docs/other-systems.md | evaluated)
[ -z "$failed" ] || { echo "docs/other-systems.md: $failed"; exit 1; }
