/* Noise in files: how recipes are printed. */
#include <inttypes.h>

#include <scree/version.h>

#include "float_environment.h"
#include "noise_parameters.h"
#include "noise_type.h"
#include "recipe_internal.h"
#include "sized_params.h"

void scree_print_made(scree_printer *out)
{
    scree_print_key(out, "version");
    scree_text_format(out->text, "\"%s\"", scree_version());
    scree_print_key(out, "output_revision");
    scree_text_format(out->text, "%" PRIu32, scree_output_revision());
}

void scree_print_noise(scree_printer *out, const scree_noise_params *noise, uint32_t axes)
{
    const scree_parameter *parameter = NULL;
    for (size_t i = 0; (parameter = scree_noise_parameter(i)) != NULL; i++) {
        if (scree_noise_parameter_counts(parameter, noise, axes)) {
            scree_print_parameter(out, parameter, noise, axes);
        }
    }
}

/* The number of axes that a recipe is printed with. */
static uint32_t axes_of(const scree_grid *grid)
{
    return grid->axes < SCREE_MAX_AXES ? grid->axes : SCREE_MAX_AXES;
}

static void print_grid(scree_printer *out, const scree_grid *grid, uint32_t axes)
{
    uint64_t count[SCREE_MAX_AXES];
    double step[SCREE_MAX_AXES];
    for (uint32_t a = 0; a < axes; a++) {
        count[a] = grid->count[a] == 0 ? 1 : grid->count[a];
        step[a] = grid->step[a] == 0.0 ? grid->step[0] : grid->step[a];
    }
    scree_print_key(out, "size");
    scree_text_counts(out->text, count, axes);
    scree_print_key(out, "origin");
    scree_text_doubles(out->text, grid->origin, axes);
    scree_print_key(out, "step");
    scree_text_doubles(out->text, step, axes);
    scree_print_key(out, "first");
    for (uint32_t a = 0; a < axes; a++) {
        scree_text_format(out->text, "%s%" PRId64, a == 0 ? "[" : ", ", grid->first[a]);
    }
    scree_text_append(out->text, axes == 0 ? "[]" : "]");
}

static void print_output(scree_printer *out, const scree_output *output)
{
    scree_print_name(out, "type", scree_type_name(output->type));
    scree_print_key(out, "range");
    if (output->range_mode == SCREE_RANGE_GIVEN) {
        const double interval[2] = {output->low, output->high};
        scree_text_doubles(out->text, interval, 2);
    } else {
        scree_text_append(out->text, output->range_mode == SCREE_RANGE_MEASURED ? "\"auto\"" : "\"fixed\"");
    }
}

void scree_print_sampling(scree_printer *out, const scree_grid *grid, const scree_output *output)
{
    print_grid(out, grid, axes_of(grid));
    print_output(out, output);
}

void scree_recipe_append(scree_text *text, const scree_recipe *recipe, const scree_range *measured, unsigned indent)
{
    scree_printer out = {.text = text, .indent = indent, .first = true};
    scree_text_append(text, "{");
    scree_print_made(&out);
    scree_print_name(&out, "field", "noise");
    scree_print_noise(&out, &recipe->noise, axes_of(&recipe->grid));
    scree_print_sampling(&out, &recipe->grid, &recipe->output);
    if (measured != NULL) {
        scree_print_key(&out, "measured");
        scree_text_range(text, measured);
    }
    scree_text_format(text, "\n%*s}", (int)indent, "");
}

uint32_t scree_recipe_channels(const scree_recipe *recipe)
{
    return scree_noise_channels(&recipe->noise, recipe->grid.axes);
}

char *scree_recipe_channel_names(const scree_recipe *recipe)
{
    static const char *const along[SCREE_MAX_AXES] = {"x", "y", "z", "w", "4", "5", "6", "7"};
    const bool is_flow = recipe->noise.sample.is_curl;
    scree_text names = {0};
    scree_text_append(&names, is_flow ? "x" : "value");
    for (uint32_t axis = is_flow ? 1 : 0; axis < recipe->grid.axes; axis++) {
        scree_text_format(&names, is_flow ? " %s" : " d%s", along[axis]);
    }
    if (names.failed) {
        scree_text_clear(&names);
    }
    return names.data;
}

scree_result scree_recipe_print_sized(const scree_recipe *recipe, size_t size, const scree_range *measured, char **text)
{
    scree_recipe own;
    scree_result result = SCREE_OK;
    if (text == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *text = NULL;
    if (recipe == NULL) {
        return SCREE_ERROR_INVALID;
    }
    recipe = scree_params_take(NULL, recipe, size, &own, sizeof own, &result);
    if (recipe == NULL) {
        return result;
    }
    scree_text out = {0};
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    scree_recipe_append(&out, recipe, measured, 0);
    scree_float_environment_leave(&saved);
    if (out.failed) {
        scree_text_clear(&out);
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    *text = out.data;
    return SCREE_OK;
}
