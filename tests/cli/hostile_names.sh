# Names and texts of files that would command a terminal or turn the direction of a line are shown harmlessly, and long
# names leave room for the reason.
c1=$(printf 'c1\302\233[31m.npy')
raw=$(printf 'raw\233[31m.npy')
turned=$(printf 'turned\342\200\256ypn.npy')
isolated=$(printf 'isolated\342\201\247\330\234.npy')
plain=$(printf 'M\303\274nchen \346\235\261\344\272\254.npy')
for name in "$c1" "$raw" "$turned" "$isolated" "$plain"; do
    try info "$name" >"$CLI_PRIVATE/shown"
    sed 1d "$CLI_PRIVATE/shown"
    "$SCREE" noise --size 4x4 --origin 0.5 -o "$name" 2>&1 | sed 's/: 4x4.*//'
    "$SCREE" info "$name" | head -n 1
    "$SCREE" info "$name" --json | grep '"path"'
    "$SCREE" noise --octaves "$name" --json 2>&1 | sed 's/; .*//'
    "$SCREE" bench noise --baseline "$name" 2>&1 | sed 's/: line.*//'
done
# Texts out of files.
printf '{"format": "npy", "type": "f32", "size": [4, 4],\t"note": "\302\233[31m \342\200\256\177"}' >"$plain.json"
"$SCREE" info "$plain" | sed -n '/^recipe/,$p'
"$SCREE" info "$plain" --json | grep '"note"'
printf '{"k\302\233\342\200\256": 1}' | "$SCREE" noise - --json 2>&1
printf '{"seed": \342\200\256\302\233}' | "$SCREE" noise - --json 2>&1
# A path of about 3,000 bytes, and one that no system has.
deep=$(printf '%0100d/%0100d/%0100d/%0100d/%0100d/' 1 2 3 4 5)
deep=$deep$deep$deep$deep$deep$deep
for name in "${deep}a.png" "$deep$deep$deep${deep}a.png"; do
    for command in "info $name" "noise $name --json" "noise -q -o $name" "sdf $name -o a.npy" "noise --octaves $name"; do
        # shellcheck disable=SC2086 # Several words.
        "$SCREE" $command 2>&1 | sed 's/[0-9/]\{500,\}/.../g'
    done
done
