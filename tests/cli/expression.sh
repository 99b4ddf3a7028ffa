# `scree noise --expr` and `--expr-file`: files, reports and warnings; what is refused; errors with their place.
short()
{
    sed 's/, [0-9.]* [KM]*i*[bB]*y*t*e*s*, [0-9.e-]* s, .*//'
}
"$SCREE" noise --expr 'terrace(perlin(seed=1, octaves=6), steps=6)' --size 64x48 -o terraces.png 2>&1 | short
"$SCREE" info terraces.png | sed -n '2,4p'
"$SCREE" info terraces.png | grep -c '"recipe"\|"kind"'
# Noise by itself is that of a recipe, also where the density and the size are left to the command.
echo '{"seed": 5, "octaves": 3}' >noise.json
same "noise of a recipe" "$(digest --expr 'perlin(seed=5, octaves=3)')" "$(digest noise.json)"
same "on a grid" "$(digest --expr 'perlin(seed=5, octaves=3)' --size 20x30 --step 0.1,0.2 --origin 3 --first 7)" \
    "$(digest noise.json --size 20x30 --step 0.1,0.2 --origin 3 --first 7)"
same "threads" "$(digest --expr 'abs(perlin())' --threads 1 --level scalar)" "$(digest --expr 'abs(perlin())')"
# Samples of a ramp, the sidecar, and the report.
"$SCREE" noise --expr 'x + 10 * y' --size 4x3 --step 1 -o ramp.r32 2>&1 | short
od -An -t f4 ramp.r32 | tr -s ' '
sed -n '/"name"/,/"measured"/p' ramp.r32.json
"$SCREE" noise --expr 'x + 10 * y' --size 4x3 --step 1 -q -f -o ramp.r32 --json >report.json
grep -e '"expression"' -e '"recipe"' -e '"counts"' -e '"samples"' -e octaves -e '"bound"' -e imum -e '"mapped"' report.json
refuse noise report.json -o a.png
"$SCREE" noise --expr 'x + 10 * y' --size 4x3 --first 1,2 --step 1 --type u8 --range 0:51 -q -o ramp.raw
od -An -t u1 ramp.raw | tr -s ' '
grep '"origin"\|"mapped"' ramp.raw.json
# A file with definitions, and the same from stdin.
cat >land.expr <<'END'
# A ramp along both axes,
let ramp = x + 10 * y;
fn raised(f, by=1) = f + by;   # raised
raised(ramp, by=2) - raised(0 * ramp)
END
"$SCREE" noise --expr-file land.expr --size 4x3 --step 1 -q -o land.r32
od -An -t f4 land.r32 | tr -s ' '
"$SCREE" noise --expr-file - --size 4x3 --step 1 -q -o stdin.r32 <land.expr && cmp land.r32 stdin.r32 && echo "the same"
"$SCREE" noise --expr-file land.expr --size 4x3 --json | grep '"expression"'
# Points, frames, and an explanation.
"$SCREE" noise --size 3x50 --step 0.37 -q -o points.npy
"$SCREE" noise --points points.npy --expr 'perlin(seed=5, octaves=3)' -o values.npy 2>&1 | short
"$SCREE" noise --points points.npy noise.json -q -o other.npy
cmp values.npy other.npy && echo "the same at points"
sed -n '/"name"/,/"measured"/p' values.npy.json | grep -v measured
"$SCREE" noise --points points.npy --expr 'x * 2' --json | grep -e '"expression"' -e octaves -e '"bound"' -e '"samples"'
"$SCREE" noise --expr 'z' --size 2x2 --frames 3 --frame-step 0.5 -o frame.r32 2>&1 | short
for frame in 0 1 2; do
    od -An -t f4 frame_000$frame.r32 | tr -s ' '
done
grep '"size"\|"voxel"' frame_0002.r32.json
"$SCREE" noise --expr 'perlin()' --size 4x3 -o none.npy --explain | sed -n 1p
# Warnings speak of no noise that is not there.
warn()
{
    echo "\$ scree $*"
    "$SCREE" "$@" 2>&1 >/dev/null | grep warning || true
}
warn noise --expr 'max(x, 9)' --size 4x3 --step 1 -o equal.png
warn noise --expr 'x' --size 4x3 --step 1 --range 0:2 -o range.png
warn noise --expr 'gabor(gabor_frequency=20)' --size 64x64 --density 100 -o fine.png
warn noise --expr 'x' --size 64 -o row.png
# What describes noise otherwise, or needs its parameters.
refuse noise --expr x --expr-file land.expr -o a.png
refuse noise noise.json --expr x -o a.png
for option in '--preset hills' '--kind value' '--seed 3' '--octaves 2' '--weights 1,2' '--abs' '--period 4' '--derivatives' \
    '--curl' '--warp-amplitude 0.3' '--distribution normal' '--quantiles grid' '--keep-fine-octaves' '--normals' '--slope' \
    '--height 3' '--frames 4 --loop' '--projection equirectangular'; do
    # shellcheck disable=SC2086 # Several words.
    refuse noise --expr x $option -o a.png
done
refuse noise --expr-file land.expr --seed 3 -o a.png
refuse noise --expr x --points points.npy --size 4 -o a.npy
refuse noise --expr 'perlin(derivatives=true)' -o a.npy
refuse noise --expr '' -o a.png
refuse noise --expr
refuse sdf --expr x -o a.npy
# The graph as a recipe.
try noise --expr '2 * perlin(seed=1) + x' --size 4x3 --step 1 --print-recipe
# Errors of the text, with the line and a caret; those of the grid; files that are none.
try noise --expr 'terace(x, steps=6)' -o a.png
printf 'let a = x;\nlet b = y;\nterrace(a +, b)\n' >wrong.expr
try noise --expr-file wrong.expr -o a.png
try noise --expr '1 / x' --size 4x3 --step 1 -o a.png
try noise --expr 'z' --size 4x3 -o a.png
try noise --expr-file missing.expr -o a.png
try noise --expr-file . -o a.png
head -c 1048577 /dev/zero | tr '\0' ' ' >huge.expr
refuse noise --expr-file huge.expr -o a.png
# A picture of noise has the recipe of noise, whatever it was made of.
try render --expr 'perlin(seed=3)' --samples 8x8 --size 8x8 -q -o noise.png
try noise noise.png --print-recipe
files
