#!/bin/sh
# Installs scree into an empty folder and uses it from there as another project would: by CMake and by pkg-config, the
# shared library and the static one.
#
#     install_test.sh CMAKE BUILD_FOLDER SOURCE_FOLDER COMPILER
set -eu
cmake=$1 build=$2 source=$3 compiler=$4
examples=$source/examples
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix

"$cmake" --install "$build" --prefix "$prefix" >"$work/log"
libraries=$(dirname "$(find "$prefix" -name libscree.a)")
export LD_LIBRARY_PATH="$libraries" PKG_CONFIG_PATH="$libraries/pkgconfig"

expect() # what, expected, found
{
    if [ "$2" != "$3" ]; then
        echo "$1: expected $2, found $3"
        exit 1
    fi
}

for file in bin/scree include/scree/scree.h share/man/man1/scree.1 share/bash-completion/completions/scree \
    share/zsh/site-functions/_scree share/fish/vendor_completions.d/scree.fish share/doc/scree/LICENSE; do
    test -s "$prefix/$file" || { echo "$file was not installed"; exit 1; }
done
if grep -r -l "$build" "$prefix" --include='*.cmake' --include='*.pc' --include='*.h'; then
    echo "the files above name the folder that scree was built in"
    exit 1
fi

"$cmake" -S "$examples/consumer" -B "$work/consumer" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_C_COMPILER="$compiler" >"$work/log" || { cat "$work/log"; exit 1; }
"$cmake" --build "$work/consumer" >"$work/log" || { cat "$work/log"; exit 1; }
heights=$("$work/consumer/consumer")
expect "static, by CMake" "$heights" "$("$work/consumer/consumer_static")"

"$compiler" "$examples/terrain.c" -o "$work/shared" $(pkg-config --cflags --libs scree)
expect "shared, by pkg-config" "$heights" "$("$work/shared")"
# -Bstatic for scree alone: what it rests on may have no static library here.
"$compiler" "$examples/terrain.c" -o "$work/static" $(pkg-config --cflags scree) \
    $(pkg-config --static --libs scree | sed 's/-lscree/-Wl,-Bstatic -lscree -Wl,-Bdynamic/')
expect "static, by pkg-config" "$heights" "$("$work/static")"

# The prefix is found from where the file lies, also below a folder of more parts and after everything was moved.
"$cmake" -S "$source" -B "$work/multiarch" -G Ninja -DCMAKE_C_COMPILER="$compiler" \
    -DCMAKE_INSTALL_LIBDIR=lib/some-machine >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
mkdir -p "$work/moved/lib/some-machine/pkgconfig"
cp "$work/multiarch/scree.pc" "$work/moved/lib/some-machine/pkgconfig"
expect_folders() # prefix, libdir within it
{
    PKG_CONFIG_PATH="$1/$2/pkgconfig"
    expect "prefix in $2" "$1" "$(realpath -m "$(pkg-config --variable=prefix scree)")"
    expect "libdir in $2" "$1/$2" "$(realpath -m "$(pkg-config --variable=libdir scree)")"
    expect "includedir in $2" "$1/include" "$(realpath -m "$(pkg-config --variable=includedir scree)")"
}
expect_folders "$(realpath "$work")/moved" lib/some-machine
mv "$prefix" "$work/elsewhere"
expect_folders "$(realpath "$work")/elsewhere" "${libraries#"$prefix"/}"
mv "$work/elsewhere" "$prefix"
PKG_CONFIG_PATH="$libraries/pkgconfig"
expect "the command's version" "scree $(pkg-config --modversion scree)" \
    "$("$prefix/bin/scree" --version | sed 's/ (.*//')"
echo "$heights"
