/*
 * Tiles: the part of a box that one worker computes at a time, and the work space that it needs. A tile has some
 * planes, some rows of each and some samples of each row; it goes plane by plane, and in a plane by batches of rows.
 */
#ifndef SCREE_CPU_NOISE_TILE_H
#define SCREE_CPU_NOISE_TILE_H

#include "axis_table.h"
#include "device_internal.h"
#include "cpu_kernels.h"
#include "value_map.h"

/* The data that all workers share while a box is computed. */
typedef struct scree_tile_source {
    const scree_plan *plan;
    const scree_cpu_kernels *kernels;
    const scree_cpu_octave *octaves; /* One for each octave of the plan. */
    const bool *is_direct;           /* One for each octave. */
    const scree_axis_table *x;       /* Tables of the box's samples along x, one for each octave. */
    const scree_axis_table *y;       /* Tables of the box's rows, one for each octave; unused with one axis. */
    /* The first components of a warped field. */
    const struct scree_tile_source *warp[SCREE_SITE_AXES];
} scree_tile_source;

/* A tile's position in its box, and its size. */
typedef struct scree_tile {
    scree_box box;        /* The whole box. */
    uint64_t first_plane; /* Counted from the box's first, like the rest. */
    uint64_t planes;
    uint64_t first_row;
    uint64_t rows;
    uint64_t first_x;
    uint64_t width;
} scree_tile;

/* The work space of one worker. */
typedef struct scree_tile_space scree_tile_space;

/* Bytes of the node planes, the part of the work space that grows with the area of a tile. */
size_t scree_tile_plane_bytes(const scree_tile_source *source, uint64_t width, uint64_t rows);

/* Bytes of the work space for tiles of at most `width` samples by `rows` rows. */
size_t scree_tile_space_bytes(const scree_tile_source *source, uint64_t width, uint64_t rows);

/* Makes a work space of N bytes at `memory`, a multiple of 64. It owns nothing. */
scree_tile_space *scree_tile_space_lay_out(const scree_tile_source *source, uint64_t width, uint64_t rows,
                                           void *memory);

/* Begins a tile, which must outlive its work. */
void scree_tile_start(scree_tile_space *space, const scree_tile_source *source, const scree_tile *tile);

/* Goes to a plane of the tile, which counts from the box's first; one after the other, from the tile's first on. */
void scree_tile_start_plane(scree_tile_space *space, uint64_t plane);

/* Says how far the next rows that are evaluated are displaced, at most SCREE_BATCH_ROWS of them. */
void scree_tile_displace(scree_tile_space *space, const scree_cpu_displacement *displacement);

/* Evaluates rows of the plane at hand, from one on that counts from the box's first, into memory whose rows are N
   floats apart. Streamed samples will not be read soon. */
void scree_tile_make_rows(scree_tile_space *space, uint64_t first_row, uint64_t rows, float *out, size_t row_stride,
                          bool is_streamed);

/* Widens a range by all samples since the tile began. */
void scree_tile_widen_range(const scree_tile_space *space, scree_range *range);

#endif
