# Errors of `scree sdf`, which leave no files behind.
"$SCREE" noise --size 40x30 --seed 3 -q -o map.png
"$SCREE" noise --size 4x4x4 -q -o volume.npy
printf 'not a picture' >text.png
printf '{"octaves": 4}' >four.json
bare sdf
refuse sdf map.png
refuse sdf map.png -o a.gif
refuse sdf map.png -o -
refuse sdf map.png -o a.png
refuse sdf map.png -o a.exr
refuse sdf map.png -o a.r16
refuse sdf map.png -o a.vf --type f16
refuse sdf map.png -o a.npy --type u8
refuse sdf map.png -o a.npy --method jaf
refuse sdf map.png -o a.npy --metod jfa
refuse sdf map.png -o a.npy --surface meshes
refuse sdf map.png -o a.npy --sign none
refuse sdf map.png -o a.npy --edge closed
refuse sdf map.png -o a.npy --layers 0
refuse sdf map.png -o a.npy --voxel 1,0,1
refuse sdf map.png -o a.npy --voxel 1,2
refuse sdf map.png -o a.npy --scale 0
refuse sdf map.png -o a.npy --value-scale 1e-50
refuse sdf map.png -o a.vdb --band 1e-50
refuse sdf map.png -o a.npy --clip 0
refuse sdf map.png -o a.npy --holes fill
refuse sdf map.png -o a.npy --compare jfa
# Options that contradict each other, or the map.
refuse sdf map.png -o a.npy --seed 3
refuse sdf map.png -o a.npy --preset hills
refuse sdf map.png -o a.npy --threshold 3
refuse sdf map.png -o a.npy --method jfa --surface mesh
refuse sdf map.png -o a.npy --method jfa2 --conservative
refuse sdf map.png -o a.npy --method 1+jfa --edge clamp
refuse sdf map.png -o a.npy --method naive --surface columns
refuse sdf --size 512x512 -o a.npy --method naive
refuse sdf map.png -o a.npy --mask --layers 3
refuse sdf map.png -o a.npy --mask --surface columns
refuse sdf map.png -o a.npy --mask --edge clamp
refuse sdf map.png -o a.npy --zoom 2
refuse sdf map.png -o a.npy --band 2
refuse sdf map.png -o a.vdb --sign outside
refuse sdf map.png -o a.npy --raw-type u8
refuse sdf map.png -o a.npy --raw-size 40x30
refuse sdf volume.npy -o a.npy --raw-size 8x8 --raw-type u8
refuse sdf map.png -o a.npy --page 3
refuse sdf map.png -o a.npy --channel g
refuse sdf --preset hills -o a.npy --channel g
refuse sdf four.json -o a.npy --holes lowest
refuse sdf --size 4x4x4x4 -o a.npy
refuse sdf volume.npy -o a.npy --layers 3
refuse sdf volume.npy -o a.npy --surface columns
refuse sdf volume.npy -o a.npy --mask --voxel 1,2
refuse sdf map.png --nearest a.png
refuse sdf map.png -o a.npy --nearest ./a.npy
try sdf map.png -o a.mhd --nearest "../${PWD##*/}/a.raw"
refuse sdf map.png -o a.raw --nearest a.mhd
refuse sdf map.png -o a.npy.json --format raw --nearest a.npy
refuse sdf map.png -o a.raw --format png --slice z=3,y=3 --nearest a_z3.raw
# Slices.
refuse sdf map.png --slice z=3 --json
refuse sdf map.png --slice z=3 -o a.npy
refuse sdf map.png --slice w=3 -o a.png
refuse sdf map.png --slice z=64 -o a.png
refuse sdf map.png --slice x=3,x=3 -o a.png
refuse sdf map.png --slice x=3 --type f16 -o a.png
try sdf map.png --slice z=3 -o nowhere/a.png --nearest a.npy
mkdir folder_y2.png
try sdf map.png --slice z=3,y=2 -f -o folder.png --nearest a.npy
rmdir folder_y2.png
"$SCREE" noise --size 8388608x1 --octaves 1 --type u8 -q -o wide.png
refuse sdf wide.png --layers 2 --slice z=1 --zoom 256 -o a.png --nearest a.npy
rm wide.png
# Files that are none.
try sdf missing.png -o a.npy
try sdf text.png -o a.npy
try sdf . -o a.npy
printf '\223NUMPY\001\000v\000%-117s\n' "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 4), }" >empty.npy
try sdf empty.npy -o a.npy
head -c 300 map.png >cut.png
try sdf cut.png -o a.npy
"$SCREE" sdf map.png --slice z=9 -q -o colours.png
refuse sdf colours.png -o a.npy
"$SCREE" sdf colours.png --channel g -q --json | grep '"channel"'
# Cells without data.
printf 'Pf\n2 1\n-1.0\n\000\000\300\177\000\000\200\077' >holes.pfm
try sdf holes.pfm -o a.npy
"$SCREE" sdf holes.pfm --holes lowest -q -o holes.npy && rm holes.npy holes.npy.json
"$SCREE" sdf holes.pfm --holes 3 --json -q | grep -e '"holes"' -e '"range"'
# Holes alone: the ground is what fills them.
printf 'Pf\n2 1\n-1.0\n\000\000\300\177\000\000\300\177' >none.pfm
"$SCREE" sdf none.pfm --holes 3 --layers 4 --json -q | grep -e '"offset"' -e '"minimum"' -e '"maximum"'
# Memory: what is needed and what there is.
for arguments in "--size 65536x65536 --layers 1024 --method jfa -o a.npy" "--size 16384x16384x16384 --compare exact" \
    "--size 4194304x4194304 --json"; do
    # shellcheck disable=SC2086 # Several words.
    "$SCREE" sdf $arguments 2>"$CLI_PRIVATE/err"
    echo "exit $?"
    sed 's/there are [0-9]*/there are N/' "$CLI_PRIVATE/err"
done
files
