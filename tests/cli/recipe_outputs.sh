# A type and range that a recipe gives yield to the format of the file; those of options do not.
output()
{
    "$SCREE" info --json "$1" | grep -e '^ *"type"' -e '^ *"range"' | sort -u | tr -d '\n' | tr -s ' '
    echo
}
"$SCREE" noise --size 16x8 --print-recipe >f32.json
"$SCREE" noise --size 16x8 --type u16 --range -1:1 --print-recipe >u16.json
try noise f32.json -q -o a.png && output a.png
try noise u16.json -q -o b.png && output b.png
try noise u16.json -q -o c.r32 && output c.r32
try noise f32.json -q --range fixed -o d.png && output d.png
try noise u16.json -q --type u8 -o e.png && output e.png
refuse noise f32.json -q --type f32 -o f.png
refuse noise u16.json -q --type u16 -o f.r32
"$SCREE" info --json b.png | try noise - -q -o g.pfm && output g.pfm
try noise c.r32.json -q -o h.r16 && output h.r16
# A file of samples is as good as its recipe.
for name in a.png b.png c.r32 h.r16 g.pfm; do
    "$SCREE" noise "$name" -q -o "again_$name" && cmp "$name" "again_$name" && echo "$name: made again"
done
for name in x.npy x.txt; do
    "$SCREE" noise --size 5x4 --seed 18446744073709551615 -q -o "$name"
    "$SCREE" noise "$name" -q -o "again_$name" && cmp "$name" "again_$name" && echo "$name: made again"
done
"$SCREE" noise --size 5x4 --format npy -q -o plain.dat
same "a name without a format" "$(digest plain.dat)" "$(digest --size 5x4)"
cp f32.json recipe.txt
same "a recipe called .txt" "$(digest recipe.txt)" "$(digest f32.json)"
# Some editors begin a text with a byte order mark.
mark()
{
    printf '\357\273\277'
    cat "$1"
}
mark f32.json >marked.json
same "a byte order mark" "$(digest marked.json)" "$(digest f32.json)"
same "a byte order mark in stdin" "$(digest - <marked.json)" "$(digest f32.json)"
mark h.r16.json >marked.r16.json
cp h.r16 marked.r16
same "a byte order mark in a sidecar" "$(digest marked.r16)" "$(digest h.r16)"
"$SCREE" info --json marked.r16 | "$SCREE" noise - -q -o m.r16 && cmp m.r16 h.r16
printf '\357\273\277{"field": "distance", "layers": 2, "source": {"recipe": {"size": [5, 4]}}}' >distance.json
try sdf distance.json -q -o distance.npy
printf '\357\273\277{"octaves" 3}' >damaged.json
refuse noise damaged.json -o damaged.png
printf '\357\273\277 ' >empty.json
refuse noise empty.json -o empty.png
same "verify" "$("$SCREE" verify x.npy --size 8x8 -q | sed -n '1s/.* //p')" "$(digest x.npy --size 8x8)"
# Files that have none.
cp c.r32 bare.r32
printf 'Pf\n1 1\n-1\n\0\0\0\0' >bare.pfm
head -c 60 a.png >cut.png
for name in bare.r32 bare.pfm cut.png missing.npy; do
    try noise "$name" -o z.png
done
# Formats of volumes have their recipes beside them, those that are written only too.
for extension in raw mhd mha vti dds vf; do
    "$SCREE" noise -q --size 12x9x5 --seed 3 --preset ridges --type f32 -o "from.$extension"
    same "$extension" "$(digest "from.$extension")" "$(digest --size 12x9x5 --seed 3 --preset ridges)"
    rm -f from.*
done
: >lost.vti
try noise lost.vti -o b.npy
