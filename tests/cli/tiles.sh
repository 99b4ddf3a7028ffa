# A tile cut with --first is the crop of the whole, bit for bit, floats and integers.
field="--step 0.013 --origin 5.25,-7 --octaves 6 --range fixed -q"
# shellcheck disable=SC2086 # Several words.
{
    "$SCREE" noise $field --size 100x80 -o whole.r32
    "$SCREE" noise $field --size 100x30 --first 0,50 -o rows.r32
    tail -c $((100 * 30 * 4)) whole.r32 | cmp - rows.r32 && echo "rows: same"
    "$SCREE" noise $field --size 37x1 --first 41,17 -o part.r32
    dd if=whole.r32 bs=4 skip=$((17 * 100 + 41)) count=37 2>/dev/null | cmp - part.r32 && echo "part of a row: same"
    "$SCREE" noise $field --size 100x80 -o whole.r16
    "$SCREE" noise $field --size 100x1 --first 0,79 -o row.r16
    tail -c 200 whole.r16 | cmp - row.r16 && echo "u16 with the fixed range: same"
    "$SCREE" noise $field --size 100x10 --first 0,-10 -o before.r32
    "$SCREE" noise --step 0.013 --origin 5.25,-7 --octaves 6 --size 100x10 --first 0,-10 -q --threads 1 \
        --level scalar -o scalar.r32
    cmp before.r32 scalar.r32 && echo "negative index: same"
    # A field with a period of 4 cells of 16 samples repeats after 64 samples.
    "$SCREE" noise -q --size 64x64 --step 0.0625 --period 4 --octaves 4 -o one.r32
    "$SCREE" noise -q --size 64x64 --step 0.0625 --period 4 --octaves 4 --first 64,-128 -o other.r32
    cmp one.r32 other.r32 && echo "period: same"
    "$SCREE" noise -q --preset seamless --size 64x64 --keep-fine-octaves -o one.r32 --force
    "$SCREE" noise -q --preset seamless --size 64x64 --keep-fine-octaves --first 64 -o other.r32 --force
    cmp one.r32 other.r32 && echo "preset seamless: same"
}
