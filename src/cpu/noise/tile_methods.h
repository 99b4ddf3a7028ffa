/*
 * The methods by which tiles evaluate octaves, and the work space of a tile, in which each octave has what its method
 * keeps. The table of methods is in noise_tile.c, and each has a file of its own.
 */
#ifndef SCREE_CPU_TILE_METHODS_H
#define SCREE_CPU_TILE_METHODS_H

#include "noise_tile.h"
#include "site_tile.h"
#include "warp_tile.h"

/* Lines that a batch needs at most: its rows may each lie between two lattice rows of their own. */
#define SCREE_MOST_LINES (2 * SCREE_BATCH_ROWS)

/* How the octaves of a tile are evaluated. */
typedef struct scree_tile_method {
    /* Takes the memory of an octave, for tiles of a width and a number of rows. */
    void (*allocate)(scree_tile_space *space, scree_arena *arena, uint32_t octave, uint64_t width, uint64_t rows);
    /* Prepares what is constant within a tile; optionally, what is constant within the plane at hand. */
    void (*start)(scree_tile_space *space, uint32_t octave);
    void (*start_plane)(scree_tile_space *space, uint32_t octave);
    /* Optional, for fields whose octaves all have this method: evaluates the rows at hand where they go, or returns
     * false. */
    bool (*fill)(scree_tile_space *space, const scree_sum_batch *batch);
    /* Optional, for such fields: precedes the octaves of these rows. Returns the octaves that are left to be summed, or
       0 where all have yet to be prepared. */
    uint32_t (*prepare_all)(scree_tile_space *space, scree_sum_octave *sums);
    /* Makes an octave of these rows ready to be summed. */
    void (*prepare)(scree_tile_space *space, uint32_t octave, scree_sum_octave *sum);
} scree_tile_method;

extern const scree_tile_method scree_tile_contraction; /* tile_contraction.c */
extern const scree_tile_method scree_tile_direct;      /* tile_direct.c */
extern const scree_tile_method scree_tile_sites;       /* tile_sites.c, as the next. */
extern const scree_tile_method scree_tile_displaced;

/* Nodes of the tile between two lattice planes along axis 2, folded along all axes beyond it. */
typedef struct scree_node_plane {
    bool is_valid;
    int64_t cell;
    float *memory; /* Each lattice row of the tile has parts: the value, and one for each of three slopes. */
} scree_node_plane;

/* The part of an octave that the contraction keeps. */
typedef struct scree_contraction_octave {
    size_t node_stride;  /* Nodes that a row of nodes can hold. */
    uint32_t first_node; /* First node of the tile along x, as an index into the box's table. */
    uint32_t nodes;
    uint32_t first_node_row;
    uint32_t node_rows;
    scree_node_plane plane[2];
    size_t plane_stride;   /* Floats from one lattice row of a plane to the next. */
    uint32_t line_modulus; /* A power of two: lines that are kept, the lattice row's number modulo this. */
    size_t line_floats;    /* Floats from one line to the next. */
    uint32_t line_node[SCREE_MOST_LINES];
} scree_contraction_octave;

typedef struct scree_tile_octave {
    const scree_tile_method *method;
    float *lines; /* Lines of the contraction; otherwise a row of samples for each row of a batch. */
    union {
        scree_contraction_octave contraction;
        struct {
            uint32_t *key0; /* Keys of every sample of a row of the tile. */
            uint32_t *key1;
        } direct;
        scree_site_tile sites;
    };
} scree_tile_octave;

/* Rows of nodes for the folds of outer axes: two (low and high) for each axis. */
typedef struct scree_fold_rows {
    float *memory;
    size_t stride;
    size_t part_stride;
    uint32_t parts; /* Parts of each of them. */
} scree_fold_rows;

struct scree_tile_space {
    const scree_tile_source *source;
    const scree_tile *tile;              /* The tile at hand, and rows of it in the plane at hand: */
    uint64_t first_row;                  /* counted from the box's first, */
    uint32_t row_count;                  /* SCREE_BATCH_ROWS at most. */
    scree_cpu_displacement displacement; /* How far other fields displace the rows at hand. */
    scree_warp_tile *warp;               /* NULL for fields whose samples are not displaced. */
    scree_tile_space *component; /* Space of the first components of a warp, which are made one after the other. */
    size_t line_stride;          /* Samples that a line can hold. */
    scree_tile_octave octave[SCREE_MAX_OCTAVES];
    scree_fold_rows folds;
    uint64_t outer_index[SCREE_MAX_AXES]; /* Index of the current plane along each axis from 2 on. */
    uint32_t moved;                       /* Bit a: the plane before had another index along axis a. */
    scree_axis_entry outer[SCREE_MAX_OCTAVES][SCREE_MAX_AXES];
    int64_t outer_cell[SCREE_MAX_OCTAVES][SCREE_MAX_AXES];
    float minimum[SCREE_MAX_LANES];
    float maximum[SCREE_MAX_LANES];
};

/* Floats from the values of a batch to its derivatives along an axis, or from those along an axis to the next. */
static inline size_t scree_tile_slopes(const scree_tile_space *space)
{
    return SCREE_BATCH_ROWS * space->line_stride;
}

/* Takes rows of samples for a batch, with derivatives those behind them. */
static inline void scree_tile_allocate_rows(scree_tile_space *space, scree_arena *arena, uint32_t octave)
{
    const scree_plan *plan = space->source->plan;
    const uint32_t channels = plan->has_duals ? 1 + plan->axes : 1;
    space->octave[octave].lines = scree_arena_words(arena, channels * scree_tile_slopes(space));
}

/* Takes the rows for folds, as long as the octaves before need them (tile_contraction.c). */
void scree_tile_allocate_folds(scree_tile_space *space, scree_arena *arena);

/* Gives rows of samples, which are evaluated, to their sum. */
static inline void scree_tile_give_rows(scree_tile_space *space, const float *lines, scree_sum_octave *sum)
{
    sum->is_evaluated = true;
    sum->slope_offset = scree_tile_slopes(space);
    for (uint32_t row = 0; row < space->row_count; row++) {
        sum->low[row] = lines + row * space->line_stride;
    }
}

#endif
