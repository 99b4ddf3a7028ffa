# Particles that move: replays make as many steps as they have frames, and the command that is copied afterwards writes
# the same file, which is one of `scree attractor` without a pause.
mkdir bin
ln -s "$SCREE_COMMAND" bin/scree
PATH=$PWD/bin:$PATH

# moved WHAT FRAMES SETTINGS...: plays frames, and draws the last picture by the command.
moved()
{
    what=$1
    frames=$2
    shift 2
    {
        echo "size 64 48"
        printf 'set %s\n' "scene particles" "particles 3001" "steps 0" "frame-steps 30" "$@"
        echo "key shift+space"
        yes frame | head -n "$frames"
        echo "picture played"
    } >play.events
    "$SCREE" --device cpu --size 64x48 --play play.events --pictures .
    "$SCREE" --device cpu --size 64x48 --play play.events -o drawn.png --copy-command >command.sh
    sh command.sh 2>"$CLI_PRIVATE/err" || cat "$CLI_PRIVATE/err"
    same "$what, $(sed 's/.* \(--steps [0-9]*\) .*/\1/' command.sh)" "$(cksum <played.png)" "$(cksum <drawn.png)"
    rm -f played.png drawn.png
}

moved "the start" 0
moved "a frame" 1
moved "frames" 7
moved "a system of its own numbers" 3 "system chen" "numbers 36,3,20" "dt 0.001"
moved "Euler's method in float64" 3 "integrator euler" "particle-type f64" "particle-seed 4294967295"
moved "the system's method" 3 "integrator default"
moved "a map" 2 "system de-jong" "integrator euler" "dt 1"
moved "a turning camera" 3 "turn 45" "field-of-view 0"
moved "quads" 3 "shape quads" "particle-colour speed" "exposure log" "ramp magma" "reversed true"
moved "large quads" 3 "shape quads" "quad-size 2.5" "tint-green 0.2" "brightness 0.125"
moved "lines" 3 "shape lines" "exposure linear" "white 7"
moved "ranks" 3 "exposure equalised" "brightness 3" "particle-colour x"
moved "ages" 3 "particle-colour age"

# A replay goes on from what is set in between, and begins again by the key.
printf 'set %s\n' "scene particles" "particles 500" "steps 10" "frame-steps 5" "moving true" >again.events
printf '%s\n' frame frame "picture on" "key home" "picture start" frame "set numbers 9,20,3" frame "picture other" >>again.events
"$SCREE" --device cpu --size 64x48 --play again.events --pictures . --print-view | grep -E '^set (steps|numbers|moving) '
for picture in on:20: start:0: other:5:9,20,3; do
    rest=${picture#*:}
    "$SCREE" --device cpu --size 64x48 --scene particles --particles 500 --steps "${rest%:*}" \
        --numbers "$(echo "${rest#*:}" | sed 's/^$/own/')" -o wanted.png
    same "${picture%%:*}" "$(cksum <wanted.png)" "$(cksum <"${picture%%:*}.png")"
done

# Videos of time have the frames of the command's.
mkdir tools && printf '#!/bin/sh\nexec cat\n' >tools/ffmpeg && chmod +x tools/ffmpeg
PATH=$PWD/tools:$PATH
"$SCREE" --device cpu --size 64x48 --scene particles --particles 500 --steps 40 --frame-steps 30 --moving --turn 50 \
    --frames 3 -o video.mp4
"$SCREE" --device cpu --size 64x48 --scene particles --particles 500 --steps 40 -o video.png --copy-command |
    sed "s/-o 'video.png'/--frames 3 --frame-steps 30 --frame-turn 2 --frame-rate 25 -o command.mp4/" >command.sh
sh command.sh 2>/dev/null
same "a video" "$(cksum <video.mp4)" "$(cksum <command.mp4)"
same "what it tells of itself" "$(cksum <video.mp4.json)" "$(cksum <command.mp4.json)"
rm -rf bin tools command.sh ./*.png ./*.events ./*.mp4 ./*.json

echo "$ wrong"
for wrong in "--numbers 1,2" "--system flow --numbers 1,1,0.5" "--numbers 1,x,2" "--steps 2147483649" "--shape cubes"; do
    # shellcheck disable=SC2086 # Several words.
    "$SCREE" --scene particles -o wrong.png $wrong 2>&1
done
files
