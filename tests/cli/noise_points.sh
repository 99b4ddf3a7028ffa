# `scree noise --points`: values at the points of a file, its sidecar, other levels; what is refused. Samples of noise
# serve as coordinates: a row of three is a point in three axes.
short()
{
    sed 's/, [0-9.]* [KM]*i*[bB]*y*t*e*s*, [0-9.]* s, .*//'
}
"$SCREE" noise --size 3x500 --step 0.37 -q -o points.npy
"$SCREE" noise --points points.npy --seed 5 -o values.npy 2>&1 | short
files
"$SCREE" info values.npy | sed -n '2,4p'
sed -n '/"points": {/,/"kind"/p' values.npy.json
"$SCREE" noise --points points.npy --seed 5 -q -o scalar.npy --level scalar --threads 1
cmp values.npy scalar.npy && echo "the same on another level"
"$SCREE" noise --points points.npy --seed 5 -q --json | sed -n '/"counts"/p; /"samples"/p'
"$SCREE" attractor --particles 50 --steps 9 -q --points wide.npy
"$SCREE" noise --kind cellular --octaves 1 --points wide.npy -o wide.txt 2>&1 | short
head -n 1 wide.txt
"$SCREE" noise --size 9x4 --step 0.1 -q -o nine.npy
"$SCREE" noise --size 3x4 --type u8 -q -o bytes.npy
# rows TYPE: an NPY file of five rows of three numbers of eight bytes.
rows()
{
    printf '\223NUMPY\1\0v\0%-117s\n' "{'descr': '$1', 'fortran_order': False, 'shape': (5, 3), }"
    head -c 120 /dev/zero
}
rows '<i8' >whole.npy
rows '>f8' >turned.npy
# The values are made again by what describes them, as long as the points are there; --points names others.
"$SCREE" noise --points points.npy --seed 5 --derivatives -q -o slopes.npy
"$SCREE" noise --points points.npy --seed 5 --print-recipe >printed.json
"$SCREE" noise --points points.npy --seed 5 --json >report.json
for recipe in values.npy values.npy.json printed.json report.json; do
    "$SCREE" noise $recipe -q -o again.npy --force && cmp values.npy again.npy && cmp values.npy.json again.npy.json &&
        echo "$recipe: made again"
done
"$SCREE" noise slopes.npy -q -o again.npy --force && cmp slopes.npy again.npy && echo "slopes.npy: made again"
"$SCREE" noise values.npy --seed 6 -q --json | grep '"seed"'
"$SCREE" noise --size 2x7 --step 0.37 -q -o flat.npy
"$SCREE" noise values.npy --points flat.npy -q -o other.npy
"$SCREE" noise --points flat.npy --seed 5 -q -o flat_values.npy
cmp other.npy flat_values.npy && echo "other points"
refuse noise values.npy --size 4x4 -o a.npy
refuse noise values.npy --normals -o a.npy
refuse noise values.npy -o a.png
refuse sdf values.npy.json -o a.npy
refuse render values.npy.json -o a.png
sed 's/points.npy/flat.npy/' values.npy.json >axes.json
refuse noise axes.json -o a.npy
sed 's/"points.npy"/7/' values.npy.json >name.json
refuse noise name.json -o a.npy
sed 's/points.npy/gone.npy/' values.npy.json >gone.json
try noise gone.json -o a.npy
refuse noise --points points.npy
refuse noise --points points.npy --size 4 -o a.npy
refuse noise --points points.npy --step 0.1 -o a.npy
refuse noise --points points.npy --type u8 -o a.npy
refuse noise --points points.npy -o a.png
refuse noise --points points.npy --format r16 --json
refuse noise --points points.npy --period 1,2 -o a.npy
refuse noise --points points.npy --kind gabor --octave-rotation --period 4 -o a.npy
refuse noise --points values.npy -o a.npy
refuse noise --points nine.npy -o a.npy
refuse noise --points bytes.npy -o a.npy
refuse noise --points whole.npy -o a.npy
refuse noise --points turned.npy -o a.npy
refuse noise --points wide.txt -o a.npy
try noise --points missing.npy -o a.npy
try noise --points points.npy -o values.npy
