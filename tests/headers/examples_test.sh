#!/bin/sh
# Every whole program of the documents compiles as C11 and as C++17, to the letter of both; those of the folder EXAMPLES
# compile as C17 and as C++. They have designated initialisers, which are of C++20; compilers take them in C++17, too.
#
#     examples_test.sh INCLUDE_FOLDER C_COMPILER CXX_COMPILER EXAMPLES DOCUMENT...
set -eu
include=$1 c_compiler=$2 cxx_compiler=$3 examples=$4
shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# compiles COMPILER LANGUAGE STANDARD OPTION... FILE; clang would have "= {0}" say more in C++ than in C.
compiles()
{
    compiler=$1 language=$2 standard=$3
    shift 3
    "$compiler" -x "$language" -std="$standard" -Wall -Wextra -Wno-missing-field-initializers -Wno-missing-braces -Werror \
        -fsyntax-only -I "$include" "$@"
}

# An error names the line of the document.
for document in "$@"; do
    name=$work/$(basename "$document" .md)
    awk -v name="$name" '
        /^```c$/ { file = name "-" ++count ".c"; printf "#line %d \"%s\"\n", NR + 1, FILENAME >file; next }
        /^```/ { file = "" }
        file { print >file }' "$document"
    grep -q 'int main' "$name-1.c" || { echo "$document has no program"; exit 1; }
done
for program in "$work"/*.c; do
    compiles "$c_compiler" c c11 -pedantic-errors "$program"
    compiles "$cxx_compiler" c++ c++17 -pedantic-errors "$program"
done
for example in "$examples"/*.c; do
    compiles "$c_compiler" c c17 "$example"
    for standard in c++17 c++20; do
        compiles "$cxx_compiler" c++ "$standard" "$example"
    done
done
