/*
 * How GPUs divide the search for smallest sums along lines: the lines of a thread block, and the part of a field that
 * is computed at a time. Layers are computed in slabs of blocks: within a block layers follow each other first, then
 * columns, then rows. A thread block works on a tile of lines; each strip of a line is searched by one thread.
 */
#ifndef SCREE_DISTANCE_SHAPE_H
#define SCREE_DISTANCE_SHAPE_H

#include "distance_layout.h"
#include "distance_plan.h"

/* The limits of a device's blocks. */
typedef struct scree_block_limits {
    uint32_t threads;
    uint32_t shared_bytes;
    uint32_t lines_log; /* Lines of a tile at most. */
    bool has_tiles;     /* Lines are loaded into shared memory. */
    bool has_stages;    /* Results are written through shared memory. */
} scree_block_limits;

/* How lines of a length are searched. */
typedef struct scree_line_shape {
    uint32_t count; /* Samples. */
    uint32_t strips;
    uint32_t lines_log; /* Lines of a tile. */
    uint32_t threads;   /* A multiple of STAGE_THREADS. */
    uint32_t shared_bytes;
    bool is_long; /* Lines and what is known of them do not fit a block's memory; there is only room for stages. */
} scree_line_shape;

/* How a field is made. */
typedef struct scree_distance_shape {
    scree_line_shape columns; /* Shape of lines along y. */
    scree_line_shape rows;    /* Shape of lines along x. */
    uint32_t layers_log;      /* Layers of a block. */
    uint32_t slab_blocks;     /* Blocks of layers at a time. */
} scree_distance_shape;

/* Blocks of layers that a slab may have. */
#define SCREE_MOST_SLAB_BLOCKS 65535u

/* Slabs of at most about `slab_words` words; a single layer may have more. */
scree_distance_shape scree_distance_shape_choose(const scree_distance_plan *plan, scree_block_limits limits,
                                                 uint64_t slab_words);

/* Reduces a slab: to fewer blocks, and then to blocks of fewer layers. False where it has one layer already. */
bool scree_distance_shape_lessen(scree_distance_shape *shape);

/* Words of a slab. */
uint64_t scree_distance_slab_words(const scree_distance_plan *plan, const scree_distance_shape *shape);

/* Tiles of lines in a layer that has `across` neighbouring lines. */
uint64_t scree_distance_tiles(const scree_distance_shape *shape, const scree_line_shape *lines, uint32_t across);

/* Words that the strips of long lines need in a slab, which are fewer than the slab has; 0 where no lines are long. */
uint64_t scree_distance_work_words(const scree_distance_plan *plan, const scree_distance_shape *shape);

/* Bit 0: the outside is measured; bit 1: the inside. */
uint32_t scree_distance_measures(const scree_distance_plan *plan);

#endif
