# Values that are no numbers, or out of range: exit 2, with the option, the value and the range.
for size in 0 0x1 1x0 -1 1x-1 10x x10 1e9 1.5 '' ' 1' 1x1x1x1x1x1x1x1x1 1099511627777 99999999999999999999; do
    try noise --size "$size" -o a.png
done
for octaves in 0 33 -1 1.5 nan '' 8x 99999999999999999999; do
    try noise --octaves "$octaves" --json
done
for seed in -1 18446744073709551616 0x10 1e3; do
    try noise --seed "$seed" --json
done
for gain in nan inf 0 17 -17 1e999 0x1p3 1,5 ''; do
    try noise --gain "$gain" --json
done
try noise --lacunarity 0.06 --json
try noise --lacunarity 17 --json
try noise --weights 1,, --json
try noise --weights 1,2000000 --json
try noise --weights 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1 --json
for step in 0 -1 1e400 1e-400 nan 1048577 '1, 2'; do
    try noise --step "$step" --json
done
try noise --density 0 --json
try noise --density -4 --json
try noise --density inf --json
try noise --origin 2e18 --json
try noise --first 1.5 --json
try noise --first 1099511627777 --json
try noise --period -1 --json
for range in 1:0 0:0 a:b 0 : 0: nan:1 0:inf full; do
    try noise --range "$range" --json
done
try noise --threads 0 --json
try noise --threads 1025 --json
try noise --compression 13 -o a.png
files
# The limits that are told are those of the library: what is next to them is refused by the option, what is on them is
# taken.
accepted()
{
    echo "\$ scree noise $* --print-recipe"
    "$SCREE" noise "$@" --print-recipe 2>&1 | grep -e '"step"' -e '"weights"' -e '"lacunarity"' -e '^scree'
}
accepted --size 1 --step 3.552713678800501e-15 --lacunarity 0.0625 --weights 2.3283064365386963e-10,0,-1e6
accepted --size 1 --step 1048576 --lacunarity 16
accepted --size 1 --density 3.552713678800501e-15
try noise --size 1 --step 3.5527136788005e-15 --print-recipe
try noise --size 1 --step 1048576.0000000002 --print-recipe
try noise --size 1 --density 3.5527136788005e-15 --print-recipe
try noise --size 2 --density 3.552713678800501e-15 --print-recipe
try noise --weights 2.328306436538696e-10 --print-recipe
try noise --weights -1000000.0000000001 --print-recipe
try sdf --size 4x4 --origin 0.5 --octaves 1 --layers 2 --clip 1e-15 -q -o clipped.npy
try sdf --size 4x4 --clip 9.99e-16 -o refused.npy
"$SCREE" help noise --json | sed -n '/"name": "weights"/,/"zero_excluded"/p' | grep -e minimum -e maximum
"$SCREE" help noise --json | grep '"min_magnitude": 2'
files
