/* --points: noise at the points of a file instead of on a grid. */
#ifndef NOISE_POINTS_H
#define NOISE_POINTS_H

#include "field_type.h"
#include "npy_rows.h"
#include "request.h"

struct noise_points {
    const char *path; /* NULL for a grid. Borrowed. */
    struct npy_rows rows;
    scree_type type;
    uint32_t axes;
    uint64_t count;
};

/*
 * Opens the file that --points names, or a recipe (`path`, borrowed; else NULL), and refuses options of grids. Prints
 * one line and returns an exit code when something is wrong. Close it in any case.
 */
int noise_points_open(struct engine *engine, const struct option_value *values, const char *path,
                      struct noise_points *points);
void noise_points_close(struct noise_points *points);

/* Finds the file of the values. */
int noise_points_find_file(const struct option_value *values, struct output_file *file);

/* Adds up the values of a field at the points, on the engine's device. Ctrl-C cancels it: SCREE_ERROR_CANCELLED. */
scree_result noise_points_digest(struct engine *engine, const scree_field *field, const struct noise_points *points,
                                 struct progress *progress, struct digest *digest);

/* Evaluates the noise of a request at the points, on the engine's device, with its file. */
int noise_points_run(const struct field_request *field, const struct request *request,
                     const struct noise_points *points);

#endif
