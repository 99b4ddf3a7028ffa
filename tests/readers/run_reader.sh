#!/bin/sh
# Writes files into an empty folder and has another program read them.
#
#     run_reader.sh NAME PROGRAM [ARGUMENTS]      PROGRAM writes the files, read_NAME.py is a script here
#
# The exit code is 77 where Python, or what the script imports, is missing.
set -u
folder=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/scree-readers.XXXXXX") || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' INT TERM
name=$1
shift
cd "$scratch" && "$@" || exit
export PYTHONDONTWRITEBYTECODE=1
# The system's own Python first: its packages are not seen by another one that stands before it in the path.
for python in /usr/bin/python3 python3; do
    command -v "$python" >/dev/null || continue
    "$python" "$folder/read_$name.py"
    code=$?
    [ "$code" -eq 77 ] || exit "$code"
done
exit 77
