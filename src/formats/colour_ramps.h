/* Colour ramps as tables (ramp.h). */
#ifndef SCREE_COLOUR_RAMPS_H
#define SCREE_COLOUR_RAMPS_H

#include <scree/ramp.h>

#include "picture_colours.h"

/* Colours of a table. */
#define SCREE_RAMP_STEPS 1024

typedef struct scree_ramp_table {
    scree_colour colours[SCREE_RAMP_STEPS];
} scree_ramp_table;

/* Makes a table; the ramp must exist. */
void scree_ramp_make(scree_ramp ramp, bool is_reversed, scree_ramp_table *table);

/* The colour at a position from 0 to 1; others are clamped. */
scree_colour scree_ramp_at(const scree_ramp_table *table, double position);

#endif
