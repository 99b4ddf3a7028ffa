# Several outputs of one field: files of their own, one file of channels, and what is refused.
cat >world.expr <<'END'
let land = perlin(octaves=4, seed=3);
out height = land;
out mask = smoothstep(land);
out normal = [normal(land, 0, 0.3), normal(land, 1, 0.3), normal(land, 2, 0.3)];
END
# A format with one number for each sample has a file for each output, whose samples its own recipe makes again.
try noise --expr-file world.expr --size 16x16 -o world.png -q
for name in height mask normal; do
    "$SCREE" info world_$name.png | sed -n "s/^\(channels\|  \"mapped\":\) */$name \1 /p"
    "$SCREE" noise world_$name.png -o again.png -q --force
    same "the recipe of $name" "$(cksum <world_$name.png)" "$(cksum <again.png)"
    "$SCREE" verify world_$name.png >/dev/null && echo "$name is verified"
done
# Ranges and warnings are those of each output.
"$SCREE" noise --expr 'out a = [0.2, 0.5, 0.8]; out b = 7 + 0 * x; out c = x;' --size 16x16 -o colour.png 2>&1 |
    sed 's/, [^,]*, [^,]* s, .*samples.s$//'
"$SCREE" info colour_a.png | grep '"mapped"'
"$SCREE" noise --expr 'out a = x / 4; out b = x;' --size 16x16 --range 0:1 -o 'given_%s.png' 2>&1 | grep warning
"$SCREE" noise --expr-file world.expr --size 16x16 -o plan.png --explain | grep -c '^file\|each of 2 passes'
# A recipe of one frame.
try noise --expr-file world.expr --size 16x16 --frames 2 -o frame.npy -q
try noise frame_0001.npy -o of_frame.png -q
try noise --expr-file world.expr --size 16x16 -o '%s_16.npy' --type u8 --range fixed -q
"$SCREE" info normal_16.npy | grep '^\(type\|channels\)'
# A file of all channels has the samples of each output, and its recipe makes them again.
try noise --expr-file world.expr --size 16x16 -o world.npy -q
"$SCREE" info world.npy | grep '^channels'
same "the recipe of all" "$(digest --expr-file world.expr --size 16x16)" "$(digest world.npy)"
for name in height mask normal; do
    try noise --expr-file world.expr --channel $name --size 16x16 -o part_$name.npy -q
done
try noise --expr-file world.expr --size 16x16 -o raw_%s.raw -q
tail -c 1024 part_height.npy | cmp - raw_height.raw && tail -c 1024 part_mask.npy | cmp - raw_mask.raw && echo equal
# Both notations print the other.
try graph --expr-file world.expr
"$SCREE" graph --expr-file world.expr --size 16x16 --print-recipe >world.json
grep outputs world.json
same "a recipe" "$(digest world.json)" "$(digest --expr-file world.expr --size 16x16)"
"$SCREE" graph world.json >printed.expr
same "an expression" "$(digest --expr-file printed.expr --size 16x16)" "$(digest world.json)"
sed 's/revision [0-9]*/revision 77/' printed.expr >old.expr
try graph --expr-file old.expr --channel mask
"$SCREE" graph --expr-file world.expr --size 16x16 --explain --json | grep -A6 '"op": "outputs"' | grep -v seconds
"$SCREE" noise --expr-file world.expr --size 16x16 -o json.png --json -q | sed -n '/"outputs"/,/^  \],/p'
# Other commands take the first output, or another one.
try draw --expr-file world.expr --samples 16x16 -o draw.png -q
try draw --expr-file world.expr --samples 16x16 --channel mask -o mask.png -q
try draw --expr-file world.expr --samples 16x16 --channel normal -o normal.png
try noise --expr-file world.expr --channel masc -o a.png
try noise --expr 'perlin()' --channel mask -o a.png
try noise --preset clouds --channel mask -o a.png
# What cannot be.
try noise --expr-file world.expr --size 16x16 -o world.png
try noise --expr-file world.expr --size 16x16 -o world.pgm
try noise --expr-file world.expr --size 16x16 -o %s.r32
try noise --expr-file world.expr --size 16x16 -o all.npy --type u8
try noise --expr-file world.expr --size 16x16 --frames 2 -o frame.png
try noise --expr-file world.expr --size 16x16 -o all.mp4 --frames 2
try noise --expr 'out a = x; x' -o a.png
try noise --expr 'out a = x; out b = y; out c = x + y;' --size 8x8 -o 'one.%s' --format mhd --force
try noise --expr 'out a = x; out b = y;' --size 8x8 -o 'a_%s_%s.png'
try noise --expr 'out a = x; out b = y;' --size 8x8 -o /dev/null --format png
try noise --expr 'out a = x; out b = y;' --size 8x8 -o 'a_%s.png' --channel a
"$SCREE" noise --expr 'x + y' --size 2x5 --step 1 -q -o points.npy
try noise --expr 'out a = x; out b = y;' --points points.npy -o 'a_%s.npy'
try noise --expr 'out a = x; out b = y;' --points points.npy -o values.npy -q
"$SCREE" info values.npy | grep '^\(values\|channels\)'
files
