# `scree render`: the same picture whatever computes it and wherever the samples come from; frames; what is refused.
# picture ARGUMENTS...: the SHA-256 of the pixels.
picture()
{
    "$SCREE" render --json -q --size 48x32 "$@" | sed -n 's/^ *"sha256": "\([0-9a-f]*\)".*/\1/p'
}
noise="--octaves 3 --density 3"
# shellcheck disable=SC2086 # Several words.
for scene in "map --samples 40x30" "map --samples 9x7 --relief 0 --contours 0.2 --extent 5 --centre 3,4 --no-smoothing" \
    "terrain --samples 40x30 --fog 0.3" "voxels --samples 12x10x9 --colour cell" "cloud --samples 12x12x12" \
    "columns --samples 40x30 --height 0.4 --fog 0.3"; do
    echo "$scene"
    wanted=$(picture $noise --scene $scene)
    for level in $(levels); do
        same "level" "$wanted" "$(picture $noise --scene $scene --level "$level")"
    done | sort -u
    same "one thread" "$wanted" "$(picture $noise --scene $scene --threads 1)"
done
# A recipe, what is written of it, and every format that holds it show one picture.
# shellcheck disable=SC2086
"$SCREE" noise $noise --size 12x10x9 --print-recipe >r.json
wanted=$(picture r.json --threshold 0)
same "stdin" "$wanted" "$(picture - --threshold 0 <r.json)"
for file in v.npy v.r32 v.raw w.mhd v.mha v.vti v.txt; do
    "$SCREE" noise r.json -q -o $file
    same "$file" "$wanted" "$(picture $file --threshold 0)"
done
"$SCREE" noise r.json -q --type u16 -o v.r16
# Without a threshold a third of the samples is seen, and the report says so.
"$SCREE" render r.json --size 48x32 -o third.png 2>&1 | grep -o 'voxels above .* samples)'
"$SCREE" render r.json --json | grep share_above
"$SCREE" render v.r16 -q --size 48x32 -o v.png
"$SCREE" info v.png | sed -n '1,4p; s/^  "picture": \(.*"threshold": [0-9.]*\),.*/\1/p; /^  "source"/,/}/p'
rm -f ./*
# Presets have scenes, which give way to options, and recipes may have them. Seeds keep the water of a preset, and other
# noise does not.
# tells FILE: the kind of scene, its counts, and its levels.
tells()
{
    sed -n 's/^  "scene": {"kind": \("[a-z]*"\), "counts": \(\[[0-9, ]*\]\),\(.*\)/\1 \2 \3/p' "$1" |
        grep -o '^"[a-z]*" [^]]*]\|"\(water\|edge_fade\|ramp\)": [^,}]*' | tr '\n' ' '
    echo
}
for options in "" "--contours 0" "--preset islands" "--preset islands --seed 3" "--preset islands --octaves 3" \
    "--preset islands --no-water" "--preset islands --scene map --ramp grey" "--preset clouds" "--preset clouds --edge-fade 0" \
    "--preset clouds --scene map" "--preset clouds --samples 20x20" "--preset caves" "--preset caves --scene cloud" \
    "--preset islands --scene columns" "--scene columns --samples 20x8 --height 0.01" "--scene columns --samples 20x8 --height 1000"; do
    # shellcheck disable=SC2086
    "$SCREE" render $options --size 8x6 --json >told.json
    echo "$options: $(tells told.json)"
done
same "a scene drawn as a map" "$(picture --preset islands --scene map --samples 30x20)" \
    "$("$SCREE" draw --preset islands --samples 30x20 --size 48x32 --json -q | sed -n 's/^ *"sha256": "\([0-9a-f]*\)".*/\1/p')"
echo '{"size": [60, 60], "step": 0.1, "seed": 18446744073709551615, "scene": {"kind": "cloud", "counts": [20, 20, 10], "threshold": 0.2, "edge_fade": 0}}' >own.json
# A scene's samples keep the place and the ratios of steps; what it lacks is usual, and a kind that does not suit gives way.
for own in '"step": [0.01, 0.04], "first": [512, -256], "scene": {"kind": "map", "counts": [30, 15]}' \
    '"step": 0.02, "scene": {"kind": "voxels"}' '"step": 0.02, "scene": {"kind": "surface"}' \
    '"step": 0.02, "scene": {"counts": [10, 20, 30], "reversed": true, "colour": "normal"}'; do
    echo "{\"size\": [60, 60], $own}" >other.json
    "$SCREE" render other.json --size 8x6 --json >told.json
    echo "$own: $(tells told.json) $(grep -E '"(origin|step|first)"' told.json | tr -d ' \n') $(grep -o '"colour": "[a-z]*"' told.json)"
done
same "a recipe's scene" "$(picture own.json)" "$(picture own.json --scene cloud --samples 20x20x10 --density 6 --threshold 0.2 --edge-fade 0)"
"$SCREE" noise own.json -q -o own.npy
echo '{"size": [60, 60], "step": 0.1, "scene": {"kind": "columns", "counts": [20, 10], "height": 0.5}}' >own.json
same "a recipe's columns" "$(picture own.json)" "$(picture own.json --scene columns --samples 20x10 --density 6 --height 0.5)"
for scene in '{"kind": "map", "colour": "normal"}' '{"height": 8}' '{"counts": [5000, 4, 4]}' '{"kind": "columns", "counts": [4, 5000]}' '[]' '{"kind": "clod"}' '{"treshold": 1}' '{"threshold": "1"}' '{"edge_fade": 2}' '{"counts": [4]}' '{"counts": [4, 0]}' '{"ramp": 3}'; do
    echo "{\"scene\": $scene}" >wrong.json
    refuse render wrong.json -o a.png
done
rm -f ./*
# Distances: a field that is made again, its file, and one with other voxels, which is as large in the world.
"$SCREE" sdf --size 16x16 --layers 12 --scale 6 --offset 6 -q -o d.npy
"$SCREE" sdf --size 16x16 --layers 12 --scale 12 --offset 12 --voxel 2 -q -o e.npy
wanted=$(picture d.npy --slice y=7 --contours 2)
same "made again" "$wanted" "$(picture d.npy.json --slice y=7 --contours 2)"
same "voxels of 2" "$wanted" "$(picture e.npy --slice y=7 --contours 4)"
same "those made again" "$wanted" "$(picture e.npy.json --slice y=7 --contours 4)"
"$SCREE" sdf --size 16x16 --layers 12 --scale 6 --offset 6 --value-scale 8 --nearest n.npy -q -o s.npy
same "stored eightfold" "$wanted" "$(picture s.npy --slice y=7 --contours 2)"
"$SCREE" render n.npy --json -q | grep -o '"kind": "voxels"'
"$SCREE" render d.npy.json --json -q | grep -E '"(minimum|maximum)"'
"$SCREE" render e.npy --json -q | grep -E '"(minimum|maximum)"'
same "range" "$(picture d.npy --scene voxels --colour value --range -1:1)" "$(picture e.npy --scene voxels --colour value --range -2:2)"
same "opacity" "$(picture d.npy --scene cloud --opacity 4)" "$(picture e.npy --scene cloud --opacity 2)"
"$SCREE" render d.npy -q --size 48x32 -o d.png
"$SCREE" info d.png | sed -n 's/^  "picture": \(.*\),$/\1/p; /^  "distance": {/p'
rm -f ./*
# Land is the same at any height above zero, seeds stay what they are, and holes that are filled are samples.
echo "3 2 0 5 3 1 7 2 4 6 5" | tr ' ' '\n' >low.txt
echo "3 2 4000000 4000005 4000003 4000001 4000007 4000002 4000004 4000006 4000005" | tr ' ' '\n' >high.txt
sed -i '1{N;s/\n/ /}' low.txt high.txt
same "far up" "$(picture low.txt --scene terrain)" "$(picture high.txt --scene terrain)"
same "range far up" "$(picture low.txt --scene terrain --range 1:6)" "$(picture high.txt --scene terrain --range 4000001:4000006)"
"$SCREE" sdf --seed 18446744073709551615 --size 8x8 --layers 4 -q -o seed.npy
"$SCREE" render seed.npy.json --json -q | grep -o '"seed": .*'
# Heights by a scale do not depend on the other samples: the file's range is -4 to 4, and 0.2 of two is the usual height.
printf '4 2\n-4 -3 -2 -1\n1 2 3 4\n4 2 0 -2\n3 1 -1 -3\n' >h.txt
"$SCREE" render high.txt --scene terrain --water 4000003 --json -q | grep -o '"water": [0-9.]*\|"range": [^"]*' | tail -n 2
for water in 0 9 -9; do
    "$SCREE" render low.txt --scene terrain --water $water --size 8x6 --json 2>&1 | grep '^scree: '
done
same "a scale" "$(picture h.txt --scene terrain --centre 0,0,0)" \
    "$(picture h.txt --scene terrain --centre 0,0,0 --height-scale 0.05)"
# Columns go from the lowest sample to the highest, and what is told instead is cut off at their height: two cubes here.
same "from end to end" "$(picture h.txt --scene columns --height 1)" \
    "$(picture h.txt --scene columns --height 1 --threshold=-4 --height-scale 0.25)"
awk 'NR > 1 { for (i = 1; i <= NF; i++) if ($i > -3) $i = -3 } 1' h.txt >cut.txt
low="--scene columns --height 0.5 --threshold=-4 --height-scale 1"
# shellcheck disable=SC2086
same "cut off" "$(picture cut.txt $low)" "$(picture h.txt $low)"
rm -f ./*
# Without --centre the middle is looked at.
"$SCREE" noise --size 12x12x12 -q -o v.npy
same "the middle" "$(picture v.npy --elevation 0 --extent 2 --centre 0,0,0)" "$(picture v.npy --elevation 0 --extent 2)"
rm -f ./*
# Samples of any magnitude have the picture of those of 1 when all that is told in their unit is multiplied, too. Of
# powers of two the products are exact.
# product POWER NUMBER: the number times 2^POWER. scaled POWER FILE: the file's samples times 2^POWER.
product()
{
    awk -v p="$1" "BEGIN { printf \"%.17g\", 2^p * $2 }"
}
scaled()
{
    awk -v p="$1" 'NR == 1 { print; next } { for (i = 1; i <= NF; i++) printf "%.9g ", $i * 2^p; print "" }' "$2"
}
"$SCREE" noise --octaves 3 --density 3 --size 12x10x9 -q -o v.txt
"$SCREE" noise --octaves 3 --density 3 --size 16x12 -q -o m.txt
for power in -90 90; do
    scaled $power v.txt >w.txt
    scaled $power m.txt >n.txt
    echo "2^$power:"
    same "map" "$(picture m.txt)" "$(picture n.txt)"
    same "range" "$(picture m.txt --range -0.25:0.5)" \
        "$(picture n.txt --range="$(product $power -0.25)":"$(product $power 0.5)")"
    same "lines" "$(picture m.txt --contours 0.25)" "$(picture n.txt --contours "$(product $power 0.25)")"
    same "terrain" "$(picture m.txt --scene terrain)" "$(picture n.txt --scene terrain)"
    same "height" "$(picture m.txt --scene terrain --height-scale 0.5)" \
        "$(picture n.txt --scene terrain --height-scale "$(product $((-power)) 0.5)")"
    same "columns" "$(picture m.txt --scene columns --colour value)" "$(picture n.txt --scene columns --colour value)"
    same "bottom" "$(picture m.txt --scene columns --threshold 0.125 --height-scale 0.5)" \
        "$(picture n.txt --scene columns --threshold "$(product $power 0.125)" --height-scale "$(product $((-power)) 0.5)")"
    same "voxels" "$(picture v.txt --colour value --threshold 0.125)" \
        "$(picture w.txt --colour value --threshold "$(product $power 0.125)")"
    same "cloud" "$(picture v.txt --scene cloud --threshold 0.125 --opacity 8)" \
        "$(picture w.txt --scene cloud --threshold "$(product $power 0.125)" --opacity "$(product $((-power)) 8)")"
    same "far range" "$(picture m.txt --range 4:5)" "$(picture n.txt --range "$(product $power 4)":1e38)"
    same "far threshold" "$(picture v.txt --threshold 4)" "$(picture w.txt --threshold 1e30)"
done
"$SCREE" render n.txt --contours 0 --json -q --size 8x6 | tr -d '\n ' | grep -o '"range":[^]]*]\|"\(minimum\|interval\)":[^,]*'
printf '3 2 2\n0 1 2\n4 3 1\n' >whole.txt
scaled -140 whole.txt >subnormal.txt
same "subnormal samples" "$(picture whole.txt)" "$(picture subnormal.txt)"
# Numbers beyond what a scene takes, and samples that can hardly be any.
refuse render n.txt --contours 1e-9 -o a.png
refuse render m.txt --height-scale 1e30 -o a.png
refuse render w.txt --scene cloud --opacity 1e90 -o a.png
refuse render m.txt --range 0:1e-30 -o a.png
refuse render m.txt --holes 1e31 -o a.png
printf '3 2 2\n5 3 1\n7 -3.4028235e38 4\n' >far.txt
printf '3 2 2\n5 3 1\n7 1 4\n' >near.txt
try render far.txt -o a.png
try draw far.txt -o a.png
same "no data" "$(picture near.txt)" "$(picture far.txt --nodata -3.4028235e+38 --holes lowest)"
files
rm -f ./*
# Windows of a large picture fit together, and each pixel is the mean of those that are drawn.
wide="--samples 16x16 --scene terrain --size 20000x2"
# shellcheck disable=SC2086
"$SCREE" render $wide -q -o wide.png && "$SCREE" info wide.png | sed -n '4p'
same "joined" "$(picture --samples 8x8 --relief 0 --no-smoothing --size 8x8)" \
    "$(picture --samples 8x8 --relief 0 --no-smoothing --size 8x8 --supersample 4)"
rm -f ./*
# Frames are those of a camera that is turned, or moved, by hand; some that are there stay.
small="--samples 16x16 --scene terrain --size 32x18 -q"
# shellcheck disable=SC2086
{
    "$SCREE" render $small --turntable 4 -o t.png
    "$SCREE" render $small --azimuth 120 --light 255,40 -o turned.png
    "$SCREE" render $small --frames 3 --flight 0,0.5,0.25 --centre 0,0,0 -o f.png
    "$SCREE" render $small --centre 0,0.25,0.125 -o flown.png
    for pair in "t_0001 turned" "f_0001 flown"; do
        # shellcheck disable=SC2086
        set -- $pair
        "$SCREE" render "$1.png" --channel g --json -q --relief 0 | grep sha256 >a.json
        "$SCREE" render "$2.png" --channel g --json -q --relief 0 | grep sha256 >b.json
        cmp a.json b.json && echo "$pair: same"
    done
    rm -f t_0002.png a.json b.json
    echo old >t_0003.png
    "$SCREE" render $small --turntable 4 --resume -o t.png
    files
    cat t_0003.png
    "$SCREE" render --samples 16x16 --scene terrain --size 32x18 --frames 2 -f -o t.png 2>&1 | sed 's/, [0-9.]* [KB].*//'
    files
}
rm -f ./*
"$SCREE" render --scene map --samples 16x8 -o - 2>note | head -c 4 | tail -c 3
echo
sed 's/, [0-9.]* [Kb].*//' note
"$SCREE" render --samples 16x8 -q -o - >one.png && "$SCREE" render --samples 16x8 -q -o two.png && cmp one.png two.png && echo "stdout: same"
mkfifo pipe
"$SCREE" noise --size 6x5 --print-recipe >r.json
cat r.json >pipe &
same "pipe" "$(picture r.json)" "$(picture pipe)"
wait
"$SCREE" attractor --particles 100 --steps 5 --print-recipe >p.json
"$SCREE" render - -q --size 40x30 -o c.png <p.json
"$SCREE" render p.json -q --size 40x30 -o a.png && "$SCREE" attractor p.json -q --size 40x30 -o b.png && cmp a.png b.png && cmp a.png c.png && echo "particles: same"
refuse render p.json
refuse render p.json --threshold 2 -o d.png
refuse render p.json -o -
rm -f ./*
bare render
refuse render -o a.npy
refuse render -o - --json
refuse render --samples 8 -o a.png
refuse render --samples 4x4x4x4 -o a.png
refuse render --samples 8x8 --scene voxels -o a.png
refuse render --scene surface --samples 8x8x8 -o a.png
refuse render --scene map --samples 8x8x8 -o a.png
refuse render --scene columns --samples 8x8x8 -o a.png
refuse render --scene density -o a.png
refuse render --scene terain -o a.png
refuse render --scene cloud --height 1 -o a.png
refuse render --opacity 2 -o a.png
refuse render --scene terrain --edge-fade 0.1 -o a.png
refuse render --scene cloud --water 0 -o a.png
refuse render --scene columns --water 0 -o a.png
refuse render --water 0 --no-water -o a.png
refuse render --edge-fade 1.5 -o a.png
refuse render --preset islands --threshold 0.2 -o a.png
refuse render --scene map --azimuth 3 -o a.png
refuse render --scene map --colour normal -o a.png
refuse render --range 2:1 -o a.png
refuse render --scene terrain --colour plain --range 0:1 -o a.png
refuse render --scene terrain --extent 3 --fov 4 -o a.png
refuse render --scene terrain --extent 3 --fog 1 -o a.png
refuse render --scene terrain --centre 1,2 -o a.png
refuse render --scene map --centre 1,2,3 -o a.png
refuse render --height 0.3 --height-scale 2 -o a.png
refuse render --scene voxels --samples 4x4x4 --height-scale 2 -o a.png
refuse render --height-scale 0 -o a.png
refuse render --light 3 -o a.png
refuse render --light 3,91 -o a.png
refuse render --sky 1,0 -o a.png
refuse render --relief 0 --light 1,2 -o a.png
refuse render --colour cell --ramp magma -o a.png
refuse render --scene terrain --colour plain --reversed -o a.png
refuse render --scene terrain --distance 1e8 -o a.png
refuse render --scene terrain --centre 8e5,0,0 --flight 3e5,0,0 --frames 2 -o a.png
refuse render --scene map --extent 1e9 -o a.png
refuse render --scene map --samples 1000000x1 --size 4x4 -o a.png
refuse render --size 64 -o a.png
refuse render --size 65536x4 --supersample 2 -o a.png
refuse render --scene map --frames 3 -o a.png
refuse render --scene map --flight 0,0,1 -o a.png
refuse render --scene terrain --frames 3 --flight 1 -o a.png
refuse render --scene terrain --frames 3 --json
refuse render --frame-rate 3 -o a.png
refuse render --scene terrain -o a.mp4
refuse render --channel r -o a.png
try render none.npy -o a.png
refuse render --samples 40000x2 --scene terrain -o a.png
refuse render --samples 5000x2 --scene columns -o a.png
"$SCREE" sdf --size 8x8 --layers 6 -q -o d.npy
refuse render d.npy --slice y=8 -o a.png
refuse render d.npy --contours 2 -o a.png
echo '{"field": "distance", "layers": 16777216, "source": {"kind": "terrain", "recipe": {"size": [4096, 4096]}}}' >big.json
refuse render big.json -o a.png
refuse render d.npy --octaves 3 -o a.png
refuse render d.npy --samples 8x8 -o a.png
refuse render d.npy.json --channel y -o a.png
rm -f d.npy*
"$SCREE" noise --size 9x8 -q -o n.png
refuse render n.png --raw-size 9x8 -o a.png
try render n.png -o n.png
refuse render n.png --seed 3 -o a.png
echo '{' >bad.json
refuse render bad.json -o a.png
files
