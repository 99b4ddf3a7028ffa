# Ctrl-C and SIGTERM leave no file of a distance field and exit with 130. The jobs would take far longer.
# interrupt SIGNAL ARGUMENTS...
interrupt()
{
    signal=$1
    shift
    timeout --foreground --preserve-status -k 20 -s "$signal" 1 "$SCREE" sdf -q --octaves 1 --level scalar \
        --threads 1 "$@" >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/err"
    echo "$signal $* $?"
    cat "$CLI_PRIVATE/err"
    files
}
for signal in INT TERM; do
    interrupt $signal --size 1024x1024 --layers 512 --voxel 1,1,1.25 -o a.npy --nearest b.raw
    interrupt $signal --size 512x512 --layers 128 --method jfa2 -o a.vti
done
