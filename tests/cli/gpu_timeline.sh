# $SCREE is a build of the command that sees made-up GPUs. They tell of three boxes; of a group, of two members.
for device in vulkan:0 vulkan:2,0; do
    try bench noise --quick --timeline --device $device | sed 's/streamed in .* ms/streamed in .../'
done
"$SCREE" bench noise --quick --timeline --device vulkan:0 --json |
    sed -e 's/"seconds": .*/"seconds": ...,/' -e 's/"version": .*/"version": .../' | head -n 24
# The CPU tells of computing alone.
"$SCREE" bench noise --quick --timeline --threads 1 | grep -c '^ *[0-9][0-9]* |.*#'
"$SCREE" bench noise --quick --timeline --threads 1 | tail -n 1
