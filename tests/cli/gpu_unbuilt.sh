# $SCREE is a build of the command that sees made-up GPUs. Here it was built without CUDA.
SCREE_TEST_UNBUILT=cuda
export SCREE_TEST_UNBUILT
try noise --device cuda -o a.png
try noise --device cuda:0 -o a.png
"$SCREE" devices 2>/dev/null | tail -n 1
files
