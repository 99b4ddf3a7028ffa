/*
 * Jump flooding, and the naive method, on the CPU: rows of voxels, with one table of functions for each instruction
 * set. The rule is that of kernels/distance/jump_flood.h.
 *
 * Both sides of a surface are flooded at once. A voxel stores the nearest voxel of the opposite side. Of its
 * neighbours, those of the opposite side are candidates themselves, and those of its own side offer their stored
 * voxels. If only one side is measured, the voxels of the opposite side store themselves, in both volumes and from the
 * start, so passes skip them.
 */
#ifndef SCREE_CPU_FLOOD_KERNELS_H
#define SCREE_CPU_FLOOD_KERNELS_H

#include "distance_plan.h"

/* A voxel's neighbours in y and z, itself included. */
#define SCREE_FLOOD_NEIGHBOURS 9

/*
 * Bits of a row of voxels, the first in the lowest bit: set where a voxel is solid, or, if only the inside is flooded,
 * where it is empty. So a flood of one side has its seeds at set bits. Each row is followed by an additional word.
 */
typedef struct scree_flood_line {
    const uint32_t *seeds; /* Numbers of seeds, or SCREE_NO_SEED. */
    const uint32_t *bits;
    uint32_t step; /* The neighbour's number less that of the voxel of the own row, modulo 2^32. */
} scree_flood_line;

/* One row of one pass. */
typedef struct scree_flood_row {
    const scree_distance_plan *plan;
    uint32_t y;
    uint32_t z;
    uint32_t jump;
    const uint32_t *bits; /* Bits of this row. */
    uint32_t line_count;
    scree_flood_line lines[SCREE_FLOOD_NEIGHBOURS]; /* Neighbours within the volume, this row included. */
    uint32_t *to;
} scree_flood_row;

/* Some voxels of a row, for which the naive method reads all voxels of the volume. */
typedef struct scree_flood_search {
    const scree_distance_plan *plan;
    uint32_t first; /* First column, a multiple of the lanes. */
    uint32_t end;   /* Behind the last column. */
    uint32_t y;
    uint32_t z;
    const uint32_t *bits; /* Bits of all rows, `bit_words` words apart. */
    uint64_t bit_words;
    uint32_t *to; /* The row. */
} scree_flood_search;

/* One row to be begun or to be turned into distances. */
typedef struct scree_flood_values {
    const scree_distance_plan *plan;
    uint32_t y;
    uint32_t z;
    const uint32_t *bits;
    const uint32_t *seeds;
    float *distance;   /* May be where the seeds are. */
    uint32_t *nearest; /* NULL where it is not asked for. */
    /* Minimum and maximum so far, lane by lane. */
    float *minimum;
    float *maximum;
} scree_flood_values;

typedef struct scree_flood_kernels {
    /* Writes a row's seeds before the first pass. */
    void (*begin)(const scree_distance_plan *plan, uint32_t y, uint32_t z, const uint32_t *bits, uint32_t *to);
    void (*pass)(const scree_flood_row *row);
    void (*search)(const scree_flood_search *search);
    void (*finish)(const scree_flood_values *values);
} scree_flood_kernels;

#endif
