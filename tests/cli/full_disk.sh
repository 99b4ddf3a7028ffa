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
