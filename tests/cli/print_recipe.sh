# A recipe printed, read again and printed again is the same; options come after the file.
set -e
"$SCREE" noise --seed 18446744073709551615 --octaves 3 --gain 0.1 --size 30x20x10 --step 0.1,0.2,0.3 \
    --origin=-1e6 --first 5,-6,7 --period 8 --fractal ridged --kind value --fade cubic \
    --keep-fine-octaves --type u16 --range -0.25:0.5 --print-recipe >one.json
"$SCREE" noise one.json --print-recipe >two.json
"$SCREE" noise - --print-recipe <one.json >three.json
cmp one.json two.json && cmp one.json three.json && echo "read back: same"
"$SCREE" noise one.json --seed 7 --print-recipe >seven.json
diff one.json seven.json || true
"$SCREE" noise --weights 1,0.5,-0.25 --print-recipe >weights.json
"$SCREE" noise weights.json --octaves 2 --print-recipe >octaves.json
same "weights" "$(digest weights.json --size 64x64)" "$(digest --weights 1,0.5,-0.25 --step 0.00390625 --size 64x64)"
same "octaves in place of weights" "$(digest octaves.json --size 64x64)" \
    "$(digest --octaves 2 --step 0.00390625 --size 64x64)"
