/*
 * The work space of points: tables, and the memory and commands of slabs in flight. It belongs to the device and is
 * kept from call to call, because memory that host and device share is slow to allocate.
 */
#ifndef SCREE_POINT_SPACE_H
#define SCREE_POINT_SPACE_H

#include "point_pass.h"

#define SCREE_GPU_POINT_SLOTS 2u

/* A slab in flight. Slots share no results, so that one may run beside another. */
typedef struct scree_gpu_point_slot {
    scree_gpu_commands *commands;
    scree_gpu_memory tables;
    bool has_tables;         /* The field's tables were sent. */
    scree_gpu_memory upload; /* Coordinates, as the host has gathered them. */
    scree_gpu_memory coordinates;
    scree_gpu_memory values;
    scree_gpu_memory factors; /* State of points between passes. */
    scree_gpu_memory host_values;
    scree_gpu_memory found;
    scree_gpu_memory host_found;
    uint64_t first;
    uint64_t count; /* Points in flight; 0 when idle. */
} scree_gpu_point_slot;

typedef struct scree_gpu_point_space {
    scree_gpu_memory table_upload;
    uint64_t table_bytes;
    scree_gpu_point_slot slot[SCREE_GPU_POINT_SLOTS];
} scree_gpu_point_space;

/* Minimum sizes of a slot's memory. */
typedef struct scree_gpu_point_bytes {
    uint64_t upload;
    uint64_t coordinates;
    uint64_t values;
    uint64_t factors;
    uint64_t host_values;
} scree_gpu_point_bytes;

/* The device's space, with the tables of a field, which are to be sent. Errors are logged. */
scree_result scree_gpu_point_space_open(scree_gpu_point_field *field, scree_gpu_point_space **space);
scree_result scree_gpu_point_space_reserve(scree_gpu *gpu, scree_gpu_point_space *space,
                                           const scree_gpu_point_bytes *bytes);

/* Records the upload of the tables, unless a slot has them. */
void scree_gpu_point_space_send_tables(const scree_gpu_point_space *space, scree_gpu_point_slot *slot);

/* The point and the axis that a slab has found to be beyond the limits; false if there is none. */
bool scree_gpu_point_slot_has_found(const scree_gpu_point_slot *slot, uint64_t *point, uint32_t *axis);

/* Frees the device's space. */
void scree_gpu_point_space_destroy(scree_gpu *gpu);

#endif
