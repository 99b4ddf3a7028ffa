/* Fields of several outputs, as fields of the type graph: their components are inputs of a node without an operator. */
#ifndef SCREE_GRAPH_OUTPUTS_H
#define SCREE_GRAPH_OUTPUTS_H

#include <scree/graph.h>

#include "op_definition.h"

/* The names of outputs, and of their channels. */
typedef struct scree_graph_outputs {
    uint32_t count;
    uint32_t
        first[SCREE_MAX_OUTPUT_CHANNELS + 1]; /* The first channel of each, and behind the last one their number. */
    char name[SCREE_MAX_OUTPUT_CHANNELS][SCREE_MAX_OUTPUT_NAME_BYTES + 1];
    /* The names of all channels, with blanks between them. */
    char list[SCREE_MAX_OUTPUT_CHANNELS * (SCREE_MAX_OUTPUT_NAME_BYTES + 3)];
} scree_graph_outputs;

/* The definition that their nodes have; it is none of the list. */
extern const scree_op_definition scree_outputs_definition;

/* The channels of an output. */
static inline uint32_t scree_graph_output_channels(const scree_graph_outputs *outputs, uint32_t number)
{
    return outputs->first[number + 1] - outputs->first[number];
}

#endif
