# Writing that fails in the middle: exit 1, named, nothing left.
echo "\$ ulimit -f 1000; scree noise -o a.r32"
(
    ulimit -f 1000 # Blocks of 512 bytes: an eighth of what is needed.
    "$SCREE" noise -q --size 1024x1024 -o a.r32 >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/err"
    echo $? >"$CLI_PRIVATE/code"
)
show "$(cat "$CLI_PRIVATE/code")"
echo "\$ ulimit -f 100; scree noise -o a.png"
(
    ulimit -f 100
    "$SCREE" noise -q --size 1024x1024 -o a.png >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/err"
    echo $? >"$CLI_PRIVATE/code"
)
show "$(cat "$CLI_PRIVATE/code")"
files
# The second file of a run fails: the first one does not appear either.
echo "\$ ulimit -f 100; scree sdf -o a.raw --nearest b.raw"
(
    ulimit -f 100
    "$SCREE" sdf -q --size 50x50 --layers 8 --type i16 -o a.raw --nearest b.raw \
        >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/err"
    echo $? >"$CLI_PRIVATE/code"
)
show "$(cat "$CLI_PRIVATE/code")"
files
# The same where the first files are to be replaced.
"$SCREE" sdf -q --size 16x16 --layers 8 --type i16 -o a.raw --nearest b.raw
cat a.raw a.raw.json b.raw b.raw.json >"$CLI_PRIVATE/before"
echo "\$ ulimit -f 100; scree sdf --force -o a.raw --nearest b.raw"
(
    ulimit -f 100
    "$SCREE" sdf -q -f --size 50x50 --layers 8 --type i16 -o a.raw --nearest b.raw \
        >"$CLI_PRIVATE/out" 2>"$CLI_PRIVATE/err"
    echo $? >"$CLI_PRIVATE/code"
)
show "$(cat "$CLI_PRIVATE/code")"
files
cat a.raw a.raw.json b.raw b.raw.json | cmp - "$CLI_PRIVATE/before" && echo "the files are as they were"
