for list in kinds hashes gradients fades fractals variants metrics features formats types presets methods surfaces; do
    try list "$list"
done
try list kinds --json
try list formats --json
# The guide has a row for each format.
"$SCREE" list formats | while read -r name line; do
    line=${line##*\(}
    for word in "$name" ${line%%\)*}; do
        grep "^| .*\`$name\`" "$CLI_SOURCE/docs/guide.md" | grep -q -F "\`$word\`" || echo "$word is not in the guide"
    done
done
