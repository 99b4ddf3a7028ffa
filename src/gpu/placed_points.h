/* Points for devices whose programs have no float64. */
#ifndef SCREE_PLACED_POINTS_H
#define SCREE_PLACED_POINTS_H

#include "gpu_interface.h"

/*
 * Evaluates points of the host, whose axis data the host computes. `first_number` is the number that messages give the
 * first one. The device is entered.
 */
scree_result scree_gpu_placed_points(scree_gpu *gpu, const scree_plan *plan, const scree_points *points,
                                     uint64_t first_number, float *out);

#endif
