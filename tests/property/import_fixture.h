/* Fields of the texts of imports, and values and samples of these. */
#ifndef IMPORT_FIXTURE_H
#define IMPORT_FIXTURE_H

#include "graph_fixture.h"

#include <string.h>

#include <scree/expression.h>
#include <scree/recipe.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* A field of a text, which is freed. */
static inline scree_field *field_of(char *text)
{
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_expression(fixture_context, text, strlen(text), NULL, &field), SCREE_OK);
    scree_recipe_text_free(&text);
    return field;
}

/* The value of a field at one position, as a grid of one sample: there intervals of positions are narrow. */
static inline float value_at(const scree_field *field, uint32_t axes, const double *position)
{
    scree_grid grid = {.axes = axes};
    float value = NAN;
    for (uint32_t axis = 0; axis < axes; axis++) {
        grid.count[axis] = 1;
        grid.step[axis] = 1.0;
        grid.origin[axis] = (double)(float)position[axis];
    }
    graph_fill(field, &grid, &value);
    return value;
}

/* Two fields have the same samples. */
static inline void assert_same_samples(const char *what, const scree_field *field, const char *expression,
                                       uint32_t axes)
{
    scree_grid grid = graph_grid(axes);
    float samples[2][37 * 11 * 5];
    scree_field *expected = NULL;
    grid.step[0] = 3.25;
    if (scree_field_from_expression(fixture_context, expression, strlen(expression), NULL, &expected) != SCREE_OK) {
        fail_msg("%s", fixture_message);
    }
    graph_fill(field, &grid, samples[0]);
    graph_fill(expected, &grid, samples[1]);
    scree_field_release(&expected);
    const size_t count = axes == 2 ? 37 * 11 : 37 * 11 * 5;
    if (memcmp(samples[0], samples[1], count * sizeof(float)) != 0) {
        fail_msg("%s is not %s", what, expression);
    }
}

#endif
