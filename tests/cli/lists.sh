# Samples of the lists; help_test has all of them.
try list fades
try list fades --json
# The guide has a row for each format.
"$SCREE" list formats | while read -r name line; do
    line=${line##*\(}
    for word in "$name" ${line%%\)*}; do
        grep "^| .*\`$name\`" "$CLI_SOURCE/docs/guide.md" | grep -q -F "\`$word\`" || echo "$word is not in the guide"
    done
done
