# The benchmark of particles has a row for each task on each device, also in JSON; it compares with no earlier run.
"$SCREE" bench particles --quick --repeats 1 --device cpu >table || echo "exit $?"
grep -c '^cpu:0, .*QUICK' table
grep -c '^move .* 4096 *128 ' table
grep -c '^draw .* 100000 *0 ' table
"$SCREE" bench particles --quick --repeats 1 --device cpu --json >rows.json || echo "exit $?"
grep -c '"row": "place, move, draw f32", "particles": 100000, "steps": 128, "seconds": [0-9.]*' rows.json
grep -c '"row": ' rows.json
echo '{}' >old.json
refuse bench particles --baseline old.json
refuse bench particles --timeline
rm -f table rows.json old.json
files
