#include "recipe_field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/formats/json_text.h"
#include "../scree/recipe_noise.h"
#include "parameter_value.h"

/* Parameters of samples are left out, and lists that are measured: a value for each sample is shown. */
static bool is_shown(const scree_parameter *parameter)
{
    return !parameter->is_of_samples && parameter->capacity <= SCREE_MAX_OCTAVES;
}

/* Their types and limits are those of recipes. */
static const scree_parameter grid_rows[] = {
    {.name = "samples",
     .type = SCREE_PARAMETER_AXES,
     .syntax = "WxH[xD]",
     .description = "Samples of the recipe along each axis: with the step, how much of the field is shown at first."},
    {.name = "step",
     .aliases = {"frequency"},
     .type = SCREE_PARAMETER_AXES,
     .syntax = "S[,S...]",
     .description = "Distance of two of these samples in cells of the first octave, for each axis or one number for "
                    "all."},
    {.name = PARAMETER_CELL_SIZE,
     .type = SCREE_PARAMETER_AXES,
     .syntax = "N[,N...]",
     .description = "Samples of the recipe along a cell of the first octave, for each axis or one number for all: the "
                    "inverse of the step."},
    {.name = "origin",
     .type = SCREE_PARAMETER_AXES,
     .syntax = "X[,Y...]",
     .description = "Position of sample 0 in cells of the first octave, for each axis or one number for all."},
    {.name = "first",
     .type = SCREE_PARAMETER_AXES,
     .syntax = "I[,J...]",
     .description = "Index of the first sample, for each axis or one number for all."},
};

#define GRID_ROWS (sizeof grid_rows / sizeof grid_rows[0])

const scree_parameter *recipe_field_parameter(size_t number)
{
    const scree_parameter *row = NULL;
    for (size_t i = 0; (row = scree_noise_parameter(i)) != NULL; i++) {
        if (is_shown(row) && number-- == 0) {
            return row;
        }
    }
    return number < GRID_ROWS ? &grid_rows[number] : NULL;
}

/* The panel asks this some times for each widget of a frame. */
const scree_parameter *recipe_field_find(const char *name)
{
    const scree_parameter *row = NULL;
    for (size_t i = 0; (row = scree_noise_parameter(i)) != NULL; i++) {
        if (is_shown(row) && parameter_has_name(row, name)) {
            return row;
        }
    }
    for (size_t i = 0; i < GRID_ROWS; i++) {
        if (parameter_has_name(&grid_rows[i], name)) {
            return &grid_rows[i];
        }
    }
    return NULL;
}

bool recipe_field_is_of_grid(const scree_parameter *row)
{
    return row->type == SCREE_PARAMETER_AXES && row->capacity == 0;
}

void *recipe_field_values(const scree_recipe *recipe)
{
    return (void *)&recipe->noise;
}

scree_result recipe_field_make(scree_context *context, const scree_recipe *recipe, const scree_field *graph,
                               scree_field **field)
{
    if (graph == NULL) {
        return scree_field_from_recipe(context, recipe, field);
    }
    *field = scree_field_retain(graph);
    return SCREE_OK;
}

bool recipe_field_applies(const scree_parameter *row, const scree_recipe *recipe)
{
    return scree_noise_parameter_applies(row, &recipe->noise, recipe->grid.axes);
}

bool recipe_field_equal(const scree_recipe *first, const scree_recipe *second)
{
    bool is_equal = true;
    for (size_t number = 0; is_equal && scree_noise_parameter(number) != NULL; number++) {
        is_equal = parameter_equal(scree_noise_parameter(number), &first->noise, &second->noise);
    }
    return is_equal;
}

char *recipe_field_print(const scree_recipe *recipe, const scree_field *graph)
{
    char *printed = NULL;
    const scree_result result = graph != NULL ? scree_field_print(graph, &recipe->grid, &recipe->output, &printed)
                                              : scree_recipe_print(recipe, NULL, &printed);
    char *text = result == SCREE_OK ? strdup(printed) : NULL;
    scree_recipe_text_free(&printed);
    return text;
}

char *recipe_field_print_expression(const scree_recipe *recipe, const scree_field *graph, const char *expression)
{
    char *nodes = recipe_field_print(recipe, graph);
    json_error_t error;
    json_t *root = nodes != NULL ? scree_json_load(nodes, strlen(nodes), 0, &error) : NULL;
    json_t *own = json_string(expression); /* NULL for a text that is not UTF-8; its nodes say the same. */
    if (json_object_get(root, "nodes") == NULL || own == NULL) {
        json_decref(own);
        json_decref(root);
        return nodes;
    }
    json_object_del(root, "nodes");
    json_object_del(root, "value");
    const bool is_set = json_object_set_new(root, "expression", own) == 0;
    char *dumped = is_set ? scree_json_dump(root, JSON_INDENT(2)) : NULL;
    char *text = dumped != NULL ? strdup(dumped) : NULL;
    scree_json_text_free(dumped);
    json_decref(root);
    free(nodes);
    return text;
}

void recipe_field_copy(const scree_recipe *from, scree_recipe *to)
{
    to->noise = from->noise;
}

void recipe_field_repeat(scree_recipe *recipe, uint32_t axis, uint32_t like)
{
    recipe->noise.period[axis] = like < SCREE_MAX_AXES ? recipe->noise.period[like] : 0;
}

void recipe_field_follow(const scree_parameter *row, scree_recipe *recipe)
{
    scree_noise_params *noise = &recipe->noise;
    if (row->resets != NULL) {
        parameter_reset(recipe_field_find(row->resets), noise);
    }
    if (strcmp(row->name, "octaves") == 0) {
        noise->weight_count = 0;
    } else if (strcmp(row->name, "weights") == 0 && noise->weight_count > 0) {
        noise->octaves = noise->weight_count;
    }
    /* Quantiles are those of the noise that they were measured with. */
    if (!recipe_field_is_of_grid(row) && strcmp(row->name, "distribution") != 0) {
        noise->values.quantile_count = 0;
    }
    recipe_clear_axes(recipe);
}

/* They are multiplied as in the library, so that octaves whose weights are left alone stay as they are. */
double *recipe_field_weights(scree_recipe *recipe, uint32_t *count)
{
    scree_noise_params *noise = &recipe->noise;
    const double min_magnitude = recipe_field_find("weights")->min_magnitude;
    const double gain = parameter_number(recipe_field_find("gain"), noise);
    const uint32_t octaves = noise->octaves > 0 ? noise->octaves : 1;
    double power = 1.0;
    for (uint32_t i = 0; i < octaves && noise->weight_count == 0; i++) {
        noise->weights[i] = fabs(power) < min_magnitude ? 0.0 : power;
        power *= gain;
    }
    *count = noise->weight_count = noise->weight_count > 0 ? noise->weight_count : octaves;
    return noise->weights;
}
