/* Terrains that tests of surfaces of triangles share, and their fields. */
#ifndef SCREE_TEST_MESH_TERRAINS_H
#define SCREE_TEST_MESH_TERRAINS_H

#include "fixture.h"

typedef enum mesh_shape {
    MESH_FLAT,
    MESH_SLOPE,
    MESH_CLIFF,
    MESH_SPIKES,
    MESH_ROUGH,
    MESH_HILLS,
    MESH_SHAPES
} mesh_shape;

/* Heights lie between 0 and `high`. */
typedef struct mesh_terrain {
    mesh_shape shape;
    uint32_t columns, rows, layers;
    double side[3];
    double high;
} mesh_terrain;

/* Small ones of every shape: steep ones, flat voxels and tall ones, single rows and columns, and one of one voxel. */
#define MESH_TERRAINS 22
extern const mesh_terrain mesh_terrains[MESH_TERRAINS];

/* A larger one, whose sides are no multiples of anything. */
extern const mesh_terrain mesh_large;

/* New memory, which the caller frees. */
float *mesh_make_heights(const mesh_terrain *land);

scree_distance_params mesh_params(const mesh_terrain *land);
uint64_t mesh_voxels(const mesh_terrain *land);

/* Fills new memory with a field, which the caller frees. `nearest` and `status`, that of the finished job, are
 * optional. */
float *mesh_fill(scree_device *device, const scree_distance_params *params, const float *heights, uint32_t *nearest,
                 scree_job_status *status);

/* The device gives scalar C's bits of all these terrains, in every way out of it. */
void mesh_assert_device(scree_device *device);

/* With the nearest voxels, which are those of the nearest columns. */
void mesh_assert_nearest(scree_device *device);

#endif
