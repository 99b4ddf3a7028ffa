# Files say how far apart their samples are, where they lie and along which directions: what `scree` makes of it.
# image FILE LINES...: a MetaImage of 2 x 3 x 4 samples, of which the first is solid, with more lines in its header.
image()
{
    file=$1
    shift
    printf '%s\n' 'ObjectType = Image' 'NDims = 3' 'DimSize = 2 3 4' "$@" 'ElementType = MET_UCHAR' \
        'ElementDataFile = LOCAL' >"$file"
    printf '\1' >>"$file"
    head -c 23 /dev/zero >>"$file"
}

# geometry FILE: what `scree info` says of it.
geometry()
{
    echo "$1: $("$SCREE" info "$1" | sed -n 's/^\(spacing\|origin\|direction\) */\1 /p' | tr '\n' ';')"
}

# floats FILE: numbers of raw float32.
floats()
{
    od -A n -t f4 -w4 -v "$1" | tr -d '\n'
    echo
}

# The spacing is the voxel; origin, direction and unit are kept by every file that holds them.
image scan.mha 'ElementSpacing = 1 2 3' 'Offset = 10 -20 30.5' 'TransformMatrix = 0 1 0 -1 0 0 0 0 1' 'DistanceUnits = mm'
"$SCREE" info scan.mha
told_sdf scan.mha --threshold 0.5 -f -o d.raw
floats d.raw
for file in d.raw d.mha d.mhd d.vti d.npy; do
    "$SCREE" sdf scan.mha --threshold 0.5 -q -f -o $file
    geometry $file
done
# A file of scree's own is read like any other, and what it says makes it again.
told_sdf d.mha --threshold 1 -f -o e.npy
cp d.vti first.vti
"$SCREE" sdf d.vti.json -q -f -o d.vti
cmp first.vti d.vti && echo "made again: same"
"$SCREE" noise --size 4x4x4 --step 0.25 --origin 1,2,3 -q -o noise.vti
geometry noise.vti
told_sdf noise.vti --threshold 0 -f -o e.npy
# Another voxel is warned of, and the same one is not; ElementSize stands for a spacing that is not there.
told_sdf scan.mha --voxel 2 --threshold 0.5 -f -o e.npy
told_sdf scan.mha --voxel 1,2,3 --threshold 0.5 -f -o e.npy
image size.mha 'ElementSize = 4 5 6'
geometry size.mha
# What a file says of its space may be wrong.
image none.mha
geometry none.mha
image zero.mha 'ElementSpacing = 1 0 1'
try info zero.mha
image two.mha 'ElementSpacing = 1 2'
try info two.mha
image word.mha 'Offset = 0 0 far'
try info word.mha
image leaning.mha 'TransformMatrix = 1 0 0 0.5 0.8660254 0 0 0 1'
geometry leaning.mha
told_sdf leaning.mha --threshold 0.5 -f -o e.npy
told_sdf leaning.mha --voxel 1 --threshold 0.5 -f -o e.npy
rm -f ./*.mha ./*.json
# Pictures have the sides of samples: as high as wide where counts times sides are.
head -c 4096 /dev/zero | tr '\0' '\1' >v.raw
for sides in "1 1 1" "2 2 2" "1 1 4"; do
    printf '%s\n' 'ObjectType = Image' 'NDims = 3' 'DimSize = 16 16 16' "ElementSpacing = $sides" \
        'ElementType = MET_UCHAR' 'ElementDataFile = v.raw' >"${sides% *}.mhd"
    "$SCREE" draw "${sides% *}.mhd" --slice y=3 -q -o p.png -f
    "$SCREE" info p.png | sed -n "s/^size */$sides: a slice of /p"
    "$SCREE" render "${sides% *}.mhd" --scene voxels --threshold 0 --size 16x16 --json -q | grep '"sha256"' >"$sides.sum"
done
cmp "1 1 1.sum" "2 2 2.sum" && echo "cubes of any size: same"
cmp -s "1 1 1.sum" "1 1 4.sum" || echo "boxes: another picture"
printf '%s\n' 'ObjectType = Image' 'NDims = 3' 'DimSize = 16 16 16' "ElementSpacing = 1 1 2000" \
    'ElementType = MET_UCHAR' 'ElementDataFile = v.raw' >long.mhd
refuse render long.mhd -o p.png
# A volume may be one voxel thick along any axis.
head -c 256 v.raw >slab.raw
for size in 1x16x16 16x1x16 16x16x1; do
    "$SCREE" render slab.raw --raw-size $size --raw-type u8 --scene voxels --threshold 0 --size 16x16 --json -q |
        sed -n 's/.*\("kind": "[a-z]*", "counts": [^]]*\]\).*/\1/p'
done
refuse render slab.raw --raw-size 16x16 --raw-type u8 --scene voxels -o p.png
