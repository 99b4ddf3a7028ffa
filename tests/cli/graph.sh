# `scree graph`: expressions and recipes of fields, their nodes, drawings; what is refused. Times depend on the machine.
told()
{
    echo "\$ scree $*"
    "$SCREE" "$@" >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/err"
    code=$?
    sed -i -E -e 's/^time     [0-9.e+]* ns(.*) from [0-9]*/time     N ns\1 from N/' -e 's/("measured_samples"): [0-9]*/\1: N/' -e 's/ ( [0-9]\.[0-9]|  [0-9]{2}|   [0-9]| 100) %/   N %/' \
        -e 's/\\n[0-9.]+ %/\\nN %/' -e 's/fillcolor="[0-9. ]*"/fillcolor="..."/' \
        -e 's/("seconds"): [0-9.]*/\1: N/' "$CLI_PRIVATE/out"
    show $code
}
cat >hills.txt <<'END'
# Hills with a plain between them.
let p = perlin(seed=1, octaves=3);
smax(p, perlin(octaves=3, seed=1) - 0.25) + constant(2) * remove_axis(value(), 1) - y * at(simplex(), x, z, 0.5)
END
told graph --expr-file hills.txt --size 64x48x32 --step 0.03125
told graph --expr-file hills.txt --size 64x48x32 --step 0.03125 --print-recipe
told graph --expr-file hills.txt --size 64x48x32 --step 0.03125 --explain
told graph --expr-file hills.txt --size 64x48x32 --step 0.03125 --dot
told graph --expr 'displace(perlin(), 0.1 * value(), w=cellular()) + fractal(simplex(), 2)' --size 100x90 --explain --json
# Each of the two texts is that of the other.
"$SCREE" graph --preset canyon >canyon.txt
"$SCREE" graph --preset canyon --print-recipe >canyon.json
"$SCREE" graph canyon.json | cmp - canyon.txt && echo "the same expression"
"$SCREE" graph --expr-file canyon.txt --print-recipe --step 0.00390625 | cmp - canyon.json && echo "the same recipe"
same "JSON" "$("$SCREE" graph --preset canyon --json)" "$(cat canyon.json)"
same "samples" "$(digest canyon.json)" "$(digest --preset canyon)"
# Noise has one node.
"$SCREE" graph --preset ridges --seed 7
told graph --octaves 3 --explain --size 8192x8192
"$SCREE" noise --expr 'abs(perlin())' --size 8x8 -q -o abs.png
"$SCREE" graph abs.png
# One of the three is printed.
refuse graph --dot --explain
refuse graph --dot --json
refuse graph --dot --print-recipe
refuse graph --explain --print-recipe
refuse graph --expr '1 / perlin()' --explain
try graph --expr 'perlin(' --dot
refuse graph --preset caves --normals
try graph none.json
echo '{"field": "particles", "particles": 4}' >particles.json
refuse graph particles.json
files
