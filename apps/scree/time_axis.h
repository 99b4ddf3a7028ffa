/* The axis of a grid that is time. */
#ifndef TIME_AXIS_H
#define TIME_AXIS_H

#include <scree/scree.h>

#include "options.h"

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

#endif
