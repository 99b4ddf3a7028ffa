/* Arbitrary points as GPUs take them: placed by the host in every octave and along every axis. */
#ifndef SCREE_POINT_PLACES_H
#define SCREE_POINT_PLACES_H

#include "axis_table.h"

/* Words of a place: fraction, fraction - 1, fade weight, key of the lower node, of the upper. */
#define SCREE_PLACE_WORDS 5u

/*
 * Writes the places of `count` points in `octaves` octaves from `first_octave` on: octave by octave, axis by axis, word
 * by word, point by point.
 */
void scree_points_place(const scree_plan *plan, uint32_t first_octave, uint32_t octaves, const double *positions,
                        uint64_t count, uint32_t *words);

#endif
