# Distributions: quantiles are measured where --quantiles says, stand in every recipe, and stay there unless the noise
# changes.

# quantiles ARGUMENTS...: the line of a recipe that has them.
quantiles()
{
    "$SCREE" noise "$@" --print-recipe | grep '"quantiles"'
}

# compare TEXT A B: says whether two texts are the same.
compare()
{
    if [ "$2" = "$3" ]; then echo "$1: the same"; else echo "$1: another one"; fi
}

noise="--size 40x30 --step 0.3 --kind value --octaves 2"
# shellcheck disable=SC2086 # Several words.
{
    own=$(quantiles $noise --distribution uniform)
    compare 'field' "$own" "$(quantiles $noise --distribution uniform --quantiles field)"
    compare 'grid' "$own" "$(quantiles $noise --distribution uniform --quantiles grid)"
    compare 'normal' "$own" "$(quantiles $noise --distribution normal)"
    compare 'no distribution' '' "$(quantiles $noise)"
    echo "$own" | tr -cd , | wc -c

    "$SCREE" noise $noise --distribution uniform --quantiles grid --print-recipe >grid.json
    of_grid=$(quantiles $noise --distribution uniform --quantiles grid)
    compare 'recipe' "$of_grid" "$(quantiles grid.json)"
    compare 'recipe, normal' "$of_grid" "$(quantiles grid.json --distribution normal)"
    compare 'recipe, another part' "$of_grid" "$(quantiles grid.json --first 100,100)"
    compare 'recipe, another seed' "$of_grid" "$(quantiles grid.json --seed 9)"
    "$SCREE" noise grid.json --distribution own --seed 9 --print-recipe >own.json
    compare 'recipe, another seed without them' "$of_grid" "$(quantiles own.json --distribution uniform)"
    rm own.json
    compare 'recipe, measured anew' "$own" "$(quantiles grid.json --quantiles field)"
    "$SCREE" noise $noise --distribution uniform --quantiles grid -q -o a.npy
    "$SCREE" noise grid.json -q -o b.npy
    "$SCREE" noise a.npy -q -o c.npy
    cmp a.npy b.npy && cmp a.npy c.npy && echo 'recipes and files make the same bytes'

    # Points have all octaves, also those that a coarse grid leaves out.
    "$SCREE" noise --size 2x50 --step 5 -q -o places.npy
    "$SCREE" noise --octaves 6 --distribution uniform --points places.npy -q -o d.npy
    sed 's/, *$//' d.npy.json | grep -c '"quantiles"'
    refuse noise $noise --quantiles grid -o a.png
    refuse noise --octaves 6 --distribution uniform --quantiles grid --points places.npy -o d.npy
    refuse noise --distribution uniform --quantiles grid --projection equirectangular -o d.png
    refuse noise $noise --distribution uniform --quantiles here -o a.png
    refuse noise $noise --distribution gaussian -o a.png
    try noise $noise --distribution uniform --curl -o a.npy
}
echo '{"distribution": "uniform", "quantiles": [0, 1], "size": [8, 8], "step": 1}' >few.json
try noise few.json -o a.npy
sed 's/"quantiles": \[[^,]*,/"quantiles": [7,/' grid.json >falls.json
try noise falls.json -o a.npy
files
