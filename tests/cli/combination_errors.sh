# Options that contradict each other or the file.
echo '{"octaves": 4}' >r.json
try noise --step 1,2,3 --json
try noise --size 8 --origin 1,2 --json
try noise --size 8x8x8 --period 1,2 --json
try noise --density 4 --step 1 --json
try noise --density 1e18 --size 1 --json
try noise --abs --fractal ridged --json
try noise --weights 1,2 --octaves 3 --json
try noise --weights 1,2 --gain 0.5 --json
try noise --preset seamless --density 4.5 --json
try noise --preset seamless --size 1024x1000 --json
try noise --preset hills r.json --json
try noise --type f32 -o a.png
try noise --type u8 -o a.r32
try noise --lacunarity 2.5 --period 4 --json
files
