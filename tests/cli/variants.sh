# The variants beside the contraction: pictures, recipes, every device, and what they cannot do.
volume="--size 40x30x5 --density 4 --octaves 3"
# shellcheck disable=SC2086 # Several words.
{
    "$SCREE" noise $volume --variant optimised -q -o v.png || echo "exit $?"
    files
    "$SCREE" info v_0000.png --json | grep '"variant"'
    "$SCREE" noise $volume --print-recipe | grep -c '"variant"'
    "$SCREE" noise $volume --variant half-optimised --print-recipe >r.json
    grep '"variant"' r.json
    same "read back" "$(digest r.json)" "$(digest $volume --variant half-optimised)"
    "$SCREE" noise r.json --variant contraction --print-recipe | grep -c '"variant"'
    "$SCREE" verify r.json | tail -n 1 | sed 's/; [1-9][0-9]* not checked$//'
    refuse noise --variant optimised --json
    refuse noise $volume --variant unoptimised --kind value --json
    refuse noise $volume --variant unoptimised --method direct --json
    refuse noise $volume --variant optimized --json
}
echo '{"variant": "half"}' >wrong.json
refuse noise wrong.json --json
