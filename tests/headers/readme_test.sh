# readme_test.sh README EXAMPLES INCLUDE C_COMPILER CXX_COMPILER: the README's example, and those of the folder EXAMPLES,
# compile as C17 and as C++. Designated initialisers are of C++20; compilers take them in C++17, too.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed -n '/^```c$/,/^```$/p' "$1" | sed '/^```/d' >"$folder/land.c"
grep -q main "$folder/land.c"
for example in "$folder/land.c" "$2"/*.c; do
    "$4" -std=c17 -Wall -Wextra -Wno-missing-field-initializers -Werror -fsyntax-only -I "$3" "$example"
    for standard in c++17 c++20; do
        "$5" -x c++ -std=$standard -Wall -Wextra -Wno-missing-field-initializers -Werror -fsyntax-only -I "$3" "$example"
    done
done
