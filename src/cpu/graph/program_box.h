/*
 * Boxes of programs on the CPU, and their division into tiles. Jobs share the tiles of a box among workers; a fill on
 * the caller's thread makes them one after another.
 */
#ifndef SCREE_CPU_PROGRAM_BOX_H
#define SCREE_CPU_PROGRAM_BOX_H

#include "program_tile.h"

/* A box on its way, cut into tiles. */
typedef struct scree_cpu_box {
    const scree_cpu_program *program;
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
 * Prepares for a program. What belongs to a program before keeps its memory; a new struct must be zero. Errors:
 * SCREE_ERROR_OUT_OF_MEMORY, not logged.
 */
scree_result scree_cpu_program_init(scree_cpu_program *prepared, const scree_program *program,
                                    const scree_cpu_kernels *kernels);

/* Frees all that a program has. */
void scree_cpu_program_clear(scree_cpu_program *prepared);

/* Fills the tables of a box; those that it shares with the box before stay. Errors, logged: SCREE_ERROR_OUT_OF_MEMORY.
 */
scree_result scree_cpu_program_fill_tables(scree_cpu_program *prepared, scree_context *context, const scree_box *box);

/* The most samples that a box should have: planes whose indices a source has tables of are few. */
uint64_t scree_cpu_program_box_samples(const scree_program *program);

/* Bytes of all tables, as they are. */
uint64_t scree_cpu_program_table_bytes(const scree_cpu_program *prepared);

/* The number of workers, of those that there are, that a box is worth waking. */
uint32_t scree_cpu_box_workers(const scree_cpu_program *prepared, const scree_box *box, uint32_t workers);

/* Cuts a box into tiles for N workers. Everything must outlive what is returned. */
scree_cpu_box scree_cpu_box_cut(const scree_cpu_program *prepared, const scree_box *box, const scree_target *target,
                                scree_progress *progress, uint32_t workers);

/* Makes a tile, unless the job is cancelled. `range` is widened by its samples. */
void scree_cpu_box_make_tile(const scree_cpu_box *cut, scree_program_space *space, uint64_t number, scree_range *range);

#endif
