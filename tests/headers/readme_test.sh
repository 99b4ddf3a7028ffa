# readme_test.sh README INCLUDE C_COMPILER CXX_COMPILER: the README's example compiles as C17 and as C++20.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed -n '/^```c$/,/^```$/p' "$1" | sed '/^```/d' >"$folder/land.c"
grep -q main "$folder/land.c"
"$3" -std=c17 -Wall -Wextra -Wno-missing-field-initializers -Werror -fsyntax-only -I "$2" "$folder/land.c"
"$4" -x c++ -std=c++20 -Wall -Wextra -Wno-missing-field-initializers -Werror -fsyntax-only -I "$2" "$folder/land.c"
