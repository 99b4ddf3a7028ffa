/* A graph that is being compiled: its steps before they have registers, in the order in which they are evaluated. */
#ifndef SCREE_GRAPH_BUILDER_H
#define SCREE_GRAPH_BUILDER_H

#include "graph_node.h"

/* Lists of instructions, by a hash of what they compute. */
#define SCREE_CODE_BUCKETS 1024u
#define SCREE_NO_STEP UINT32_MAX

/* Programs of GPUs number registers by 16 bits. */
#define SCREE_MAX_STEPS 65536u

/* A step before it has registers. */
typedef struct scree_draft_step {
    uint32_t instruction;
    uint32_t source; /* The number of a source, or the axis of a position. */
    uint32_t inputs;
    scree_operand input[SCREE_INSTRUCTION_INPUTS]; /* How far along each axis, where it is a displaced source. */
    uint32_t next;                                 /* The next one of its list. */
} scree_draft_step;

/* Where a field is evaluated: how far from the samples along each axis. The first place of a graph is at them. */
typedef struct scree_code_place {
    scree_operand along[SCREE_POSITION_AXES];
} scree_code_place;

/* A field that has been compiled at a place. */
typedef struct scree_visited_field {
    const scree_field *field; /* NULL for a free entry. */
    uint32_t place;
    scree_operand operand;
} scree_visited_field;

/* Noise that is evaluated at a place. */
typedef struct scree_draft_source {
    const scree_noise_field *noise; /* As the graph has it. */
    const scree_noise_field *evaluated;
    uint32_t octave; /* The only one, or SCREE_ALL_OCTAVES. */
    uint32_t place;
    uint32_t step;
} scree_draft_source;

struct scree_code_builder {
    scree_context *context;
    scree_result result; /* The first failure, which is logged. */
    uint32_t axes;       /* The field's. */
    scree_visited_field *visited;
    uint32_t visited_mask;
    uint32_t visited_count;
    uint32_t visited_limit;
    scree_draft_step *step;
    uint32_t step_count;
    uint32_t step_capacity;
    scree_code_operator *operators;
    uint32_t operator_count;
    scree_draft_source *source;
    uint32_t source_count;
    uint32_t source_capacity;
    scree_code_place *place;
    uint32_t place_count;
    uint32_t place_capacity;
    uint32_t here;                               /* The place where the operator at hand is evaluated. */
    scree_operand position[SCREE_POSITION_AXES]; /* Numbers where there are none. */
    uint32_t bucket[SCREE_CODE_BUCKETS];
};

/* The code of a builder whose last step makes the value of the graph; NULL without memory (graph_registers.c). */
scree_graph_code *scree_code_finish(const scree_code_builder *builder);

#endif
