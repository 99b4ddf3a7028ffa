#!/bin/sh
# Makes videos, and has ffprobe and ffmpeg read them.
#
#     videos_test.sh COMMAND      COMMAND is the path of scree
#
# The exit code is 77 where ffmpeg is missing.
set -u
command -v ffmpeg >/dev/null && command -v ffprobe >/dev/null || exit 77
scratch=$(mktemp -d "${TMPDIR:-/tmp}/scree-videos.XXXXXX") || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' INT TERM
scree=$1
failed=0
cd "$scratch" || exit 1

# expect WHAT EXPECTED ACTUAL
expect()
{
    if [ "$2" != "$3" ]; then
        echo "$1: '$3' instead of '$2'"
        failed=1
    fi
}

# probe FILE ENTRY
probe()
{
    ffprobe -v error -count_frames -show_entries "stream=$2" -of default=noprint_wrappers=1:nokey=1 "$1"
}

# turn ARGUMENTS...: six frames of 64x48 pixels, in which there is something of every colour to see.
turn()
{
    "$scree" attractor -q --particles 3000 --steps 60 --size 64x48 --frames 6 --exposure equalised --colour z \
        --range 22:29 --extent 8 "$@" || failed=1
}

# means FILE...: the number of pixels, and the mean of each channel, over all frames.
means()
{
    for file in "$@"; do
        ffmpeg -v error -i "$file" -f rawvideo -pix_fmt rgb24 - </dev/null
    done | od -An -v -tu1 -w3 | awk '{ r += $1; g += $2; b += $3; n++ } END { printf "%d %d %d %d", n, r / n, g / n, b / n }'
}

turn -o turn.png
wanted=$(means turn_000?.png)
[ "$(echo "$wanted" | awk '{ print ($2 > 5 && $3 > 5 && $4 > 5) }')" = 1 ] || { echo "dark: $wanted"; failed=1; }
# H.264 halves the size of colours, and its rounding changes a channel by 3 at most on average, as do 256 colours.
for file in turn.mp4 turn.gif; do
    turn --frame-rate 10 -o "$file"
    expect "$file, size" "64 48" "$(probe "$file" width,height | tr '\n' ' ' | sed 's/ $//')"
    expect "$file, frames" 6 "$(probe "$file" nb_read_frames)"
    expect "$file, rate" 10/1 "$(probe "$file" avg_frame_rate)"
    far=$(echo "$wanted $(means "$file")" | awk '{ n = $1 != $5; for (i = 2; i <= 4; i++)
                                                    if ($i - $(i + 4) > 3 || $(i + 4) - $i > 3) n++; print n }')
    expect "$file, channels that are far from the frames' ($wanted)" 0 "$far"
done
expect "turn.mp4, codec" h264 "$(probe turn.mp4 codec_name)"
expect "turn.gif, codec" gif "$(probe turn.gif codec_name)"
# ffmpeg writes animations of WebP, but only new ones read them: their chunks are counted here.
turn -o turn.webp
expect "turn.webp, codec" webp "$(probe turn.webp codec_name 2>/dev/null | head -n 1)"
expect "turn.webp, frames" 6 "$(grep -a -o ANMF turn.webp | wc -l)"
expect "turn.webp, animation" 1 "$(grep -a -o ANIM turn.webp | wc -l)"

# Noise in time. GIF has no losses of greys, and H.264 has small ones.
walk()
{
    "$scree" noise -q --size 64x48 --octaves 3 --frames 30 --frame-step 0.125 --loop "$@" || failed=1
}

# far FILE: samples of a video that differ from the field's by more than 24.
far()
{
    ffmpeg -v error -y -i "$1" -f rawvideo -pix_fmt gray "$1.raw" </dev/null || failed=1
    expect "$1, bytes" "$(wc -c <walk.raw)" "$(wc -c <"$1.raw")"
    od -An -v -tu1 -w1 "$1.raw" >"$1.numbers"
    paste "$1.numbers" walk.numbers | awk '{ if ($1 - $2 > 24 || $2 - $1 > 24) n++ } END { print n + 0 }'
}
walk --type u8 -o 'walk%02d.raw' --no-sidecar
cat walk??.raw >walk.raw
od -An -v -tu1 -w1 walk.raw >walk.numbers
for file in walk.mp4 walk.gif; do
    walk --frame-rate 10 -o "$file"
    expect "$file, size" "64 48" "$(probe "$file" width,height | tr '\n' ' ' | sed 's/ $//')"
    expect "$file, frames" 30 "$(probe "$file" nb_read_frames)"
    expect "$file, rate" 10/1 "$(probe "$file" avg_frame_rate)"
    expect "$file, samples that are far from the field's" 0 "$(far "$file")"
done
cmp walk.gif.raw walk.raw || failed=1
walk -o walk.webp
expect "walk.webp, codec" webp "$(probe walk.webp codec_name 2>/dev/null | head -n 1)"
expect "walk.webp, frames" 30 "$(grep -a -o ANMF walk.webp | wc -l)"
exit $failed
