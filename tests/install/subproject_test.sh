#!/bin/sh
# Projects that contain scree get the library and nothing else, neither GPUs, nor files, nor scree's tests, nor its command,
# nor files to install, unless they ask. With EXAMPLE, which is this build's own terrain, the programs of
# examples/subproject are built, too, and say what it says.
#
#     subproject_test.sh CMAKE SOURCE_FOLDER COMPILER [EXAMPLE]
set -eu
cmake=$1 source=$2 compiler=$3 example=${4-}
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
configure() # source folder, build folder, option...
{
    folder=$1 build=$2
    shift 2
    quietly "$cmake" -S "$folder" -B "$build" -G Ninja -DCMAKE_C_COMPILER="$compiler" -DSCREE_CPU_LEVELS=scalar "$@"
}

# The folders of parts that may be left out of which files are compiled, but for the stand-ins, on one line.
parts_of() # build folder
{
    ninja -C "$1" -t commands all | grep -o '/src/[a-z]*/[a-z_]*\.c$' | grep -v '/stub\.c$' | cut -d / -f 3 | sort -u |
        grep -E '^(cuda|formats|gpu|openvdb|vulkan)$' | tr '\n' ' ' || :
}

expect_off() # option
{
    expect "$1 within another project" OFF "$(sed -n "s/^$1:[A-Z]*=//p" "$work/game/build/CMakeCache.txt")"
}

# A game links one library.
mkdir "$work/game"
cat >"$work/game/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(game LANGUAGES C)
add_subdirectory($source scree)
add_executable(game $source/examples/terrain.c)
target_link_libraries(game PRIVATE scree::scree_static)
END
configure "$work/game" "$work/game/build"
for option in FORMATS VULKAN CUDA CUDA_KERNELS COMMAND VIEWER TESTS CHECKS; do
    expect_off "SCREE_BUILD_$option"
done
expect_off SCREE_INSTALL
expect "programs and libraries that were looked for" "" \
    "$(grep -E '^(SCREE_|PKG_CONFIG|pkgcfg_).*:(FILE)?PATH=.' "$work/game/build/CMakeCache.txt")"
expect "parts of a game" "" "$(parts_of "$work/game/build")"
ninja -C "$work/game/build" -t commands all >"$work/commands"
grep -q '/src/field/field\.c$' "$work/commands" && grep -q 'libscree\.a' "$work/commands" ||
    { echo "a game does not build what it links"; exit 1; }
! grep 'libscree\.so' "$work/commands" || { echo "a game builds the shared library, which it does not link"; exit 1; }
configure "$work/game" "$work/game/build" -DSCREE_BUILD_VULKAN=ON
expect "parts of a game with Vulkan" "gpu vulkan " "$(parts_of "$work/game/build")"
configure "$work/game" "$work/game/build" -DSCREE_BUILD_VULKAN=OFF -DSCREE_BUILD_FORMATS=ON
expect "parts of a game with files" "formats " "$(parts_of "$work/game/build")"
expect_off SCREE_BUILD_OPENVDB
sed -i '/target_link_libraries/d' "$work/game/CMakeLists.txt"
configure "$work/game" "$work/game/build"
! ninja -C "$work/game/build" -t commands all | grep '/src/' || { echo "what nothing links is built"; exit 1; }
[ -n "$example" ] || exit 0

configure "$source/examples/subproject" "$work/build" -DCMAKE_INSTALL_BINDIR=bin
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
