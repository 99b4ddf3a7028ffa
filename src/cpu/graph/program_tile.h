/*
 * Tiles of programs (src/field/graph/program.h): sources make a batch of rows of a plane in registers, and instructions
 * combine them, row by row. The last step of a program writes where samples go, so noise by itself has no registers.
 */
#ifndef SCREE_CPU_PROGRAM_TILE_H
#define SCREE_CPU_PROGRAM_TILE_H

#include "noise_source.h"
#include "program.h"

/* The data that all workers share while a box is computed. */
typedef struct scree_cpu_program {
    const scree_program *program;
    const scree_cpu_kernels *kernels;
    scree_cpu_noise *noise; /* One for each source. */
    uint32_t capacity;      /* The number that there is memory for. */
    uint64_t tile_width;
    uint64_t tile_rows;
    double *step_seconds; /* The time of each step is added there, by one worker; NULL where nobody asks. */
    double clock_seconds; /* The time that reading the clock takes. */
} scree_cpu_program;

/* The work space of one worker. */
typedef struct scree_program_space scree_program_space;

/* Bytes of the work space for tiles of the program. */
size_t scree_program_space_bytes(const scree_cpu_program *program);

/* Makes a work space of N bytes, all zero, at `memory`, a multiple of 64. It owns nothing. */
scree_program_space *scree_program_space_lay_out(const scree_cpu_program *program, void *memory);

/* Computes a tile, plane by plane; stops between planes when cancelled. `range` is widened by the tile's samples.
   Streamed samples will not be read soon. */
void scree_program_tile_generate(scree_program_space *space, const scree_tile *tile, const scree_target *target,
                                 bool is_streamed, scree_progress *progress, scree_range *range);

#endif
