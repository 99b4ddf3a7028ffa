# Graphs as operands: recipes of graphs, and files that carry them, wherever commands take a recipe of noise.
cat >land.json <<'END'
{
  "field": "graph",
  "nodes": {
    "ground": {"kind": "perlin", "octaves": 5, "seed": 3},
    "map": {"op": "remove-axis", "field": "ground", "axis": 1},
    "cut": {"op": "terrace", "x": "map", "steps": 5, "smoothness": 0.5}
  },
  "size": [48, 32],
  "step": 0.05,
  "scene": {"kind": "terrain", "counts": [24, 24]}
}
END
"$SCREE" noise land.json -q -o land.npy
"$SCREE" noise land.json -q -o land.png
same "a recipe from stdin" "$(digest - <land.json)" "$(digest land.json)"
same "a file of values" "$(digest land.npy)" "$(digest land.json)"
same "a picture, as float32" "$(digest land.png --type f32)" "$(digest land.json)"
same "an expression" "$(digest --expr 'terrace(remove_axis(perlin(octaves=5, seed=3), 1), 5, 0.5)' --size 48x32 --step 0.05)" \
    "$(digest land.json)"
same "options of the grid" "$(digest land.json --size 20x30 --step 0.1)" \
    "$(digest --expr 'terrace(remove_axis(perlin(octaves=5, seed=3), 1), 5, 0.5)' --size 20x30 --step 0.1)"
"$SCREE" noise land.json --print-recipe >printed.json
same "a printed recipe" "$(digest printed.json)" "$(digest land.json)"
"$SCREE" verify land.png --device cpu | tail -n 1
# Pictures and scenes have the graph inside them.
"$SCREE" draw land.json -q -o map.png
"$SCREE" draw --expr 'remove_axis(perlin(octaves=5, seed=3), 1)' --samples 48x32 --step 0.05 -q -o expression.png
"$SCREE" render land.json --size 40x30 -q -o scene.png
"$SCREE" render --expr 'sphere(1) + 0.2 * perlin()' --scene voxels --samples 16x16x16 --step 0.25 --origin=-2 \
    --size 40x30 -q -o ball.png
"$SCREE" preview --expr 'x' --samples 40x40 --step 0.1 --graphics ascii | tail -n 1 | cut -c 1-4
for picture in map expression scene ball; do
    "$SCREE" info "$picture.png" | grep -c '"field": "graph"'
done
same "a map's graph" "$(digest map.png --type f32)" "$(digest land.json)"
# Options of noise are refused, and what needs a recipe of noise.
refuse noise land.json --octaves 3 -o a.png
refuse noise land.json --preset hills -o a.png
refuse noise land.json --normals -o a.png
refuse draw land.json --seed 2 -o a.png
refuse draw --expr 'x' land.json -o a.png
refuse sdf land.json -o a.npy
refuse bench land.json
echo '{"nodes": {"a": {"op": "scale", "field": "b"}}}' >wrong.json # It needs no "field": "graph".
refuse noise wrong.json -o a.png
echo '{"field": "graph"}' >empty.json
refuse draw empty.json -o a.png
# A recipe may have an expression in place of nodes.
echo '{"field": "graph", "expression": "perlin(seed=2) * x", "size": [32, 16], "step": 0.125}' >text.json
same "a recipe's expression" "$(digest text.json)" "$(digest --expr 'perlin(seed=2) * x' --size 32x16 --step 0.125)"
echo '{"field": "graph", "expression": 3}' >wrong.json
refuse noise wrong.json -o a.png
echo '{"field": "graph", "expression": "x", "nodes": {"a": {"op": "x"}}}' >wrong.json
refuse noise wrong.json -o a.png
echo '{"field": "graph", "expression": "1 + perln()"}' >wrong.json
try noise wrong.json -o a.png
echo '{"field": "graph", "expression": "perlin(derivatives=true)"}' >wrong.json
refuse noise wrong.json -o a.png
echo files: *
