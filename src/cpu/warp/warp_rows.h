/*
 * Rows of samples of warped fields, on grids and at points: displacements, and the field where they take the samples.
 * Rows of displacements are as far apart as a line is long, and repeat the last sample up to whole vectors.
 */
#ifndef SCREE_CPU_WARP_ROWS_H
#define SCREE_CPU_WARP_ROWS_H

#include "arena.h"
#include "cpu_kernels.h"
#include "plan.h"

/* Displacements that are kept at a time: those of a warp and of the one before it take turns with two sets; one octave
   of a warp, and where a progressive warp has taken the samples, are in the others. */
#define SCREE_WARP_SETS 4

/* Work space for some rows. */
typedef struct scree_warp_space {
    size_t line_stride;
    size_t slope_stride; /* Floats from the rows of a component to those of its derivatives, if it has some. */
    float *set[SCREE_WARP_SETS][SCREE_SITE_AXES];
    uint32_t *part[SCREE_SITE_AXES]; /* The positions of a row along each axis of a lattice. */
    uint32_t *cell[SCREE_SITE_AXES];
} scree_warp_space;

/* Takes the arrays for rows of a warped field. */
void scree_warp_space_allocate(scree_warp_space *space, scree_arena *arena, const scree_plan *plan, uint32_t rows,
                               size_t line_stride);

/* Floats of a component of a displacement: the value, and with derivatives those. */
static inline uint32_t scree_warp_parts_of(const scree_plan *plan)
{
    return plan->has_duals ? 1 + plan->axes : 1;
}

/* Takes a row of samples apart whose floats lie side by side, and repeats the last sample up to whole vectors. */
void scree_warp_row_split(const float *samples, uint32_t parts, size_t count, size_t whole, float *out,
                          size_t slope_stride);

/* Rows that are displaced. */
typedef struct scree_warp_rows {
    const scree_cpu_kernels *kernels;
    const scree_plan *plan; /* The warped field's. */
    const scree_warp_space *space;
    uint32_t rows; /* 1 to SCREE_BATCH_ROWS */
    size_t count;  /* Samples of a row: whole vectors. */
    /* Gives the sites of the rows before they are displaced, in an octave of a displacement. */
    void (*find_sites)(void *user, uint32_t warp, uint32_t octave, scree_cpu_sites *sites);
    void *user;
} scree_warp_rows;

/* The displacement of the field itself, from the first components. */
scree_cpu_displacement scree_warp_rows_displace(const scree_warp_rows *rows, const scree_cpu_displacement *first);

/* Whether octaves of a displaced field can be added to those before as they are evaluated. */
bool scree_warp_rows_can_add(const scree_plan *plan);

/* Evaluates an octave of the field where it is displaced to, or adds it; `sites` has the rows before that. */
void scree_warp_rows_evaluate(const scree_warp_rows *rows, uint32_t octave, const scree_cpu_sites *sites,
                              const scree_cpu_displacement *displacement, bool adds);

#endif
