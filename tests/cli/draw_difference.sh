# `scree draw --difference`: the pixels and the numbers of a difference that is known, of planes, of distances, and what
# is refused.
drawing()
{
    "$SCREE" draw --json -q "$@" | sed -n 's/^ *"sha256": "\([0-9a-f]*\)".*/\1/p'
}
# member NAME ARGUMENTS...: a number of the report of a difference.
member()
{
    name=$1
    shift
    "$SCREE" draw --json -q "$@" | sed -n '/"difference": {/,/^  }/s/^ *"'"$name"'": \([^,]*\),*$/\1/p'
}
# told ARGUMENTS...: the report, without bytes and times.
told()
{
    "$SCREE" draw -f "$@" 2>&1 | sed 's/ pixels, .*samples\/s/ pixels, .../'
}
printf '4 3 2\n0 1 2 3\n4 5 6 7\n8 9 10 nan\n' >a.txt
printf '4 3 2\n0 1 2 7\n0 5 6 7\n8 8 10 15\n' >b.txt
# A pixel for each sample, in two rows (^ and _) at a time: the first field, a gap, the second, a gap, and the difference,
# which is 0 (250;250;250), -4, 4 and 1 of at most 4. Cells without data are 128;128;128.
"$SCREE" preview a.txt --difference b.txt --graphics blocks --size 20x3 --supersample 1 --ramp grey --relief 0 |
    sed 's/\x1b\[38;2;\([0-9;]*\)m/^\1 /g; s/\x1b\[48;2;\([0-9;]*\)m/_\1 /g; s/▀/| /g; s/ *\x1b\[0m//'
told a.txt --difference b.txt -o d.png
"$SCREE" info d.png | sed -n '/"greatest"/s/^ *//p'
"$SCREE" draw a.txt --difference b.txt --json -q | sed -n '/"difference": {/,/^  }/p'
told b.txt --difference b.txt -o d.png
told b.txt --difference a.txt --size 776x192 -o d.png
printf '2 1 2\nnan 1\n' >c.txt
printf '2 1 2\n1 nan\n' >e.txt
told c.txt --difference e.txt -o d.png
rm d.png
printf '4 3 2\n0 1 2 3\n4 5 6 7\n8 9 10 0\n' >a0.txt
same "a rule for no data" "$(drawing a0.txt --difference b.txt)" "$(drawing a.txt --difference b.txt --holes 0)"
# Types may differ.
printf 'P5\n4 3\n255\n\000\001\002\007\000\005\006\007\010\010\012\017' >b.pgm
same "types" "$(drawing a.txt --difference b.txt)" "$(drawing a.txt --difference b.pgm)"
# The first is noise, whose options are not for the second; that is a file or a recipe.
noise="--octaves 2 --step 0.13"
# shellcheck disable=SC2086 # Several words.
{
    "$SCREE" noise $noise --seed 5 --size 12x10x9 --print-recipe >v.json
    "$SCREE" noise $noise --seed 6 --size 12x10x9 -q -o w.npy
    "$SCREE" noise $noise --seed 6 --size 12x10 -q -o flat.npy
    "$SCREE" noise $noise --seed 6 --size 12x10 --print-recipe >flat.json
    wanted=$(drawing $noise --samples 12x10 --difference flat.npy --contours 0)
    same "a recipe" "$wanted" "$(drawing $noise --samples 12x10 --difference flat.json --contours 0)"
    same "one thread" "$wanted" "$(drawing $noise --samples 12x10 --difference flat.npy --contours 0 --threads 1)"
    for level in $(levels); do
        same "level" "$wanted" "$(drawing $noise --samples 12x10 --difference flat.npy --contours 0 --level "$level")"
    done | sort -u
    echo "of itself: $(member different $noise --seed 6 --samples 12x10 --difference flat.npy)"
}
# Planes of volumes.
"$SCREE" noise v.json -q -o v.npy
for field in v w; do
    seed=5
    [ $field = w ] && seed=6
    # shellcheck disable=SC2086
    "$SCREE" noise $noise --seed $seed --size 12x10x1 --first 0,0,5 -q -o $field.z5.npy
done
same "z=5" "$(drawing v.z5.npy --difference w.z5.npy)" "$(drawing v.npy --difference w.npy --slice z=5)"
for planes in "" "--slice x=11" "--sheet y=3 --tiled"; do
    # shellcheck disable=SC2086
    same "planes $planes" "$(drawing v.npy --difference w.npy $planes)" "$(drawing v.json --difference w.npy $planes)"
done
# Distances: the numbers are those of `scree sdf --compare`, in the unit of the file, and so they are of another scale.
distances="--preset hills --size 24x24 --layers 24 --voxel 3,3,1.5"
# shellcheck disable=SC2086
{
    "$SCREE" sdf $distances --method jfa --compare exact --json -q -o jfa.npy >compared.json
    "$SCREE" sdf $distances -q -o exact.npy
    "$SCREE" sdf $distances --type i16 --value-scale 8 -q -o scaled.npy
}
for name in wrong:different greatest_error:greatest; do
    same "${name#*:}" "$(sed -n 's/^ *"'"${name%:*}"'": \([^,]*\),*$/\1/p' compared.json)" \
        "$(member "${name#*:}" jfa.npy --difference exact.npy --sheet z=24)"
done
same "described" "$(drawing jfa.npy --difference exact.npy --slice y=9)" \
    "$(drawing jfa.npy.json --difference exact.npy.json --slice y=9)"
echo "of another scale: $(member greatest scaled.npy --difference exact.npy --sheet z=24 | awk '{ print $1 <= 1 / 16 }')"
printf '4 2 2\n0 1 2 3\n4 5 6 7\n' >small.txt
"$SCREE" noise --octaves 1 --size 4x3x2x2 -q -o four.npy
echo '{"octaves": 99}' >wrong.json
before=$(files)
refuse draw a.txt --difference small.txt -o no.png
refuse draw a.txt --difference four.npy -o no.png
refuse draw v.npy --difference flat.npy -o no.png
refuse draw exact.npy --difference v.npy --slice y=9 -o no.png
refuse draw a.txt --difference b.txt --size 10x10 -o no.png
refuse draw a.txt --difference b.txt --slice z=0 -o no.png
try draw a.txt --difference nothing.txt -o no.png
refuse draw a.txt --difference wrong.json -o no.png
same files "$before" "$(files)"
