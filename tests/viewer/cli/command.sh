# The copied command makes the same bytes, whatever the view.
events=$CLI_SOURCE/tests/viewer/events
cp "$events/ramp.pgm" "$events/ball.npy" "$events/rings.recipe" .
mkdir bin
ln -s "$SCREE" bin/scree-viewer
PATH=$PWD/bin:$PATH

# again WHAT ARGUMENTS...: draws a view, and then by the command that it prints.
again()
{
    what=$1
    shift
    scree-viewer --device cpu --size 64x48 "$@" -o first.png
    scree-viewer --device cpu --size 64x48 "$@" -o second.png --copy-command >command.sh
    grep -c . command.sh
    sh command.sh
    same "$what" "$(cksum <first.png)" "$(cksum <second.png)"
    rm -f first.png second.png
}

again "the first picture"
again "a map" --map-span 3.7 --map-x 123456789012 --map-fraction-x 0.1 --ramp magma --reversed --interval 0.1 --no-smooth
again "a preset" --preset caves --side 24 --threshold 0.1 --colour normal --azimuth 77.5 --no-shadows
again "noise" --kind cellular --metric manhattan --octaves 3 --weights 1,0.5,0.25 --seed 18446744073709551615 --warp-amplitude 0.3
again "a terrain" --scene terrain --terrain-side 40 --height 0.5 --fog 0.3 --look light
again "particles" --scene particles --particles 3000 --steps 30 --system aizawa
again "a picture's file" ramp.pgm --scene terrain --low -1 --high 300 --range given
again "a volume" ball.npy --threshold 1.01
again "two fields" rings.recipe --compare ball.npy --comparison off
again "two fields beside each other" --compare rings.recipe
again "limited memory" --preset caves --side 256 --memory 4M 2>&1
sh -c 'scree-viewer --copy-command rings.recipe --size 20x10'
