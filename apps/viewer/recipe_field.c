#include "recipe_field.h"

#include <math.h>
#include <string.h>

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

char *recipe_field_print(const scree_recipe *recipe)
{
    char *printed = NULL;
    char *text = scree_recipe_print(recipe, NULL, &printed) == SCREE_OK ? strdup(printed) : NULL;
    scree_recipe_text_free(&printed);
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
