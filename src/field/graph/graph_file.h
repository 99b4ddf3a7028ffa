/* The samples of a file as a field of the type graph: what it begins with, like noise. */
#ifndef SCREE_GRAPH_FILE_H
#define SCREE_GRAPH_FILE_H

#include <scree/input.h>

#include "program.h"

/* A file that is a field, and its table. Strings are its own; values in memory have no path. */
typedef struct scree_graph_file {
    scree_file_field_params params;
    uint32_t axes;
    uint64_t count[SCREE_MAX_AXES];
    scree_program_file table;
} scree_graph_file;

/* The definition that nodes of files have; it is none of the list. */
extern const scree_op_definition scree_file_definition;

/* Makes the file of samples that were read by good parameters. Errors, logged: SCREE_ERROR_INVALID,
   SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_graph_file_make(scree_context *context, const scree_file_field_params *params,
                                   const scree_samples *samples, scree_graph_file **file);

void scree_graph_file_free(scree_graph_file *file);

#endif
