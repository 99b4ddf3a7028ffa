/* Noise in files: how recipes are read. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include <scree/version.h>

#include "context_internal.h"
#include "field_limits.h"
#include "float_environment.h"
#include "noise_parameters.h"
#include "noise_type.h"
#include "number_text.h"
#include "recipe_internal.h"
#include "recipe_type.h"
#include "recipe_values.h"
#include "sized_params.h"

typedef struct parser {
    scree_value_reader values;
    scree_recipe recipe;
} parser;

/* Noise can be made only in the first of the types. */
static const char *noise_type_name(int type)
{
    return type <= SCREE_TYPE_U8 ? scree_type_name((scree_type)type) : NULL;
}

static scree_result read_type(parser *in, const char *key, const json_t *value)
{
    int type = 0;
    scree_result result = scree_value_choice(&in->values, key, value, noise_type_name, &type);
    if (result == SCREE_OK) {
        in->recipe.output.type = (scree_type)type;
    }
    return result;
}

static scree_result read_size(parser *in, const char *key, const json_t *value)
{
    scree_result result = scree_value_check_array(&in->values, key, value, 1, SCREE_MAX_AXES);
    if (result != SCREE_OK) {
        return result;
    }
    memset(in->recipe.grid.count, 0, sizeof in->recipe.grid.count);
    in->recipe.grid.axes = in->values.axes = (uint32_t)json_array_size(value);
    return scree_value_counts(&in->values, key, value, 1, INT64_MAX, in->recipe.grid.count);
}

/* Reads one number for all axes, or an array with one per axis. */
static scree_result read_axis_numbers(parser *in, const char *key, const json_t *value, double minimum, double maximum,
                                      double *out)
{
    if (json_is_array(value)) {
        scree_result result = scree_value_check_axes(&in->values, key, value);
        return result == SCREE_OK ? scree_value_numbers(&in->values, key, value, minimum, maximum, out) : result;
    }
    scree_result result = scree_value_number(&in->values, key, value, minimum, maximum, &out[0]);
    for (size_t i = 1; i < SCREE_MAX_AXES; i++) {
        out[i] = out[0];
    }
    return result;
}

static scree_result read_origin(parser *in, const char *key, const json_t *value)
{
    return read_axis_numbers(in, key, value, -SCREE_MAX_ORIGIN, SCREE_MAX_ORIGIN, in->recipe.grid.origin);
}

static scree_result read_step(parser *in, const char *key, const json_t *value)
{
    scree_result result = read_axis_numbers(in, key, value, 0.0, SCREE_MAX_STEP, in->recipe.grid.step);
    size_t count = json_is_array(value) ? json_array_size(value) : 1;
    for (size_t i = 0; i < count && result == SCREE_OK; i++) {
        if (in->recipe.grid.step[i] == 0.0) {
            const json_t *zero = json_is_array(value) ? json_array_get(value, i) : value;
            result = scree_value_fail(&in->values, key, zero, "more than 0 and at most 1048576");
        }
    }
    return result;
}

static scree_result read_first(parser *in, const char *key, const json_t *value)
{
    scree_result result = scree_value_check_axes(&in->values, key, value);
    return result == SCREE_OK
               ? scree_value_wholes(&in->values, key, value, -SCREE_MAX_FIRST, SCREE_MAX_FIRST, in->recipe.grid.first)
               : result;
}

static scree_result read_interval(parser *in, const char *key, const json_t *value)
{
    double interval[2] = {0.0, 0.0};
    scree_result result = scree_value_check_array(&in->values, key, value, 2, 2);
    if (result == SCREE_OK) {
        result = scree_value_numbers(&in->values, key, value, -HUGE_VAL, HUGE_VAL, interval);
    }
    if (result == SCREE_OK && !(interval[0] < interval[1])) {
        char low[SCREE_NUMBER_TEXT_SIZE];
        char high[SCREE_NUMBER_TEXT_SIZE];
        scree_double_print(low, interval[0]);
        scree_double_print(high, interval[1]);
        return scree_fail(in->values.context, SCREE_ERROR_INVALID, "%s: \"%s\" is [%s, %s]; the first must be less",
                          in->values.name, key, low, high);
    }
    if (result == SCREE_OK) {
        in->recipe.output.range_mode = SCREE_RANGE_GIVEN;
        in->recipe.output.low = interval[0];
        in->recipe.output.high = interval[1];
    }
    return result;
}

static const char *range_name(int mode)
{
    static const char *const names[] = {"auto", "fixed", NULL};
    return names[mode];
}

static scree_result read_range(parser *in, const char *key, const json_t *value)
{
    int mode = 0;
    if (json_is_array(value)) {
        return read_interval(in, key, value);
    }
    if (!json_is_string(value)) {
        return scree_value_fail(&in->values, key, value, "\"auto\", \"fixed\", or [low, high]");
    }
    scree_result result = scree_value_choice(&in->values, key, value, range_name, &mode);
    if (result == SCREE_OK) {
        in->recipe.output.range_mode = mode == 0 ? SCREE_RANGE_MEASURED : SCREE_RANGE_FIXED;
    }
    return result;
}

static scree_result read_output_revision(parser *in, const char *key, const json_t *value)
{
    int64_t revision = 0;
    scree_result result = scree_value_whole(&in->values, key, value, 0, INT64_MAX, &revision);
    if (result == SCREE_OK && revision != (int64_t)scree_output_revision()) {
        scree_log(in->values.context, SCREE_LOG_WARNING,
                  "%s: \"%s\" is %" PRId64 ", this library's is %" PRIu32 "; the field may differ from the one it made",
                  in->values.name, key, revision, scree_output_revision());
    }
    return result;
}

static scree_result read_text(parser *in, const char *key, const json_t *value)
{
    return json_is_string(value) ? SCREE_OK : scree_value_fail(&in->values, key, value, "a string");
}

/* How programs show the field is their business. */
static scree_result read_scene(parser *in, const char *key, const json_t *value)
{
    return json_is_object(value) ? SCREE_OK : scree_value_fail(&in->values, key, value, "an object");
}

static const char *field_name(int field)
{
    return field == 0 ? "noise" : NULL;
}

/* Only noise is accepted, because recipes of other fields have other keys. */
static scree_result read_field(parser *in, const char *key, const json_t *value)
{
    int field;
    return scree_value_choice(&in->values, key, value, field_name, &field);
}

/* A recipe may name the kernel of Perlin noise. Fields have one kernel; the last bits of the others differ. */
static scree_result read_variant(parser *in, const char *key, const json_t *value)
{
    const char *variant = json_string_value(value);
    return variant != NULL && strcmp(variant, "contraction") == 0
               ? SCREE_OK
               : scree_value_fail(&in->values, key, value,
                                  "\"contraction\", the one kernel that fields have; 'scree bench variants' compares "
                                  "it with others");
}

static scree_result ignore(parser *in, const char *key, const json_t *value)
{
    (void)in;
    (void)key;
    (void)value;
    return SCREE_OK;
}

/* The keys other than the parameters of noise, in the order in which they are read. Those of noise alone come first.
   The size comes before all arrays, because it gives the number of their axes; the parameters are read after it. */
static const struct {
    const char *key;
    scree_result (*read)(parser *in, const char *key, const json_t *value);
} keys[] = {
    {"variant", read_variant}, {"field", read_field},      {"output_revision", read_output_revision},
    {"version", read_text},    {"description", read_text}, {"scene", read_scene},
    {"measured", ignore},      {"size", read_size},        {"origin", read_origin},
    {"step", read_step},       {"first", read_first},      {"type", read_type},
    {"range", read_range},
};

#define KEY_COUNT (sizeof keys / sizeof keys[0])
#define KEYS_OF_NOISE 2
#define KEYS_BEFORE_PARAMETERS 8
/* The most keys that fields of other types have beside these. */
#define MAX_OTHERS 8

/* Refuses keys that are none of the table from `first` on, no parameter and none of the others. */
static scree_result check_keys(const parser *in, size_t first, scree_parameter_list *list, const char *const *others)
{
    const char *names[KEY_COUNT + MAX_OTHERS + 1] = {NULL};
    size_t count = 0;
    for (size_t i = first; i < KEY_COUNT; i++) {
        names[count++] = keys[i].key;
    }
    for (size_t i = 0; i < MAX_OTHERS && others[i] != NULL; i++) {
        names[count++] = others[i];
    }
    return scree_value_check_keys(&in->values, list, names);
}

static scree_result read_keys(parser *in, size_t first, size_t end)
{
    scree_result result = SCREE_OK;
    for (size_t i = first; i < end && result == SCREE_OK; i++) {
        const json_t *value = json_object_get(in->values.root, keys[i].key);
        if (value != NULL) {
            result = keys[i].read(in, keys[i].key, value);
        }
    }
    return result;
}

static const char *const no_others[] = {NULL};

static scree_result read_root(parser *in)
{
    if (!json_is_object(in->values.root)) {
        return scree_fail(in->values.context, SCREE_ERROR_FORMAT,
                          "%s: a recipe must be an object, {...}; this is an array", in->values.name);
    }
    scree_result result = check_keys(in, 0, scree_noise_parameter, no_others);
    if (result == SCREE_OK) {
        result = read_keys(in, 0, KEYS_BEFORE_PARAMETERS);
    }
    if (result == SCREE_OK) {
        result = scree_value_parameters(&in->values, scree_noise_parameter, &in->recipe.noise);
    }
    return result == SCREE_OK ? read_keys(in, KEYS_BEFORE_PARAMETERS, KEY_COUNT) : result;
}

scree_result scree_noise_params_read(const scree_value_reader *object, scree_noise_params *noise)
{
    scree_result result = scree_value_check_keys(object, scree_noise_parameter, no_others);
    return result == SCREE_OK ? scree_value_parameters(object, scree_noise_parameter, noise) : result;
}

scree_result scree_sampling_read(const scree_value_reader *object, const char *const *others, scree_recipe *recipe)
{
    parser in = {.values = *object, .recipe = *recipe};
    in.values.axes = recipe->grid.axes;
    scree_result result = check_keys(&in, KEYS_OF_NOISE, scree_no_parameter, others);
    if (result == SCREE_OK) {
        result = read_keys(&in, KEYS_OF_NOISE, KEY_COUNT);
    }
    if (result == SCREE_OK) {
        *recipe = in.recipe;
    }
    return result;
}

scree_result scree_noise_recipe_read(const scree_value_reader *object, scree_recipe *recipe)
{
    parser in = {.values = *object, .recipe = *recipe};
    in.values.axes = recipe->grid.axes;
    scree_result result = read_root(&in);
    if (result == SCREE_OK) {
        *recipe = in.recipe;
    }
    return result;
}

static scree_result parse(scree_context *context, const char *text, size_t length, const char *name,
                          scree_recipe *recipe)
{
    json_t *root = NULL;
    scree_value_reader in = {.context = context, .name = name == NULL ? "recipe" : name};
    scree_result result = scree_value_load(context, text, length, in.name, &root);
    if (result == SCREE_OK) {
        in.root = root;
        result = scree_noise_recipe_read(&in, recipe);
    }
    json_decref(root);
    return result;
}

SCREE_ASSERT_NO_TAIL(scree_recipe, noise);

scree_result scree_recipe_parse_sized(scree_context *context, const char *text, size_t length, const char *name,
                                      scree_recipe *recipe, size_t size)
{
    scree_recipe own;
    scree_result result = SCREE_OK;
    if (text == NULL || recipe == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL", text == NULL ? "text" : "recipe");
    }
    if (scree_params_take(context, recipe, size, &own, sizeof own, &result) == NULL) {
        return result;
    }
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    result = parse(context, text, length, name, &own);
    scree_float_environment_leave(&saved);
    return result == SCREE_OK ? scree_params_give(context, &own, sizeof own, recipe, size) : result;
}

scree_result scree_field_from_recipe_sized(scree_context *context, const scree_recipe *recipe, size_t size,
                                           scree_field **field)
{
    scree_recipe own;
    scree_result result = SCREE_OK;
    if (recipe == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "recipe is NULL");
    }
    if (field != NULL) {
        *field = NULL;
    }
    recipe = scree_params_take(context, recipe, size, &own, sizeof own, &result);
    return recipe != NULL ? scree_field_from_noise(context, &recipe->noise, field) : result;
}

static scree_result make(const scree_value_reader *object, scree_recipe *recipe, scree_field **field)
{
    scree_result result = scree_noise_recipe_read(object, recipe);
    return result == SCREE_OK ? scree_field_from_noise(object->context, &recipe->noise, field) : result;
}

static void print(const scree_field *field, const scree_grid *grid, const scree_output *output, unsigned indent,
                  scree_text *text)
{
    const scree_recipe recipe = {.grid = *grid, .output = *output, .noise = scree_noise_of(field)->params};
    scree_recipe_append(text, &recipe, NULL, indent);
}

static scree_result describe(const scree_field *field, const scree_grid *grid, scree_file_contents *contents,
                             scree_writer_params *params)
{
    contents->recipe.grid = *grid;
    contents->recipe.noise = scree_noise_of(field)->params;
    params->recipe = &contents->recipe;
    return SCREE_OK;
}

const scree_recipe_type scree_noise_recipe_type = {
    .key = "recipe", .name = "noise", .make = make, .print = print, .describe = describe};
