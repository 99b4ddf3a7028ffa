/* Arbitrary points as GPUs read them: their axis data in every octave and along every axis, computed by the host. */
#ifndef SCREE_POINT_PLACES_H
#define SCREE_POINT_PLACES_H

#include "axis_table.h"

/* Words of a point's axis data: fraction, fraction - 1, fade weight, key of the lower node, key of the upper node. */
#define SCREE_PLACE_WORDS 5u

/*
 * Writes the axis data of `count` points from `first` on, in all octaves: octave by octave, axis by axis, word by word,
 * point by point.
 */
void scree_points_place(const scree_plan *plan, const scree_points *points, uint64_t first, uint64_t count,
                        uint32_t *words);

#endif
