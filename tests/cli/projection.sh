# The surface of a sphere, cut from a field of three axes.
try noise --projection equirectangular --preset planet --size 64x32 -q -o map.png
try noise --projection cube-map --preset planet --size 16x16 -q -o cube.png
try noise --projection cube-map --preset planet --size 16x16 -q -o cube.npy
files
# A file is the recipe of its picture, and so is what --json and --print-recipe say.
for kind in equirectangular cube-map; do
    size=64x64
    [ "$kind" = cube-map ] || size=256x128
    "$SCREE" noise -q --projection $kind --preset planet --size $size --density 5 --seed 3 --type u16 -o a.raw
    "$SCREE" noise -q a.raw -o b.raw 2>/dev/null
    same "$kind, from its file" "$(sha256sum <a.raw)" "$(sha256sum <b.raw)"
    "$SCREE" noise --projection $kind --preset planet --size $size --density 5 --seed 3 --type u16 --print-recipe >recipe
    "$SCREE" noise -q recipe -o b.raw -f 2>/dev/null
    same "$kind, from its recipe" "$(sha256sum <a.raw)" "$(sha256sum <b.raw)"
    "$SCREE" noise --projection $kind --preset planet --size $size --density 5 --seed 3 --type u16 --json >recipe
    "$SCREE" noise -q recipe -o b.raw -f 2>/dev/null
    same "$kind, from its report" "$(sha256sum <a.raw)" "$(sha256sum <b.raw)"
    for level in $(levels); do
        "$SCREE" noise -q --level "$level" a.raw -o b.raw -f 2>/dev/null
        same "$kind, by any level" "$(sha256sum <a.raw)" "$(sha256sum <b.raw)"
    done | uniq
    rm a.* b.*
done
# One sample of a face lies in its middle; that of +x is the middle of the map.
"$SCREE" noise -q --projection cube-map --octaves 3 --keep-fine-octaves --density 4 --origin 0.3 --size 1x1 --range -1:1 -o face.txt
"$SCREE" noise -q --projection equirectangular --octaves 3 --keep-fine-octaves --density 4 --origin 0.3 --size 1001x501 --range -1:1 -o map.txt
echo "+x: $(sed -n 2p face.txt), in the middle of the map: $(sed -n "$((2 + 250 * 1001 + 500))p" map.txt)"
# All types and ranges; the seed changes the planet, --origin moves it.
for options in "--range auto" "--range fixed" "--range -0.5:0.5" "--type f32" "--type f32 --range auto" "--origin 3" \
    "--seed 9" "--step 0.5" "--keep-fine-octaves"; do
    # shellcheck disable=SC2086 # Several words.
    "$SCREE" noise -q --projection equirectangular --size 16x8 --octaves 6 --range -1:1 --type u8 $options -o t.npy -f 2>/dev/null
    echo "$options: $("$SCREE" info t.npy | grep values)"
done
# What a preset has for single axes has no meaning.
for preset in water scales; do
    "$SCREE" noise --projection cube-map --preset $preset --size 16x16 --print-recipe | grep -E '"(period|step)"'
done
# What cannot be.
try noise --projection mercator -o a.png
try noise --projection equirectangular --size 4x4x4 -o a.png
try noise --projection cube-map --size 4x5 -o a.png
try noise --projection cube-map --size 4x4x4 -o a.png
try noise --projection cube-map --origin 1,2,3 -o a.png
try noise --projection cube-map --frames 4 -o a.png
try noise --projection cube-map --first 4 -o a.png
try noise --projection cube-map --period 4 -o a.png
try noise --projection equirectangular --step 1,2 -o a.png
try noise --projection equirectangular --size 16x8 --range=-1e300:1e300 -o a.png
try noise --projection equirectangular -o a.gif
try noise --projection equirectangular --size 4x4 -q -o map.png
echo '{"size": [16, 8], "period": [4, 4]}' >grid.json
try noise --projection equirectangular grid.json -o a.png
echo '{"projection": "mercator", "recipe": {"size": [16, 8]}}' >wrong.json
try noise wrong.json -o a.png
"$SCREE" noise --projection equirectangular --size 4x4 --print-recipe >sphere.json
try verify sphere.json
try sdf sphere.json -o a.npy
try draw sphere.json -o a.png
