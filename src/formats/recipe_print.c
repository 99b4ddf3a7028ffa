#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <scree/version.h>

#include "float_environment.h"
#include "noise_parameters.h"
#include "recipe_internal.h"

typedef struct printer {
    scree_text *text;
    unsigned indent;
    bool first;
} printer;

/* Starts a member. The text that is appended next is its value. */
static void print_key(printer *out, const char *key)
{
    scree_text_format(out->text, "%s\n%*s\"%s\": ", out->first ? "" : ",", (int)(out->indent + 2), "", key);
    out->first = false;
}

/* A value of an enumeration without a name is printed as null, which readers reject. */
static void print_name(printer *out, const char *key, const char *name)
{
    print_key(out, key);
    if (name == NULL) {
        scree_text_append(out->text, "null");
    } else {
        scree_text_format(out->text, "\"%s\"", name);
    }
}

static void print_double(printer *out, const char *key, double value)
{
    print_key(out, key);
    scree_text_double(out->text, value);
}

/*
 * A number that does not fit into a signed 64-bit integer is printed as a string, because many readers would lose it.
 */
static void print_u64(printer *out, const char *key, uint64_t number)
{
    print_key(out, key);
    const char *quote = number > INT64_MAX ? "\"" : "";
    scree_text_format(out->text, "%s%" PRIu64 "%s", quote, number, quote);
}

static void print_reals(printer *out, const scree_parameter *parameter, const double *numbers, uint32_t count)
{
    print_key(out, parameter->name);
    scree_text_doubles(out->text, numbers, count < parameter->capacity ? count : parameter->capacity);
}

static void print_parameter(printer *out, const scree_parameter *parameter, const scree_noise_params *noise,
                            uint32_t axes)
{
    const void *at = (const char *)noise + parameter->offset;
    switch (parameter->type) {
    case SCREE_PARAMETER_CHOICE:
        print_name(out, parameter->name, parameter->choice_name(*(const int *)at));
        break;
    case SCREE_PARAMETER_U32: {
        uint32_t number = *(const uint32_t *)at;
        print_u64(out, parameter->name, number == 0 ? (uint32_t)parameter->default_value : number);
        break;
    }
    case SCREE_PARAMETER_U64:
        print_u64(out, parameter->name, *(const uint64_t *)at);
        break;
    case SCREE_PARAMETER_REAL: {
        double number = *(const double *)at;
        number = number == 0.0 ? parameter->default_value : number;
        print_double(out, parameter->name, number == parameter->zero ? 0.0 : number);
        break;
    }
    case SCREE_PARAMETER_FLAG:
        print_key(out, parameter->name);
        scree_text_append(out->text, *(const bool *)at ? "true" : "false");
        break;
    case SCREE_PARAMETER_REALS:
        print_reals(out, parameter, at, *(const uint32_t *)((const char *)noise + parameter->count_offset));
        break;
    case SCREE_PARAMETER_AXES:
        print_key(out, parameter->name);
        scree_text_counts(out->text, at, axes);
        break;
    }
}

static void print_noise(printer *out, const scree_noise_params *noise, uint32_t axes)
{
    const scree_parameter *parameter = NULL;
    for (size_t i = 0; (parameter = scree_noise_parameter(i)) != NULL; i++) {
        if (scree_noise_parameter_counts(parameter, noise, axes)) {
            print_parameter(out, parameter, noise, axes);
        }
    }
}

static void print_grid(printer *out, const scree_grid *grid, uint32_t axes)
{
    uint64_t count[SCREE_MAX_AXES];
    double step[SCREE_MAX_AXES];
    for (uint32_t a = 0; a < axes; a++) {
        count[a] = grid->count[a] == 0 ? 1 : grid->count[a];
        step[a] = grid->step[a] == 0.0 ? grid->step[0] : grid->step[a];
    }
    print_key(out, "size");
    scree_text_counts(out->text, count, axes);
    print_key(out, "origin");
    scree_text_doubles(out->text, grid->origin, axes);
    print_key(out, "step");
    scree_text_doubles(out->text, step, axes);
    print_key(out, "first");
    for (uint32_t a = 0; a < axes; a++) {
        scree_text_format(out->text, "%s%" PRId64, a == 0 ? "[" : ", ", grid->first[a]);
    }
    scree_text_append(out->text, axes == 0 ? "[]" : "]");
}

static void print_output(printer *out, const scree_output *output)
{
    print_name(out, "type", scree_type_name(output->type));
    print_key(out, "range");
    if (output->range_mode == SCREE_RANGE_GIVEN) {
        const double interval[2] = {output->low, output->high};
        scree_text_doubles(out->text, interval, 2);
    } else {
        scree_text_append(out->text, output->range_mode == SCREE_RANGE_MEASURED ? "\"auto\"" : "\"fixed\"");
    }
}

void scree_recipe_append(scree_text *text, const scree_recipe *recipe, const scree_range *measured, unsigned indent)
{
    uint32_t axes = recipe->grid.axes < SCREE_MAX_AXES ? recipe->grid.axes : SCREE_MAX_AXES;
    printer out = {.text = text, .indent = indent, .first = true};
    scree_text_append(text, "{");
    print_key(&out, "version");
    scree_text_format(text, "\"%s\"", scree_version());
    print_key(&out, "output_revision");
    scree_text_format(text, "%" PRIu32, scree_output_revision());
    print_name(&out, "field", "noise");
    print_noise(&out, &recipe->noise, axes);
    print_grid(&out, &recipe->grid, axes);
    print_output(&out, &recipe->output);
    if (measured != NULL) {
        print_key(&out, "measured");
        scree_text_range(text, measured);
    }
    scree_text_format(text, "\n%*s}", (int)indent, "");
}

scree_result scree_recipe_print(const scree_recipe *recipe, const scree_range *measured, char **text)
{
    if (text == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *text = NULL;
    if (recipe == NULL) {
        return SCREE_ERROR_INVALID;
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

void scree_recipe_text_free(char **text)
{
    if (text != NULL) {
        free(*text);
        *text = NULL;
    }
}
