# $SCREE is a build of the command that sees made-up GPUs. Those that cannot be opened are refused by what the library
# says of them, and options of the CPU do not go with a GPU.
for command in "noise -o a.png" "bench noise --quick"; do
    # shellcheck disable=SC2086 # Several words.
    {
        try $command --device vulkan:1
        try $command --device vulkan:3
        try $command --device vulkan:4
        try $command --device cuda
        try $command --device vulkan:0 --level scalar
        try $command --device cuda --level auto
        try $command --device cpu:1
    }
done
refuse noise --device vulkan:4294967296 -o a.png
refuse noise --device vulkan: -o a.png
refuse noise --device vulkan0 -o a.png
files
