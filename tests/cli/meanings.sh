# Options that are said to mean the same make the same field.
base="--size 48x32 --density 3 --octaves 4 --seed 5"
# shellcheck disable=SC2086 # Several words.
{
    whole=$(digest $base)
    same "density is step times width" "$whole" "$(digest --size 48x32 --step 0.0625 --octaves 4 --seed 5)"
    same "preset terrain is the start" "$whole" "$(digest $base --preset terrain)"
    same "gain as weights" "$whole" "$(digest $base --weights 1,0.5,0.25,0.125)"
    same "falloff is gain" "$(digest $base --falloff 0.4)" "$(digest $base --gain 0.4)"
    same "persistence is gain" "$(digest $base --persistence 0.4)" "$(digest $base --gain 0.4)"
    same "frequency is step" "$whole" "$(digest --size 48x32 --frequency 0.0625 --octaves 4 --seed 5)"
    same "cell size is the inverse of the step" "$whole" "$(digest --size 48x32 --cell-size 16 --octaves 4 --seed 5)"
    same "cell sizes of single axes" "$(digest --size 48x32 --step 0.1,0.0625)" "$(digest --size 48x32 --cell-size 10,16)"
    same "--option=value" "$whole" "$(digest --size=48x32 --density=3 --octaves=4 --seed=5)"
    same "the last one counts" "$whole" "$(digest --seed 6 $base)"
    same "abs is billow" "$(digest $base --abs)" "$(digest $base --fractal billow)"
    same "origin of one cell" "$(digest $base --origin 1)" "$(digest $base --first 16)"
    for change in "--seed 6" "--kind value" "--fractal ridged" "--hash perlin2002" "--gradients sphere" \
        "--gradients cube" "--fade cubic" "--fade cosine" "--fade linear" "--gain 0.4" "--lacunarity 3" \
        "--octaves 3" "--density 4" "--origin 0,0.5" "--first 1" "--period 3"; do
        if [ "$(digest $base $change)" != "$whole" ]; then
            echo "$change: another field"
        else
            echo "$change: NO CHANGE"
        fi
    done
    # At a quarter of the size the last octaves are finer than the grid and are left out, unless they are kept.
    coarse="--size 16x16 --density 8 --octaves 6"
    same "fine octaves are left out" "$(digest $coarse)" "$(digest --size 16x16 --density 8 --octaves 2)"
    if [ "$(digest $coarse)" != "$(digest $coarse --keep-fine-octaves)" ]; then
        echo "--keep-fine-octaves: another field"
    fi
}
