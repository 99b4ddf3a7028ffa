/* A field's job, from its start to its files. */
#ifndef FIELD_RUN_H
#define FIELD_RUN_H

#include "field_type.h"
#include "generate.h"

/* A file that takes the samples of a run as they come. */
struct field_file {
    const char *path; /* NULL for no file. */
    scree_format format;
    const scree_recipe *recipe; /* The writer's, one of the two. Needed while the files are opened. */
    const scree_volume *volume;
    bool is_frame; /* The last axis of the recipe is time, with one sample, and the file lacks it. */
};

struct field_job {
    const scree_field *field;
    const scree_grid *grid;     /* NULL for a field with a volume of its own. */
    const scree_output *output; /* NULL for float32 as it is. */
    struct field_file samples;
    struct field_file nearest; /* The indices of the nearest voxels. */
    bool makes_files;          /* Whether any is made, by `complete` perhaps. */
    /* Sees every slab, or takes it; NULL for none. An error ends the job. */
    void (*watch)(void *user, const scree_slab *slab);
    scree_result (*take)(void *user, const scree_slab *slab);
    /* Adds the writers of further files, which are complete, to a list; NULL for none. They stay the caller's. */
    scree_result (*complete)(void *user, scree_writer **writers, size_t *count);
    /* How a cloud is drawn into the density; NULL for none. */
    const scree_splat_params *splat;
    scree_histogram *density;
    void *user; /* Handed to all of these. */
};

/*
 * Runs a job. All files get their names, or none does. Without a file the samples are only measured. Prints one line
 * and returns an exit code when something is wrong. With --explain the job is explained instead.
 */
int field_run(const struct field_request *request, const struct field_job *job);

#endif
