/* Locations as GPUs without float64 make them. */
#ifndef LOCATE_WHOLE_H
#define LOCATE_WHOLE_H

#include "noise/locate.h"

scree_location locate_whole(scree_float_parts coordinate, scree_location_octave octave, scree_location_axis axis,
                            uint32_t fade, uint32_t hash);

#endif
