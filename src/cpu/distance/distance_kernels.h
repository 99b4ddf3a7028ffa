/* Kernels of the exact method. */
#ifndef SCREE_CPU_DISTANCE_KERNELS_H
#define SCREE_CPU_DISTANCE_KERNELS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Types of squared distances. */
typedef enum scree_square_type {
    SCREE_SQUARE_U16 = 0, /* Integers below 65535, which stands for all larger ones too. */
    SCREE_SQUARE_U32 = 1, /* Integers below SCREE_FAR_SQUARE. */
    SCREE_SQUARE_F32 = 2,
    SCREE_SQUARE_TYPES = 3
} scree_square_type;

/* Maximum columns of a strip; memory for rows and strips is padded by this number on each side. */
#define SCREE_STRIP_MOST 128

/* Steps that stand for "no voxel of the opposite side in this column". */
#define SCREE_NO_STEPS INT32_MAX

/*
 * One layer of a field. Every column has a signed number of steps to its nearest voxel of the opposite side: positive
 * outside, negative inside. Its square is the column's term for the side of the voxel, and 0 for the other side. The
 * distance of a voxel is the smallest sum of a column's term and the squared distance to the column.
 */
typedef struct scree_distance_layer {
    uint32_t columns, rows;
    float side[3];
    bool measures[2]; /* Outside, inside: whether that side is wanted and has voxels in this layer. */
    bool is_negated_inside;
    float unit, margin, clip; /* As scree_distance_from_square() takes them. */
    /* Squares from these on give the same distance, because of the clip; the largest squares if nothing is clipped. */
    uint32_t whole_cap;
    float real_cap;
    const atomic_bool *is_cancelled;
    /* Source of the terms: tops of a terrain, heights, or steps of this layer. */
    const uint32_t *tops;
    uint32_t layer, layers;
    bool is_open;
    const float *heights;
    float level;
    float top_level;     /* Height of the volume's top: heights from there on have no empty point above. */
    const float *levels; /* Heights of the centres of all layers. */
    const int32_t *steps;
    const uint8_t *occupancy; /* Voxels of the whole volume, with steps. */
    /* The smallest sums along the columns, for both sides: rows of scree_distance_line_stride() squares. */
    void *lines[2];
    float *out;
    /* With the nearest voxels: their rows, in the layout of the lines, and the destination of their indices. */
    uint32_t *line_rows[2];
    uint32_t *nearest;
} scree_distance_layer;

/* Work space of one thread. */
typedef struct scree_distance_space {
    void *strip;            /* Rows x SCREE_STRIP_MOST squares of 16 bits, or half as many of 32. */
    void *bounds;           /* Three times as many squares as rows or columns, and 6 more. */
    uint32_t *reach;        /* Twice as many numbers. */
    void *line[2];          /* One line of squares each. */
    uint32_t *indices[2];   /* With the nearest voxels: the columns of one line each. */
    float minimum, maximum; /* Widened by the distances that are written. */
} scree_distance_space;

/* Squares from the start of a line to that of the next one; the first column has index SCREE_STRIP_MOST. */
static inline size_t scree_distance_line_stride(uint32_t columns)
{
    return ((size_t)columns + SCREE_STRIP_MOST - 1) / SCREE_STRIP_MOST * SCREE_STRIP_MOST + 2 * SCREE_STRIP_MOST;
}

typedef struct scree_distance_kernels {
    /* Computes the smallest sums along SCREE_STRIP_MOST columns, or those that are left, from `column` on. */
    void (*columns[SCREE_SQUARE_TYPES])(const scree_distance_layer *layer, scree_distance_space *space, uint32_t column,
                                        int side);
    /* Computes distances of rows from the sums along the columns. False if a type's squares are too narrow. */
    bool (*rows[SCREE_SQUARE_TYPES])(const scree_distance_layer *layer, scree_distance_space *space, uint32_t first_row,
                                     uint32_t count);
    /* As `columns`, with the nearest voxels; whole and float squares only. */
    void (*nearest_columns[SCREE_SQUARE_TYPES])(const scree_distance_layer *layer, scree_distance_space *space,
                                                uint32_t column, int side);
    void (*nearest_rows[SCREE_SQUARE_TYPES])(const scree_distance_layer *layer, scree_distance_space *space,
                                             uint32_t first_row, uint32_t count);
    /* Computes the signed steps of `count` neighbouring columns of a volume, whose layers are `plane` voxels apart. */
    void (*scan)(const uint8_t *occupancy, uint64_t plane, uint32_t layers, size_t count, int32_t *steps);
} scree_distance_kernels;

#endif
