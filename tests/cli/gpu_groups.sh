# $SCREE is a build of the command that sees made-up GPUs. Several of them work as one, behind which are as many CPUs:
# the file, the line and the JSON are those of one device, but for its name. A list that cannot be is refused.
job="noise --size 300x400x20 --step 0.02 --octaves 3"
# shellcheck disable=SC2086 # Several words.
{
    try $job --device vulkan:2,0 -o a.r16 | sed 's/ values.* Msamples/ ... Msamples/'
    try $job --device vulkan:0 -q -o b.r16
    cmp a.r16 b.r16 && echo "one file"
    "$SCREE" $job --device vulkan:2,0 --json -q | sed -n '/"device": {/,/}/p'
    same "group" "$(digest --size 300x400x20 --step 0.02)" "$(digest --size 300x400x20 --step 0.02 --device vulkan:2,0)"
}
"$SCREE" verify --size 32x32 --device vulkan:0,2 --json | sed -n -e '/"equal"/p' -e '/"backend": "vulkan"/,/]/p'
"$SCREE" verify --size 32x32 --device vulkan:0,2 | grep -v '^cpu:0 ' | sed 's/[0-9a-f]\{64\}/DIGEST/'
"$SCREE" verify --size 32x32 --device cpu:all | grep -v '^cpu:0 '
# "all" leaves out the device that runs on the CPU; a device that cannot be opened is an error.
SCREE_TEST_REPAIRED=1 "$SCREE" noise --size 8x8 --device vulkan:all --json -q | grep members
try noise --size 8x8 --device vulkan:all -o c.png
try noise --size 8x8 --device cuda:all -o c.png
for list in vulkan:0,1 vulkan:0,4 vulkan:0,0 vulkan:0,2,0 vulkan:0, vulkan:,0 vulkan:0:2 vulkan:0,all vulkan:ALL \
    vulkan:-1,0 vulkan:0,4294967296 cuda:0,1 cpu:0,1 cpu:0,0 auto:all auto:0,1 \
    vulkan:0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16; do
    try noise --size 8x8 --device $list -o c.png
done
try noise --size 8x8 --device vulkan:0,2 --level scalar -o c.png
# A benchmark of its own. What its times are, nobody knows.
try bench noise --quick --repeats 1 --device vulkan:0,2 | sed -e 's/revision [0-9]*/revision R/' -e 's/[0-9.]*\.[0-9][0-9]*/N/g' -e 's/  */ /g'
"$SCREE" bench noise --quick --repeats 1 --device vulkan:0,2 --json | grep -c -e '"ratio": [0-9]'
try bench noise --quick --device vulkan:0,2 --baseline a.r16.json
try bench noise --quick --device vulkan:0,4
# Maps are made by each of them, beside the CPU; where none is named, by all that can be opened. The made-up timeline is
# everybody's; maps of one slab have the last of its three boxes as their second pass. Below the line of a GPU stands the
# occupancy of its programs, which the driver tells of one.
"$SCREE" bench maps --quick --device vulkan:2,0 |
    awk '/occupancy/; $2 ~ /^(cpu|vulkan):/ { print $1, $2, $7, $8, $9 }'
"$SCREE" bench maps --quick --device vulkan:0 --json | grep -o '"occupancy": .*'
"$SCREE" bench maps --quick 2>"$CLI_PRIVATE/err" | awk '$2 ~ /^(cpu|vulkan):/ { print $1, $2 }'
sed 's/^/! /' "$CLI_PRIVATE/err"
"$SCREE" bench axes --quick --device vulkan:0 | grep -cE '^ +[1-5] +(10|20)( +[0-9.e+-]+){8}$'
refuse bench axes --device vulkan:0,2
files
# Distance fields are spread like noise.
"$SCREE" sdf --size 8x8 --layers 8 --device vulkan:0,2 --json -q | grep -e members -e '"field"'
files
