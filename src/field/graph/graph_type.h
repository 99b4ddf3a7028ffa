/* Graphs as a field type. */
#ifndef SCREE_GRAPH_TYPE_H
#define SCREE_GRAPH_TYPE_H

#include "program.h"

extern const scree_field_type scree_graph_type;

/*
 * Computes a program on the caller's thread (at_once.h), on a grid, into `out` with the grid's strides. Without `out`
 * only the range is measured. `range` is widened. Errors, logged: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY.
 */
scree_result scree_at_once_program(const scree_field *field, const scree_grid *grid, float *out, scree_range *range);

/* Evaluates a program at points. Errors, logged: as above. */
scree_result scree_at_once_program_points(scree_context *context, const scree_point_program *program,
                                          const scree_points *points, float *out);

/* Octaves of a source by the way in which they are evaluated on the CPU. */
typedef struct scree_source_methods {
    uint32_t contracted; /* By folding the lattice (noise_method.h). */
    uint32_t direct;
    uint32_t of_sites;
    uint32_t displaced;
} scree_source_methods;

/* The times of a program. */
typedef struct scree_program_times {
    double *step;                 /* Seconds of each step where they are timed one by one; zero before. */
    scree_source_methods *source; /* For each source. */
    double seconds;               /* The program takes them as it is. */
} scree_program_times;

/* Computes a program likewise, and keeps no samples: often enough that times mean something. The arrays are the
   caller's. */
scree_result scree_at_once_measure(const scree_field *field, const scree_grid *grid, scree_program_times *times);

#endif
