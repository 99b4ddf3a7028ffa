#!/bin/sh
# The lint of circles must let the objects pass, and must not let two made-up objects pass that need each other.
#
#     circles_test.sh LINT NM CC FILE.o...
set -eu
lint=$1
nm=$2
compiler=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compile() # name, text
{
    echo "$2" >"$work/$1.c"
    "$compiler" -c "$work/$1.c" -o "$work/$1.o"
}

expect() # what must be said
{
    if ! grep -q "$1" "$work/complaints"; then
        echo "the lint does not say \"$1\" but:"
        cat "$work/complaints"
        exit 1
    fi
}

compile floor 'int floor_row = 1; int floor_use(void); int floor_use(void) { return floor_row; }'
compile roof 'int floor_use(void); int roof_use(void); int roof_use(void) { return floor_use(); }'
compile tied 'extern int (*const tied_row)(void); int roof_use(void); int floor_use(void);
              int floor_use(void) { return roof_use() + tied_row(); }'
"$lint" "$nm" "$work/floor.o" "$work/roof.o" >"$work/complaints"
expect '^2 units, and no circle among them$'
if "$lint" "$nm" "$work/tied.o" "$work/roof.o" >"$work/complaints"; then
    echo "the lint lets a circle pass"
    exit 1
fi
expect '^2 units need each other: .*roof.o, .*tied.o$'
expect 'the shortest circle: .*roof.o -> .*tied.o -> .*roof.o$'
expect 'tied.o -> .*roof.o: roof_use$'
"$lint" "$nm" "$@"
