# Derivatives, flows, normal maps and slopes, and what has none.
field="--size 16x12 --octaves 2 --step 0.1"
# shellcheck disable=SC2086 # Several words.
{
    try noise $field --derivatives -q -o d.npy
    try noise $field --derivatives -q -o d.raw
    try noise $field --curl -q -o flow.npy
    try noise $field --normals -q -o n.png
    try noise $field --normals --type u16 --handedness directx --height 3 -q -o n16.png
    try noise $field --normals -q -o n.npy
    try noise $field --slope -q -o s.npy
    try noise $field --slope -q -o s.png
}
files
sed -n '/"channels"/p' d.raw.json flow.npy.json n.npy.json
head -c 128 d.npy | tr -d '\0' | sed -n 's/.*\({.*}\).*/\1/p'
try info n16.png
# The value is the same with its derivatives and without: every third number, from the first on.
# shellcheck disable=SC2086
"$SCREE" noise $field -q -o v.raw
python3 -c '
import array
a = array.array("f", open("d.raw", "rb").read())
v = array.array("f", open("v.raw", "rb").read())
print("values with derivatives:", "same" if a[::3] == v else "DIFFER")'
# A tile has the normals of the whole, and a layer of a volume is a plane.
"$SCREE" noise -q --normals --step 0.05 --size 32x16 -o whole.raw
"$SCREE" noise -q --normals --step 0.05 --size 32x8 --first 0,8 -o tile.raw
same "tile" "$(tail -c 3072 whole.raw | sha256sum)" "$(sha256sum <tile.raw)"
try noise -q --normals --step 0.05 --size 16x16x1 --first 0,0,7 -o layer.npy
# The report.
# shellcheck disable=SC2086
{
    "$SCREE" noise $field --normals -o r.png 2>&1 | sed 's|, [0-9.]* [Kb][iy][Bt].*||'
    "$SCREE" noise $field --slope -o r2.png 2>&1 | sed 's|, [0-9.]* [Kb][iy][Bt].*||'
}
# A recipe asks for derivatives; other commands have no use for them.
"$SCREE" noise --derivatives --size 16x16 --print-recipe >recipe
grep derivatives recipe
try noise recipe -q -o again.npy
refuse sdf recipe -o no.npy
refuse render recipe -o no.png
# What cannot be.
refuse noise --derivatives --kind white -o no.npy
refuse noise --curl --kind white -o no.npy
refuse noise --normals --kind white -o no.png
refuse noise --slope --kind white -o no.png
try noise --derivatives -o no.png
try noise --derivatives -o no.r32
refuse noise --derivatives --type u8 -o no.npy
refuse noise --derivatives --range auto -o no.npy
try noise --derivatives --curl -o no.npy
try noise --curl --size 4x4x4x4 -o no.npy
refuse noise --normals --size 64 -o no.png
refuse noise --normals --size 8x8x8 -o no.png
refuse noise --normals --derivatives -o no.png
refuse noise --normals --slope -o no.png
refuse noise --normals --range auto -o no.png
refuse noise --normals --type f32 -o no.png
try noise --normals -o no.pgm
refuse noise --normals --json
refuse noise --normals --height 0 -o no.png
refuse noise --normals --handedness unity -o no.png
refuse noise --slope --handedness opengl -o no.png
refuse noise --height 4 -o no.png
for option in derivatives curl normals slope; do
    refuse noise --projection cube-map --$option -o no.png
done
echo '{"derivatives": true, "size": [16, 8]}' >slopes.json
refuse noise --projection equirectangular slopes.json -o no.npy
find . -name 'no*'
# A file without a header is read by its sidecar, and a normal map has the recipe of its heights.
try info d.raw
try noise d.raw -q -o e.raw
same "recreated" "$(sha256sum <e.raw)" "$(sha256sum <d.raw)"
# Frames have the normals of planes, and all channels.
"$SCREE" noise --normals --size 16x12 --frames 3 --frame-step 0.5 --step 0.1 -q -o tilt.raw
"$SCREE" noise --normals --size 16x12x1 --first 0,0,2 --step 0.1,0.1,0.5 -q -o plane.raw
same "frame" "$(sha256sum <tilt_0002.raw)" "$(sha256sum <plane.raw)"
"$SCREE" noise --derivatives --size 16x12 --frames 3 --step 0.1 -q -o frame.raw
"$SCREE" noise --derivatives --size 16x12x3 --step 0.1,0.1,0.0078125 -q -o volume.raw
same "frames" "$(cat frame_000?.raw | sha256sum)" "$(sha256sum <volume.raw)"
refuse noise --normals --size 16x12 --frames 3 -o no.mp4
refuse noise --normals --size 8x8x8 --frames 3 -o no.png
# The flow of frames is that of planes: the gradient along x and y at a time, rotated.
"$SCREE" noise --curl --size 16x12 --frames 3 --frame-step 0.5 --step 0.1 -q -o flow.raw
"$SCREE" noise --derivatives --size 16x12x1 --first 0,0,2 --step 0.1,0.1,0.5 -q -o slopes.raw
python3 -c '
import array
flow = array.array("f", open("flow_0002.raw", "rb").read())
slopes = array.array("f", open("slopes.raw", "rb").read())
rotated = flow[::2] == slopes[2::4] and flow[1::2] == array.array("f", (-x for x in slopes[1::4]))
print("flow:", "rotated gradient" if rotated else "DIFFERS")'
sed -n '/"channels"/p' flow_0002.raw.json
"$SCREE" noise flow_0002.raw -q -o flow_again.raw
same "flow" "$(sha256sum <flow_again.raw)" "$(sha256sum <flow_0002.raw)"
refuse noise --curl --size 8x8x8 --frames 3 -o no.npy
refuse noise --curl --size 16x12 --frames 3 -o no.mp4
refuse noise --curl --size 16x12 --frames 3 --type u8 -o no.npy
refuse noise --curl --size 16x12 --frames 3 --derivatives -o no.npy
# What a format does not hold is refused before anything is made, with frames, points and recipes, too.
for wanted in '--derivatives -o no.png' '--derivatives -o no.gif' '--derivatives -o no_%d.vti' '--curl -o no.png' \
    '--curl --format vf -o no' '--normals -o no_%d.vti' '--normals --format r16 -o no' '--derivatives --range auto -o no.npy' \
    '--derivatives --type u8 -o no.raw'; do
    # shellcheck disable=SC2086 # Several words.
    refuse noise --size 16x12 --frames 2 $wanted
done
"$SCREE" noise --size 2x5 -q -o places.npy
refuse noise --points places.npy --derivatives -o no.r32
refuse noise --points places.npy --curl -o no.pfm
echo '{"derivatives": true, "size": [16, 8], "type": "u8"}' >bytes.json
refuse noise bytes.json -o no.npy
find . -name '*no*'
# Warped noise has derivatives, unless it is warped by noise that has none.
"$SCREE" noise --normals --size 16x12 --warp-amplitude 0.5 -q -o warped.png
refuse noise --normals --size 16x12 --warp-amplitude 0.5 --warp-kind white -o no.png
# Channels are read one at a time.
refuse draw d.npy -o no.png
refuse draw d.raw --channel dz -o no.png
for file in d.npy d.raw; do
    "$SCREE" sdf $file --channel value -q -o of_channel.npy
    "$SCREE" sdf v.raw -q -o of_value.npy
    same "channel of $file" "$(sha256sum <of_channel.npy)" "$(sha256sum <of_value.npy)"
    rm of_channel.npy* of_value.npy*
done
# A surface makes itself again, from its file, its recipe, and reports; options override it.
"$SCREE" noise n16.png --print-recipe >n16.json
sed -n '1,5p' n16.json
"$SCREE" noise n16.png --json -q -o m16.png >report.json
"$SCREE" info n16.png --json >info.json
for from in n16.png n16.json report.json info.json; do
    "$SCREE" noise $from -q --force -o m16.png
    same "normal map of $from" "$(sha256sum <m16.png)" "$(sha256sum <n16.png)"
done
"$SCREE" noise --slope --height 3 --size 16x12 --octaves 2 --step 0.1 --type u8 -q -o s3.raw
"$SCREE" noise n16.png --slope --type u8 -q -o m3.raw
same "slope" "$(sha256sum <m3.raw)" "$(sha256sum <s3.raw)"
"$SCREE" noise m3.raw -q -o again3.raw
same "slope again" "$(sha256sum <again3.raw)" "$(sha256sum <s3.raw)"
refuse noise n16.png --derivatives -o no.npy
refuse noise n16.png --range auto -o no.png
refuse noise n16.png --projection cube-map -o no.png
refuse sdf n16.json -o no.npy
refuse render n16.json -o no.png
for damage in 's/"height": 3/"height": -3/' 's/directx/unity/'; do
    sed "$damage" n16.json >damaged.json
    refuse noise damaged.json -o no.png
done
# What a file shows is verified, not its heights.
"$SCREE" noise n16.png -q -o n16.raw
"$SCREE" verify n16.png >lines
same "verified" "$(sed -n '1s/.* //p' lines)" "$(sha256sum <n16.raw | cut -d ' ' -f 1)"
tail -n 1 lines | sed 's/; [1-9][0-9]* not checked$//'
"$SCREE" verify n16.png --json | sed -n '4,8p'
