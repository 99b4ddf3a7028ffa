# Ctrl-C and SIGTERM leave no file of a distance field and exit with 130. The jobs would take far longer.
# check SIGNAL NAME ARGUMENTS...
check()
{
    signal=$1 name=$2
    shift 2
    interrupt "$signal" "$name" sdf -q --octaves 1 --level scalar --threads 1 "$@" \
        >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/err"
    echo "$signal $* $?"
    cat "$CLI_PRIVATE/err"
    files
}
for signal in INT TERM; do
    check $signal a.npy --size 1024x1024 --layers 512 --voxel 1,1,1.25 -o a.npy --nearest b.raw
    check $signal a.vti --size 512x512 --layers 128 --method jfa2 -o a.vti
done
