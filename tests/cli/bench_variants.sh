# The benchmark of algorithms measures what is chosen, compares what must be equal, and draws it. Speed is never tested.

# Every algorithm with 1 to 8 octaves: times, gains, differences, and the published figures beside.
# Fields have three axes, rivers two.
rows=$((8 + $("$SCREE" list kinds | grep -vc '^rivers')))
"$SCREE" bench variants --quick --json >all.json || echo "exit $?"
lines all.json 1 '"benchmark": "variants"'
for key in milliseconds samples_per_second runs; do
    lines all.json $((8 * rows)) "\"$key\": [0-9]"
done
lines all.json 32 '"largest_difference": 0\.0,*$'
lines all.json 39 '"gtx_960m_milliseconds_of_200": '
"$SCREE" bench variants --quick >table 2>err || echo "exit $?"
lines err 0 .
lines table 1 '^scree .*, cpu:0, .*QUICK'
lines table 4 ' by octaves \| as unopt\|^largest difference\|^ms, GTX 960M'
lines table 2 '^contraction  '
lines table 3 '^optimised  '
lines table 3 '^glsl-simplex  '

# Rows and columns that the command line names stand in the order of the whole table. --repeats sets the number of runs.
"$SCREE" bench variants direct optimised --octaves 5,1:2 --repeats 2 --quick >table || echo "exit $?"
sed -n 's/  *[0-9]*\.[0-9]*\(e[-+][0-9]*\)*/ N/g; 3,$p' table
"$SCREE" bench variants table-gradients --octaves 3 --quick --json | grep '"\(variant\|octaves\)": '

# A graph has a line for each row.
"$SCREE" bench variants optimised gabor --octaves 1,8 --quick --plot graph.svg >/dev/null || echo "exit $?"
grep -c '<polyline' graph.svg
grep -o '>\(optimised\|gabor\|octaves\|milliseconds\)<' graph.svg
if command -v xmllint >/dev/null; then
    xmllint --noout graph.svg || echo "not well-formed"
fi
refuse bench variants optimised --quick --plot graph.png
try bench variants optimised --octaves 1 --quick --plot missing/graph.svg | sed -n '/^[$!e]/p'

refuse bench variants optimized
for octaves in 9 0 4:2 1:9 1,,2 1: 1,2,3,4,5,6,7,8,1; do
    refuse bench variants --octaves $octaves
done
refuse bench noise --octaves 2
refuse bench sdf optimised

# Where there is a GPU that can be used, lessons have the bits that they must have, too.
gpu=$("$SCREE" devices 2>/dev/null | sed -n '/, not used: /d; s/^\(vulkan:[0-9]*\)  .*/\1/p' | head -n 1)
if [ -n "$gpu" ]; then
    "$SCREE" bench variants contraction unoptimised half-optimised optimised table-gradients optimised-2d \
        optimised-3d-time --octaves 1,8 --quick --device "$gpu" --json >gpu.json || echo "exit $?"
    lines gpu.json 1 "\"backend\": \"${gpu%:*}\""
    lines gpu.json 14 '"variant": '
    left_out=$(grep -c '"left_out": ' gpu.json)
    lines gpu.json $((14 - left_out)) '"milliseconds": '
fi
