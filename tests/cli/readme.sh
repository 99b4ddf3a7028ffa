# The SHA-256 sums in README and guide are what the commands above them print.
scree()
{
    "$SCREE" "$@"
}
for text in README.md docs/guide.md; do
    echo "$text"
    # One line for each command and each sum that stands below it, with a tabulator between.
    awk '/^    [$] / { command = substr($0, 7) }
         /^ *$/ { command = "" }
         command != "" && !/^    [$] / {
             for (i = 1; i <= NF; i++) {
                 word = $i
                 gsub(/[",]/, "", word)
                 if (length(word) == 64 && word !~ /[^0-9a-f]/)
                     print command "\t" word
             }
         }' "$CLI_SOURCE/$text" | sort -u >expected
    while IFS="$(printf '\t')" read -r command sum; do
        same "$command" "$sum" "$(eval "$command" 2>&1 | grep -o '[0-9a-f]\{64\}' | sort -u)"
    done <expected
done
