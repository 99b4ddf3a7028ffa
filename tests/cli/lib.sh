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

# told_sdf ARGUMENTS...: runs `scree sdf` and shows it without what depends on the machine's speed and the version's
# length.
told_sdf()
{
    echo "\$ scree sdf $*"
    "$SCREE" sdf "$@" >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/err"
    code=$?
    sed -i 's/, [0-9.]* [a-zA-Z]*, [0-9.e-]* s, [0-9.]* Mvoxels\/s/, .../' "$CLI_PRIVATE/err"
    show $code
}

# refuse ARGUMENTS...: runs what is wrong on every machine: the command says so in one line, and exits with 2. Where that
# line does not begin with an option and its value, the command line is shown, too.
refuse()
{
    "$SCREE" "$@" >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/err"
    code=$?
    if [ $code -ne 2 ] || [ "$(wc -l <"$CLI_PRIVATE/err")" -ne 1 ]; then
        echo "exit $code: not 2, or not one line:"
    fi
    grep -q '^scree: --' "$CLI_PRIVATE/err" || echo "\$ scree $*"
    show 0
}

# bare COMMAND: runs a command with nothing to do, which exits with 2 and shows its main options. The first line and the
# last are shown here.
bare()
{
    "$SCREE" "$1" >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/all"
    code=$?
    lines=$(wc -l <"$CLI_PRIVATE/all")
    if [ $code -ne 2 ] || [ "$lines" -lt 10 ] || [ "$lines" -gt 30 ]; then
        echo "exit $code: not 2, or not 10 to 30 lines, but $lines:"
    fi
    sed -n '1p;$p' "$CLI_PRIVATE/all" >"$CLI_PRIVATE/err"
    echo "\$ scree $1"
    show 0
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

# Seconds after which a test gives up what it waits for. No test depends on this time: it only ends one that would hang.
WATCHDOG=600

# await CONDITION ARGUMENTS...: waits for something to be seen; false where it is not within the watchdog's time.
await()
{
    turns=$((WATCHDOG * 20))
    until "$@"; do
        turns=$((turns - 1))
        [ $turns -gt 0 ] || return 1
        sleep 0.05
    done
}

# has_ended PID: whether a process has: it is gone, or a zombie until this shell waits for it.
has_ended()
{
    ! grep -q '^State:[[:space:]][^ZX]' "/proc/$1/status" 2>/dev/null
}

# watches PID: whether the command has taken the signals that end it, of which SIGPROF (27) is the last.
watches()
{
    caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null)
    [ $((0x${caught:-0} >> 26 & 1)) -eq 1 ]
}

# works PID NAME: whether the command watches signals, has begun the file NAME (unless that is empty), and has computed
# for a fifth of a second. That is its own processor time, which does not pass while it waits for a processor.
works()
{
    watches "$1" || return 1
    [ -z "$2" ] || [ -n "$(find . -name ".$2.scree-*")" ] || return 1
    { read -r process <"/proc/$1/stat"; } 2>/dev/null || return 1
    # shellcheck disable=SC2086 # The numbers behind the name: the twelfth and thirteenth are hundredths of a second.
    set -- ${process##*)}
    [ $((${12} + ${13})) -ge 20 ]
}

# start ARGUMENTS...: runs the command in the background, as $running. A shell lets what it starts there ignore two
# signals, which the command shall find as in the foreground.
start()
{
    env --default-signal=INT,QUIT "$SCREE" "$@" &
    running=$!
}

# ended_or CONDITION ARGUMENTS...: a command that has ended shows nothing more.
ended_or()
{
    has_ended "$running" || "$@"
}

# end SIGNAL CONDITION ARGUMENTS...: sends $running a signal when a condition is seen, and returns its exit code.
end()
{
    sent=$1
    shift
    await ended_or "$@"
    kill -s "$sent" "$running"
    await has_ended "$running" || kill -s KILL "$running"
    wait "$running"
}

# interrupt SIGNAL NAME ARGUMENTS...: runs the command, sends it a signal while it works on the file NAME ("" = on none),
# and returns its exit code.
interrupt()
{
    sent=$1 begun=$2
    shift 2
    start "$@"
    end "$sent" works "$running" "$begun"
}

# lines FILE COUNT PATTERN: complains unless so many lines of a file match.
lines()
{
    count=$(grep -c -e "$3" "$1")
    if [ "$count" -ne "$2" ]; then
        echo "$1: $count lines, not $2, match '$3':"
        cat "$1"
    fi
}
