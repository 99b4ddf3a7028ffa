/* Noise on the CPU as the source of a program: tables of a box, the choice of methods, and the tiles that suit them. */
#ifndef SCREE_CPU_NOISE_SOURCE_H
#define SCREE_CPU_NOISE_SOURCE_H

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
    size_t space_bytes;           /* The work space of a tile of the program. */
    struct scree_cpu_noise *warp; /* The first components of warped fields, which keep their memory likewise. */
} scree_cpu_noise;

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

/* Nanoseconds that a sample takes, about, with its displacements. */
double scree_cpu_noise_nanoseconds(const scree_cpu_noise *noise);

#endif
