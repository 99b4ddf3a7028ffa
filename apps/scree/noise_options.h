/* Options of noise: those that set its parameters, add time to its grid, choose another distribution, and cut a sphere.
   Functions that return an int print one line and return an exit code other than 0 when something is wrong. */
#ifndef NOISE_OPTIONS_H
#define NOISE_OPTIONS_H

#include <scree/scree.h>

#include "engine.h"
#include "npy_rows.h"
#include "output_file.h"
#include "sphere.h"

/* Sets the parameters whose options were given. Prints one line and returns an exit code other than 0 where two of them
   contradict each other. Parameters with a number for each axis are left out. */
int noise_options_apply(const struct option_value *values, scree_noise_params *noise);

/* Refuses an option that was given and changes nothing, because it was meant for other noise. */
int noise_options_check(const struct option_value *values, const scree_noise_params *noise, uint32_t axes);

/* Adds the axis that --frames asks for. Refuses options of time where there are no frames, and frames of a grid that
   has no axis left: prints one line and returns an exit code other than 0 then. */
int time_axis_add(const struct option_value *values, scree_grid *grid);

/* Completes the step of the last axis, which is time, and closes the loop that --loop asks for by a period. */
void time_axis_apply(const struct option_value *values, scree_grid *grid, scree_noise_params *noise);

/*
 * The step with which so many samples are whole cells. It is not below the exact quotient, so that the sample behind
 * the last one lies on the first lattice point of the next period, or too close behind it to differ.
 */
double time_axis_step(double cells, double samples);

/* The noise of a recipe is made at the samples of its grid, or elsewhere. */
enum quantiles_samples {
    QUANTILES_AT_GRID,
    QUANTILES_AT_POINTS, /* These have all octaves. */
    QUANTILES_AT_SPHERE, /* Fields of spheres measure by themselves. */
};

/*
 * Stores the quantiles in the noise, so that every file says from which its values were made. Those that it has stay,
 * unless options change the noise. Prints a line and returns an exit code other than 0 on an error.
 */
int quantiles_apply(struct engine *engine, const struct arguments *arguments, enum quantiles_samples samples,
                    const scree_grid *grid, scree_noise_params *noise);

/*
 * Checks the options and the recipe of a picture of a sphere, which has no axes of its own. The faces of a cube become
 * a third axis. Prints one line and returns an exit code other than 0 when something is wrong.
 */
int noise_sphere_apply(const struct option_value *values, enum projection projection, scree_recipe *recipe);

/* Makes the noise of a sphere whose pixels are `step` cells apart, without the octaves that are too fine for its
   equator; says how many are left, and gives an interval that contains every sample. */
scree_result noise_sphere_field(scree_context *context, const scree_noise_params *params, double step,
                                scree_field **field, scree_range *bound, uint32_t *octaves);

/* --points: noise at the points of a file instead of on a grid. */
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
