#!/bin/sh
# Compiles every public header alone, without any other before it.
#
#     alone_test.sh INCLUDE_FOLDER LANGUAGE COMPILER OPTION...
set -u
folder=$1 language=$2
shift 2
failed=0
for header in "$folder"/scree/*.h; do
    if ! printf '#include <scree/%s>\ntypedef int alone;\n' "${header##*/}" | "$@" -I"$folder" -x "$language" -; then
        echo "${header##*/} does not compile alone as $language"
        failed=1
    fi
done
exit $failed
