/* Programs at points (program.h): a source evaluates a batch of points into a register (point_pass.h), and runs of
   instructions combine registers (gpu_graph.h). A plain program has no registers. */
#ifndef SCREE_GRAPH_POINT_PASS_H
#define SCREE_GRAPH_POINT_PASS_H

#include "gpu_graph.h"

/* A source, and where its tables begin among those of the program. */
typedef struct scree_gpu_point_source {
    scree_gpu_point_field field;
    uint64_t first_table;
} scree_gpu_point_source;

/* A program at points: all that does not depend on the points. */
typedef struct scree_gpu_point_graph {
    scree_gpu *gpu;
    const scree_point_program *program;
    scree_type type;                /* The type of the coordinates. */
    scree_gpu_point_source *source; /* One for each source. */
    scree_gpu_code code;
    uint64_t first_code;  /* Bytes of the tables before the instructions, */
    uint64_t table_bytes; /* and of both. */
    /* Bytes that passes keep of a point, for the source that needs most. */
    uint64_t state_bytes;
    uint64_t displacement_bytes;
    uint64_t most_points; /* Maximum points of a batch. */
} scree_gpu_point_graph;

/* A batch of points, and the memory of its registers. */
typedef struct scree_gpu_graph_batch {
    scree_gpu_point_batch points; /* Its tables are those of the program. */
    const scree_gpu_memory *registers;
} scree_gpu_graph_batch;

/* Whether a device evaluates the points of all sources. Otherwise the processor evaluates the program. */
bool scree_gpu_graph_locates(const scree_gpu *gpu, const scree_point_program *program);

/* `type` is that of the coordinates. Errors, logged: SCREE_ERROR_OUT_OF_MEMORY. The graph is to be cleared all the
   same. */
scree_result scree_gpu_point_graph_init(scree_gpu_point_graph *graph, scree_gpu *gpu,
                                        const scree_point_program *program, scree_type type);
void scree_gpu_point_graph_clear(scree_gpu_point_graph *graph);

/* Writes the tables of all sources, and the instructions. */
void scree_gpu_point_graph_write(scree_gpu_point_graph *graph, uint32_t *words);

/* Records the evaluation of a batch, and a barrier behind it. The word of what is found is reset before. */
void scree_gpu_point_graph_record(const scree_gpu_point_graph *graph, const scree_gpu_graph_batch *batch);

#endif
