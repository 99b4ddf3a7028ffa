# The primer's lessons run and are verified, on every device that there is; runs are compared with others, and drawn.
# Speed is never tested.

# check DEVICE ROWS: every row of all lessons is measured, and all but the two empty launches are verified.
check()
{
    "$SCREE" bench primer --quick --device "$1" --json >all.json || echo "exit $?"
    lines all.json 1 '"benchmark": "primer"'
    lines all.json 1 "\"word\": \"$1\""
    lines all.json $(($2 - 2)) '"result": "verified"'
    lines all.json 2 '"result": "none"'
    for key in numbers bytes operations median warm_up_rounds clock; do
        lines all.json "$2" "\"$key\": "
    done
    lines all.json 2 '"bytes_per_second": '
    lines all.json 1 '"operations_per_second": '
    "$SCREE" bench primer --quick --device "$1" >table 2>err || echo "exit $?"
    lines err 0 .
    lines table 1 "^scree .*, $1 .*QUICK"
    lines table 3 '^ceiling of .* reached by ".*" in this run$'
    lines table $(($2 - 2)) '^  [a-z0-9].* (.*\.\..*) .* verified '
    lines table 2 '^  nothing to do: .* none '
    lines table 1 '^    the sum of 0 to 255 is 32640$'
}
check cpu:0 50
lines table 16 '^  .* pi 3.14[0-9]*, off by '
lines table 2 ' with the rest, 1/n - 1/(2n^2), it is 3.141592653'
lines table 1 '^  (11 cases are left out: not on a CPU)$'
lines table 6 '^    a loop takes .* ns: .* clocks of .* MHz, measured by a chain of additions$'
lines table 4 '^    bus: none, for the memory of a CPU is that of the host$'
# Sums by compare and swap may differ from run to run, or not; the library's tree has the same bits in all of them.
lines table 3 '^    the sum is .* runs'
# What threads find does not depend on the machine.
sed -n '/^    \(thread \|[ 0-9][0-9] to \|the [elgp]\|each number\|one by one\|a CPU has\)/p; /^  float32, the library.s tree/{n; p}' table
gpu=$("$SCREE" devices 2>/dev/null | sed -n '/, not used: /d; s/^\(vulkan:[0-9]*\)  .*/\1/p' | head -n 1)
if [ -n "$gpu" ]; then
    # Devices with small groups, or without float64, leave some cases out.
    left_out=$("$SCREE" bench primer --quick --device "$gpu" --json 2>/dev/null |
        grep -c '"left_out": "\(groups have\|this device has no\)')
    check "$gpu" $((72 - left_out))
fi

# One lesson alone; the ceiling that bounds it is measured as well.
"$SCREE" bench primer vector-add --quick --threads 2 --json >old.json || echo "exit $?"
grep -o '"\(lesson\|left_out\|ceiling\)": "[^"]*"' old.json
grep -c '_per_second": ' old.json
refuse bench primer dott
refuse bench primer dot dot
refuse bench noise dot
refuse bench noise --plot a.svg
refuse bench noise --threshold 3
refuse bench primer --timeline
refuse bench primer --threshold -1

# doctor MEDIAN MINIMUM MAXIMUM: an earlier run with these times.
doctor()
{
    sed -e "s/\"median\": [^,}]*/\"median\": $1/" -e "s/\"minimum\": [^,}]*/\"minimum\": $2/" \
        -e "s/\"maximum\": [^,}]*/\"maximum\": $3/" old.json >doctored.json
}

# compare: the verdicts and the exit status of a run after the one of doctored.json.
compare()
{
    "$SCREE" bench primer vector-add --quick --threads 2 --baseline doctored.json "$@" >table 2>err
    echo "exit $?"
    sed -n 's/^  one number.* | [0-9.]* *\([A-Z][A-Z]*\)$/\1/p' table
    cat err
}
doctor 1e-12 1e-12 1e-12
compare
doctor 1e+6 1e+6 1e+6
compare
doctor 1e-12 1e-12 1e+6
compare
# A run is like another whose times are within the threshold, however long they are.
cp old.json doctored.json
compare --threshold 1000000
sed 's/"case": "one number a thread"/"case": "other"/' old.json >doctored.json
compare
sed 's/"name": ".*"/"name": "another device"/' old.json >doctored.json
compare --threshold 1000000
try bench primer --baseline missing.json
echo '{"runs": 3}' >wrong.json
refuse bench primer --baseline wrong.json

# A gnuplot that draws nothing but keeps what it was told; one that fails; and none.
mkdir programs broken none
printf '#!/bin/sh\nprintf "%%s\\n" "$2" >commands\n' >programs/gnuplot
printf '#!/bin/sh\nexit 3\n' >broken/gnuplot
chmod +x programs/gnuplot broken/gnuplot
draw()
{
    folder=$1
    shift
    PATH="$PWD/$folder:$PATH_OF_ALL" "$SCREE" bench primer vector-add --quick --threads 2 --plot "$@" >table 2>err
    echo "exit $?"
    cat err
}
PATH_OF_ALL=$PATH
draw programs bars.svg
sed 's/^0 [0-9.]* [0-9.]* /0 PERCENT SECONDS /' bars.svg.dat
cat commands
# No name is a command to gnuplot.
draw programs "< it's.svg"
sed -n 's/ using .*//; /< it/p' commands
draw broken failed.svg
PATH_OF_ALL=
draw none absent.svg
ls -- *.dat
try bench primer launch --quick --plot launch.svg | sed -n '/^!/p'
refuse bench primer vector-add --quick --plot bars.png
try bench primer vector-add --quick --plot missing/bars.svg | sed -n '/^[$!e]/p'
