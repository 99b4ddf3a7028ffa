#!/bin/sh
# The lint of system calls must let the sources pass, and must not once a file asks the system past src/base/os.h.
#
#     system_calls_test.sh ROOT
set -eu
root=$1
lint=$root/scripts/lint-system-calls
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$lint" "$root"

copy()
{
    rm -rf "$work/tree"
    mkdir "$work/tree"
    cp -r "$root/src" "$work/tree"
}

refuse() # a file below src/, what is added to it, what must be said
{
    copy
    printf '%s\n' "$2" >>"$work/tree/src/$1"
    if "$lint" "$work/tree" >"$work/complaints"; then
        echo "the lint lets pass in src/$1: $2"
        exit 1
    fi
    if ! grep -qF "src/$1" "$work/complaints" || ! grep -qF "$3" "$work/complaints"; then
        echo "the lint does not say \"$3\" but:"
        cat "$work/complaints"
        exit 1
    fi
}

accept() # a file below src/, what is added to it
{
    copy
    printf '%s\n' "$2" >>"$work/tree/src/$1"
    if ! "$lint" "$work/tree"; then
        echo "the lint refuses in src/$1: $2"
        exit 1
    fi
}

refuse field/job.c '#include <unistd.h>' 'includes <unistd.h>'
refuse formats/target.h '#  include <sys/stat.h>' 'includes <sys/stat.h>'
refuse openvdb/openvdb_plugin.cpp '#include <dlfcn.h>' 'includes <dlfcn.h>'
refuse base/names.c '#include <windows.h>' 'includes <windows.h>'
refuse base/context.c 'int here(void) { return getpid(); }' 'calls getpid()'
refuse cpu/device.c 'void *here(void) { return aligned_alloc(64, 64); }' 'calls aligned_alloc()'
refuse formats/commit.c 'int here(int file) { return fsync (file); }' 'calls fsync()'
refuse gpu/gpu_device.h 'extern pthread_mutex_t here;' 'names pthread_mutex_t'
refuse vulkan/instance.c 'static const int here = RTLD_NOW; /* text */' 'names RTLD_NOW'
# Behind a comment of several lines the number of the line is still right.
refuse base/os.h '/* one
two */ extern off_t here;' "os.h:$(($(wc -l <"$root/src/base/os.h") + 2)): names off_t"

accept base/os_posix.c '#include <sys/mman.h>'
accept field/job.c '/* A child made by fork() has its own getpid(). */ static const char here[] = "open(\"write(\")";'
accept field/job.c 'int here(const struct sink *sink) { return sink->write(1) + sink.read(2) + rewrite(3); }'

# A tree without the implementation is no tree of ours, and passes for none.
copy
rm "$work"/tree/src/base/os_posix*.c
if "$lint" "$work/tree" 2>"$work/complaints"; then
    echo "the lint lets a tree pass that has no os_posix.c"
    exit 1
fi
