# The bar is shown when it is asked for, also where stderr is no terminal; never with --progress never.
job="--size 4096x4096 --level scalar --method direct --octaves 2 -q --json"
# shellcheck disable=SC2086 # Several words.
{
    "$SCREE" noise $job --progress always 2>bar >/dev/null
    grep -c '^ *[0-9]* % \[[#.]*\] [0-9.]* Msamples/s, [0-9]*:[0-9][0-9] left$' bar | sed 's/^[1-9][0-9]*$/some/'
    grep -v ' % ' bar
    "$SCREE" noise $job --progress never 2>&1 >/dev/null
    "$SCREE" noise $job 2>&1 >/dev/null
}
# The progress of a distance field.
"$SCREE" sdf --size 256x256 --layers 32 --level scalar --threads 1 --method jfa2 --clip 9 -q --json --progress always \
    2>bar >/dev/null
grep -c '^ *[0-9]* % \[[#.]*\] [0-9.]* Mvoxels/s, [0-9]*:[0-9][0-9] left$' bar | sed 's/^[1-9][0-9]*$/some/'
if grep -v ' % ' bar; then
    echo "these are no lines of a bar"
fi
