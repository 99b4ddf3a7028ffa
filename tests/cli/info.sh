# Descriptions of files, and files that are damaged.
"$SCREE" noise --size 32x16 --seed 77 -q -o a.png
"$SCREE" noise --size 32x16 --seed 77 -q -o a.r32
"$SCREE" noise --size 8x8x2 --seed 77 -q -o a.npy
for name in a.png a.r32 a.npy; do
    "$SCREE" info "$name" | sed -n '1,4p'
    "$SCREE" info "$name" | grep '"seed"'
done
"$SCREE" info a.png --json | grep -e '"format"' -e '"type"' -e '"counts"' -e '"m..imum"'
# Files of other programs.
for name in tiff/deflate_rgb.tif tiff/none_f64_big.tif exr/piz_rows.exr png/palette.png; do
    cp "$CLI_SOURCE/tests/fuzz/corpus/$name" .
    "$SCREE" info "${name#*/}"
done
"$SCREE" info piz_rows.exr --json
# The metadata of a file reproduces its field.
"$SCREE" noise a.r32.json -q -o b.r32 && cmp a.r32 b.r32 && echo "made again from the sidecar: same"
"$SCREE" info a.png --json | "$SCREE" noise - -q -o b.png && cmp a.png b.png && echo "made again from the PNG: same"
head -c 60 a.png >cut.png
echo text >text.png
rm a.r32.json
mkdir folder.png
for name in cut.png text.png a.r32 missing.png folder.png; do
    "$SCREE" info "$name" >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/err"
    echo "$name: exit $?, $(wc -l <"$CLI_PRIVATE/err") line, $(wc -c <"$CLI_PRIVATE/out") bytes"
    grep -v "^scree: .*$name" "$CLI_PRIVATE/err"
done
true
# A header's sidecar speaks of the samples beside it.
"$SCREE" noise --size 8x8x8 --seed 77 -q -o vol.mhd
"$SCREE" info vol.mhd | grep -e '^[a-z]' -e '"seed"'
"$SCREE" noise --size 8x8 --seed 77 -q -o pic.vti
"$SCREE" info pic.vti | grep -e '^[a-z]' -e '"seed"'
# Arrays of cells stand behind those of points.
array='<DataArray type="Float32" format="ascii" Name'
cat >cells.vti <<END
<VTKFile type="ImageData"><ImageData WholeExtent="0 2 0 2 0 0"><Piece Extent="0 2 0 2 0 0">
<PointData>$array="p">1 2 3 4 5 6 7 8 9</DataArray></PointData>
<CellData Scalars="density">$array="density">0.5 2 3 4</DataArray></CellData>
</Piece></ImageData></VTKFile>
END
"$SCREE" info cells.vti | grep -e '^size' -e '^values' -e '^channels'
try draw cells.vti --channel density -q -o density.png
try draw cells.vti --channel depth -q -o depth.png
cp vol.raw short.raw
printf x >>vol.raw
try info vol.mhd
rm vol.raw
try info vol.mhd
# Without metadata.
sed 's/vol.raw/short.raw/' vol.mhd >other.mhd
try info other.mhd
