# Files appear whole, are replaced only with --force, and nothing lies beside them.
try noise --size 64x48 -q -o a.png
files
cp a.png before.png
try noise --size 64x48 --seed 2 -q -o a.png
cmp a.png before.png && echo "the file is as it was"
try noise --size 64x48 --seed 2 -q -o a.png --force
cmp -s a.png before.png || echo "the file is another"
rm before.png
for name in a.r16 a.r32 a.npy a.pfm a.txt; do
    try noise --size 16x16 -q -o "$name"
done
# Zeros with a sign, which the text keeps.
"$SCREE" noise --size 9x9 --step 1 --octaves 1 -q -o zeros.txt
sed 1d zeros.txt | sort -u | tr '\n' ' '
"$SCREE" noise --size 9x9 --step 1 --octaves 1 -q -o zeros.r32
od -An -v -tx4 -w4 zeros.r32 | sort -u | tr -d '\n'; echo
rm zeros.*
try noise --size 16x16x3 -q -o b.png
files
wc -c <a.r16
wc -c <a.r32
try noise --size 16x16 --format r32 -q -o c.dat
cmp a.r32 c.dat && echo "--format: same as the extension"
refuse noise --size 8x8x2 -q -o d.pfm
# Samples alone. The sidecar of an older file goes with it, and is a file that only --force replaces.
rm -f ./*
try noise --size 16x16 -q --no-sidecar -o alone.raw
files
try noise --size 16x16 -q --force -o alone.raw
rm alone.raw
try noise --size 16x16 -q --no-sidecar -o alone.raw
try noise --size 16x16 -q --no-sidecar --force -o alone.raw
files
refuse noise --size 16x16 -q --no-sidecar -o alone.png
try sdf --preset ground --size 8x8 --layers 4 -q --no-sidecar -o field.npy
try sdf --preset ground --size 8x8 --layers 4 -q --no-sidecar -o field.mhd
files
