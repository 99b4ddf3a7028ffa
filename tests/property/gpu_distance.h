/* Fixture of the distance field tests on GPUs: fields that are compared with the CPU's, bit for bit. */
#ifndef SCREE_TEST_GPU_DISTANCE_H
#define SCREE_TEST_GPU_DISTANCE_H

#include "flood_fixture.h"
#include "gpu_fixture.h"

/* Shapes of solids. */
typedef enum solid_kind {
    SOLID_HILLS,
    SOLID_NOISE,  /* Every height by itself. */
    SOLID_SPIKES, /* Few columns, high ones, and nothing else. */
    SOLID_LEVEL,  /* All heights the same. */
    SOLID_EMPTY,
    SOLID_FULL,
    SOLID_SCATTERED, /* Voxels: one of many is solid. */
    SOLID_GRAINS,    /* Voxels: half of them are. */
    SOLID_BALLS,     /* Voxels. */
    SOLID_ONE,       /* Voxels: one is solid. */
    SOLID_NONE,      /* Voxels: none is. */
    SOLID_ALL,       /* Voxels: all are. */
    SOLID_KINDS
} solid_kind;

static inline bool gpu_is_terrain(solid_kind kind)
{
    return kind <= SOLID_FULL;
}

/*
 * Makes a solid and its field on the device and on the CPU: into memory, with the nearest voxels; into a buffer, from
 * an offset on, unless the device is a group; and by a stream. All must have the same bits, and the same smallest and
 * largest value.
 */
void gpu_assert_distance(scree_device *device, const scree_distance_params *params, solid_kind kind, uint64_t seed);

/* The same with parameters that are drawn: sides up to `most` voxels. */
void gpu_assert_drawn_distance(scree_device *device, const uint64_t most[3], uint64_t seed);

/* Voxels of a small field. */
#define GPU_SMALL_FIELD 1728

/* Makes small fields of a terrain and of voxels, with the nearest voxels and without; `out` has the last of them. */
scree_result gpu_try_distance(scree_device *device, float *out);

/* The device floods a field as `gpu_reference` does, in every way out of it; as flood_for_every_field() calls it. */
void flood_assert_reference(flooded *field, void *device);

#endif
