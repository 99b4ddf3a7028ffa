#define SCREE_WITHOUT_FLOAT64
#include "place_whole.h"

scree_place place_whole(scree_float_parts coordinate, scree_place_octave octave, scree_place_axis axis, uint32_t fade,
                        uint32_t hash)
{
    return scree_place_far(coordinate, octave, axis, fade, hash);
}
