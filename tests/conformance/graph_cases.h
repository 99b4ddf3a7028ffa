/*
 * Graphs of random operators over random noise, by rule from a number and a seed. All of them are valid: where an
 * operator takes only an interval, other operators limit its input to that first.
 */
#ifndef SCREE_TEST_GRAPH_CASES_H
#define SCREE_TEST_GRAPH_CASES_H

#include <scree/scree.h>

#define GRAPH_CASE_COUNT 2852u /* Every operator is the last one of as many. */
#define GRAPH_MAX_SOURCES 6u
#define GRAPH_MAX_NODES 96u
/* The field of an input that is a number. */
#define GRAPH_NUMBER UINT32_MAX

/* An input: source number `field`, node number `field` less GRAPH_MAX_SOURCES, or a number. */
typedef struct graph_input {
    uint32_t field;
    double number;
} graph_input;

typedef struct graph_node {
    scree_op op;
    uint32_t count; /* As scree_op_params has it. */
    graph_input input[SCREE_MAX_OP_INPUTS];
} graph_node;

/* The last node is the field. */
typedef struct graph_case {
    char name[96];
    scree_grid grid;
    uint32_t source_count;
    scree_noise_params source[GRAPH_MAX_SOURCES];
    uint32_t node_count;
    graph_node node[GRAPH_MAX_NODES];
    uint32_t depth;   /* Operators, one behind the other. */
    bool has_numbers; /* Some inputs are numbers. */
    bool has_shared;  /* A field is the input of several operators, or several inputs of one. */
    /* Bits: sources that are the samples of a file in place of noise, read in these ways. */
    uint32_t files;
    scree_file_field_params file[GRAPH_MAX_SOURCES];
    /* Fields of the channels of several outputs, as those of inputs; 0 = the last node is all. */
    uint32_t channels;
    uint32_t channel[SCREE_MAX_OUTPUT_CHANNELS];
} graph_case;

/* Makes a case; `seed` draws what its number leaves open. */
void graph_case_make(unsigned number, uint64_t seed, graph_case *c);

/* Makes some sources of a case samples of a file, where it has few axes, and as many everywhere. The files are made in
   a temporary folder, and removed when the program ends. */
void graph_case_add_files(unsigned number, graph_case *c);

/* Gives some cases several outputs, the first of which is the last node, where their fields have as many axes. */
void graph_case_add_outputs(unsigned number, graph_case *c);

/* Samples of a grid. */
uint64_t graph_case_samples(const scree_grid *grid);

/* Inputs of a node that are given. */
uint32_t graph_node_inputs(const graph_node *node);

/* Makes the field of a case, whether graph_case_make() made it or not. */
scree_result graph_case_field(const graph_case *c, scree_context *context, scree_field **field);

#endif
