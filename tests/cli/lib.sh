# Functions for all cases. Cases run in an empty folder; $SCREE is the command, $CLI_SOURCE the folder of the sources.

# try ARGUMENTS...: runs the command and shows all of it: the command line, stdout, stderr (lines marked with !), and
# the exit code when it is not 0.
try()
{
    echo "\$ scree $*"
    "$SCREE" "$@" >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/err"
    show $?
}

# show CODE: prints what a command left in $CLI_PRIVATE/out and err.
show()
{
    cat "$CLI_PRIVATE/out"
    sed 's/^/! /' "$CLI_PRIVATE/err"
    if [ "$1" -ne 0 ]; then
        echo "exit $1"
    fi
}

# files: every name in the folder, hidden ones too, on one line.
files()
{
    echo "files:$(find . -mindepth 1 | sed 's|^\./| |' | sort | tr -d '\n')"
}

# digest ARGUMENTS...: the SHA-256 that `scree noise --json` reports.
digest()
{
    "$SCREE" noise --json "$@" | sed -n 's/^ *"sha256": "\([0-9a-f]*\)".*/\1/p'
}

# same WHAT A B: says whether two texts are equal and not empty.
same()
{
    if [ -n "$2" ] && [ "$2" = "$3" ]; then
        echo "$1: same"
    else
        echo "$1: '$2' and '$3' DIFFER"
    fi
}

# levels: the CPU levels that this machine runs.
levels()
{
    "$SCREE" list levels | sed -n 's/ *this processor can run it$//p'
}
