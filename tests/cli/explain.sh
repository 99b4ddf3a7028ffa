# --explain tells slabs and bytes; the rest depends on the machine and its speed. Nothing is made.
told()
{
    echo "\$ scree $*"
    "$SCREE" "$@" --explain >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/err"
    code=$?
    sed -i -E -e 's/^memory   .* of the host/memory   N bytes of the host/' -e 's/there are .*/there are N bytes/' \
        -e 's/disk has .* free/disk has N bytes free/' -e 's/at most .* and its metadata/at most N bytes and its metadata/' \
        -e 's/^device   cpu:0, .*/device   cpu:0/' -e 's/^tasks    [0-9]+ /tasks    N /' \
        -e 's/about .* to compute the ([a-z]+), .*/about N to compute the \1/' "$CLI_PRIVATE/out"
    show $code
}
told noise --preset plain --size 100x100x100x100
told noise --size 3000x2000 -o a.npy
told noise --size 3000x2000 -o a.png
told noise --size 64x48 --frames 3 -o f.npy
told noise --size 64x48 --normals -o n.png
told sdf --size 64x48 --layers 20 -o d.vti --nearest n.raw
told sdf --size 64x48 --layers 20 --method jfa --slice z=3 -o d.png
told attractor --particles 1000 --steps 10 --size 64x48 -o p.png --points c.npy
told attractor --particles 1000 --steps 10 --size 64x48 --frames 5 -o p.png
told attractor --particles 1000 --steps 0 --shape quads --size 64x48 --frames 5 --frame-steps 7 -o p.png
told draw --preset islands --samples 64x48 -o r.png
"$SCREE" noise --size 3000x2000 -o a.npy --explain --json |
    grep -E '"(path|files|bytes|has_sidecar|passes|slabs|slab_counts|slabs_at_once|programs)"'
# A run that cannot be is refused as without it.
refuse noise --size 4294967296x4294967296 --explain
try noise --size 1099511627776x262144 -o a.r32 --explain | sed 's/ has [0-9]* bytes free/ has N bytes free/'
"$SCREE" noise -q --size 8x8 -o there.npy
try noise --size 8x8 -o there.npy --explain
try noise --size 8x8 -o no/folder.npy --explain
try noise --size 8x8 -q -f -o there.npy --explain --device cpu:7
# Some runs have no explanation.
refuse noise --explain --print-recipe
refuse noise --explain --size 64x32 --projection equirectangular
refuse sdf --explain --size 8x8 --layers 4 --method jfa --compare exact
files
# planned ARGUMENTS...: the exact bytes of the file that --explain tells.
planned()
{
    "$SCREE" "$@" --explain --json | sed -n 's/^ *"bytes": \([0-9]*\),*$/\1/p'
}
# made FILE ARGUMENTS...: the bytes of the file that a run makes.
made()
{
    name=$1
    shift
    "$SCREE" "$@" -q -o "$name" && wc -c <"$name"
}
same "NPY" "$(planned noise --size 61x43x5 -o b.npy)" "$(made b.npy noise --size 61x43x5)"
same "RAW" "$(planned noise --size 61x43 --type u8 -o b.raw)" "$(made b.raw noise --size 61x43 --type u8)"
same "VTI" "$(planned sdf --size 20x10 --layers 5 -o b.vti)" "$(made b.vti sdf --size 20x10 --layers 5)"
same "PLY" "$(planned attractor --particles 100 --steps 5 --points b.ply)" \
    "$("$SCREE" attractor -q --particles 100 --steps 5 --points b.ply && wc -c <b.ply)"
