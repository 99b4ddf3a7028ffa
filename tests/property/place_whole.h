/* Places as GPUs without float64 make them. */
#ifndef PLACE_WHOLE_H
#define PLACE_WHOLE_H

#include "noise/place.h"

scree_place place_whole(scree_float_parts coordinate, scree_place_octave octave, scree_place_axis axis, uint32_t fade,
                        uint32_t hash);

#endif
