# The copied command makes the same bytes, whatever the view.
events=$CLI_SOURCE/tests/viewer/events
cp "$events/ramp.pgm" "$events/ball.npy" "$events/rings.recipe" "$events/caves.recipe" "$events/hills.distance" .
mkdir bin
ln -s "$SCREE" bin/scree-viewer
ln -s "$SCREE_COMMAND" bin/scree
PATH=$PWD/bin:$PATH

# again WHAT ARGUMENTS...: draws a view, and then by the command that it prints, whose program is told.
again()
{
    what=$1
    shift
    scree-viewer --device cpu --size 64x48 "$@" -o first.png
    scree-viewer --device cpu --size 64x48 "$@" -o second.png --copy-command >command.sh
    program=$(sed 's/.*| //; s/^\(scree[a-z-]*\) .*/\1/' command.sh)
    sh command.sh 2>"$CLI_PRIVATE/err" || cat "$CLI_PRIVATE/err"
    same "$what, $(grep -c . command.sh) line of $program" "$(cksum <first.png)" "$(cksum <second.png)"
    rm -f first.png second.png
}

again "the first picture"
again "a map" --map-span 3.7 --map-x 123456789012 --map-fraction-x 0.1 --ramp magma --reversed --interval 0.1 --no-smooth
again "a map of the picture's range" --range picture --preset ridges --relief 1
again "cells of a map" --colour cell --map-span 0.01
again "voxels" --scene voxels --side 24 --threshold 0.1 --colour normal --azimuth 77.5 --no-shadows
again "noise" --kind cellular --metric manhattan --octaves 3 --weights 1,0.5,0.25 --seed 18446744073709551615
again "a terrain" --scene terrain --terrain-side 40 --height 0.5 --fog 0.3 --look light
again "a hollow without perspective" --scene terrain --terrain-side 40 --height -1 --colour height --fov 0
again "columns" --scene columns --side 24
again "columns that hang" --scene columns --side 24 --height -1 --colour height
again "a cloud" --scene cloud --side 24 --density 20 --colour plain
again "a surface" --scene surface --side 24 --threshold 0.1 --offset 0.05
again "a slice" --scene surface --side 24 --slice-axis y --slice 0.3 --interval 0.1
again "a plane of a field of three axes" caves.recipe --scene map --depth 0.4
again "a volume at a time" --recipe '{"size": [64, 64, 64, 9], "step": 0.05, "octaves": 3}' --side 24 --depth 2.5
again "a surface at a time" --recipe '{"size": [64, 64, 64, 9], "step": 0.05}' --side 16 --depth 1 --scene surface
again "a far map" --map-span 1e11
again "an expression" --expr "terrace(perlin(octaves=4), steps=6) # it's land"
again "an expression that is noise" --expr 'perlin(octaves=4)'
again "an expression of three axes" --expr 'perlin() - 0.25 * z' --scene voxels --side 24
again "a preset that is an expression" --preset canyon
# Scenes of presets: water, fades, thresholds, and steps that differ.
again "a preset with water" --preset islands --terrain-side 40
again "the map of a preset with water" --preset islands --scene map
again "water that is set" --water 0.1 --scene map
again "a preset's cloud" --preset clouds --side 24
again "the threshold of a third" --fractal billow --scene voxels --side 24
again "a map of unequal steps" --preset wood
again "a preset in another scene" --preset clouds --scene terrain --terrain-side 40
again "a file that fades" ball.npy --scene cloud --edge-fade 0.3
again "two files that fade" ball.npy --scene cloud --edge-fade 0.3 --compare ball.npy
# Options of the field are those of the command, in any order; presets give way to them.
again "noise that repeats" --period 4
again "a volume that repeats" --period 4 --scene voxels --side 16
again "a moment of noise that repeats" --period 4 --pace 1 --depth 0.3
again "skewed noise that repeats" --preset water --period 4 --no-octave-rotation
again "all octaves" --keep-fine-octaves
again "another grid" --origin 3,4 --first 7 --frequency 0.1 --samples 80x60
again "cells of some samples" --cell-size 50 --samples 80x60
scree-viewer --device cpu --size 64x48 --preset wood --cell-size 40,10 -o first.png
scree-viewer --device cpu --size 64x48 --preset wood --step 0.025,0.1 -o second.png
same "cell size and step" "$(cksum <first.png)" "$(cksum <second.png)"
rm first.png second.png
again "an even distribution" --distribution uniform --scene map
"$SCREE_COMMAND" noise --distribution normal --quantiles grid --size 32x24 --print-recipe -q >quantiles.recipe
again "quantiles of a recipe" quantiles.recipe
again "lists before what they count" --period 4,4,2 --samples 64x64x64 --weights 1,0.5 --octaves 2 --side 16
again "a grid of three axes" --samples 64x64x64 --side 16
again "particles" --scene particles --particles 3000 --steps 30 --system aizawa
again "a picture's file" ramp.pgm --scene terrain --low -1 --high 300 --range given
again "a volume" ball.npy --threshold 1.01
again "a volume's surface" ball.npy --threshold 1.01 --scene surface --colour normal
again "distances that are described" hills.distance --slice-axis x --interval 0.13
"$SCREE_COMMAND" sdf --size 24x24 --layers 12 --voxel 3,3,1.5 -q -o distances.npy
again "distances of a file" distances.npy --offset 0.07 --colour value
again "voxels of distances" distances.npy --scene voxels --threshold 0.3
"$SCREE_COMMAND" sdf --size 24x24 --layers 12 --voxel 3,3,1.5 --method jfa -q -o jfa.npy
again "a difference of distances" jfa.npy --compare distances.npy --comparison difference --depth -2
again "distances again, beside each other" jfa.npy --compare distances.npy --comparison difference --scene surface
scree-viewer --copy-command jfa.npy --compare distances.npy --comparison difference --depth 1 --size 20x10
"$SCREE_COMMAND" noise --size 12x10x9 --octaves 2 --density 2 -q -o v.txt
"$SCREE_COMMAND" noise --size 16x12 --octaves 2 --density 2 -q -o m.txt
for power in -90 90; do
    for file in v m; do
        awk -v p=$power 'NR == 1 { print; next } { for (i = 1; i <= NF; i++) printf "%.9g ", $i * 2^p; print "" }' \
            $file.txt >$file.far.txt
    done
    step=$(awk -v p=$power 'BEGIN { printf "%.17g", 2^p / 8 }')
    again "a map, 2^$power" m.far.txt --interval "$step"
    again "a map's range, 2^$power" m.far.txt --range given --low "-$step" --high "$step"
    again "a terrain, 2^$power" m.far.txt --scene terrain
    again "columns, 2^$power" m.far.txt --scene columns
    again "voxels, 2^$power" v.far.txt --threshold "$step" --colour height
    again "a cloud, 2^$power" v.far.txt --scene cloud --density 20
    again "a surface, 2^$power" v.far.txt --scene surface --threshold "$step"
    again "a difference, 2^$power" m.far.txt --compare m.txt --comparison difference
done
again "a volume's plane" ball.npy --scene map
again "two fields" rings.recipe --compare ball.npy --comparison off
again "two fields beside each other" --compare rings.recipe
again "limited memory" --scene voxels --side 256 --memory 4M 2>&1
scree-viewer --copy-command rings.recipe --size 20x10
