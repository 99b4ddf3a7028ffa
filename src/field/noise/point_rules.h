/* The rules by which programs locate points (kernels/noise/locate.h), for every octave and axis of a plan. */
#ifndef SCREE_POINT_RULES_H
#define SCREE_POINT_RULES_H

#include "noise/locate.h"
#include "plan.h"

typedef struct scree_point_rules {
    /* Upper words of the bits of float64 magnitudes: points whose coordinates are all below it take the fast path. 0
       where octaves are not simple, so that no point is. */
    uint32_t fast_limit;
    scree_pair limit; /* The largest magnitude within the limits of positions, as bits of a float64. */
    scree_location_octave octave[SCREE_MAX_OCTAVES];
    scree_location_axis axis[SCREE_MAX_OCTAVES][SCREE_MAX_AXES];
} scree_point_rules;

/* Words of the rules of an octave. */
#define SCREE_POINT_RULE_WORDS(axes) \
    ((uint32_t)(sizeof(scree_location_octave) + (axes) * sizeof(scree_location_axis)) / 4u)

/* The rule of a frequency, or of any other factor of coordinates. */
scree_location_octave scree_location_factor(double frequency);

/* The rule of one axis of an octave. */
scree_location_axis scree_location_axis_rule(const scree_axis_stream *stream, double shift);

void scree_point_rules_make(scree_point_rules *rules, const scree_plan *plan);

/* Writes the rules of all octaves as words, one octave after the other. */
void scree_point_rules_write(const scree_point_rules *rules, const scree_plan *plan, uint32_t *words);

#endif
