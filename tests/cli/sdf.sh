# Distance fields of a height map, a recipe, a volume and a mask; what is told, and what the files hold.

# sum ARGUMENTS...: the SHA-256 of the distances.
sum()
{
    "$SCREE" sdf -q --json "$@" | sed -n 's/^ *"sha256": "\([0-9a-f]*\)".*/\1/p'
}

"$SCREE" noise --size 40x30 --seed 3 -q -o map.png
told_sdf map.png --layers 16 -o a.npy
files
# The description in the file's sidecar.
sed -n '/"distance": {/,$p' a.npy.json
head -c 128 a.npy | tr -d '\000-\011\013-\037\200-\377' | grep -a -o "{.*}"
wc -c <a.npy
told_sdf map.png --layers 16 -o a.npy
told_sdf map.png --layers 16 -f -o a.npy --threads 1

# The sidecar makes the same field again, and so does what `scree info` prints; options override it.
for made in "map.png --layers 16 --clip 5" "--size 30x20 --seed 18446744073709551615 --layers 8 --surface mesh --voxel 1,2,3" \
    "map.png --mask --threshold 99 --sign outside" "--size 9x8x7 --method jfa+1" "--size 9x8x7 --method naive" \
    "map.png --layers 9 --scale 0.1 --edge clamp"; do
    # shellcheck disable=SC2086
    "$SCREE" sdf $made -q -f -o made.npy
    "$SCREE" info --json made.npy >made.json
    "$SCREE" sdf made.npy.json -q -f -o again.npy
    cmp made.npy again.npy && echo "made again: same"
    "$SCREE" sdf - -q -f -o again.npy <made.json
    cmp made.npy again.npy && echo "by info: same"
    same "but for options" "$(sum made.json --clip 2)" "$(sum $made --clip 2)"
done
rm -f made.npy made.npy.json made.json again.npy again.npy.json
refuse noise a.npy.json -o other.png
echo '{"field": "distance", "source": {}}' >nothing.json
refuse sdf nothing.json -o other.npy
echo '{"field": "distance", "source": {"recipe": {"size": [8, 8]}}, "method": "slow"}' >nothing.json
refuse sdf nothing.json -o other.npy
rm nothing.json

# The numbers in the report make the same field again.
same fit "$(sum map.png --layers 16)" "$(sum map.png --layers 16 --scale 0.047058823529411764 --offset 2)"
# Neither threads nor levels nor the way through a file change a bit.
whole=$(sum map.png --layers 16)
for level in $(levels); do
    same level "$whole" "$(sum map.png --layers 16 --level "$level" --threads 3)"
done | sort -u
"$SCREE" noise --size 40x30 --seed 3 -q -o map.npy
"$SCREE" noise --size 40x30 --seed 3 --print-recipe >map.json
recipe=$(sum map.json --layers 16)
same "recipe and file" "$recipe" "$(sum map.npy --layers 16)"
same "recipe and options" "$recipe" "$(sum --size 40x30 --seed 3 --layers 16)"
# A pipe is read once.
mkfifo pipe
cat map.json >pipe &
same "pipe" "$recipe" "$(sum pipe --layers 16)"
rm pipe
same "stdin" "$recipe" "$("$SCREE" sdf - --layers 16 --json <map.json | sed -n 's/^ *"sha256": "\(.*\)".*/\1/p')"

# Other types, sides, signs and surfaces.
told_sdf map.png --layers 16 --type i16 -o b.npy
told_sdf map.png --layers 16 --type i16 --clip 4 --sign outside -o c.npy
# The default scale of i16 lets a mesh fit that lies far above the volume.
awk 'BEGIN { print "8 2"; for (i = 0; i < 64; i++) print i / 63 }' >unit.txt
told_sdf unit.txt --layers 4 --scale 1 --offset 1000 --surface mesh --type i16 -o far.npy
tail -c +129 far.npy | od -An -v -w2 -td2 | sort -n | sed -n '1p;$p'
told_sdf map.png --layers 16 --type f16 --voxel 2,2,0.5 --scale 0.02 -o d.npy
told_sdf map.png --layers 16 --surface columns --edge clamp --conservative -o e.npy
told_sdf map.png --layers 16 -o f.npy --nearest f_nearest.npy
head -c 128 f_nearest.npy | tr -d '\000-\011\013-\037\200-\377' | grep -a -o "{.*}"
told_sdf map.png --layers 16 --nearest only.raw

# Volumes and masks.
"$SCREE" noise --size 12x10x8 --step 0.2 -q -o volume.npy
told_sdf volume.npy --threshold 0.1 -o g.vti
told_sdf --size 12x10x8 --step 0.2 --threshold 0.1 -f -o g.vti
for extension in mhd mha vti; do
    "$SCREE" noise --size 12x10x8 --step 0.2 -q -o "from.$extension"
    same "a volume in $extension" "$(sum "from.$extension" --threshold 0.1)" "$(sum volume.npy --voxel 0.2 --threshold 0.1)"
done
told_sdf map.png --mask --threshold 128 -o h.npy
head -c 128 h.npy | tr -d '\000-\011\013-\037\200-\377' | grep -a -o "{.*}"
# Two sides of a mask are computed as one for all is, to the bit.
same "sides of a mask" "$(sum map.png --mask --threshold 99 --voxel 3)" \
    "$(sum map.png --mask --threshold 99 --voxel 3,3)"
same "a careful mask" "$(sum map.png --mask --threshold 99 --conservative --voxel 3)" \
    "$(sum map.png --mask --threshold 99 --conservative --voxel 3,3)"
# A file without a header, whatever its name.
"$SCREE" noise --size 40x30 --seed 3 --type u16 -q -o map.r16
mv map.r16 map.bin
told_sdf map.bin --raw-size 40x30 --layers 16 -o i.npy
told_sdf map.bin --raw-size 40x40 --layers 16 -o j.npy
told_sdf map.bin --raw-size 80x30 --raw-type u8 --layers 16 -o l.npy

# Against the exact field.
told_sdf map.png --layers 32 --method jfa --compare exact
told_sdf map.png --layers 32 --method jfa2 --compare exact
told_sdf map.png --layers 32 --method naive --compare exact
same "naive and exact" "$(sum volume.npy --voxel 1,2,0.5 --conservative)" \
    "$(sum volume.npy --voxel 1,2,0.5 --conservative --method naive)"
told_sdf map.png --layers 32 --compare exact -f -o a.npy
"$SCREE" sdf map.png --layers 32 --method jfa --compare exact --json | sed -n '/"comparison"/,/}/p' |
    sed 's/\(seconds": \)[0-9.]*/\1T/'

# Nothing solid, and nothing else.
told_sdf map.png --layers 16 --scale 0.001 -o k.npy
grep measured k.npy.json
told_sdf map.png --layers 16 --scale 0.001 --clip 9 -f -o k.npy
told_sdf map.png --layers 16 --offset 100 -f -o k.npy
told_sdf map.png --layers 16 --offset 100 --sign outside -q -f -o k.npy
