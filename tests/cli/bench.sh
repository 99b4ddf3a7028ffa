# The benchmark runs, its JSON can be compared with, and files that are none are refused before it runs.
"$SCREE" bench noise --quick --repeats 1 --threads 1 --json >old.json || echo "exit $?"
grep -c '"case"' old.json | sed 's/^[1-9][0-9]*$/some cases/'
grep -c '"kind": "plain loop"' old.json
"$SCREE" bench noise --quick --repeats 1 --threads 1 --baseline old.json >table || echo "exit $?"
sed -n 's/^.*new\/old$/compared/p' table
sed -n 's/ *a sample costs [0-9.]* times/: a sample costs N times/p' table
echo '{"runs": 3}' >wrong.json
refuse bench noise --baseline wrong.json
try bench noise --baseline missing.json
refuse bench noise --repeats 0
refuse bench variants --baseline old.json
refuse bench calls --threads 2
refuse bench calls --device cpu --baseline old.json

# Every case has times, rates and its share of a fill, and finds itself in an earlier run.
check_gpu()
{
    number='[0-9][0-9]*\.[0-9][0-9]*'
    times="$number ( *$number\.\. *$number)"
    "$SCREE" bench noise --quick --repeats 1 --device "$1" --json >gpu.json || echo "exit $?"
    lines gpu.json 1 "\"backend\": \"${1%:*}\""
    lines gpu.json 1 '"uuid": '
    for key in case device_seconds fill_seconds ratio_to_fill; do
        lines gpu.json 16 "\"$key\": "
    done
    lines gpu.json 5 '"measurement": '
    lines gpu.json 2 '"share_of_download": '
    lines gpu.json 1 '"first_seconds": '
    lines gpu.json 1 '"cost_to_two_axes": '
    "$SCREE" bench noise --quick --repeats 1 --device "$1" --baseline gpu.json >gpu.table || echo "exit $?"
    lines gpu.table 1 "^scree .*, $1, .*QUICK"
    lines gpu.table 16 " $times *$number *$number *$number *$number *$number *$number\$"
    lines gpu.table 1 "^5 axes, .*: a sample costs $number times one in 2 axes\$"
    lines gpu.table 1 "^upload .* $times *- *$number *[0-9]* % *$number\$"
    lines gpu.table 1 "^download .* $times *- *$number *100 % *$number\$"
    lines gpu.table 2 "^stream, .* $times *$number *$number *[0-9]* % *$number\$"
    lines gpu.table 1 "^points, .* $times *$number *- *- *$number\$"
    lines gpu.table 1 "^again in this process *$times "
}

# Every call that is not too large for --quick has a time, three of every kind have one, and so have threads.
"$SCREE" bench calls --quick --json >calls.json || echo "exit $?"
lines calls.json 1 '"benchmark": "calls"'
kinds=$("$SCREE" list kinds | grep -vc '^rivers') # They have two axes.
lines calls.json $((19 + 3 * kinds)) '"name": '
lines calls.json $((3 * kinds)) '"kind": '
lines calls.json 3 '"kind": "simplex"'
"$SCREE" bench calls --quick >calls.table 2>calls.err || echo "exit $?"
lines calls.err 0 .
lines calls.table 1 '^scree .* calling thread, .*QUICK'
lines calls.table 10 '^chunk [1-9]\|^tile [1-9]'
lines calls.table 1 '^ *1 threads .* 1.00$'

# Points on a device: six cases in every way, and one of every kind without transfers.
check_points()
{
    "$SCREE" bench calls --quick --device "$1" --json >points.json || echo "exit $?"
    lines points.json 1 '"benchmark": "points"'
    for key in pinned ordinary upload; do
        lines points.json 6 "\"$key\": "
    done
    for key in name grid buffer; do
        lines points.json $((6 + kinds)) "\"$key\": "
    done
    [ "$1" = cpu:0 ] || return 0 # The table is the same for all.
    "$SCREE" bench calls --quick --device "$1" >points.table 2>points.err || echo "exit $?"
    lines points.err 0 .
    lines points.table 1 "^scree .*, $1 .*QUICK"
    lines points.table 6 '^[23] axes, [14] octaves*, f[0-9a-z ]*  [ 0-9.]* | [ 0-9.]*$'
    lines points.table "$kinds" '^[a-z0-9-]*  *[0-9]* *[0-9]* *[0-9.]*$'
}
check_points cpu:0

# Every method on three sizes of two maps, the naive one on a smaller map, and larger volumes from heights and voxels;
# each finds itself again.
check_distances()
{
    runs=$((52 * 2 * $2))
    "$SCREE" bench sdf --quick --device "$1" ${3:-} --json >sdf.json || echo "exit $?"
    lines sdf.json 1 '"benchmark": "sdf"'
    lines sdf.json 1 "\"backend\": \"${1%:*}\""
    lines sdf.json $runs '"mvoxels_per_second": '
    lines sdf.json $((43 * 2 * $2)) '"wrong_share": '
    lines sdf.json 0 '"below": [1-9]'
    "$SCREE" bench sdf --quick --device "$1" ${3:-} --baseline sdf.json >sdf.table 2>sdf.err || echo "exit $?"
    lines sdf.err 0 .
    lines sdf.table 1 "^scree .*, $1, .*QUICK"
    lines sdf.table 2 'spread.* new/old$'
    lines sdf.table 52 "^[mg][a-z]* [0-9x]* [a-z0-9+]*[, voxels]*  *[0-9.]* .* [0-9][0-9]*\.[0-9][0-9]\$"
    lines sdf.table 12 '^[mg][a-z]* [0-9x]* exact'
}
check_distances cpu:0 1 "--threads 1"
"$SCREE" bench sdf --quick --threads 2 --json | grep -c '"threads": 2' | sed 's/^[1-9][0-9]*$/two threads too/'
refuse bench sdf --baseline wrong.json
refuse bench sdf --timeline

# Where there is a GPU that can be used.
gpu=$("$SCREE" devices 2>/dev/null | sed -n '/, not used: /d; s/^\(vulkan:[0-9]*\)  .*/\1/p' | head -n 1)
if [ -n "$gpu" ]; then
    check_gpu "$gpu"
    check_points "$gpu"
fi
