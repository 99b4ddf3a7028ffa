#define SCREE_WITHOUT_FLOAT64
#include "locate_whole.h"

scree_location locate_whole(scree_float_parts coordinate, scree_location_octave octave, scree_location_axis axis,
                            uint32_t fade, uint32_t hash)
{
    return scree_locate_exact(coordinate, octave, axis, fade, hash);
}
