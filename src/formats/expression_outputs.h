/* Outputs of an expression: "out NAME = VALUE;", or several values in brackets, the components of a vector. */
#ifndef SCREE_EXPRESSION_OUTPUTS_H
#define SCREE_EXPRESSION_OUTPUTS_H

#include "expression_parser.h"

/* Reads an output if one follows: `out` is no keyword where no name follows it. Errors, logged: SCREE_ERROR_FORMAT,
   SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_expression_parse_output(scree_expression_parser *in, bool *is_there);

/* The field of all outputs that were read, of which there are some; the caller owns it. Errors, logged: as above. */
scree_result scree_expression_outputs_field(const scree_expression_parser *in, scree_field **field);

void scree_expression_outputs_clear(scree_expression_outputs *outputs);

#endif
