# $SCREE is a build of the command that sees made-up GPUs. The line and the JSON tell which one computed; the CPU looks
# for none.
job="noise --size 8x8 --origin 0.5"
# shellcheck disable=SC2086 # Several words.
{
    try $job --device vulkan -o a.png | sed 's/ values.* Msamples/ ... Msamples/'
    try $job --device vulkan:2 --threads 2 -o b.r16 | sed 's/ values.* Msamples/ ... Msamples/'
    try $job --device cpu -o c.png | sed 's/ values.* Msamples/ ... Msamples/'
    try $job --device cpu:0 --level scalar -q -o d.png
    "$SCREE" $job --device vulkan:2 --json | sed -n -e '/"device": {/,/}/p' -e '/"device_seconds"/p'
    "$SCREE" $job --device cpu --json | grep -c -e '"device_seconds"' -e '"uuid": "'
    same "device" "$(digest --size 8x8)" "$(digest --size 8x8 --device vulkan:2)"
    # What the CPU has done before a GPU has started is left to it.
    try $job --device auto -o little.png | sed 's/ values.* Msamples/ ... Msamples/'
    export SCREE_TEST_CPU_SECONDS=0.3
    # A GPU that auto passed over is named, and is not the reason for what goes wrong later.
    try $job --device auto -o e.png | sed 's/ values.* Msamples/ ... Msamples/'
    try $job --device auto --level scalar -q -o e.png
}
files
