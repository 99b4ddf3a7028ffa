/* Arbitrary points as GPUs read them: their axis data in every octave and along every axis, computed by the host. */
#ifndef SCREE_POINT_PLACES_H
#define SCREE_POINT_PLACES_H

#include "axis_table.h"

/* Words of a point's axis data: fraction, fraction - 1, fade weight, key of the lower node, key of the upper node. */
#define SCREE_PLACE_WORDS 5u

/*
 * Writes the axis data of `count` points in `octaves` octaves from `first_octave` on: octave by octave, axis by axis,
 * word by word, point by point.
 */
void scree_points_place(const scree_plan *plan, uint32_t first_octave, uint32_t octaves, const double *positions,
                        uint64_t count, uint32_t *words);

#endif
