/* Calls in expressions: the arguments, the parameters that they are for, and the values of operators and of noise. */
#ifndef SCREE_EXPRESSION_CALL_H
#define SCREE_EXPRESSION_CALL_H

#include "expression_scope.h"
#include "noise_fractal_definition.h"

/* A call that is being read. It is allocated, so that calls within calls take little of the stack. */
typedef struct scree_expression_call {
    scree_expression_found found;                                /* The name and its place are those of `maker`. */
    scree_expression_argument argument[SCREE_MAX_ARGUMENTS + 1]; /* One more, for the name of the next. */
    uint32_t count;
    bool has_names;           /* An argument was given by name. */
    json_t *keys;             /* Arguments by name of what makes noise. */
    scree_octave_shape shape; /* The octaves of a fractal that is laid over a field which is no noise. */
    /* The caller's, while the body of a function is evaluated. */
    scree_expression_scope scope;
    scree_expression_reader reader;
} scree_expression_call;

/* Starts a call of a name. Whatever is returned, scree_expression_call_free() frees it. Errors, logged, here and below:
   SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_expression_call_begin(const scree_expression_reader *in, const scree_expression_scope *scope,
                                         const scree_expression_name *name, scree_expression_call **call);
void scree_expression_call_free(scree_expression_call **call);

/* Starts the next argument, by its name or with an empty one at its place, unless none may follow. */
scree_result scree_expression_call_check_next(const scree_expression_reader *in, scree_expression_call *call,
                                              const scree_expression_name *name);

/* Finds the parameter of each argument. */
scree_result scree_expression_call_match(const scree_expression_reader *in, scree_expression_call *call);

/* The value of a call whose arguments are matched, unless it is one of a function of the text. */
scree_result scree_expression_call_apply(const scree_expression_reader *in, scree_expression_call *call,
                                         scree_expression_value *out);

#endif
