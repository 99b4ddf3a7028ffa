# The benchmarks of maps and of axes have a row for each case, also in JSON, and compare with no earlier run. Maps leave
# no file behind, also where they are interrupted or cannot be written.
number='[0-9]+\.[0-9]{2}'
"$SCREE" bench maps --quick --device cpu >table || echo "exit $?"
grep -c '^scree .*QUICK' table
grep -cE "^(512|1024)\^2 +cpu:0( +$number +1\.00){2}( +$number){2} +- +$number +[0-9]+\.[0-9]$" table
grep -cE '^32768\^2 +24682 +169959 +6\.89 +126760 +717224 +5\.66$' table
"$SCREE" bench maps --quick --device cpu --json >rows.json || echo "exit $?"
for key in memory_seconds png_seconds scan_seconds convert_seconds download_seconds write_seconds png_bytes \
    programs tesla_t4_milliseconds left_out; do
    echo "$key $(grep -c "\"$key\": " rows.json)"
done
"$SCREE" bench axes --quick --level scalar >table || echo "exit $?"
grep -c '^sequential: cpu:0, .*, scalar, 1 thread$' table
grep -cE '^ +[1-5] +(10|20)( +[0-9.e+-]+){5}$' table
"$SCREE" bench axes --quick --json >rows.json || echo "exit $?"
for key in axes sequential parallel gpu speedup left_out; do
    echo "$key $(grep -c "\"$key\": " rows.json)"
done
rm -f table rows.json
for subject in maps axes; do
    refuse bench "$subject" --baseline old.json
    refuse bench "$subject" --timeline
done
interrupt INT scree-bench.png bench maps --device cpu --repeats 1000 >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/err"
show $?
files
echo "\$ ulimit -f 100; scree bench maps"
(
    ulimit -f 100 # Blocks of 512 bytes: less than the smallest map takes.
    "$SCREE" bench maps --quick --device cpu >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/err"
    echo $? >"$CLI_PRIVATE/code"
)
show "$(cat "$CLI_PRIVATE/code")"
files
