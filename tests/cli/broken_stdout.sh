# A stdout that cannot be written is an error.
for arguments in "list kinds" "help noise" "version --json" "noise --size 8x8 --json" "completion zsh" "man"; do
    echo "\$ scree $arguments >/dev/full"
    # shellcheck disable=SC2086 # Several words.
    "$SCREE" $arguments >/dev/full 2>"$CLI_PRIVATE/err"
    code=$?
    : >"$CLI_PRIVATE/out"
    show $code
done
echo '$ scree list kinds | (a reader that is gone)'
mkfifo pipe
: <pipe &
exec 3>pipe
wait $! # The reader has ended.
"$SCREE" list kinds >&3 2>"$CLI_PRIVATE/err"
code=$?
exec 3>&-
show $code
