/* The true distance to a terrain's surface of triangles: all of them, in float64, by the regions of a triangle's
   corners, edges and face. Nothing here is shared with the library. */
#ifndef SCREE_TEST_MESH_TRUTH_H
#define SCREE_TEST_MESH_TRUTH_H

#include <stdint.h>

/* A map of heights; a point of it lies at (x, y) sides. */
typedef struct mesh_truth {
    uint32_t columns, rows;
    const float *heights;
    double side[3];
} mesh_truth;

/* The distance from a point, in units of length, to the surface. */
double mesh_truth_distance(const mesh_truth *map, const double point[3]);

/* The same, of the centre of a voxel, with its sign: negative below the surface. */
double mesh_truth_voxel(const mesh_truth *map, uint32_t x, uint32_t y, uint32_t layer);

/* The rise of the steepest triangle, or edge where there are none, by its length seen from above. */
double mesh_truth_steepness(const mesh_truth *map);

/*
 * The distance from the centre of a voxel to the nearest voxel of the opposite side, which is a box; infinite without.
 */
double mesh_truth_box(const mesh_truth *map, uint32_t layers, uint32_t x, uint32_t y, uint32_t layer);

#endif
