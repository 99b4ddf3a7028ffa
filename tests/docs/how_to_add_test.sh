#!/bin/sh
# The lists "How to add" of docs/architecture.md are complete and true: how_to_add_test.sh SOURCE_FOLDER
#
# A list is preceded by the line "<!-- check: PATTERN :: PATH... -->" and has one line "- `FILE`: ..." for each file.
# Its files must be exactly those below the paths that contain the pattern, or have it in their names. Expectations of
# tests, which are generated, do not count, nor do imports, which write expressions.
set -eu
export LC_ALL=C
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# sections DOCUMENT: the titles of all lists, one a line.
sections()
{
    sed -n '/^## How to add/,$s/^### //p' "$1"
}

# section DOCUMENT TITLE: the lines of a list.
section()
{
    awk -v title="### $2" '/^##/ { inside = $0 == title } inside' "$1"
}

listed_files()
{
    sed -n 's/^- `\([^`]*\)`:.*/\1/p' | sort
}

# found_files PATTERN PATH...
found_files()
{
    pattern=$1
    shift
    {
        grep -rlE --exclude='*.stdout' --exclude='*.golden' --exclude-dir=corpus --exclude-dir=imports -e "$pattern" "$@" || :
        find "$@" -type f ! -path '*/corpus/*' | grep -E -e "$pattern" || :
    } | sort -u
}

# check DOCUMENT: prints each difference; fails where there is one.
check()
{
    sections "$1" >"$work/titles"
    status=0
    while read -r title; do
        section "$1" "$title" >"$work/section"
        listed_files <"$work/section" >"$work/listed"
        claim=$(sed -n 's/^<!-- check: \(.*\) -->$/\1/p' "$work/section")
        if [ -z "$claim" ] || [ ! -s "$work/listed" ]; then
            echo "$title: no claim or no list"
            status=1
            continue
        fi
        for file in $(cat "$work/listed"); do
            [ -f "$file" ] || { echo "$title: $file does not exist"; status=1; }
        done
        # shellcheck disable=SC2086 # The paths are several words.
        found_files "${claim%% :: *}" ${claim#* :: } >"$work/found"
        if ! diff "$work/listed" "$work/found" >"$work/difference"; then
            echo "$title: the list (<) and the sources (>) differ:"
            cat "$work/difference"
            status=1
        fi
    done <"$work/titles"
    return $status
}

document=docs/architecture.md
check "$document"
[ "$(wc -l <"$work/titles")" -ge 6 ] || { echo "$document has fewer than six lists"; exit 1; }

# The check itself: each of these changes of the document must be noticed.
# must_fail NAME SED_SCRIPT
must_fail()
{
    sed "$2" "$document" >"$work/changed.md"
    ! cmp -s "$document" "$work/changed.md" || { echo "$1: nothing changed"; exit 1; }
    ! check "$work/changed.md" >"$work/output" || { echo "$1 was not noticed"; exit 1; }
}
must_fail "a missing file" '/^- `kernels\/noise\/noise_kinds.h`/d'
must_fail "a file too many" 's/^- `src\/formats\/format_list.h`/- `src\/formats\/formats.c`: no.\n&/'
must_fail "a file that does not exist" 's/^- `apps\/scree\/options_table.h`/- `apps\/scree\/no_such_file.h`/'
must_fail "a missing claim" '/^<!-- check: FLOOD_PASS/d'
