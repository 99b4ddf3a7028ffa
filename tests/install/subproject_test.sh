#!/bin/sh
# Builds a project that contains scree: its programs say what this build's own example says, and it gets the library and
# nothing else, neither scree's tests, nor its command, nor files to install.
#
#     subproject_test.sh CMAKE SOURCE_FOLDER COMPILER EXAMPLE
set -eu
cmake=$1 source=$2 compiler=$3 example=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

quietly() # command...
{
    "$@" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
}

expect() # what, expected, found
{
    if [ "$2" != "$3" ]; then
        echo "$1: expected $2, found $3"
        exit 1
    fi
}

# The files below a folder, one a line.
files_of()
{
    (cd "$1" && find . -type f | sort)
}

# One instruction set is enough here, and takes a fifth of the time.
quietly "$cmake" -S "$source/examples/subproject" -B "$work/build" -G Ninja -DCMAKE_C_COMPILER="$compiler" \
    -DSCREE_CPU_LEVELS=scalar -DCMAKE_INSTALL_BINDIR=bin
for option in SCREE_BUILD_TESTS SCREE_BUILD_COMMAND SCREE_BUILD_OPENVDB SCREE_INSTALL; do
    expect "$option within another project" OFF "$(sed -n "s/^$option:[A-Z]*=//p" "$work/build/CMakeCache.txt")"
done
quietly "$cmake" --build "$work/build"
heights=$("$example")
expect "shared, as a subproject" "$heights" "$("$work/build/subproject")"
expect "static, as a subproject" "$heights" "$("$work/build/subproject_static")"
if find "$work/build" -name CTestTestfile.cmake | grep .; then
    echo "the files above bring scree's tests into another project"
    exit 1
fi

quietly "$cmake" --install "$work/build" --prefix "$work/alone"
expect "what is installed" ./bin/subproject_static "$(files_of "$work/alone")"
quietly "$cmake" -S "$source/examples/subproject" -B "$work/build" -DSCREE_INSTALL=ON
quietly "$cmake" --install "$work/build" --prefix "$work/together"
for file in libscree.so libscree.a scree-config.cmake scree.pc scree.h; do
    files_of "$work/together" | grep -q "/$file" || { echo "with SCREE_INSTALL $file was not installed"; exit 1; }
done
echo "$heights"
