#!/bin/sh
# Installs scree into an empty folder and uses it from there as another project would: by CMake and by pkg-config, the
# shared library and the static one.
#
#     install_test.sh CMAKE BUILD_FOLDER EXAMPLES_FOLDER COMPILER
set -eu
cmake=$1 build=$2 examples=$3 compiler=$4
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

# The .pc file names the prefix of configuration; --define-variable moves it, as a packager's staging folder does.
flags() { pkg-config --define-variable=prefix="$prefix" "$@"; }
installed=$(pkg-config --variable=prefix scree)
"$compiler" "$examples/terrain.c" -o "$work/shared" $(flags --cflags --libs scree | sed "s,$installed/,$prefix/,g")
expect "shared, by pkg-config" "$heights" "$("$work/shared")"
"$compiler" "$examples/terrain.c" -o "$work/static" $(flags --cflags scree | sed "s,$installed/,$prefix/,g") \
    "$libraries/libscree.a" $(flags --static --libs-only-l scree | sed 's/-lscree//') -pthread
expect "static, by pkg-config" "$heights" "$("$work/static")"
expect "the command's version" "scree $(pkg-config --modversion scree)" "$("$prefix/bin/scree" --version | sed 's/ (.*//')"
echo "$heights"
