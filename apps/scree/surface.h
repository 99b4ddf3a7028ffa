/* The surface of a field: what --normals and --slope store instead of values. */
#ifndef SURFACE_H
#define SURFACE_H

#include <scree/scree.h>

#include "options.h"
#include "output_file.h"

enum surface_kind { SURFACE_NONE, SURFACE_NORMALS, SURFACE_SLOPE };

struct surface {
    enum surface_kind kind; /* SURFACE_NONE for values. */
    double height;          /* The height of a value of 1, in distances of samples. */
    scree_handedness handedness;
};

/* Finds the surface that the options ask for, and refuses options that do not go with it. Prints one line and returns
   an exit code other than 0 on an error, as the others here do. */
int surface_choose(const struct option_value *values, struct surface *surface);

/* Refuses grids that are no plane, or no planes that follow one another along a last axis for time, and finds the
   height. */
int surface_find(const scree_grid *grid, bool has_time, struct surface *surface);

/* The option that a kind is asked for by: "normals" or "slope". It is also the key of its description. */
const char *surface_name(enum surface_kind kind);

/* A file of a surface, which receives slabs of samples with derivatives. */
struct surface_file {
    const struct surface *surface;
    const scree_recipe *recipe;
    scree_writer *writer;
    void *made;          /* Numbers of a part of a slab; owned. */
    scree_result result; /* Of all that was written so far. */
};

/* Opens the file. It is closed in any case. */
scree_result surface_file_open(scree_context *context, const struct option_value *values,
                               const struct output_file *output, const struct surface *surface,
                               const scree_recipe *recipe, struct surface_file *file);

/* Appends samples to the file, with their derivatives. */
scree_result surface_file_write(struct surface_file *file, const float *samples, uint64_t count);

/* Appends a slab to the file, a struct surface_file. */
void surface_file_take(void *file, const scree_slab *slab);

/* Completes the file, and adds its writer to a list. */
scree_result surface_file_complete(void *file, scree_writer **writers, size_t *count);

void surface_file_close(struct surface_file *file);

#endif
