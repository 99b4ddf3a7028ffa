# shellcheck disable=SC2086,SC2154,SC2217 # Several words; what lib.sh sets; a reader that does not read.
# Ctrl-C and SIGTERM leave no file and exit with 130. The jobs would take minutes, and 4 GiB of disk at most.
slow="--level scalar --threads 2 --octaves 32 --lacunarity 1.1"
large="--size 4096x4096x64 $slow"
for signal in INT TERM; do
    for name in a.png a.r32 a.npy; do
        interrupt "$signal" "$name" noise -q $large --range fixed -o "$name" >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/err"
        echo "$signal $name $?"
        cat "$CLI_PRIVATE/err"
        files
    done
done
# The same without a file.
interrupt INT "" noise -q $large --json
echo "exit $?"
# While the range is measured nothing may appear either.
interrupt INT "" noise -q --size 8192x8192 $slow -o b.png
echo "exit $?"
files
# Batch systems send other signals before they kill.
for signal in HUP QUIT XCPU ALRM USR1 USR2; do
    interrupt "$signal" a.r32 noise -q $large --range fixed -o a.r32 2>/dev/null
    echo "$signal $?"
    files
done
# One signal ends a run that waits: for the reader of a pipe, and for one that does not read.
mkfifo pipe.raw
start noise -q --size 8x8 -o pipe.raw
end TERM watches $running
echo "exit $?"
# holds_pipe PID: whether a process has opened the pipe.
holds_pipe()
{
    [ -n "$(find "/proc/$1/fd" -lname '*/pipe.raw' 2>/dev/null)" ]
}
sleep "$WATCHDOG" <pipe.raw &
reader=$!
start noise -q --size 1024x1024 -o pipe.raw
end INT holds_pipe $running
echo "exit $?"
kill $reader
rm pipe.raw
# A run that is killed outright leaves a temporary file, which the next run of this name removes.
interrupt KILL a.r32 noise -q $large --range fixed -o a.r32 >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/err"
files | sed 's/scree-[0-9a-v]*/scree-TOKEN/'
"$SCREE" noise -q --size 8x8 -o a.r32
files
