#!/bin/sh
# The lint of public structs must let the headers pass, and must not once one of them breaks a rule.
#
#     structs_test.sh ROOT
set -eu
root=$1
lint=$root/scripts/lint-structs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$lint" "$root"

mkdir -p "$work/include" "$work/tests/property"
cp -r "$root/include/scree" "$work/include"
cp -r "$root/src" "$work"
cp "$root/tests/property/struct_sizes_test.c" "$work/tests/property"

refuse() # FILE SED_SCRIPT COMPLAINT: what the script makes of the file, and what must be said
{
    sed "$2" "$root/$1" >"$work/$1"
    if "$lint" "$work" >"$work/complaints" || ! grep -q "$3" "$work/complaints"; then
        echo "the lint does not say \"$3\" but:"
        cat "$work/complaints"
        exit 1
    fi
    cp "$root/$1" "$work/$1"
}

include=include/scree
refuse $include/camera.h 's|^ \*/$|& struct scree_other;|' 'camera.h:[0-9]*: scree_camera has no comment'
refuse $include/job.h 's|The state of a job. Grows (context.h).|Grows (context.h). A state.|' \
    'job.h:[0-9]*: the comment of scree_job_status must end with'
refuse $include/job.h 's|The state of a job. Grows (context.h).|The state of a job.|' 'no row VALUE(scree_job_status'
refuse $include/grid.h 's|^    uint32_t axes;|    scree_recipe recipe; &|' 'scree_grid.recipe grows; it must be the last member'
refuse $include/recipe.h 's|^    scree_grid grid;|    scree_job_span span; &|' 'scree_recipe.span grows; it must be the last'
refuse $include/recipe.h 's|^    scree_noise_params noise;|    scree_noise_params noise[2];|' 'noise is an array of what grows'
refuse $include/output.h 's|^    void \*user;|    scree_slab slab; &|' "scree_sink.slab is the library's"
refuse $include/file.h 's|size_t recipe_size, ||' 'scree_writer_params.recipe points to what grows'
refuse $include/job.h 's|scree_job_poll_sized(|scree_job_poll_into(|' 'scree_job_poll_into() has scree_job_status \*status'
refuse $include/job.h 's|scree_job_status \*status, size_t size|scree_job_status *status|' 'its size must follow'
refuse $include/job.h 's|void scree_job_poll_sized(|scree_job_status scree_job_state(|' \
    'scree_job_state() passes scree_job_status, which grows, by value'
refuse $include/job.h 's|sizeof status)|sizeof job)|' 'scree_job_poll_sized() is given sizeof job as the size of &status'
refuse $include/histogram.h 's|sizeof \*params->splat|sizeof *params|' 'is given sizeof \*params as the size of sizeof \*params'
refuse $include/output.h 's|const scree_slab \*slab|scree_slab slab|' 'the callback write takes scree_slab slab'
refuse $include/grid.h '$s|^|struct scree_other { int a; };\n|' 'a public struct is a typedef'
refuse tests/property/struct_sizes_test.c '/(scree_grid, /d' 'grid.h:[0-9]*: .* has no row VALUE(scree_grid'
refuse tests/property/struct_sizes_test.c 's|(scree_grid, |(scree_lattice, |' 'scree_lattice is no public struct'
refuse src/base/context.c '/SCREE_ASSERT_NO_TAIL/d' 'src needs SCREE_ASSERT_NO_TAIL(scree_context_params'
