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
# Files without a header, pages and holes.
"$SCREE" noise --expr 'x + 10 * y' --size 5x4 --step 1 --range 0:65535 --type u16 -q -o plain.raw
same "a file without a header" \
    "$(digest --expr 'file("plain.raw", raw_size=[5, 4], raw_type=u16, nodata=33, holes=-1)' --size 5x4 --step 1)" \
    "$(digest --expr 'let f = file("map.npy"); f - select(0, f + 1, f, 32.5, 33.5)' --size 5x4 --step 1)"
try graph --expr 'file("plain.raw", nodata=-1, raw_big_endian=false, raw_type=u16, raw_size=[5, 4], holes=-1)'
try noise --expr 'file("plain.raw", raw_type=u16)' -o a.npy
try noise --expr 'file("map.npy", page=1)' -o a.npy
try noise --expr 'file("plain.raw", raw_size=5, raw_type=u16)' -o a.npy
try noise --expr 'file("plain.raw", raw_size=[5, 4], raw_type=u17)' -o a.npy
try noise --expr 'file("plain.raw", raw_size=[5, 4], raw_big_endian=yes)' -o a.npy
try noise --expr 'file("map.npy", holes=fill)' -o a.npy
try noise --expr 'file("map.npy", filter="cubic")' -o a.npy
try graph --expr 'file("map.npy", nodata=18446744073709551615)'
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
