#!/bin/sh
# What docs/features.md lists can be done: features_test.sh SOURCE_FOLDER COMMAND [VIEWER]
#
# A row of its tables is a feature. Its commands are run in their order and end with the row's "exit status N", or 0; what
# stands in backquotes behind "prints" is in their output. Keys in <kbd> are bindings of the viewer, and names in ** are
# labels of its panel. What takes long is tried otherwise: benchmarks by --quick, videos by --explain, and the window by
# --print-view. Commands for a device that is missing are left out, and so is the window where it is not built.
set -eu
export LC_ALL=C
cd "$1"
viewer=${3:-}
least=85
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/made"
ln -s "$2" "$work/bin/scree"
[ -z "$viewer" ] || ln -s "$viewer" "$work/bin/scree-viewer"
PATH=$work/bin:$PATH

# The check itself: each of these rows is wrong, and they are too few.
cat >"$work/wrong.md" <<'EOT'
| feature | how |
|---|---|
| a command that fails | `scree noise --octaves x -o a.png` |
| another text | `scree version` prints `no such text` |
| another exit status | `scree noise`: exit status 1 |
| nothing that can be tried | in words |
| a key | <kbd>no-such</kbd> |
| a label | **No such** |
EOT

# features DOCUMENT: a line for each thing to try: the number of its line, what it is, and the thing; of a command its
# exit status, the command, and the text that it prints.
features()
{
    awk '
        function found(pattern, left, right) {
            if (!match(rest, pattern))
                return ""
            thing = substr(rest, RSTART + left, RLENGTH - left - right)
            rest = substr(rest, RSTART + RLENGTH)
            return thing
        }
        function tell(what, text) {
            print FNR "\t" what "\t" text
            tries++
        }
        !/^[|]/ || /^[|] feature |^[|]---/ { next }
        {
            tries = /\]\(|`(examples|scripts)\// # Links and files, which docs.names checks.
            status = match($0, /exit status [0-9]+/) ? substr($0, RSTART + 12, RLENGTH - 12) : 0
            count = split($0, piece, "`")
            for (i = 2; i <= count; i += 2)
                if (piece[i] ~ /^scree /)
                    tell("command", status "\t" piece[i] "\t" (piece[i + 1] == " prints " ? piece[i + 2] : ""))
            for (rest = $0; (key = found("<kbd>[^<]+<", 5, 1)) != "";)
                tell("key", key)
            for (rest = $0; (label = found("[*][*][^*]+[*][*]", 2, 2)) != "";)
                tell("label", label)
            if (!tries)
                print FNR "\tnothing"
        }' "$1"
}

# is_missing COMMAND: whether it needs a device or a program that is not there.
is_missing()
{
    case $1 in
        "scree show"*) [ -z "$viewer" ] ;;
        *"--device vulkan"*) ! scree devices | grep -q '^vulkan:[0-9]' ;;
        *) return 1 ;;
    esac
}

# briefly COMMAND: the same, so that it takes no long time and no display.
briefly()
{
    case $1 in
        "scree bench"*) echo "$1 --quick" ;;
        "scree show"*) echo "$1 --print-view" ;;
        *.gif) echo "$1 --explain" ;;
        *) echo "$1" ;;
    esac
}

# try_command STATUS COMMAND [TEXT]
try_command()
{
    ! is_missing "$2" || return 0
    ended=0
    (cd "$work/made" && eval "$(briefly "$2")") >"$work/printed" 2>&1 </dev/null || ended=$?
    if [ "$ended" -ne "$1" ]; then
        echo "$2: exit status $ended, not $1: $(tail -n 1 "$work/printed")"
    elif [ "${3:-}" ] && ! grep -qF -e "$3" "$work/printed"; then
        echo "$2: does not print $3"
    fi
}

# has_label NAME: whether the panel has it, literally or as the name of a parameter.
has_label()
{
    grep -qF -e "\"$1" apps/viewer/panel*.c ||
        "$viewer" --help | grep -q -e "^ *\(-., \)*--$(echo "$1" | tr 'A-Z ' 'a-z-') "
}

# failures DOCUMENT: what cannot be done of it.
failures()
{
    features "$1" >"$work/features"
    while IFS='	' read -r line what first second third; do
        case $what in
            command) try_command "$first" "$second" "$third" ;;
            key) [ -z "$viewer" ] || grep -qxF -e "$first" "$work/keys" || echo "no key $first" ;;
            label) [ -z "$viewer" ] || has_label "$first" || echo "the panel has no $first" ;;
            nothing) echo "a feature without a command, a key, a label or a link" ;;
        esac | sed "s,^,$(basename "$1"):$line: ,"
    done <"$work/features"
    rows=$(grep -c '^| ' "$1")
    rows=$((rows - $(grep -c '^| feature ' "$1")))
    [ "$rows" -ge "$least" ] || echo "$(basename "$1"): $rows features, fewer than $least"
}

[ -z "$viewer" ] || "$viewer" --list-bindings | sed 's/  .*//; s/,* /\n/g' >"$work/keys"
failures "$work/wrong.md" >"$work/noticed"
mistakes=5
[ -z "$viewer" ] || mistakes=7
[ "$(wc -l <"$work/noticed")" -eq $mistakes ] ||
    { echo "of $mistakes mistakes these were noticed:"; cat "$work/noticed"; exit 1; }
failures docs/features.md >"$work/failures"
cat "$work/failures"
[ ! -s "$work/failures" ]
