# Damaged recipes: exit 2, with line and column or the key, and the nearest valid key.
printf '{\n  "seed": 1,\n  "octaves" 3\n}\n' >damaged.json
printf '{"octaves": 3' >cut.json
printf '' >empty.json
printf '[1, 2]' >array.json
printf '{"octavs": 3}' >key.json
printf '{"kind": "perlni"}' >word.json
printf '{"octaves": 33}' >range.json
printf '{"octaves": "3"}' >type.json
printf '{"size": []}' >axes.json
printf '{"size": [1,1,1,1,1,1,1,1,1]}' >nine.json
printf '{"size": [4294967296, 4294967296, 4294967296]}' >large.json
printf '{"step": 0}' >step.json
printf '{"seed": -1}' >seed.json
printf '{"range": [1, 0]}' >order.json
printf '{"seed": 1}\0{' >zero.json
printf '\377\376' >utf8.json
printf '{"gain": 1e999}' >infinite.json
for recipe in damaged cut empty array key word range type axes nine large step seed order zero utf8 infinite; do
    refuse noise "$recipe.json" -o a.png
done
try noise missing.json -o a.png
try noise . -o a.png
refuse verify damaged.json
head -c 2000000 /dev/zero | tr '\0' ' ' >huge.json
refuse noise huge.json -o a.png
rm ./*.json
files
