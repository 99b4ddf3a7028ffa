# Options that contradict each other or the file.
echo '{"octaves": 4}' >r.json
refuse noise --step 1,2,3 --json
refuse noise --size 8 --origin 1,2 --json
refuse noise --size 8x8x8 --period 1,2 --json
refuse noise --density 4 --step 1 --json
refuse noise --cell-size 1,2,3 --json
refuse noise --cell-size 16 --step 0.0625 --json
refuse noise --frequency 0.0625 --cell-size 16 --json
refuse noise --density 4 --cell-size 16 --json
refuse noise --cell-size 1,2,3 --frames 2 --frame-step 0.5 -o a.png
refuse noise --projection cube-map --cell-size 1,2 -o a.png
refuse noise --density 1e18 --size 1 --json
refuse noise --abs --fractal ridged --json
refuse noise --weights 1,2 --octaves 3 --json
refuse noise --weights 1,2 --gain 0.5 --json
refuse noise --preset seamless --density 4.5 --json
refuse noise --preset seamless --size 1024x1000 --json
refuse noise --preset hills r.json --json
refuse noise --type f32 -o a.png
refuse noise --type u8 -o a.r32
refuse noise -o a.ply
refuse noise --size 8x8x8x8 -o a.vti
refuse noise --size 8x8x8x8 --frames 2 -o a%d.vti
refuse noise --projection cube-map --format pfm -o a
refuse noise --lacunarity 2.5 --period 4 --json
files
