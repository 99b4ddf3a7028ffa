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
try noise --size 16x16x3 -q -o b.png
files
wc -c <a.r16
wc -c <a.r32
try noise --size 16x16 --format r32 -q -o c.dat
cmp a.r32 c.dat && echo "--format: same as the extension"
try noise --size 8x8x2 -q -o d.pfm
