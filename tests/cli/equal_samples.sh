# Octaves that were left out are counted in the closing line; a field of one value is a warning, but with --quiet.
shorten()
{
    try "$@" | sed -e 's/, [0-9.]* [a-zA-Z]*, [0-9.]* s, [0-9.]* Msamples.s$/.../'
}
shorten noise --size 8x8 --step 1 -o nodes.png
shorten noise --size 8x8 --step 1,2 --origin 3,-7 --octaves 2 --fractal ridged -o ridged.r32
shorten noise --size 64 --step 0.0625 --period 1 --gain 0.25 --octaves 4 -o line.r32
shorten noise --size 8x8 --step 1 --origin 0.5 --period 1 --octaves 1 -o middles.npy
shorten noise --size 8x8 --step 1 --kind value --period 1 --octaves 1 -o value.npy
shorten noise --size 1x1 --step 1 --octaves 1 -o single.npy
shorten noise --size 8x8x1 --step 1 --origin 0,0,0.25 --octaves 1 -o above.npy
try noise --size 8x8 --step 1 -q -o quiet.png
"$SCREE" noise --size 8x8 --step 1 --json 2>"$CLI_PRIVATE/err" | grep octaves_computed
cat "$CLI_PRIVATE/err"
