/*
 * Solids for tests of distance fields, by rule from a seed: terrains and sets of voxels that are made to hurt. The
 * conformance table, golden values and property tests share them.
 */
#ifndef SCREE_TEST_VOLUMES_H
#define SCREE_TEST_VOLUMES_H

#include <scree/scree.h>

/* Terrains, with heights in layers, then sets of voxels. */
typedef enum volume_kind {
    VOLUME_FLAT,          /* One height, about half way up. */
    VOLUME_RANDOM,        /* Any height, from below the volume to above it. */
    VOLUME_FRACTAL,       /* Eight octaves of noise. */
    VOLUME_SPIKES,        /* Flat ground and one column of a hundred that is high. */
    VOLUME_BELOW,         /* All heights below the first centre: nothing is solid. */
    VOLUME_ABOVE,         /* All heights above the last centre: all is solid. */
    VOLUME_FULL_OR_EMPTY, /* Columns without a solid voxel, and without an empty one. */
    VOLUME_CENTRES,       /* Heights that are voxels' centres, half a layer off, or beside these by the smallest. */
    VOLUME_CLIFF,         /* A high half and a low half. */
    VOLUME_ONE_COLUMN,    /* One column is solid, the others have nothing. */
    VOLUME_ONE_PIT,       /* One column is empty, the others have nothing empty. */
    VOLUME_VOXELS_NONE,
    VOLUME_VOXELS_ALL,
    VOLUME_VOXELS_ONE_SOLID,
    VOLUME_VOXELS_ONE_EMPTY,
    VOLUME_VOXELS_CHECKERBOARD,
    VOLUME_VOXELS_SPARSE, /* One of three hundred. */
    VOLUME_VOXELS_HALF,
    VOLUME_VOXELS_DENSE, /* All but one of three hundred. */
    VOLUME_VOXELS_COLUMNS,
    VOLUME_VOXELS_LAYERS,
    VOLUME_VOXELS_BALLS,
    VOLUME_COUNT
} volume_kind;

#define VOLUME_FIRST_VOXELS VOLUME_VOXELS_NONE

typedef struct volume {
    float *heights;     /* Rows x columns; NULL for sets of voxels. */
    uint8_t *occupancy; /* Layers x rows x columns; NULL for terrains. */
    double scale;
    double offset;
} volume;

const char *volume_name(volume_kind kind);

/* SplitMix64: small, and the same everywhere. */
uint64_t volume_draw(uint64_t *state);
double volume_draw_unit(uint64_t *state);

/*
 * Makes a solid for a volume of columns, rows and layers, whose layers are `side` high; free it with volume_free(). The
 * arrays are of exactly the size that they must have. The program ends where there is no memory.
 */
volume volume_make(volume_kind kind, const uint64_t count[3], double side, uint64_t seed, scree_device *device);
void volume_free(volume *solid);

/* As the library takes it. Valid as long as the volume. */
scree_distance_source volume_source(const volume *solid);

#endif
