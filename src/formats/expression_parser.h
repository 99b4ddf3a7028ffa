/*
 * The values of expressions, which are evaluated as they are read: the body of a function is read again by each of its
 * calls.
 */
#ifndef SCREE_EXPRESSION_PARSER_H
#define SCREE_EXPRESSION_PARSER_H

#include "expression_file.h"
#include "expression_scope.h"
#include "program.h"

/* An output that was read. */
typedef struct scree_expression_output {
    scree_expression_name name;
    uint32_t components;
    scree_field *component[SCREE_MAX_OUTPUT_COMPONENTS];
} scree_expression_output;

typedef struct scree_expression_outputs {
    scree_expression_output output[SCREE_MAX_OUTPUT_CHANNELS];
    uint32_t count;
} scree_expression_outputs;

typedef struct scree_expression_parser {
    scree_expression_reader reader;
    scree_expression_definitions definitions;
    scree_expression_scope scope;
    uint32_t depth;      /* Parentheses and calls round what is read. */
    uint32_t calls;      /* Operators and functions that were evaluated so far, those of numbers alone left out. */
    size_t called_bytes; /* Bytes of bodies that were evaluated so far. */
    bool is_checking;    /* Nothing is evaluated, and values are nothing. */
    scree_expression_value position[SCREE_POSITION_AXES]; /* Positions that were read: all of an axis are one field. */
    scree_expression_files files;                         /* Files that were read. */
    scree_expression_outputs outputs;
} scree_expression_parser;

/* Reads an expression. `out` is nothing before, and after an error. Errors, logged: SCREE_ERROR_FORMAT,
   SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_expression_parse(scree_expression_parser *in, scree_expression_value *out);

/* Reads a name and a "=" behind it; an empty name, with the next place, where there is none. Errors, logged:
   SCREE_ERROR_FORMAT. */
scree_result scree_expression_parse_name(scree_expression_parser *in, scree_expression_name *name);

#endif
