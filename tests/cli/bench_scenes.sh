# The benchmark of scenes has a row for each kind, also in JSON; it compares with no earlier run.
"$SCREE" bench scenes --quick --repeats 1 --device cpu >table || echo "exit $?"
grep -c '^cpu:0, .*QUICK' table
grep -cE '^(map|terrain|voxels|cloud|surface|density|columns|isosurface) +[0-9]+x[0-9x]+ +64x36( +[0-9]+\.[0-9]{3}){4}$' table
"$SCREE" bench scenes --quick --repeats 1 --device cpu --json >rows.json || echo "exit $?"
grep -c '"scene": "voxels", "samples": "32x32x32", "picture": "64x36", "make": {"seconds": [0-9.]*' rows.json
grep -c '"scene": ' rows.json
echo '{}' >old.json
refuse bench scenes --baseline old.json
refuse bench scenes --timeline
rm -f table rows.json old.json
files
