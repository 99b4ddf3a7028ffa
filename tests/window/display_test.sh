#!/bin/sh
# A window on a display without a screen. Whatever is written to stderr but the line about the processor is a failure:
# messages of the validation layer come there.
# display_test.sh XVFB SCREE-VIEWER CASE
set -u
xvfb=$1
viewer=$2
case=$3
folder=$(mktemp -d)
mkfifo "$folder/number"
"$xvfb" -displayfd 3 -screen 0 1024x768x24 -nolisten tcp 3>"$folder/number" 2>"$folder/xvfb" &
server=$!
trap 'kill $server; wait $server 2>/dev/null; rm -rf "$folder"' EXIT
read -r number <"$folder/number" || { echo "Xvfb did not start:"; cat "$folder/xvfb"; exit 77; }
export DISPLAY=":$number"
unset WAYLAND_DISPLAY

fail()
{
    echo "$case: $1"
    cat "$folder/stderr"
    exit 1
}

# show EVENTS [OPTION...] plays events in a window, and requires that it ends well.
show()
{
    printf '%b' "$1" >"$folder/events"
    shift
    "$viewer" --scene voxels --side 16 --font '' --ui-scale 1 --play "$folder/events" --size 400x300 "$@" \
        2>"$folder/stderr" || fail "the status is $?"
    if grep -v 'There is no GPU\|shown by OpenGL\|The processor goes on' "$folder/stderr" >/dev/null; then
        fail "there are messages"
    fi
}

case $case in
    replay)
        # What the window keeps is what is drawn without one.
        mkdir "$folder/window" "$folder/headless"
        events='move 380 100\npress left\nmove 390 140\nframe\nrelease left\nset threshold 0.1\npicture a\nkey c\npicture b\n'
        show "${events}close\n" --record "$folder/recorded"
        "$viewer" --scene voxels --side 16 --size 400x300 --play "$folder/events" --pictures "$folder/headless" \
            2>"$folder/stderr" || fail "it does not play without a window"
        [ -s "$folder/headless/a.png" ] && [ -s "$folder/headless/b.png" ] || fail "pictures are missing"
        "$viewer" --scene voxels --side 16 --size 400x300 --play "$folder/recorded" --pictures "$folder/window" \
            2>"$folder/stderr" || fail "what was recorded does not play"
        grep -q '^set threshold 0.1$' "$folder/recorded" || fail "a change is not recorded"
        ;;
    plain)
        show 'frame\nkey l\nset scene map\nsettle\nsize 300 200\nframe\nclose\n' --plain
        grep -q 'shown by OpenGL' "$folder/stderr" || fail "it does not say how it shows pictures"
        ;;
    resize)
        show 'frame\nsize 1 1\nframe\nframe\nsize 2 700\nframe\nsize 1000 3\nframe\nsize 8192 8192\nframe\nsize 64 64\nsettle\nclose\n'
        ;;
    close)
        # In the middle of a benchmark and of a level that is made.
        show 'key ctrl+b\nframe\nset side 96\nframe\nclose\n'
        ;;
    lost)
        show 'frame\nframe\nframe\nframe\nkey l\nsettle\nclose\n'
        grep -q 'the device was lost. The processor goes on' "$folder/stderr" || fail "it does not say what was lost"
        ;;
    lost_device)
        # The same where the screen's device also made the pictures.
        show 'frame\nframe\nframe\nframe\nset threshold 0.2\nsettle\nclose\n' --device vulkan:0
        grep -q 'the device was lost. The processor goes on' "$folder/stderr" || fail "it does not say what was lost"
        ;;
    record)
        show 'key 1\nhold d\nframe\nframe\nlet d\nwheel 0 1\nclose\n' --record "$folder/recorded"
        for line in 'size 400 300' 'key 1' 'hold d' frame 'let d' 'wheel 0 1' settle close; do
            grep -qx "$line" "$folder/recorded" || fail "'$line' is not recorded"
        done
        ;;
esac
