/* The kernel of distances to a surface of triangles. */
#ifndef SCREE_CPU_MESH_KERNELS_H
#define SCREE_CPU_MESH_KERNELS_H

#include "distance_plan.h"

/* Rows of a box: what the widest kernel makes at a time. */
#define SCREE_MESH_ROWS 4u

/* Some voxels of some layers. */
typedef struct scree_mesh_box {
    const scree_distance_plan *plan;
    uint32_t first_column, columns;
    uint32_t first_row, rows; /* At most SCREE_MESH_ROWS. */
    uint32_t first_layer, layers;
    float *out;             /* The first of these layers, from its first voxel on. */
    float minimum, maximum; /* Widened by the distances made. */
} scree_mesh_box;

typedef struct scree_mesh_kernels {
    void (*fill)(scree_mesh_box *box);
} scree_mesh_kernels;

#endif
