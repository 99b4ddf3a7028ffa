#!/bin/sh
# What documents name exists: names_test.sh SOURCE_FOLDER COMMAND [VIEWER]
#
# That is: names of the library and of tests, headers, files, links and the headings that they lead to, options, keys of
# recipes, and presets of CMake. Tables that list all there is of something have just that.
set -eu
export LC_ALL=C
cd "$1"
scree=$2 viewer=${3:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Names in the left column of renames are gone.
sed 's/^|[^|]*|/|/' docs/renames.md >"$work/renames.md"
documents="$(echo *.md docs/*.md | sed 's, docs/renames.md,,') $work/renames.md $work/wrong.md"

# The check itself: of these names all are wrong, the first in two ways, and of the table one is and one is missing.
no=no
cat >"$work/wrong.md" <<EOF
\`scree_${no}_such()\`
\`scree/no_such.h\`
\`src/no_such.c\`
\`${no}_such_name_at_all\`
\`property.no_such\`
[one](no_such.md)
[two](#no-such)

    scree noise --no-such --seed 1 -o a.png

\`scree sdf --seed 1 --frames 2\`
\`--no-such\`
the preset \`no-such\`

| system | source |
|---|---|
| no-such | |
| lorenz | |
EOF

# unknown WHAT FILE: of lines "PLACE:NAME", with "DOCUMENT:LINE" as place, those whose name is no line of the file.
unknown()
{
    awk -v what="$1" '
        FILENAME == ARGV[1] { known[$0]; next }
        { place = $0; sub(/:[^:]*$/, "", place); name = substr($0, length(place) + 2) }
        !(name in known) { print place ": no " what " " name }' "$2" - >>"$work/failures"
}

# words PATTERN PATH...: all words of that kind in files.
words()
{
    pattern=$1
    shift
    grep -rhoE -e "$pattern" "$@" | sort -u
}

# quoted PATTERN: the pieces of documents in backquotes that match as a whole, as "PLACE:PIECE".
quoted()
{
    # shellcheck disable=SC2086 # The documents are several words.
    grep -noE -e "\`($1)\`" $documents | tr -d '`'
}

# The names of the library, its options for the build and its environment; for users only what is public.
# shellcheck disable=SC2086
{
    words '\b(scree|SCREE)_[A-Za-z0-9_]*' include src kernels apps bench cmake tests CMakeLists.txt >"$work/names"
    grep -noE '\b(scree|SCREE)_[A-Za-z0-9_]*[A-Za-z0-9]' $documents | unknown name "$work/names"
    words '\bscree_[a-z0-9_]+' include/scree >"$work/names"
    grep -noE '\bscree_[a-z0-9_]+\(' README.md docs/guide.md docs/graphs.md docs/attractors.md docs/scenes.md "$work/wrong.md" |
        tr -d '(' | unknown "public function" "$work/names"
}

words '\b(scree|SCREE)_[A-Za-z0-9_]+' include/scree >"$work/names"
sed 's/^\(|[^|]*|\).*/\1/; t; s/.*//' docs/renames.md | grep -noE '`(scree|SCREE)_[A-Za-z0-9_]+(\(\))?`' | tr -d '`()' |
    while IFS=: read -r number name; do
        ! grep -qx -e "$name" "$work/names" || echo "docs/renames.md:$number: $name still exists"
    done >>"$work/failures"

# Headers, files and tests.
quoted 'scree/[a-z0-9_]+\.h' | while read -r line; do
    [ -e "include/${line##*:}" ] || echo "${line%:*}: no header ${line##*:}"
done >>"$work/failures"
quoted '(apps|bench|cmake|docs|examples|include|kernels|presets|scripts|src|tests)/[A-Za-z0-9_./*-]+' |
    while IFS=: read -r document number path; do
        # shellcheck disable=SC2086 # The path may be a pattern. A program of a test is made of its source.
        ls -d $path >/dev/null 2>&1 || [ -e "$path.c" ] || echo "$document:$number: no file $path"
    done >>"$work/failures"
quoted '[a-z0-9]+(_[a-z0-9]+){3,}' >"$work/quoted"
words '\b[a-z0-9]+(_[a-z0-9]+){3,}\b' include src kernels apps bench tests >"$work/names"
unknown "name in sources" "$work/names" <"$work/quoted"
quoted '(property|quality)\.[a-z_]+' | while IFS=: read -r document number test; do
    name=${test#*.}
    [ "$(find "tests/${test%%.*}" -name "$name.c" -o -name "gpu_${name#*_}.c")" ] ||
        echo "$document:$number: no test $test"
done >>"$work/failures"

# Links, and headings as links name them: small letters, digits and "-" for spaces.
headings()
{
    sed -n '/^```/,/^```/d; s/^##* //p' "$1" | tr 'A-Z ' 'a-z-' | sed 's/[^a-z0-9_-]//g'
}
# shellcheck disable=SC2086
grep -noE '\]\([^):]+\)' $documents | sed 's/\](\(.*\))$/\1/' | while IFS=: read -r document number link; do
    file=${link%%#*}
    target=${file:+$(dirname "$document")/$file}
    target=${target:-$document}
    if [ ! -e "$target" ]; then
        echo "$document:$number: no file $link"
    elif [ "$link" != "$file" ] && ! headings "$target" | grep -qxF -e "${link#*#}"; then
        echo "$document:$number: no heading $link"
    fi
done >>"$work/failures"

# Options, as "COMMAND --OPTION". The viewer takes those of `scree show`.
for command in $("$scree" help --json | sed -n 's/^      "name": "\(.*\)",$/\1/p'); do
    "$scree" help "$command" --json | sed -n 's/^          "name": "\(.*\)",$/\1/p
        /^          "aliases": \[$/,/\]/s/^            "\(.*\)",*$/\1/p' | sed "s/^/$command --/"
done >"$work/options"
[ -z "$viewer" ] ||
    "$viewer" --help | grep -oE -e '--[a-z][a-z0-9-]+' | sed 's/.*/scree-viewer &\nshow &/' >>"$work/options"
# A piece of code is a line of an example, or stands in backquotes. An option belongs to the command before it; where
# none is, any may have it. What else is named there first is another program.
# shellcheck disable=SC2086
awk -v has_viewer="$viewer" '
    function look(code,    count, word, i, command) {
        count = split(code, word, /[^A-Za-z0-9_.\/-]+/)
        for (i = 1; i <= count; i++) {
            if (word[i] == "scree-viewer" || word[i - 1] == "scree" && word[i] in commands)
                command = word[i]
            else if (word[i] ~ /^--[a-z]/) {
                if (command == "" ? word[1] ~ /^--/ && !(word[i] in any) : !((command " " word[i]) in known))
                    print FILENAME ":" FNR ": no option " word[i] (command == "" ? "" : " of " command)
            }
        }
    }
    FILENAME == ARGV[1] { known[$0]; commands[$1]; any[$2]; next }
    !has_viewer && (FILENAME == "docs/viewer.md" || /scree-viewer|scree show/) { next }
    /--octvaes/ { next }                                   # An example of a wrong option.
    /^    / { sub(/^ +([$] )?/, ""); sub(/  +# .*/, ""); look($0); next }
    {
        count = split($0, piece, "`")
        for (i = 2; i <= count; i += 2)
            if (piece[i] !~ /^--(cases|seed)=N$/)          # Those of the programs of conformance.
                look(piece[i])
    }' "$work/options" $documents >>"$work/failures"

# column DOCUMENT HEAD: the names in the first column of the table whose first line begins so.
column()
{
    awk -v head="$2" 'index($0, head) == 1 { inside = 1; getline; next } !/^[|]/ { inside = 0 } inside' "$1" |
        cut -d '|' -f 2 | tr ',' '\n' | tr -d '` ' | sort
}

# table_has DOCUMENT HEAD: the names on stdin are those of the table.
table_has()
{
    column "$1" "$2" >"$work/column"
    sort | diff "$work/column" - | sed -n "s,^<,$1: $2 has too much:,p; s,^>,$1: $2 lacks:,p" >>"$work/failures"
}

# list NAME: the words of a list of the command.
list()
{
    "$scree" list "$1" | cut -d ' ' -f 1
}

sed -n 's/^ *SCREE_OP_\(POSITION_\)*\([A-Z_]*\) = .*/\2/p' include/scree/graph.h | tr 'A-Z_' 'a-z-' |
    table_has docs/operators.md '| operator | inputs |'
list presets | table_has docs/guide.md '| preset | what it is'
list kinds | table_has docs/guide.md '| `--kind` |'
list fractals | table_has docs/guide.md '| `--fractal` |'
list orientations | table_has docs/guide.md '| `--orientation` | 3'
list methods | grep -vx exact | table_has docs/guide.md '| `--method` |'
"$scree" list formats | grep -v ': read only$' | cut -d ' ' -f 1 | table_has docs/guide.md '| format | extension'
list systems | table_has docs/attractors.md '| system |'
list exposures | table_has docs/attractors.md '| `--exposure` |'
sed -n 's/.*{"name": "\([a-z0-9-]*\)", "configurePreset": .*/\1/p' CMakePresets.json >"$work/presets"
table_has docs/guide.md '| preset | what it builds' <"$work/presets"

# Presets of CMake elsewhere; what is not one may be one of the command.
list presets | cat - "$work/presets" >"$work/names"
# shellcheck disable=SC2086
grep -noE 'presets? `[a-z-]+`|(cmake|ctest|--build) --preset [a-z-]+' $documents |
    sed 's/:[^:]*[ `]\([a-z-][a-z-]*\)`*$/:\1/' | unknown preset "$work/names"

# Keys of recipes.
for key in $(column docs/guide.md '| key | value'); do
    ! echo "{\"$key\": 1}" | "$scree" noise - --print-recipe 2>&1 | grep -q 'unknown key' ||
        echo "docs/guide.md: no key $key"
done >>"$work/failures"

printf '%s\n' lorenz rossler | table_has "$work/wrong.md" '| system |'
grep "^$work/wrong.md:" "$work/failures" >"$work/noticed" || :
[ "$(wc -l <"$work/noticed")" -eq 14 ] || { echo "of 14 mistakes these were noticed:"; cat "$work/noticed"; exit 1; }
! grep -v "^$work/wrong.md:" "$work/failures"
