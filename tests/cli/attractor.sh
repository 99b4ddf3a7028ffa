# `scree attractor`: coordinates into files, made again by their recipes; other devices and levels; what is refused.
cloud="--particles 500 --steps 300"
# shellcheck disable=SC2086 # Several words.
{
    "$SCREE" attractor $cloud --points a.npy 2>&1 | sed 's/, [0-9.]* KiB.*//'
    files
    "$SCREE" info a.npy | sed -n '2,4p'
    "$SCREE" attractor a.npy.json -q --points b.npy
    cmp a.npy b.npy && cmp a.npy.json b.npy.json && echo "made again"
    "$SCREE" attractor $cloud --json -q >a.json
    "$SCREE" attractor a.json -q --points c.npy && cmp a.npy c.npy && echo "made again from the JSON"
    "$SCREE" attractor a.npy -q --points f.npy && cmp a.npy f.npy && echo "made again from the file"
    "$SCREE" attractor $cloud --size 8x8 -q -o a.png
    "$SCREE" attractor a.png -q --points g.npy && cmp a.npy g.npy && echo "made again from a picture"
    "$SCREE" attractor a.npy.json --print-recipe | "$SCREE" attractor - -q --points d.npy --level scalar --threads 1
    cmp a.npy d.npy && echo "the same on another level"
    sed -n '/"particles": {/,/}/p; /lost/p' a.json
    "$SCREE" attractor a.npy.json --system thomas --type f32 --steps 12 --print-recipe
    "$SCREE" attractor --system clifford --numbers 1,2,3,4 --seed 18446744073709551615 --print-recipe
    "$SCREE" attractor $cloud --type f32 --points e.txt -q && head -n 1 e.txt
}
try attractor --box 1e9,1e9,1e9,0,0,0 --particles 10 --steps 4000 --points lost.npy -q
"$SCREE" attractor --box 1e9,1e9,1e9,0,0,0 --particles 10 --steps 4000 --points lost.npy --force 2>&1 |
    sed 's/, [0-9]* bytes.*//'
rm -f ./*
bare attractor
refuse attractor --points a.png
refuse attractor --points a.xyz
refuse attractor --points -
refuse attractor --points a.r32
refuse attractor --points a.txt --type f64
refuse attractor --system lorentz --points a.npy
refuse attractor --particles 0 --points a.npy
refuse attractor --particles 281474976710657 --points a.npy
refuse attractor --numbers 1,2 --points a.npy
refuse attractor --box 1,2,3 --points a.npy
refuse attractor --box 0,0,0,1,1,-1 --points a.npy
refuse attractor --system clifford --dt 0.1 --points a.npy
refuse attractor --system de-jong --integrator rk4 --points a.npy
refuse attractor --dt 0 --points a.npy
refuse attractor --octaves 3 --points a.npy
try attractor missing.json --points a.npy
echo '{"field": "noise", "size": [4, 4], "step": 0.1}' >noise.json
refuse attractor noise.json --points a.npy
echo '{"field": "particles", "stepz": 4}' >wrong.json
refuse attractor wrong.json --points a.npy
rm noise.json wrong.json
files
