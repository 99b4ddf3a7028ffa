/**
 * @file
 * @brief Geometry of samples: their spacing, origin and direction in space.
 */
#ifndef SCREE_GEOMETRY_H
#define SCREE_GEOMETRY_H

#include <stdbool.h>

#include <scree/grid.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Axes that have a direction; further ones have none. */
#define SCREE_MAX_DIRECTIONS 3
/** The longest name of a unit, in bytes. */
#define SCREE_MAX_UNIT_BYTES 31

/**
 * The position of the samples of a file in space, as far as the file states it: MetaImage, VTI, the tags of a GeoTIFF,
 * and the sidecars of volumes that scree wrote. The centre of a sample is at `origin`, plus along each axis its index
 * times `spacing[axis]` times `direction[axis]`. This is the convention of ITK and VTK.
 */
typedef struct scree_geometry {
    bool is_known;                  /**< Whether the file states it. Otherwise all other members are zero. */
    double spacing[SCREE_MAX_AXES]; /**< Distance of the centres of neighbouring samples; finite, more than 0. */
    double origin[SCREE_MAX_AXES];  /**< The centre of the first sample; finite. */
    /** The unit vector along which samples follow one another, for each of the first axes: {1, 0, 0}, {0, 1, 0} and
        {0, 0, 1} unless the file has others, such as {0, -1, 0} for the rows of a map that go south. */
    double direction[SCREE_MAX_DIRECTIONS][SCREE_MAX_DIRECTIONS];
    char unit[SCREE_MAX_UNIT_BYTES +
              1]; /**< Unit of the lengths, such as "metre" or "degree"; empty where the file names none. */
} scree_geometry;

#ifdef __cplusplus
}
#endif

#endif
