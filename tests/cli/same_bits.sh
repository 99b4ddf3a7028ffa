# One digest, whatever computes it and however it is cut.
field="--preset plain --size 130x67x9 --step 0.05,0.07,0.11 --origin=-3.3,1e9,17 --octaves 5 --seed 99"
# shellcheck disable=SC2086 # Several words.
{
    whole=$(digest $field)
    for level in $(levels); do
        same level "$whole" "$(digest $field --level "$level")"
    done | sort -u
    for threads in 1 2 3 7; do
        same "threads $threads" "$whole" "$(digest $field --threads $threads)"
    done
    same "the best device" "$whole" "$(digest $field -q --device auto)"
    "$SCREE" noise $field -q -o whole.r32
    same "file of float32" "$whole" "$(sha256sum whole.r32 | cut -d ' ' -f 1)"
    same "--json with a file" "$whole" "$(digest $field -q -o again.npy)"
    SCREE_CPU_LEVEL=scalar "$SCREE" noise $field -q -o scalar.r32
    cmp whole.r32 scalar.r32 && echo "SCREE_CPU_LEVEL: same"
}
