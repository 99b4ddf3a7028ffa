# Descriptors that whoever starts the command has closed: nothing that is meant for them gets into a file, and only who
# needs them fails.
busy="--size 700x700 --level scalar --octaves 32 --lacunarity 1.1 --keep-fine-octaves --range fixed"
# shellcheck disable=SC2086 # Several words.
{
    "$SCREE" noise -q $busy -o whole.png
    "$SCREE" noise $busy --progress always -o a.png 0<&- 2>&-
    echo "without stdin and stderr: exit $?"
    "$SCREE" noise $busy --progress always -o b.png 0<&- 1>&- 2>&-
    echo "without any: exit $?"
}
cmp whole.png a.png && cmp whole.png b.png && echo "all files: same"
# without_stdout ARGUMENTS...
without_stdout()
{
    echo "\$ scree $* >&-"
    "$SCREE" "$@" >&- 2>"$CLI_PRIVATE/err"
    code=$?
    : >"$CLI_PRIVATE/out"
    show $code
}
without_stdout noise -q --size 8x8 --origin 0.5 -o d.png
without_stdout noise -q --size 8x8 --origin 0.5 --threads 0 -o e.png
without_stdout noise -q --size 8x8 --json
without_stdout version
without_stdout help noise
without_stdout info whole.png
without_stdout noise --size 8x8 --format r32 -o /dev/stdout
without_stdout noise --size 8x8 --format r32 -o /dev/fd/1
echo '$ scree noise - --json 0<&-'
"$SCREE" noise - --json 0<&- >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/err"
show $?
echo '$ scree noise --octaves 0 --json 2>&-'
"$SCREE" noise --octaves 0 --json 2>&-
echo "exit $?"
files
