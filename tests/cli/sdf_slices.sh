# Slices of a distance field as pictures.
"$SCREE" noise --size 40x30 --seed 3 -q -o map.png
for slice in z=3 y=29 x=0; do
    "$SCREE" sdf map.png --layers 16 --slice $slice -q -f -o one.png || echo "exit $?"
    "$SCREE" info one.png | grep -e '^size' -e '^channels' -e '"method"'
done
"$SCREE" sdf map.png --layers 16 --slice z=3 --slice y=2,x=39 --zoom 3 -o many.png 2>"$CLI_PRIVATE/err" || echo "exit $?"
sed 's/, [0-9.]* [KM]iB, [0-9.]* s, [0-9.]* Mvoxels\/s/, .../' "$CLI_PRIVATE/err"
files
for picture in many_*.png; do
    "$SCREE" info "$picture" | grep '^size'
done
# A picture that is there is not replaced, and that is found before the field is made.
rm many_z3.png
try sdf map.png --layers 16 --slice z=3,y=2 -o many.png
files
"$SCREE" sdf map.png --layers 16 --slice z=3,y=2 --json -q -f -o many.png | sed -n '/"pictures"/,/]/p'
files
# Long paths are told whole.
folder=$(printf 'long%.0s' $(seq 60))
folder=$folder/$folder/$folder/$folder/$folder
mkdir -p "$folder"
picture=$("$SCREE" sdf map.png --layers 16 --slice z=3,y=2 --json -q -o "$folder/a.png" |
    sed -n 's/^ *"\(long.*_z3.png\)",*/\1/p')
same "a long path" "$folder/a_z3.png" "$picture"
