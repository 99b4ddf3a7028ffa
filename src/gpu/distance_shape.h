/*
 * How GPUs find least sums along lines: how many lines a block of threads takes, and how much of a field is made at a
 * time. Layers are made in slabs of blocks: within a block of layers these follow each other first, then columns, then
 * rows. A block of threads has a tile of lines; strips of each line are found by one thread each.
 */
#ifndef SCREE_DISTANCE_SHAPE_H
#define SCREE_DISTANCE_SHAPE_H

#include "distance_plan.h"

/* Places of a strip, and of its parts. */
#define SCREE_STRIP_PLACES 32u
#define SCREE_STRIP_PART_PLACES 8u
/* Words beside a line's places: behind its end, and of each strip (least squares of both sides of its parts and of the
   strip, and where its first place has its least sum from). */
#define SCREE_LINE_MARGIN 1u
#define SCREE_STRIP_WORDS 11u
/* Words for every 32 threads through which results go, so that they are written along rows. */
#define SCREE_STAGE_THREADS 32u
#define SCREE_STAGE_PITCH 36u
#define SCREE_STAGE_WORDS (SCREE_STRIP_PART_PLACES * SCREE_STAGE_PITCH)

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
    uint32_t count; /* Places. */
    uint32_t strips;
    uint32_t lines_log; /* Lines of a tile. */
    uint32_t threads;   /* A multiple of SCREE_STAGE_THREADS. */
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

/* Slabs of about `slab_words` words at most; more only where a single layer has more. */
scree_distance_shape scree_distance_shape_choose(const scree_distance_plan *plan, scree_block_limits limits,
                                                 uint64_t slab_words);

/* A slab of less: fewer blocks, and then blocks of fewer layers. False where it has one layer already. */
bool scree_distance_shape_lessen(scree_distance_shape *shape);

/* Words of a slab. */
uint64_t scree_distance_slab_words(const scree_distance_plan *plan, const scree_distance_shape *shape);

/* Tiles side by side, of lines of a layer that are `across` beside each other. */
uint64_t scree_distance_tiles(const scree_distance_shape *shape, const scree_line_shape *lines, uint32_t across);

/* Words that long lines need for their strips in a slab: fewer than the slab has. 0 where none are long. */
uint64_t scree_distance_work_words(const scree_distance_plan *plan, const scree_distance_shape *shape);

/* Bit 0: the outside is measured; bit 1: the inside. */
uint32_t scree_distance_measures(const scree_distance_plan *plan);

#endif
