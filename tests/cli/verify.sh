# Equal results: exit 0. The digest is that of `scree noise --json`.
printf '{"size": [50, 40, 3], "step": 0.09, "octaves": 3, "kind": "value"}' >r.json
"$SCREE" verify r.json >lines
echo "exit $?"
tail -n 1 lines | sed 's/; [1-9][0-9]* not checked$//'
same digest "$(sed -n '1s/.* //p' lines)" "$(digest r.json)"
same "a line for each level" "$(grep '^cpu:0 ' lines | grep -c '[0-9a-f]\{64\}$')" "$(levels | wc -l | tr -d ' ')"
same "levels that are not built" "$(grep -c '^cpu:0 .*not checked: this build lacks it' lines)" \
    "$("$SCREE" list levels | grep -c 'this build lacks it')"
"$SCREE" verify r.json --json | grep '"equal"'
"$SCREE" verify r.json --json | grep '"seconds"' | sed 's/: [0-9]*\.[0-9]\{9\},/: N/' | sort -u
rm -f r.json lines
# What a file describes is digested, whatever it is. The digest is that of the command that made the file.
# described FILE ARGUMENTS...: the command with these arguments reports the digest that the file's description has. The
# CPU is enough here: the lines with --json below verify each sort of field on all devices.
described()
{
    file=$1
    shift
    "$SCREE" verify "$file" --device cpu >lines 2>&1
    code=$?
    same "$file, exit $code, $(tail -n 1 lines | sed 's/; [1-9][0-9]* not checked$//')" "$(sed -n '1s/.* //p' lines)" \
        "$("$SCREE" "$@" --json | sed -n 's/^ *"sha256": "\([0-9a-f]*\)".*/\1/p')"
}
"$SCREE" noise --size 2x5 --step 0.3 -q -o places.npy
"$SCREE" noise --points places.npy --octaves 2 -q -o points.npy
"$SCREE" sdf --size 8x8 --layers 4 -q -o sdf.npy
"$SCREE" sdf --size 8x8 --layers 4 --slice z=2 -q -o sdf.png
"$SCREE" sdf sdf.png --channel r --layers 4 -q -o of_file.npy
"$SCREE" attractor --particles 9 --steps 9 --size 8x8 -q --points cloud.ply -o cloud.png
"$SCREE" render --samples 8x8 --size 8x8 -q -o render.png
"$SCREE" draw --samples 8x7x1 -q -o draw.png
"$SCREE" draw sdf.npy -q -o drawn_sdf.png
described points.npy noise --points places.npy --octaves 2
described points.npy.json noise --points places.npy --octaves 2
for file in sdf.npy sdf.npy.json sdf.png drawn_sdf.png; do
    described $file sdf --size 8x8 --layers 4
done
described of_file.npy sdf of_file.npy.json
for file in cloud.ply cloud.ply.json cloud.png; do
    described $file attractor --particles 9 --steps 9
done
described render.png noise --size 8x8
described draw.png noise --size 8x7x1
"$SCREE" info --json sdf.npy | "$SCREE" verify - --json | grep -e '^  "distance"' -e '"equal"'
"$SCREE" verify cloud.png --json | grep -e '^  "particles"' -e '"equal"'
"$SCREE" verify points.npy --json | grep -e '"points"' -e '"file"' -e '"equal"'
# Other options than those of devices are for noise; what describes nothing says what it is.
"$SCREE" draw of_file.npy.json -q -o drawn_again.png
"$SCREE" draw sdf.png --channel r -q -o drawn.png
refuse verify sdf.npy --seed 3
refuse verify cloud.png --size 8x8
refuse verify drawn.png
refuse noise drawn.png -o a.png
refuse noise cloud.png -o a.png
refuse noise cloud.ply.json -o a.png
refuse noise sdf.npy -o a.png
rm sdf.png places.npy
for file in of_file.npy drawn_again.png points.npy; do
    try verify $file
done
