# Samples of files as fields: in expressions, in recipes, and where they are refused.
"$SCREE" noise --expr 'x + 10 * y' --size 5x4 --step 1 -q -o map.npy
# The samples are those of the file, unless options of the grid say otherwise.
"$SCREE" noise --expr 'file("map.npy")' -q -o same.npy
"$SCREE" info same.npy | sed -n 's/^\(size\|range\) */\1 /p'
same "the samples of the file" "$(digest --expr 'file("map.npy")')" "$(digest --expr 'x + 10 * y' --size 5x4 --step 1)"
same "between two samples" "$(digest --expr 'file("map.npy")' --size 7x5 --step 0.5)" \
    "$(digest --expr 'x + 10 * y' --size 7x5 --step 0.5)"
same "the edge repeats" "$(digest --expr 'file("map.npy", edge=repeat)' --size 5x4 --step 1 --origin 5,4)" \
    "$(digest --expr 'file("map.npy")')"
same "a function that reads it" "$(digest --expr 'fn f(a) = a * file("map.npy"); f(2) - f(1)' --size 5x4 --step 1)" \
    "$(digest --expr 'file("map.npy")')"
# Each notation prints the other.
"$SCREE" noise --expr 'slope(file("map.npy", filter=cubic, edge=mirror)) + perlin()' --print-recipe
"$SCREE" noise --expr 'slope(file("map.npy", filter=cubic, edge=mirror)) + perlin()' --print-recipe >graph.json
try graph graph.json
try graph --expr 'file("map.npy") + 2 * file("map.npy")'
same "a recipe" "$(digest graph.json)" \
    "$(digest --expr 'slope(file("map.npy", filter=cubic, edge=mirror)) + perlin()')"
# What is wrong has its place.
try noise --expr 'file("missing.npy") + 1' -o a.npy
try noise --expr 'file("map.npy", filter=bicubic)' -o a.npy
try noise --expr 'file("map.npy", filtre=cubic)' -o a.npy
try noise --expr 'file("map.npy", edge=clamp, edge=mirror)' -o a.npy
try noise --expr 'file(map.npy)' -o a.npy
try noise --expr 'file("map.npy' -o a.npy
try noise --expr 'file("map.npy", channel=r)' -o a.npy
try noise --expr 'file("map.npy", channel="r")' -o a.npy
try noise --expr 'perlin(metric="euclidean")' -o a.npy
try noise --expr 'image("map.npy")' -o a.npy
try noise --expr 'file("map.npy")' --size 4x4x4 -o a.npy
try noise --expr 'file' -o a.npy
sed 's/"cubic"/"bicubic"/' graph.json >wrong.json
try noise wrong.json -o a.npy
sed 's/"edge"/"edges"/' graph.json >wrong.json
try noise wrong.json -o a.npy
files
