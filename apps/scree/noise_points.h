/* --points: noise at the points of a file instead of on a grid. */
#ifndef NOISE_POINTS_H
#define NOISE_POINTS_H

#include "engine.h"
#include "npy_rows.h"
#include "output_file.h"

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

#endif
