# Equal results: exit 0. The digest is that of `scree noise --json`.
printf '{"size": [50, 40, 3], "step": 0.09, "octaves": 3, "kind": "value"}' >r.json
"$SCREE" verify r.json >lines
echo "exit $?"
tail -n 1 lines | sed 's/; [1-9][0-9]* not checked$//'
same digest "$(sed -n '1s/.* //p' lines)" "$(digest r.json)"
same "a line for each level" "$(grep '^cpu:0 ' lines | grep -c '[0-9a-f]\{64\}$')" "$(levels | wc -l | tr -d ' ')"
same "levels that are not built" "$(grep -c '^cpu:0 .*not checked: this build lacks it' lines)" \
    "$("$SCREE" list levels | grep -c 'this build lacks it')"
"$SCREE" verify r.json --json | grep '"equal"'
"$SCREE" verify r.json --json | grep '"seconds"' | sed 's/: [0-9]*\.[0-9]\{9\},/: N/' | sort -u
