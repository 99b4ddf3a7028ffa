# The benchmark runs, its JSON can be compared with, and files that are none are refused before it runs.
"$SCREE" bench noise --quick --repeats 1 --threads 1 --json >old.json || echo "exit $?"
grep -c '"case"' old.json | sed 's/^[1-9][0-9]*$/some cases/'
grep -c '"kind": "plain loop"' old.json
"$SCREE" bench noise --quick --repeats 1 --threads 1 --baseline old.json >table || echo "exit $?"
sed -n 's/^.*new\/old$/compared/p' table
sed -n 's/ *a sample costs [0-9.]* times/: a sample costs N times/p' table
echo '{"runs": 3}' >wrong.json
try bench noise --baseline wrong.json
try bench noise --baseline missing.json
try bench noise --repeats 0
