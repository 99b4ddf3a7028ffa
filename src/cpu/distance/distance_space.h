/*
 * The work space of the exact method, which a device keeps for the next field of the same shape: fresh memory causes
 * page faults, each of which costs about as much as computing the voxels in that page.
 */
#ifndef SCREE_CPU_DISTANCE_SPACE_H
#define SCREE_CPU_DISTANCE_SPACE_H

#include <stddef.h>

#include "distance_kernels.h"

typedef struct scree_distance_space_shape {
    uint32_t columns, rows; /* Size of a layer. */
    uint32_t workers;
    uint32_t layers;   /* Number of layers in flight. */
    bool has_indices;  /* Whether lines carry the rows of the nearest voxels. */
    bool copies_steps; /* Whether the steps of voxels are copied. */
} scree_distance_space_shape;

/* Memory of a layer, as scree_distance_layer has it. */
typedef struct scree_distance_layer_space {
    void *lines[2];
    uint32_t *line_rows[2]; /* NULL without indices. */
    int32_t *steps;         /* NULL without steps. */
} scree_distance_layer_space;

/* Bytes of a layer. */
size_t scree_distance_layer_bytes(const scree_distance_space_shape *shape);

typedef struct scree_distance_work_space {
    scree_distance_space_shape shape;
    scree_distance_space *workers;
    scree_distance_layer_space *layers;
} scree_distance_work_space;

/* Bytes of a space. */
size_t scree_distance_space_bytes(const scree_distance_space_shape *shape);

/* A space of this shape: the one in `*kept`, which becomes NULL, or a new one. NULL without memory. */
scree_distance_work_space *scree_distance_space_take(scree_distance_space_shape shape,
                                                     scree_distance_work_space **kept);

/* Keeps a space, unless it is too large, and frees the one that was kept. `*space` may be NULL, and becomes NULL. */
void scree_distance_space_keep(scree_distance_work_space **space, scree_distance_work_space **kept);

void scree_distance_space_destroy(scree_distance_work_space **space);

#endif
