/* Fields of operators, for tests of graphs. */
#ifndef SCREE_TEST_GRAPH_FIXTURE_H
#define SCREE_TEST_GRAPH_FIXTURE_H

#include "fixture.h"

#include <math.h>

static inline scree_field *graph_op(scree_op op, const scree_op_operand *input, size_t count)
{
    scree_op_params params = {.op = op, .count = (uint32_t)count};
    scree_field *field = NULL;
    for (size_t i = 0; i < count; i++) {
        params.input[i] = input[i];
    }
    assert_int_equal(scree_field_from_op(fixture_context, &params, &field), SCREE_OK);
    assert_non_null(field);
    return field;
}

/* A field of an operator and its inputs, such as GRAPH_OP(ADD, {field}, {.number = 1.0}). */
#define GRAPH_OP(OP, ...)                                            \
    graph_op(SCREE_OP_##OP, (const scree_op_operand[]){__VA_ARGS__}, \
             sizeof((const scree_op_operand[]){__VA_ARGS__}) / sizeof(scree_op_operand))

/* The same of fields that nothing else needs: they are released. */
static inline scree_field *graph_op_taking(scree_op op, scree_field *a, scree_field *b)
{
    scree_field *field = graph_op(op, (const scree_op_operand[]){{a}, {b}}, b != NULL ? 2 : 1);
    if (b != a) {
        scree_field_release(&b);
    }
    scree_field_release(&a);
    return field;
}

/* A value as operators take it: 0 where its magnitude is below 2^-63. */
static inline float graph_trimmed(float value)
{
    return fabsf(value) < 0x1p-63f ? 0.0f : value;
}

/* A grid of some hundred samples, whose steps are exact in octaves of lacunarity 2. */
static inline scree_grid graph_grid(uint32_t axes)
{
    return (scree_grid){.axes = axes,
                        .count = {37, axes > 1 ? 11 : 1, axes > 2 ? 5 : 1, axes > 3 ? 3 : 1, axes > 4 ? 2 : 1, 1, 1, 1},
                        .origin = {-3.25, 7.5, 0.25, -1000.0, 9.0},
                        .step = {0.0625}};
}

/* Fills memory of the caller's, at once, with noise or a graph. */
static inline void graph_fill(const scree_field *field, const scree_grid *grid, float *out)
{
    assert_int_equal(scree_field_fill(field, grid, out), SCREE_OK);
}

#endif
