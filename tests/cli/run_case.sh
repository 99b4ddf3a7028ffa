#!/bin/sh
# Runs one case of the command's tests and compares what it printed.
#
#     run_case.sh COMMAND NAME      COMMAND is the path of scree
#
# NAME.sh is run in an empty folder that is removed afterwards. Its output is compared with NAME.stdout and
# NAME.stderr (missing = nothing is printed), its exit code with NAME.exit (missing = 0). A file NAME.stdout.glob or
# NAME.stderr.glob instead holds one shell pattern a line, and every line must match its pattern.
# SCREE_CLI_RENEW=1 writes the exact files anew instead of comparing: look at the difference before you commit it.
set -u

folder=$(cd "$(dirname "$0")" && pwd)
case $1 in
    /*) SCREE=$1 ;;
    *) SCREE=$PWD/$1 ;;
esac
name=$2
scratch=$(mktemp -d "${TMPDIR:-/tmp}/scree-cli.XXXXXX") || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' INT TERM
mkdir "$scratch/work" "$scratch/private"
export SCREE CLI_PRIVATE="$scratch/private" CLI_SOURCE="$folder/../.."
unset SCREE_CPU_LEVEL
export LC_ALL=C

(cd "$scratch/work" && sh -c '. "$1"; . "$2"' case "$folder/lib.sh" "$folder/$name.sh") \
    >"$scratch/stdout" 2>"$scratch/stderr" </dev/null
echo $? >"$scratch/exit"

failed=0

# compare_exact EXPECTED ACTUAL
compare_exact()
{
    if ! cmp -s "$1" "$2"; then
        echo "$name: unlike $(basename "$1"):"
        diff -u "$1" "$2"
        failed=1
    fi
}

# compare_glob PATTERNS ACTUAL
compare_glob()
{
    number=0
    while IFS= read -r pattern <&3; do
        number=$((number + 1))
        line=
        if ! IFS= read -r line <&4; then
            echo "$name: $(basename "$1"), line $number: the output ends before '$pattern'"
            failed=1
            return
        fi
        # shellcheck disable=SC2254 # The pattern is one.
        case $line in
            $pattern) ;;
            *)
                echo "$name: $(basename "$1"), line $number: '$line' does not match '$pattern'"
                failed=1
                ;;
        esac
    done 3<"$1" 4<"$2"
    if [ "$number" -ne "$(wc -l <"$2")" ]; then
        echo "$name: $(basename "$1") has $number lines, the output $(wc -l <"$2"):"
        cat "$2"
        failed=1
    fi
}

# check STREAM
check()
{
    expected=$folder/$name.$1
    if [ -f "$expected.glob" ]; then
        compare_glob "$expected.glob" "$scratch/$1"
    elif [ "${SCREE_CLI_RENEW:-0}" = 1 ]; then
        rm -f "$expected"
        if [ -s "$scratch/$1" ]; then
            cp "$scratch/$1" "$expected"
        fi
    elif [ -f "$expected" ]; then
        compare_exact "$expected" "$scratch/$1"
    else
        compare_exact /dev/null "$scratch/$1"
    fi
}

check stdout
check stderr
expected_exit=0
if [ -f "$folder/$name.exit" ]; then
    read -r expected_exit <"$folder/$name.exit"
fi
read -r actual_exit <"$scratch/exit"
if [ "$actual_exit" -ne "$expected_exit" ]; then
    echo "$name: exit code $actual_exit instead of $expected_exit"
    failed=1
fi
exit $failed
