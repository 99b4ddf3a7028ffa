# `scree draw`: maps are those of `scree render`; planes, sheets and tiles are the samples that they should be; what is refused.
# drawing ARGUMENTS...: the SHA-256 of the pixels.
drawing()
{
    "$SCREE" draw --json -q "$@" | sed -n 's/^ *"sha256": "\([0-9a-f]*\)".*/\1/p'
}
render()
{
    "$SCREE" render --scene map --json -q "$@" | sed -n 's/^ *"sha256": "\([0-9a-f]*\)".*/\1/p'
}
noise="--octaves 3 --step 0.13"
# shellcheck disable=SC2086 # Several words.
{
    same "one renderer" "$(render $noise --samples 40x30 --size 200x150)" "$(drawing $noise --samples 40x30 --size 200x150)"
    wanted=$(drawing $noise --samples 90x70 --size 300x200 --contours 0)
    for level in $(levels); do
        same "level" "$wanted" "$(drawing $noise --samples 90x70 --size 300x200 --contours 0 --level "$level")"
    done | sort -u
    same "one thread" "$wanted" "$(drawing $noise --samples 90x70 --size 300x200 --contours 0 --threads 1)"
    "$SCREE" noise $noise --size 12x10x9 --print-recipe >r.json
    "$SCREE" noise $noise --size 90x70 -q -o flat.npy
}
same "a file" "$wanted" "$(drawing flat.npy --size 300x200 --contours 0)"
# Of a volume, from a file and from its recipe: a plane is the field in two axes, and sheets have all planes.
"$SCREE" noise r.json -q -o v.npy
for planes in "" "--slice x=11" "--slice y=0" "--slice z=5" "--sheet x=3" "--sheet y=5 --tiled" "--sheet z=1000" \
    "--sheet z=4 --contours 0 --size 400x400"; do
    # shellcheck disable=SC2086
    same "planes $planes" "$(drawing v.npy $planes)" "$(drawing r.json $planes)"
done
"$SCREE" noise r.json --size 12x10x1 --first 0,0,5 -q -o z5.npy
same "z=5" "$(drawing z5.npy)" "$(drawing r.json --slice z=5)"
# What is periodic is drawn twice as the field of twice the size, seams and all; other fields are not.
periodic="--octaves 2 --step 0.125 --ramp grey --contours 0.25"
# shellcheck disable=SC2086
{
    same "tiled" "$(drawing $periodic --period 4 --samples 64x64)" "$(drawing $periodic --period 4 --samples 32x32 --tiled)"
    same "seams" "$(drawing $periodic --samples 64x64)" "$(drawing $periodic --samples 32x32 --tiled)" | sed "s/'[0-9a-f]*'/.../g"
}
# Distances are counted in the unit of the file, also by the contour lines, whose interval may be chosen.
"$SCREE" sdf --size 16x16 --layers 12 --scale 6 --offset 6 -q -o d.npy
"$SCREE" sdf --size 16x16 --layers 12 --scale 12 --offset 12 --voxel 2 -q -o e.npy
same "colours of voxels of 2" "$(drawing d.npy --slice y=7 --relief 0)" "$(drawing e.npy --slice y=7 --relief 0)"
same "made again" "$(drawing e.npy --slice y=7 --contours 4)" "$(drawing e.npy.json --slice y=7 --contours 4)"
"$SCREE" draw e.npy --slice y=7 --contours 0 -q -o cut.png
"$SCREE" info cut.png | sed -n 's/.*\("interval": [0-9.]*\).*/\1/p; 4p'
"$SCREE" draw v.npy -o sheet.png 2>&1 | sed 's/, [0-9.]* [KB].*//'
"$SCREE" draw v.npy --size 8x8 -q -o - | head -c 4 | tail -c 3
echo
rm -f sheet.png cut.png
before=$(files)
bare draw
refuse draw flat.npy
refuse draw flat.npy -o a.npy
refuse draw flat.npy -o a.mp4
refuse draw flat.npy --slice z=1 -o a.png
refuse draw flat.npy --sheet z=4 -o a.png
refuse draw v.npy --slice z=9 -o a.png
refuse draw v.npy --slice w=0 -o a.png
refuse draw v.npy --slice z=1 --sheet z=3 -o a.png
refuse draw v.npy --sheet z=0 -o a.png
refuse draw v.npy --sheet z=1025 -o a.png
refuse draw flat.npy --contours -1 -o a.png
refuse draw flat.npy --ramp virdis -o a.png
refuse draw flat.npy --scene terrain -o a.png
refuse draw flat.npy --graphics blocks -o a.png
refuse draw flat.npy --seed 3 -o a.png
refuse draw --samples 8 -o a.png
try draw nothing.png -o a.png
echo '{"octaves": 99}' >wrong.json
refuse draw wrong.json -o a.png
echo '{' >none.json
refuse draw none.json -o a.png
echo 'no recipe' >none.txt
try draw none.txt -o a.png
"$SCREE" attractor --particles 100 --steps 5 --print-recipe >p.json
refuse draw p.json -o a.png
rm wrong.json none.json none.txt p.json
same files "$before" "$(files)"
