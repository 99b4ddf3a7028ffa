/* Spacing, origin and direction of samples (scree/geometry.h), as readers find them. */
#ifndef SCREE_FORMATS_GEOMETRY_H
#define SCREE_FORMATS_GEOMETRY_H

#include <scree/geometry.h>

/* The unit of maps in longitude and latitude, in which there are no lengths. */
#define SCREE_GEOMETRY_DEGREE "degree"

/* A geometry that is known: spacing 1, origin 0, directions along the axes. */
scree_geometry scree_geometry_plain(void);

/* Whether spacings are finite and more than 0, and origins and directions finite, of the first `axes` axes. */
bool scree_geometry_is_valid(const scree_geometry *geometry, uint32_t axes);

/* Whether the directions of the first `axes` axes are {1, 0, 0} and so on; further axes do not count. */
bool scree_geometry_is_along_axes(const scree_geometry *geometry, uint32_t axes);

/* Whether the directions of the first `axes` axes have the length 1 and are at right angles, as far as files have
 * digits. */
bool scree_geometry_is_rigid(const scree_geometry *geometry, uint32_t axes);

/* Moves the origin by `samples` samples along an axis. */
void scree_geometry_move(scree_geometry *geometry, uint32_t axis, double samples);

#define SCREE_GEOMETRY_NO_MEMORY UINT32_MAX

/* Reads numbers between blanks, in any locale, up to the end of the text. Returns how many there are, or `most` + 1 for
   more, or 0 for anything that is no finite number, or SCREE_GEOMETRY_NO_MEMORY. */
uint32_t scree_geometry_numbers(const char *text, double *numbers, uint32_t most);

#endif
