# A stdout that cannot be written is an error.
for arguments in "list kinds" "help noise" "version --json" "noise --size 8x8 --json" "completion zsh" "man" \
    "noise --size 8x8 --format r32 -o /dev/stdout" "render --size 8x8 -o -"; do
    echo "\$ scree $arguments >/dev/full"
    # shellcheck disable=SC2086 # Several words.
    "$SCREE" $arguments >/dev/full 2>"$CLI_PRIVATE/err"
    code=$?
    : >"$CLI_PRIVATE/out"
    show $code
done
# That its reader has gone is none: the command ends without a word, with the status that shells have for SIGPIPE.
mkfifo pipe
for arguments in "list kinds" "list" "help noise --json" "noise --size 8x8 --json" "info a.npy" "preview --graphics blocks" \
    "noise --size 8x8 --format r32 -o /dev/stdout" "noise --size 8x8 --format png -o /dev/stdout" "render --size 8x8 -o -" \
    "sdf --size 8x8 --format raw -o /dev/stdout" "noise --size 8x8 --format r32 -o /dev/full" "noise -o a.npy"; do
    [ -f a.npy ] || "$SCREE" noise --size 8x8 -q -o a.npy
    echo "\$ scree $arguments | (a reader that is gone)"
    : <pipe &
    exec 3>pipe
    wait $! # The reader has ended.
    # shellcheck disable=SC2086 # Several words.
    "$SCREE" $arguments >&3 2>"$CLI_PRIVATE/err"
    code=$?
    exec 3>&-
    show $code
done
files
