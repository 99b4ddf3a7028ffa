#!/bin/sh
# The code that the primer shows is that of its programs: primer_code_test.sh SOURCE_FOLDER
#
# Every block of C or GLSL stands so in one of the programs, but for its indentation and marks of comments.
set -eu
export LC_ALL=C
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# strange DOCUMENT: the blocks that no program has, by the numbers of their first lines.
strange()
{
    awk -v document="$1" '
        { line = $0; sub(/^ *(\/\/)? */, "", line) }
        FILENAME != document { code[FILENAME] = code[FILENAME] line "\n"; next }
        /^```(c|glsl)$/ { inside = 1; block = "\n"; first = FNR + 1; next }
        /^```/ && inside {
            inside = 0
            for (file in code)
                if (index("\n" code[file], block))
                    next
            print document ":" first ": no program has this code"
        }
        inside { block = block line "\n" }' examples/primer/* "$1"
}

# The check itself: of these blocks the second is of no program.
printf '%s\n' '```c' '    release(&addition);' '```' '```glsl' 'barrier();' 'barrier();' '```' >"$work/wrong.md"
strange "$work/wrong.md" >"$work/noticed"
if [ "$(cat "$work/noticed")" != "$work/wrong.md:5: no program has this code" ]; then
    echo "of two blocks, of which the second is strange, this is said:"
    cat "$work/noticed"
    exit 1
fi
strange docs/primer.md >"$work/failures"
cat "$work/failures"
[ ! -s "$work/failures" ]
