# The presets: each makes a picture that is not flat, and its file in the sources makes the same samples.
presets=$("$SCREE" list presets | sed 's/ .*//')
echo $presets
# They are all files there are.
(cd "$CLI_SOURCE/presets" && ls | sed 's/\.json$//') | sort >files
echo "$presets" | tr ' ' '\n' | sort | cmp - files || echo "the folder has other presets"
for preset in $presets; do
    # The least and the greatest of 8 bits, without what few samples have.
    "$SCREE" noise -q --preset "$preset" --size 128x128 --type u8 -o "$preset.raw"
    od -An -v -tu1 -w1 "$preset.raw" | sort -n | awk -v name="$preset" '
        { value[NR] = $1 }
        END { if (value[int(NR * 0.95)] - value[int(NR * 0.05) + 1] < 64) print name " is flat" }'
    same "$preset" "$(digest --preset "$preset")" "$(digest "$CLI_SOURCE/presets/$preset.json" 2>/dev/null)"
done
# Options change what they name; the rest follows the size.
recipe()
{
    echo "\$ scree noise $*"
    "$SCREE" noise --print-recipe "$@" | grep -E '"(kind|period|size|step|range)"'
}
recipe --preset dunes --size 256x128
recipe --preset dunes --size 256x128 --density 8
recipe --preset dunes --size 256x128 --step 0.25
recipe --preset dunes --period 4
recipe --preset water
recipe --preset water --size 64x64 --frames 32 --loop
recipe --preset water --size 64x64 --density 4
recipe --preset water --size 49x49
recipe --preset caves
recipe --preset caves --seed 3 --size 64x64 --type u8
recipe --preset caves --gain 0.5 --size 64x64 --type u8
recipe --preset caves --size 64x64
recipe --preset islands --type u8
recipe --preset islands --type u8 --range auto
recipe --preset islands --type f32
recipe --preset clouds --period 2
recipe --preset terrain --size 8x8x8x8
try noise --preset seamless --size 512x512 --density 6.5 -o a.png
try noise --preset water --density 6.5 -o a.png
try noise --preset dune -o a.png
# Presets of expressions have the seed as an offset, and no other option of noise.
recipe --preset eroded --size 64x32
terraces='let land = perlin(octaves=6, gain=0.4, seed=21); seed_offset(terrace(land, steps=7, smoothness=0.3) + 0.02 * simplex(octaves=4), 3)'
same "a preset's seed" "$(digest --preset terraces --seed 3)" "$(digest --expr "$terraces" --size 1024x1024 --density 4)"
try noise --preset eroded --octaves 3 -o a.png
try noise --preset eroded --seed 16777217 -o a.png
try noise --preset eroded --normals -o a.png
try noise --preset eroded --size 64x64x64 -o a.npy
try sdf --preset volcano -o a.npy
