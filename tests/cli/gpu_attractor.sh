# $SCREE is a build of the command that sees made-up GPUs. The members of a group share the boxes of a cloud; pictures and
# coordinates are the same.
common="--particles 5000 --steps 60 --size 80x60 --colour z"
# shellcheck disable=SC2086 # Several words.
{
    "$SCREE" attractor -q $common -o cpu.png --points cpu.npy
    for device in vulkan vulkan:2 vulkan:0,2 vulkan:2,0; do
        "$SCREE" attractor -q -f $common --device "$device" -o gpu.png
        cmp cpu.png gpu.png && echo "$device: same"
    done
    "$SCREE" attractor -q -f $common --device vulkan:0,2 -o gpu.png --points gpu.npy
    cmp cpu.png gpu.png && cmp cpu.npy gpu.npy && echo "with points: same"
    try attractor -q $common --device vulkan:7 -o c.png
}
files
