/**
 * @file
 * @brief Colour ramps: colours for numbers from 0 to 1. The arithmetic is the same on every machine.
 */
#ifndef SCREE_RAMP_H
#define SCREE_RAMP_H

#include <stdbool.h>
#include <stdint.h>

#include <scree/export.h>
#include <scree/result.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Ramps. The lightness of the first six rises evenly, so that equal steps look equal; terrain, atlas, water, sand and
 * wood have the colours of what they are named after. Viridis, magma, inferno and plasma are by N. Smith and S. van der
 * Walt (mpl-colormaps, 2015); cividis is by J. Nunez, C. Anderton and R. Renslow (2018).
 */
typedef enum scree_ramp {
    SCREE_RAMP_GREY = 0,
    SCREE_RAMP_VIRIDIS = 1,
    SCREE_RAMP_MAGMA = 2,
    SCREE_RAMP_INFERNO = 3,
    SCREE_RAMP_PLASMA = 4,
    SCREE_RAMP_CIVIDIS = 5,
    SCREE_RAMP_TERRAIN = 6,
    SCREE_RAMP_ATLAS = 7,
    SCREE_RAMP_WATER = 8,
    SCREE_RAMP_SAND = 9,
    SCREE_RAMP_WOOD = 10
} scree_ramp;

/** The name of a ramp, such as "viridis"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_ramp_name(scree_ramp ramp);
/** The reverse of scree_ramp_name(); false where no ramp has that name. */
SCREE_API bool scree_ramp_from_name(const char *name, scree_ramp *ramp);
/** A line about a ramp for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_ramp_description(scree_ramp ramp);

/**
 * Writes `count` colours from one end of a ramp to the other into memory of the caller, 3 * `count` bytes: red, green
 * and blue in sRGB. `is_reversed` exchanges the ends. Thread-safety: safe, like all functions here.
 * Errors: SCREE_ERROR_INVALID (a number that is no ramp, NULL, or a count of 0).
 */
SCREE_API scree_result scree_ramp_colours(scree_ramp ramp, bool is_reversed, uint32_t count, uint8_t *colours);

#ifdef __cplusplus
}
#endif

#endif
