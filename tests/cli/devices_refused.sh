# Levels and devices that this machine lacks are refused by the name of the option, or of the variable, that asked.
missing=$("$SCREE" list levels | sed -n 's/ *this processor lacks it$//p' | head -n 1)
lacks()
{
    try "$@" | sed -e "s/$missing/MISSING/" -e 's/; it can run: scalar.*/; it can run: scalar.../' \
        -e 's/best it can run is .*/best .../'
}
# Of levels that the processor has but this build has not, the one to build is named.
for level in $("$SCREE" list levels | sed -n 's/ *this build lacks it.*//p'); do
    "$SCREE" noise --level "$level" -o a.png 2>&1 | grep -q 'this build lacks it, and the preset "release" has it' ||
        echo "$level: the preset is not named"
    SCREE_CPU_LEVEL=$level "$SCREE" noise -o a.png 2>&1 | grep -q 'this build lacks (the preset "release"' ||
        echo "$level: the preset is not named to a variable"
done
lacks noise --level "$missing" -o a.png
lacks bench noise --quick --level "$missing"
SCREE_CPU_LEVEL=$missing
export SCREE_CPU_LEVEL
lacks noise -o a.png
SCREE_CPU_LEVEL=fast
try noise -o a.png
try noise -q --level auto --size 8x8 --origin 0.5 -o auto.png
unset SCREE_CPU_LEVEL
try noise -q --level auto --size 8x8 --origin 0.5 -o auto.png
try noise -q --level scalar --size 8x8 --origin 0.5 -o scalar.png
try noise --device cpu:1 -o a.png
try bench noise --quick --device cpu:4294967295
# The library's message depends on the build and the machine.
try noise --device vulkan:4294967295 -o a.png | sed 's/^! scree: .*vulkan.*/! scree: ... vulkan .../'
try noise -q --device cpu:0 --size 8x8 --origin 0.5 -o cpu.png
files
