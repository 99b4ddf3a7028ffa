# Every row of the guide's table of exit statuses, with commands that end so. $SCREE is a build of the command in which the
# scalar level gets one sample wrong, so that verify finds two results that differ.
row()
{
    sed -n "s/^| $1 | \\(.*\\) |\$/$1: \\1/p" "$CLI_SOURCE/docs/guide.md"
}
# ends STATUS ARGUMENTS...
ends()
{
    expected=$1
    shift
    "$SCREE" "$@" >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/err"
    code=$?
    if [ $code -eq "$expected" ]; then
        echo "    scree $*" | sed "s/$missing/MISSING/"
    else
        echo "    scree $*: $code INSTEAD OF $expected"
        cat "$CLI_PRIVATE/err"
    fi
}
missing=$("$SCREE" list levels | sed -n 's/ *this processor lacks it$//p' | head -n 1)
SCREE_PLUGIN_PATH=$PWD/nothing
export SCREE_PLUGIN_PATH
echo "rows: $(sed -n 's/^| \([0-9]*\) | .*/\1/p' "$CLI_SOURCE/docs/guide.md" | tr '\n' ' ')"

row 0
ends 0 noise -q --size 8x8 --origin 0.5 -o a.png
ends 0 info a.png
ends 0 help
ends 0 noise -q --size 8x8 --origin 0.5 --type f32 -o a.vti

row 1
ends 1 noise -q --size 8x8 -o a.png
ends 1 noise -q --size 8x8 -o no/folder.png
ends 1 noise missing.json --json
ends 1 info missing.png
head -c 60 a.png >damaged.png
ends 1 info damaged.png
ends 1 sdf damaged.png --json
ends 1 noise --size 8x8x8 --format png -o /dev/stdout
ends 1 noise --size 536870912x536870912 -o huge.r16
ends 1 sdf --size 65536x65536 --layers 1024 --method jfa --json
ends 1 noise --device cuda:4294967295 --json
ends 1 noise --device vulkan:4294967295 --json
ends 1 noise --device cpu:7 --json
ends 1 verify --size 8x8 --device cuda:4294967295
ends 1 bench noise --quick --device vulkan:4294967295
ends 1 bench noise --quick --baseline missing.json
ends 1 bench primer vector-add --quick
ends 1 bench variants table-gradients --octaves 1 --quick
ends 1 noise --level "$missing" --json
ends 1 sdf --size 8x8 --layers 8 -o a.vdb
"$SCREE" version >/dev/full 2>/dev/null || echo "    scree version >/dev/full: $?"
"$SCREE" noise - --json 2>/dev/null <&- || echo "    scree noise - --json <&-: $?"
SCREE_CPU_LEVEL=$missing "$SCREE" noise --json 2>/dev/null || echo "    SCREE_CPU_LEVEL=MISSING scree noise --json: $?"

row 2
ends 2
ends 2 nonsense
ends 2 noise --nonsense
ends 2 noise --octaves 0 --json
ends 2 noise -o a.nonsense
ends 2 noise --size 8x8x8 -o a.pfm
ends 2 noise --type f32 -o b.png
ends 2 noise --lacunarity 2.5 --period 4 --json
ends 2 noise --device nonsense --json
ends 2 noise --device cpu:0,1 --json
ends 2 sdf --size 70000x1 --layers 1 -o a.vf
ends 2 sdf a.png --page 1 --json
ends 2 bench noise --quick --baseline a.png
ends 2 noise a.vti.json --octaves 33 --json
echo '{"octves": 3}' >wrong.json
: >empty.json
echo '{' >cut.json
head -c 1048577 /dev/zero | tr '\0' ' ' >long.json
for recipe in wrong.json empty.json cut.json long.json; do
    ends 2 noise "$recipe" --json
done
SCREE_CPU_LEVEL=fast "$SCREE" noise --json 2>/dev/null || echo "    SCREE_CPU_LEVEL=fast scree noise --json: $?"

row 5
ends 5 verify --size 32x32

row 130
for signal in INT TERM; do
    interrupt $signal c.png noise -q --size 4096x4096x64 --level scalar --threads 2 --octaves 32 \
        --lacunarity 1.1 --range fixed -o c.png 2>/dev/null || echo "    scree noise -o c.png, SIG$signal: $?"
done

row 141
mkfifo pipe
: <pipe &
exec 3>pipe
wait $! # The reader has ended.
"$SCREE" list kinds >&3 || echo "    scree list kinds | (a reader that is gone): $?"
exec 3>&-
rm pipe
files
