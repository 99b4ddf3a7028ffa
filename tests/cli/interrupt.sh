# Ctrl-C and SIGTERM leave no file and exit with 130. The jobs would take minutes, and 4 GiB of disk at most.
for signal in INT TERM; do
    for name in a.png a.r32 a.npy; do
        timeout --foreground -k 20 -s "$signal" 0.5 "$SCREE" noise -q --size 4096x4096x64 --level scalar \
            --method direct --octaves 32 --lacunarity 1.1 --range fixed -o "$name" \
            >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/err"
        code=$?
        # timeout says 124 when the time was up; --preserve-status would hide whether it was.
        echo "$signal $name $code"
        cat "$CLI_PRIVATE/err"
        files
    done
done
# The exit code itself, and the same without a file.
timeout --foreground --preserve-status -k 20 -s INT 0.5 "$SCREE" noise -q --size 4096x4096x64 --level scalar \
    --method direct --octaves 32 --lacunarity 1.1 --json
echo "exit $?"
# While the range is measured nothing may appear either.
timeout --foreground --preserve-status -k 20 -s INT 0.5 "$SCREE" noise -q --size 8192x8192 --level scalar \
    --method direct --octaves 32 --lacunarity 1.1 -o b.png
echo "exit $?"
files
# Batch systems send other signals before they kill.
for signal in HUP QUIT XCPU ALRM USR1 USR2; do
    timeout --foreground --preserve-status -k 20 -s "$signal" 0.5 "$SCREE" noise -q --size 4096x4096x64 \
        --level scalar --method direct --octaves 32 --lacunarity 1.1 --range fixed -o a.r32 2>/dev/null
    echo "$signal $?"
    files
done
# One signal ends a run that waits: for the reader of a pipe, and for one that does not read.
mkfifo pipe.raw
timeout --foreground --preserve-status -k 20 -s TERM 0.5 "$SCREE" noise -q --size 8x8 -o pipe.raw
echo "exit $?"
sleep 20 <pipe.raw &
reader=$!
timeout --foreground --preserve-status -k 20 -s INT 0.5 "$SCREE" noise -q --size 1024x1024 -o pipe.raw
echo "exit $?"
kill $reader
rm pipe.raw
# A run that is killed outright leaves a temporary file, which the next run of this name removes.
timeout --foreground -s KILL 1 "$SCREE" noise -q --size 4096x4096x64 --level scalar --method direct --octaves 32 \
    --lacunarity 1.1 --range fixed -o a.r32 >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/err"
files | sed 's/scree-[0-9a-v]*/scree-TOKEN/'
"$SCREE" noise -q --size 8x8 -o a.r32
files
