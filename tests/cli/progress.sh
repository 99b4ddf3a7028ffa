# The bar is shown when it is asked for, also where stderr is no terminal; never with --progress never.
mkfifo pipe.raw
# shows_progress ARGUMENTS...: runs the command with a pipe as its file, whose reader waits for the first line of a bar.
shows_progress()
{
    : >bar
    "$SCREE" "$@" -q --json -o pipe.raw --progress always 2>bar >/dev/null &
    timeout "$WATCHDOG" sh -c '{ until [ -s bar ]; do sleep 0.05; done; cat >/dev/null; } <pipe.raw'
    wait $!
}
job="--size 4096x4096 --level scalar --octaves 2"
# shellcheck disable=SC2086 # Several words.
{
    shows_progress noise $job --range fixed
    grep -c '^ *[0-9]* % \[[#.]*\] [0-9.]* Msamples/s, [0-9]*:[0-9][0-9] left$' bar | sed 's/^[1-9][0-9]*$/some/'
    grep -v ' % ' bar
    "$SCREE" noise $job -q --json --progress never 2>&1 >/dev/null
    "$SCREE" noise $job -q --json 2>&1 >/dev/null
}
# The progress of a distance field.
shows_progress sdf --size 256x256 --layers 32 --level scalar --threads 1 --method jfa2 --clip 9
grep -c '^ *[0-9]* % \[[#.]*\] [0-9.]* Mvoxels/s, [0-9]*:[0-9][0-9] left$' bar | sed 's/^[1-9][0-9]*$/some/'
if grep -v ' % ' bar; then
    echo "these are no lines of a bar"
fi
