# $SCREE is a build of the command that finds as much memory as TEST_MEMORY says. Files of zeros stand for maps.
head -c 1048576 /dev/zero >mask.raw
head -c 33554432 /dev/zero >terrain.raw
# limited BYTES ARGUMENTS...
limited()
{
    TEST_MEMORY=$1
    export TEST_MEMORY
    shift
    echo "$TEST_MEMORY bytes:"
    try sdf "$@" --json >"$CLI_PRIVATE/all"
    sed -n -e '/^[$!]/p' -e '/^exit/p' -e '/"voxels": /p' "$CLI_PRIVATE/all"
}
# A map's samples, and what is solid of a mask.
limited 33554431 terrain.raw --raw-size 4096x2048 --layers 2
limited 262143 mask.raw --raw-size 512x512 --mask
# Layers that flow through: 20 bytes a column beside the map from a file, 24 with one that is made.
limited 167772159 terrain.raw --raw-size 4096x2048 --layers 2
limited 167772160 terrain.raw --raw-size 4096x2048 --layers 2
limited 393215 --size 128x128 --octaves 1 --layers 2
limited 393216 --size 128x128 --octaves 1 --layers 2
# The whole field.
limited 262144 --size 128x128 --octaves 1 --layers 2 --method jfa
limited 524288 --size 128x128 --octaves 1 --layers 2 --method jfa
# Benchmarks leave out what there is no memory for.
TEST_MEMORY=1048575 "$SCREE" bench maps --quick --device cpu | grep 'left out'
TEST_MEMORY=12799999 "$SCREE" bench axes --quick | grep 'left out'
files
