/* Fields that are made of others: their parts of fields, and the code that they become. */
#ifndef SCREE_GRAPH_NODE_H
#define SCREE_GRAPH_NODE_H

#include <stdatomic.h>

#include "graph_file.h"
#include "graph_outputs.h"
#include "program.h"

/* Numbers and values have a smaller magnitude, so that products of two are finite. */
#define SCREE_GRAPH_LIMIT 0x1p63f

/* An operator of the graph: its inputs, which are checked, and the steps that it has added. */
typedef struct scree_code_operator {
    const scree_op_definition *definition;
    scree_operand input[SCREE_MAX_OP_INPUTS];
    uint32_t first_step;
    uint32_t end_step;
} scree_code_operator;

/* A step as its range follows from it: an instruction, or another step as scree_program_step has it. */
typedef struct scree_code_step {
    uint32_t instruction;
    uint32_t source; /* The number of a source, or the axis of a position. */
    uint32_t displaced_axes;
    uint32_t program_step;                         /* Its number in the program. */
    scree_operand input[SCREE_INSTRUCTION_INPUTS]; /* A slope has the value of its source. */
} scree_code_step;

/* A field as it was compiled: once for each place where it is evaluated. */
typedef struct scree_code_field {
    const scree_field *field;
    scree_operand value;
} scree_code_field;

/*
 * A program without a grid, and what its ranges follow from. The value of step i is that of number i among the
 * operands.
 */
typedef struct scree_graph_code {
    scree_program_code code;
    const scree_code_step *step; /* The steps in the order in which the graph was compiled. */
    uint32_t step_count;
    scree_code_operator *operators; /* In the order of their steps. */
    uint32_t operator_count;
    scree_code_field *fields; /* In no order; for explanations, as the next. */
    uint32_t field_count;
    const scree_field **maker;  /* For each step of the program the field that it was made for. */
    scree_noise_field **placed; /* Noise in other domains, which the code owns. */
    uint32_t placed_count;
} scree_graph_code;

/* A field made of others: the part of a field of the type graph. */
typedef struct scree_graph_node {
    const scree_op_definition *definition;
    scree_field *input[SCREE_MAX_OP_INPUTS]; /* Retained; NULL for a number. */
    float number[SCREE_MAX_OP_INPUTS];
    uint32_t input_count;         /* Inputs that it has: all of the operator, or the groups that are given. */
    uint32_t depth;               /* Operators, one after the other, up to this one. */
    uint32_t most_fields;         /* An upper bound of the number of fields that it is made of. */
    bool is_displaced;            /* Some of them are evaluated elsewhere than at the samples. */
    bool has_derivatives;         /* Some of them are made of slopes. */
    bool has_values;              /* Some of them are values in memory, so that no text names it. */
    scree_graph_file *file;       /* The file whose samples it is, or NULL; owned. */
    scree_graph_outputs *outputs; /* Its outputs, whose components its inputs are, or NULL; owned. */
    /* Made when they are first asked for, then never changed: the code, and the programs of points for each number of
       axes less one. */
    _Atomic(scree_graph_code *) code[SCREE_MAX_AXES];
    _Atomic(scree_point_program *) point_programs[SCREE_MAX_AXES];
} scree_graph_node;

/* The node of a field of the type graph. */
static inline scree_graph_node *scree_graph_node_of(const scree_field *field)
{
    return field->part;
}

/* The outputs of a field; NULL where it has none with names. */
static inline const scree_graph_outputs *scree_graph_outputs_of(const scree_field *field)
{
    const bool is_graph = field != NULL && field->type->number == SCREE_FIELD_TYPE_graph;
    return is_graph ? scree_graph_node_of(field)->outputs : NULL;
}

/* The numbers of a sample of noise without derivatives or of a graph. */
static inline uint32_t scree_graph_channels(const scree_field *field)
{
    const scree_graph_outputs *outputs = scree_graph_outputs_of(field);
    return outputs != NULL ? outputs->first[outputs->count] : 1;
}

/* Checks whether a field may be an input of the name of an operator. Errors, logged: SCREE_ERROR_UNSUPPORTED. */
scree_result scree_graph_check_input(scree_context *context, const char *op, const char *name,
                                     const scree_field *field);

/* Sets an input of a node to a field that may be one, and is evaluated so many times. */
void scree_graph_node_add(scree_graph_node *node, uint32_t input, const scree_field *field, uint32_t times);

/* Makes the field of a node, which it owns, also after an error; `result` is that of making the node. Errors, logged:
   SCREE_ERROR_INVALID (too many fields), SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_graph_field_make(scree_context *context, scree_result result, scree_graph_node *node,
                                    scree_field **field);

/* Makes the field of a file, which it owns, also after an error. Errors, logged: SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_graph_field_of_file(scree_context *context, scree_graph_file *file, scree_field **field);

/* Counts the fields that a field is made of, itself included; more than `limit` are one more than that. Errors, logged:
   SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_graph_count_fields(scree_context *context, const scree_field *field, uint32_t limit,
                                      uint32_t *count);

/* The code of a field of the type graph in a number of axes. Errors, logged: SCREE_ERROR_INVALID,
   SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_graph_code_of(scree_context *context, const scree_field *field, uint32_t axes,
                                 const scree_graph_code **code);

void scree_graph_code_free(scree_graph_code *code);

/*
 * Checks the ranges of a code by the bounds of its sources' plans and of positions along each axis, and finds the range
 * of each step; without `step`, of the last one only, which is the `bound`. Errors, logged: SCREE_ERROR_INVALID,
 * SCREE_ERROR_OUT_OF_MEMORY.
 */
scree_result scree_graph_check_ranges(scree_context *context, const scree_graph_code *code,
                                      const scree_plan *const *source, const scree_range *position, scree_range *step,
                                      scree_range *bound);

/* The same for the code of a field on the grid of its program. */
scree_result scree_graph_find_ranges(scree_context *context, const scree_graph_code *code, const scree_program *program,
                                     scree_range *step, scree_range *bound);

#endif
