# Output of --json, with and without a file; without --json stdout stays empty.
"$SCREE" noise --size 40x30 --json | sed -e '/"recipe": {/,/^  },/d' -e '/"device": {/,/^  },/d'
"$SCREE" noise --size 40x30 --json --quiet -o a.r16 | grep -e '"path"' -e '"bytes_written"'
echo "$(($(wc -c <a.r16) + $(wc -c <a.r16.json))) bytes"
"$SCREE" noise --size 40x30 -o b.r16 2>"$CLI_PRIVATE/err" && wc -l <"$CLI_PRIVATE/err"
cat "$CLI_PRIVATE/err"
