/* Points of a sphere, as pictures of a planet show them. */
#ifndef SPHERE_H
#define SPHERE_H

#include <stdint.h>

/* Words of --projection, in this order. */
enum projection {
    PROJECTION_EQUIRECTANGULAR, /* Columns are longitudes from -180 degrees on, rows are latitudes from the north pole.
                                 */
    PROJECTION_CUBE_MAP         /* Six faces: +x, -x, +y, -y, +z, -z, with rows and columns as in OpenGL. */
};

#define SPHERE_FACES 6u

/* Faces of a cube that lie round its equator. */
#define SPHERE_FACES_AROUND 4u

/* The number of columns along the equator of a picture with `width` columns. */
uint64_t sphere_equator(enum projection projection, uint64_t width);

/*
 * The direction of a sample, of length 1, from the middle of a sphere whose poles lie on the y axis. A picture has
 * `width` columns, and `height` rows, or for a cube map six times as many as columns; `row` counts through all faces.
 * The bits do not depend on the machine.
 */
void sphere_direction(enum projection projection, uint64_t width, uint64_t height, uint64_t column, uint64_t row,
                      double direction[3]);

#endif
