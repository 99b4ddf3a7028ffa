# $SCREE is a build of the command that sees made-up GPUs. All that can be opened are checked, the software ones too;
# the others are left out with the reason.
"$SCREE" verify --size 32x32 2>err >lines
echo "exit $?"
cat err
grep -v '^cpu:0 ' lines | sed 's/[0-9a-f]\{64\}/DIGEST/'
same "one digest" "$(grep -o '[0-9a-f]\{64\}$' lines | sort | uniq -c | tr -s ' ' | cut -d ' ' -f 2)" \
    "$(($(levels | wc -l) + 2))"
same "one column" "$(sed -n 's/[0-9a-f]\{64\}$//p' lines | awk '{ print length($0) }' | sort -u)" 31
"$SCREE" verify --size 32x32 --json 2>/dev/null |
    sed -n -e '/"equal"/p' -e '/"backend": "vulkan"/,/^    }/p' |
    sed -e 's/[0-9a-f]\{64\}/DIGEST/' -e 's/[0-9]*\.[0-9]\{9\}/SECONDS/'
