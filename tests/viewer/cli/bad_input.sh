# Errors of scree-viewer: each names the thing, its value and its limits, and leaves no file.
viewer()
{
    echo "\$ scree-viewer $*"
    "$SCREE" "$@" >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/err"
    show $?
}
events=$CLI_SOURCE/tests/viewer/events
cp "$events/broken.recipe" "$events/rings.recipe" "$events/ramp.pgm" .
printf 'not a picture' >text.png
printf '3 2 2\n5 3 1\n7 -3.4028235e38 4\n' >far.txt
printf '2 2 2\n1 2\n3 4\n' >small.txt
printf '{"octaves": 99}' >wrong.recipe
printf 'size 64 48\nmove here there\n' >wrong.events
printf 'size 64 48\npicture ../up\n' >up.events
"$SCREE_COMMAND" noise --size 4x3 --normals -q -o colours.png
before=$(files)
viewer nothing.recipe -o a.png
viewer text.png -o a.png
viewer far.txt -o a.png
viewer broken.recipe -o a.png
viewer wrong.recipe -o a.png
viewer --recipe '{"kind": "perlim"}' -o a.png
viewer --preset hils -o a.png
viewer --expr 'terrace(perlin(octaves=6), step=6)' -o a.png
viewer --expr-file nothing.txt -o a.png
viewer --expr 'x' --preset hills -o a.png
viewer ramp.pgm rings.recipe -o a.png
viewer ramp.pgm --preset hills -o a.png
viewer --recipe-of ramp.pgm --preset hills -o a.png
viewer --recipe-of ramp.pgm -o a.png
viewer --recipe-of nothing.npy -o a.png
viewer colours.png -o a.png
viewer --compare nothing.npy -o a.png
viewer ramp.pgm --scene voxels -o a.png
viewer ramp.pgm --scene voxels --turntable 1 -o a.mp4
viewer ramp.pgm --compare small.txt --comparison difference -o a.png
# Options and values.
viewer --treshold 1
viewer --octave 3
viewer -x
viewer --size 0x0 -o a.png
viewer --size 640 -o a.png
viewer --size 16385x1 -o a.png
viewer --threshold
viewer --threshold high -o a.png
viewer --scene clouds -o a.png
viewer --octaves 99 -o a.png
viewer --samples 0x64 -o a.png
viewer --cell-size 0 -o a.png
viewer --cell-size 16 --frequency 0.0625 -o a.png
viewer --period 4 --octave-rotation -o a.png
viewer ramp.pgm --octaves 3 -o a.png
viewer --device gpu -o a.png
viewer --device cpu:7 -o a.png
viewer --memory 0 -o a.png
viewer --frames 8
viewer --frames 8 --turntable 2 -o a.mp4
viewer --frames 8 --size 32x32 -o a.png
viewer --pictures .
# Files that cannot be written, and recordings.
viewer --size 32x32 -o no/a.png
viewer --size 32x32 -o a.npy
viewer --play nothing.events --pictures .
viewer --play wrong.events --pictures .
viewer --play up.events --pictures .
# A volume that does not fit is drawn coarser, and that is said.
viewer --device cpu --scene voxels --side 256 --memory 4M --size 32x32 -o a.png
rm a.png
same "files" "$before" "$(files)"
