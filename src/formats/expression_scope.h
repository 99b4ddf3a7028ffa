/*
 * The names of an expression: those that its text defines, and those of operators, kinds of noise and fractals.
 */
#ifndef SCREE_EXPRESSION_SCOPE_H
#define SCREE_EXPRESSION_SCOPE_H

#include "expression_values.h"

/* The maximum number of definitions in a text. */
#define SCREE_MAX_DEFINITIONS 4096
/* The maximum number of arguments of a call, and of parameters of a function. */
#define SCREE_MAX_ARGUMENTS 64

/* A parameter of a function. */
typedef struct scree_expression_parameter {
    scree_expression_name name;
    bool has_default;
    scree_expression_value value; /* The default. */
} scree_expression_parameter;

/* A value with a name, or a function. */
typedef struct scree_expression_definition {
    scree_expression_name name;
    uint32_t hash; /* A hash of the name, because texts may have many names. */
    bool is_function;
    scree_expression_value value;
    scree_expression_parameter *parameter;
    uint32_t count; /* Parameters. */
    size_t visible; /* Definitions before it. */
    size_t body;    /* The place of a function's expression. */
    size_t bytes;   /* Its length. */
} scree_expression_definition;

/* All definitions of a text so far. */
typedef struct scree_expression_definitions {
    scree_expression_definition *definition;
    size_t count;
    size_t capacity;
} scree_expression_definitions;

/* An argument of a call. */
typedef struct scree_expression_argument {
    scree_expression_name name; /* Without a text for one that is given by its position. */
    uint32_t slot;              /* The number of its parameter. */
    scree_expression_value value;
} scree_expression_argument;

/* The names that an expression may use. */
typedef struct scree_expression_scope {
    const scree_expression_definitions *definitions;
    size_t visible;                              /* The number of them that it sees, from the first on. */
    const scree_expression_definition *function; /* The function whose body it is; NULL outside of functions. */
    bool is_called;                              /* Otherwise the body is only checked. */
    const scree_expression_argument *argument;   /* The arguments of the function's call. */
    uint32_t count;
} scree_expression_scope;

typedef enum scree_expression_found_type {
    SCREE_EXPRESSION_UNKNOWN,
    SCREE_EXPRESSION_VALUE,
    SCREE_EXPRESSION_FUNCTION,
    SCREE_EXPRESSION_OPERATOR,
    SCREE_EXPRESSION_MAKER,
    SCREE_EXPRESSION_FILE /* The samples of a file. */
} scree_expression_found_type;

/* The thing that a name stands for. */
typedef struct scree_expression_found {
    scree_expression_found_type type;
    const scree_expression_value *value; /* NULL for a parameter of a function that is not called. */
    const scree_expression_definition *function;
    scree_op op;
    scree_expression_maker maker;
} scree_expression_found;

void scree_expression_find(const scree_expression_scope *scope, const scree_expression_name *name,
                           scree_expression_found *found);

/* Reports a name that is unknown, with the nearest one that may stand there: that of something called, or of a value.
   Errors: SCREE_ERROR_INVALID. */
scree_result scree_expression_fail_unknown(const scree_expression_reader *in, const scree_expression_scope *scope,
                                           const scree_expression_name *name, bool is_called);

/* Whether a name is a keyword, which begins no value. */
bool scree_expression_is_keyword(const char *name);

/* Checks whether a definition of a text, or a parameter of a function, may have a name. Errors, logged:
   SCREE_ERROR_INVALID. */
scree_result scree_expression_check_definition(const scree_expression_reader *in,
                                               const scree_expression_definitions *definitions,
                                               const scree_expression_name *name);
scree_result scree_expression_check_parameter(const scree_expression_reader *in,
                                              const scree_expression_definition *function,
                                              const scree_expression_name *name);

/* Add a definition, and a parameter to a function; their values are taken. Errors, logged: SCREE_ERROR_INVALID,
   SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_expression_define(const scree_expression_reader *in, scree_expression_definitions *definitions,
                                     scree_expression_definition *definition);
scree_result scree_expression_add_parameter(const scree_expression_reader *in, scree_expression_definition *function,
                                            scree_expression_parameter *parameter);

void scree_expression_definition_clear(scree_expression_definition *definition);
void scree_expression_definitions_clear(scree_expression_definitions *definitions);

#endif
