/* Rotations that turn each octave against the one before. */
#ifndef SCREE_OCTAVE_ROTATION_H
#define SCREE_OCTAVE_ROTATION_H

#include "noise/site.h"

/* Multiplies from the right, `times` times, by the rotation from one octave to the next; for 2 to 4 axes. */
void scree_octave_rotation(uint32_t axes, uint32_t times, double matrix[SCREE_SITE_AXES][SCREE_SITE_AXES]);

#endif
