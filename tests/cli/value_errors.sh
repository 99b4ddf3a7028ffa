# Values that are no numbers, or out of range: exit 2, with the option, the value and the range.

# refuse_values OPTION VALUES...: each is refused for the same reason, which is shown once; another one is shown, too.
refuse_values()
{
    option=$1 last=
    shift
    for value in "$@"; do
        refuse noise "$option" "$value" -o a.png >"$CLI_PRIVATE/refused"
        read -r line <"$CLI_PRIVATE/refused"
        reason=${line#"! scree: $option ${value:-(empty)}: "}
        if [ "$reason" != "$last" ] || [ "$(wc -l <"$CLI_PRIVATE/refused")" -ne 1 ]; then
            echo "$option: $reason"
        fi
        last=$reason
    done
}

refuse_values --size 0 0x1 1x0 -1 1x-1 10x x10 1e9 1.5 '' ' 1' 1x1x1x1x1x1x1x1x1 1099511627777 99999999999999999999
refuse_values --octaves 0 33 -1 1.5 nan '' 8x 99999999999999999999
refuse_values --seed -1 18446744073709551616 0x10 1e3
refuse_values --gain nan inf 17 -17 1e999 0x1p3 1,5 ''
refuse_values --lacunarity 0.06 17
refuse_values --weights 1,, 1,2000000 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1
refuse_values --step 0 -1 1e400 1e-400 nan 1048577 '1, 2'
refuse_values --cell-size 0 -1 inf nan 281474976710657 ''
refuse_values --density 0 -4 inf
refuse_values --origin 2e18
refuse_values --first 1.5 1099511627777
refuse_values --period -1
refuse_values --range 1:0 0:0 a:b 0 : 0: nan:1 0:inf full
refuse_values --threads 0 1025
for command in render draw preview 'attractor --colour speed'; do
    # shellcheck disable=SC2086 # Several words.
    refuse $command --range fixed -o a.png
done
refuse noise --compression 13 -o a.png
files
# The limits that are told are those of the library: what is next to them is refused by the option, what is on them is
# taken.
accepted()
{
    echo "\$ scree noise $* --print-recipe"
    "$SCREE" noise "$@" --print-recipe 2>&1 | grep -e '"step"' -e '"weights"' -e '"lacunarity"' -e '^scree'
}
accepted --size 1 --step 3.552713678800501e-15 --lacunarity 0.0625 --weights 2.3283064365386963e-10,0,-1e6
accepted --size 1 --step 1048576 --lacunarity 16
accepted --size 1 --density 3.552713678800501e-15
refuse noise --size 1 --step 3.5527136788005e-15 --print-recipe
refuse noise --size 1 --step 1048576.0000000002 --print-recipe
refuse noise --size 1 --density 3.5527136788005e-15 --print-recipe
refuse noise --size 2 --density 3.552713678800501e-15 --print-recipe
refuse noise --weights 2.328306436538696e-10 --print-recipe
refuse noise --weights -1000000.0000000001 --print-recipe
try sdf --size 4x4 --origin 0.5 --octaves 1 --layers 2 --clip 1e-15 -q -o clipped.npy
try sdf --size 4x4 --clip 9.99e-16 -o refused.npy
"$SCREE" help noise --json | sed -n '/"name": "weights"/,/"zero_excluded"/p' | grep -e minimum -e maximum
"$SCREE" help noise --json | grep '"min_magnitude": 2'
files
