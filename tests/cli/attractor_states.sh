# `scree attractor`: clouds that go on, frames, and checkpoints: the bytes of a run that never paused.
common="--particles 1000 --size 64x48"
# shellcheck disable=SC2086 # Several words.
for arguments in "" "--system de-jong" "--system thomas --type f32 --seed 5"; do
    "$SCREE" attractor -q $common $arguments --steps 150 --every 60 --points whole.npy -o whole.png
    "$SCREE" attractor -q --particles 1000 $arguments --steps 77 --points half.npy
    "$SCREE" attractor -q --from half.npy --steps 73 --points rest.npy
    cmp whole.npy rest.npy && cmp whole.npy.json rest.npy.json && echo "$arguments: goes on"
    "$SCREE" attractor -q --from whole.npy --size 64x48 -o still.png
    "$SCREE" attractor -q $common $arguments --steps 150 -o at_once.png
    cmp still.png at_once.png && echo "$arguments: drawn from the file"
    rm -f ./*
done
# Without a step particles are where they start: their recipe says so, and they go on from there.
# shellcheck disable=SC2086
for arguments in "" "--system de-jong" "--system thomas --type f32 --seed 5"; do
    "$SCREE" attractor $common $arguments --steps 0 --points start.npy -o start.png 2>&1 | sed 's/, [0-9.]* KiB.*//'
    "$SCREE" attractor -q --from start.npy --steps 77 --points moved.npy
    "$SCREE" attractor -q $common $arguments --steps 77 --points at_once.npy -o at_once.png
    cmp moved.npy at_once.npy && cmp moved.npy.json at_once.npy.json && echo "$arguments: goes on from its start"
    "$SCREE" attractor -q start.npy.json --size 64x48 -o again.png --points again.npy
    cmp start.npy again.npy && cmp start.png again.png && echo "$arguments: starts again"
    "$SCREE" attractor -q $common $arguments --steps 0 --frames 2 --frame-steps 77 --frame-turn 0 -o frame.png
    cmp start.png frame_0000.png && cmp at_once.png frame_0001.png && echo "$arguments: frames from the start"
    rm -f ./*
done
"$SCREE" attractor --particles 1000 --steps 0 --points start.vtp --json -q | sed -n '/"steps"/p; /"lost"/p'
"$SCREE" attractor -q --particles 2 --steps 0 --type f32 --points start.txt && cat start.txt
rm -f ./*
# Frames are the pictures of the same camera and the same steps.
# shellcheck disable=SC2086
{
    "$SCREE" attractor $common --steps 100 --frames 3 -o turn.png 2>&1 | sed 's/, [0-9.]* KiB.*//'
    for frame in 0:40 1:160 2:280; do
        "$SCREE" attractor -q -f $common --steps 100 --azimuth ${frame#*:} -o one.png
        cmp one.png "turn_000${frame%:*}.png" && echo "frame ${frame%:*}: same"
    done
    flight="$common --steps 100 --frames 4 --frame-steps 30 --frame-turn -5 --type f32 --colour z"
    "$SCREE" attractor -q $flight -o flight.png
    for frame in 0:40:100 1:35:130 3:25:190; do
        rest=${frame#*:}
        "$SCREE" attractor -q -f $common --type f32 --colour z --azimuth ${rest%:*} --steps ${rest#*:} -o one.png
        cmp one.png "flight_000${frame%%:*}.png" && echo "frame ${frame%%:*}: same"
    done
    mv flight_0002.png kept.png && rm flight_0003.png
    "$SCREE" attractor -q $flight --resume -o flight.png && cmp kept.png flight_0002.png && echo "resumed"
    cmp one.png flight_0003.png
    try attractor -q $flight -o flight.png
    trails="$common --steps 60 --every 20 --frames 2 --colour age"
    "$SCREE" attractor -q $trails -o trails.png
    "$SCREE" attractor -q -f $common --steps 60 --every 20 --colour age --azimuth 220 -o one.png
    cmp one.png trails_0001.png && echo "trails: same"
}
files
rm -f ./*
# A video is given the same frames; this one's program copies them.
mkdir bin && printf '#!/bin/sh\nexec cat\n' >bin/ffmpeg && chmod +x bin/ffmpeg
usual_path=$PATH
PATH=$PWD/bin:$PATH
# shellcheck disable=SC2086
{
    "$SCREE" attractor $common --steps 100 --frames 3 --frame-steps 5 --frame-rate 10 -o turn.mp4 2>&1 | sed 's/, [0-9.]* KiB.*//'
    for frame in 0:40:100 1:160:105 2:280:110; do
        rest=${frame#*:}
        "$SCREE" attractor -q -f $common --azimuth ${rest%:*} --steps ${rest#*:} --frames 1 -o one.mp4
        tail -c +$((${frame%%:*} * 9216 + 1)) turn.mp4 | head -c 9216 | cmp - one.mp4 && echo "frame ${frame%%:*} of the video: same"
    done
}
PATH=$usual_path
rm -rf bin
files
rm -f ./*
# A run that is killed goes on from its checkpoint. It is made longer until the kill comes in time.
steps=200
cloud="--particles 600000 --size 64x48 --threads 1 --colour speed"
while :; do
    # shellcheck disable=SC2086
    "$SCREE" attractor -q $cloud --steps $steps --checkpoint saved --checkpoint-every 0 -o killed.png &
    pid=$!
    seen() { [ -e saved ] || has_ended "$pid"; }
    await seen
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    [ -e saved ] && [ ! -e killed.png ] && break
    rm -f killed.png saved
    steps=$((steps * 2))
done
# shellcheck disable=SC2086
{
    try attractor -q $cloud --steps $steps --seed 3 --checkpoint saved -o killed.png | sed 's/--steps [0-9]*/--steps .../'
    cp saved damaged && printf x | dd of=damaged bs=1 seek=5000 conv=notrunc 2>/dev/null
    try attractor -q $cloud --steps $steps --checkpoint damaged -o killed.png | sed 's/--steps [0-9]*/--steps .../'
    truncate -s 5000 damaged
    try attractor -q $cloud --steps $steps --checkpoint damaged -o killed.png | sed 's/--steps [0-9]*/--steps .../'
    "$SCREE" attractor -q $cloud --steps $steps --checkpoint saved --level scalar -o killed.png
    "$SCREE" attractor -q $cloud --steps $steps -o whole.png
    cmp killed.png whole.png && echo "from the checkpoint: same"
}
files
rm -f ./*
# What is refused.
"$SCREE" noise -q --size 8x8 -o noise.npy
"$SCREE" attractor -q --particles 10 --steps 1 --points p.npy
"$SCREE" attractor -q --particles 10 --steps 1 --points p.vti
cp p.npy alone.npy
cp p.npy.json other.npy.json && "$SCREE" attractor -q --particles 11 --steps 1 --points eleven.npy && cp eleven.npy other.npy
try attractor --from missing.npy --points a.npy
refuse attractor --from noise.npy --points a.npy
refuse attractor --from alone.npy --points a.npy
try attractor --from other.npy --points a.npy
refuse attractor --from p.vti --points a.npy
refuse attractor --from p.npy --dt 1 --points a.npy
refuse attractor --from p.npy --particles 3 --points a.npy
refuse attractor p.npy.json --from p.npy --points a.npy
refuse attractor --from p.npy --every 7 --steps 5 -o a.png
refuse attractor --steps 0 --every 3 -o a.png
refuse attractor --frames 3 --points a.npy
refuse attractor --frames 3 --points a.npy -o a.png
refuse attractor --frame-steps 3 -o a.png
refuse attractor --frames 3 --resume --force -o a.png
refuse attractor -o a.mp4
refuse attractor --frame-rate 10 --frames 3 -o a.png
refuse attractor --frame-rate 2000 --frames 3 -o a.mp4
refuse attractor --frames 3 --resume -o a.webp
refuse attractor --frames 3 --depth 16 -o a.gif
refuse attractor --frames 3 --size 41x30 -o a.mp4
refuse attractor --checkpoint c --points a.npy
refuse attractor --checkpoint c --frames 2 -o a.png
refuse attractor --checkpoint-every 3 -o a.png
refuse attractor --checkpoint a.png -o a.png
refuse attractor --from p.npy --checkpoint p.npy -o a.png
refuse attractor --steps 100 --every 100 --frames 4 --frame-steps 30 -o a.png
refuse attractor --frames 2 --json -o a.png
try attractor --checkpoint p.npy -o a.png
try attractor --checkpoint . -o a.png
(ulimit -v 4000000 && try attractor --size 60000x60000 -o a.png) | sed 's/there are [0-9]*$/there are .../'
