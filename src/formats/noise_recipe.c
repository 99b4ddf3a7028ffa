/* Noise in files: recipes. */
#include "noise_type.h"
#include "recipe_type.h"

/* Integers are mapped from the field's measured range; float32 keeps the values unchanged. */
static scree_output choose_output(scree_format format)
{
    scree_type type = scree_format_describe(format)->preferred;
    return (scree_output){.type = type,
                          .range_mode = type == SCREE_TYPE_F32 ? SCREE_RANGE_FIXED : SCREE_RANGE_MEASURED};
}

static void describe(const scree_field *field, const scree_grid *grid, scree_file_contents *contents,
                     scree_writer_params *params)
{
    const scree_noise_field *noise = field->part;
    contents->recipe = (scree_recipe){.noise = noise->params, .grid = *grid, .output = choose_output(params->format)};
    params->recipe = &contents->recipe;
}

const scree_recipe_type scree_noise_recipe = {.describe = describe};
