/*
 * Boxes of noise on the CPU: tables of a box, its division into tiles, and the choice of method. Jobs share the tiles
 * of a box among workers; a fill on the caller's thread makes them one after another.
 */
#ifndef SCREE_CPU_NOISE_BOX_H
#define SCREE_CPU_NOISE_BOX_H

#include "noise_octave.h"
#include "noise_tile.h"

/* How the noise of a plan is made. */
typedef struct scree_cpu_noise {
    scree_cpu_octave octaves[SCREE_MAX_OCTAVES];
    bool is_direct[SCREE_MAX_OCTAVES];
    scree_axis_tables axis[2]; /* Tables of the current box. */
    scree_tile_source source;
    uint64_t tile_width;
    uint64_t tile_rows;
    struct scree_cpu_noise *warp; /* The first components of warped fields, which keep their memory likewise. */
} scree_cpu_noise;

/* A box on its way, cut into tiles. */
typedef struct scree_cpu_box {
    const scree_cpu_noise *noise;
    const scree_box *box;
    const scree_target *target;
    scree_progress *progress;
    uint64_t tiles_x;
    uint64_t tiles_y;
    uint64_t planes_per_tile;
    uint64_t tiles;
    bool is_streamed;
} scree_cpu_box;

/*
 * Prepares for a plan. The tables of a plan before keep their memory; those of a new struct must be zero. Errors:
 * SCREE_ERROR_OUT_OF_MEMORY, not logged.
 */
scree_result scree_cpu_noise_init(scree_cpu_noise *noise, const scree_plan *plan, const scree_cpu_kernels *kernels);

/* Frees the tables. */
void scree_cpu_noise_clear(scree_cpu_noise *noise);

/* Fills the tables of a box; those that it shares with the box before stay. Errors: SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_cpu_noise_fill_tables(scree_cpu_noise *noise, scree_context *context, const scree_box *box);

/* Bytes of all tables, as they are. */
uint64_t scree_cpu_noise_table_bytes(const scree_cpu_noise *noise);

/* The number of workers, of those that there are, that a box is worth waking. */
uint32_t scree_cpu_box_workers(const scree_cpu_noise *noise, const scree_box *box, uint32_t workers);

/* Cuts a box into tiles for N workers. Everything must outlive what is returned. */
scree_cpu_box scree_cpu_box_cut(const scree_cpu_noise *noise, const scree_box *box, const scree_target *target,
                                scree_progress *progress, uint32_t workers);

/* Makes a tile, unless the job is cancelled. `range` is widened by its samples. */
void scree_cpu_box_make_tile(const scree_cpu_box *cut, scree_tile_space *space, uint64_t number, scree_range *range);

#endif
