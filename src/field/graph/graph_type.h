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

#endif
