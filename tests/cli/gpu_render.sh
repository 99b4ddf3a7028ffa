# $SCREE is a build of the command that sees made-up GPUs. A picture of a scene has the bytes of the CPU's; a group draws
# none, and says so.
# shellcheck disable=SC2086 # Several words.
for scene in "map --samples 40x30" "terrain --samples 20x30" "voxels --samples 9x10x11" "cloud --samples 8x8x8" \
    "columns --samples 40x30"; do
    "$SCREE" render --scene $scene -q -f --size 40x30 -o cpu.png
    "$SCREE" render --scene $scene -q -f --size 40x30 --device vulkan:2 -o gpu.png
    cmp cpu.png gpu.png && echo "$scene: same"
done
refuse render --samples 8x8 --device vulkan:0,2 -o group.png
files
