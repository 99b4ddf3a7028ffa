#include "expression_noise.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "axis_key.h"
#include "context_internal.h"
#include "field_type.h"
#include "recipe_internal.h"
#include "suggestion.h"

/* 2^64 over the golden ratio: multiples of it are spread evenly. */
#define SPREAD 0x9e3779b97f4a7c15u

/* The greatest whole numbers up to which float64 has all. */
#define MAX_EXACT_WHOLE 0x1p53

struct scree_expression_noise {
    size_t references;
    scree_expression_name maker; /* The name and the place of the call that has made it. */
    json_t *keys;
    scree_field *field; /* NULL while none was wanted. */
};

/* The name as recipes have it, in `dashed`. */
static void put_dashes(const char *name, char dashed[SCREE_MAX_NAME_BYTES + 1])
{
    size_t i = 0;
    for (; name[i] != '\0'; i++) {
        dashed[i] = name[i] == '_' ? '-' : name[i];
    }
    dashed[i] = '\0';
}

bool scree_expression_find_maker(const char *name, scree_expression_maker *maker)
{
    char dashed[SCREE_MAX_NAME_BYTES + 1];
    scree_noise_kind kind;
    scree_noise_fractal fractal;
    put_dashes(name, dashed);
    if (scree_noise_kind_from_name(dashed, &kind)) {
        maker->key = "kind";
        maker->value = scree_noise_kind_name(kind);
        return true;
    }
    if (scree_noise_fractal_from_name(dashed, &fractal)) {
        maker->key = "fractal";
        maker->value = scree_noise_fractal_name(fractal);
        return true;
    }
    return false;
}

static bool is_named(const scree_parameter *parameter, const char *name)
{
    const char *const *alias = parameter->aliases;
    return strcmp(parameter->name, name) == 0 || (alias[0] != NULL && strcmp(alias[0], name) == 0) ||
           (alias[1] != NULL && strcmp(alias[1], name) == 0);
}

/* The key that the function's name is the value of is no parameter of it; nor is the kind one of a fractal. */
static bool is_of_maker(const scree_parameter *parameter, const scree_expression_maker *maker)
{
    return strcmp(parameter->name, maker->key) != 0 && strcmp(parameter->name, "kind") != 0;
}

static scree_result fail_unknown(const scree_expression_reader *in, const scree_expression_maker *maker,
                                 const scree_expression_name *name)
{
    scree_suggestion search = {.word = name->text};
    char suggestion[SCREE_SUGGESTION_TEXT];
    const scree_parameter *parameter;
    for (size_t i = 0; (parameter = scree_noise_parameter(i)) != NULL; i++) {
        if (is_of_maker(parameter, maker)) {
            scree_suggestion_consider(&search, parameter->name);
        }
    }
    return scree_expression_fail(in, SCREE_ERROR_INVALID, name->offset, "%s: unknown parameter '%s'%s",
                                 maker->name.text, name->text, scree_suggestion_text(&search, "'", "'", suggestion));
}

/* Whether recipes have a key that says nothing of the noise: where it is sampled, and how it is stored and shown. */
static bool is_of_recipes(const char *name)
{
    static const char *const keys[] = {"size",    "origin",          "step",    "first",       "type",
                                       "range",   "output_revision", "version", "description", "measured",
                                       "variant", "field",           "scene"};
    bool is_one = false;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0] && !is_one; i++) {
        is_one = strcmp(keys[i], name) == 0;
    }
    return is_one;
}

scree_result scree_expression_find_parameter(const scree_expression_reader *in, const scree_expression_maker *maker,
                                             const scree_expression_name *name, const scree_parameter **parameter)
{
    if (is_of_recipes(name->text)) {
        return scree_expression_fail(in, SCREE_ERROR_INVALID, name->offset,
                                     "%s: '%s' is a key of recipes that says nothing of the noise", maker->name.text,
                                     name->text);
    }
    size_t number = 0;
    while ((*parameter = scree_noise_parameter(number)) != NULL && !is_named(*parameter, name->text)) {
        number++;
    }
    if (*parameter == NULL) {
        return fail_unknown(in, maker, name);
    }
    if (!is_of_maker(*parameter, maker)) {
        return scree_expression_fail(in, SCREE_ERROR_INVALID, name->offset,
                                     "%s: '%s' is no parameter here; the name of a function says it", maker->name.text,
                                     name->text);
    }
    return SCREE_OK;
}

/* Whole numbers beyond those of jansson are strings of digits, which a seed may be. */
json_t *scree_expression_json_number(const scree_expression_number *number)
{
    if (number->is_whole && number->whole > INT64_MAX) {
        return json_sprintf("%" PRIu64, number->whole);
    }
    if (number->is_whole) {
        return json_integer((json_int_t)number->whole);
    }
    const bool is_exact = fabs(number->number) <= MAX_EXACT_WHOLE && floor(number->number) == number->number;
    return is_exact ? json_integer((json_int_t)number->number) : json_real(number->number);
}

static bool is_letter_or_digit(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
}

/* Whether a word is the name of a choice, with "_" for whatever else the name has than letters and digits. */
static bool is_choice(const char *word, const char *name)
{
    size_t i = 0;
    while (name[i] != '\0' && (word[i] == name[i] || (word[i] == '_' && !is_letter_or_digit(name[i])))) {
        i++;
    }
    return name[i] == '\0' && word[i] == '\0';
}

/* A word that is no choice stays as it is, for the message. */
json_t *scree_expression_json_word(const scree_parameter *parameter, const char *word)
{
    if (strcmp(word, "true") == 0 || strcmp(word, "false") == 0) {
        return json_boolean(word[0] == 't');
    }
    const char *name = word;
    if (parameter->type == SCREE_PARAMETER_CHOICE) {
        int number = 0;
        while ((name = parameter->choice_name(number)) != NULL && !is_choice(word, name)) {
            number++;
        }
    }
    return json_string(name != NULL ? name : word);
}

/* Reads keys over a zeroed recipe. */
static scree_result read_keys(const json_t *keys, const char *name, scree_recipe *recipe)
{
    const scree_value_reader object = {.context = scree_context_silent(), .name = name, .root = keys};
    *recipe = (scree_recipe){.noise = {.seed = 0}};
    return scree_noise_recipe_read(&object, recipe);
}

/* Reads one key by itself, so that its own place is named. */
static scree_result check_key(const scree_expression_reader *in, const scree_expression_maker *maker, size_t offset,
                              const char *key, json_t *value)
{
    scree_recipe recipe;
    json_t *object = json_object();
    if (object == NULL || json_object_set(object, key, value) != 0) {
        json_decref(object);
        return scree_expression_fail_memory(in);
    }
    const scree_result result = read_keys(object, maker->name.text, &recipe);
    json_decref(object);
    return result == SCREE_OK ? SCREE_OK : scree_expression_fail_again(in, result, offset, "");
}

scree_result scree_expression_add_key(const scree_expression_reader *in, const scree_expression_maker *maker,
                                      const scree_parameter *parameter, size_t offset, json_t *value, bool is_checked,
                                      json_t *keys)
{
    if (value == NULL) {
        return scree_expression_fail_memory(in);
    }
    if (json_object_get(keys, parameter->name) != NULL) {
        json_decref(value);
        return scree_expression_fail(in, SCREE_ERROR_INVALID, offset, "%s: '%s' is given twice", maker->name.text,
                                     parameter->name);
    }
    const scree_result result = is_checked ? check_key(in, maker, offset, parameter->name, value) : SCREE_OK;
    if (result != SCREE_OK) {
        json_decref(value);
        return result;
    }
    return json_object_set_new(keys, parameter->name, value) == 0 ? SCREE_OK : scree_expression_fail_memory(in);
}

/* Octaves below a fractal would be others than the ones that it sums. */
static scree_result check_under(const scree_expression_reader *in, const scree_expression_maker *maker,
                                const scree_expression_noise *under)
{
    static const char *const keys[] = {"octaves", "fractal"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (json_object_get(under->keys, keys[i]) != NULL) {
            return scree_expression_fail(in, SCREE_ERROR_INVALID, maker->name.offset,
                                         "%s: the noise that it is laid over has %s of its own", maker->name.text,
                                         i == 0 ? "octaves" : "a fractal");
        }
    }
    return SCREE_OK;
}

/* All keys: those of the noise below, those of the call, and the name of the function. NULL = out of memory. */
static json_t *join_keys(const scree_expression_maker *maker, const scree_expression_noise *under, const json_t *keys)
{
    json_t *joined = under != NULL ? json_copy(under->keys) : json_object();
    if (joined != NULL && json_object_update(joined, (json_t *)(uintptr_t)keys) == 0 &&
        json_object_set_new(joined, maker->key, json_string(maker->value)) == 0) {
        return joined;
    }
    json_decref(joined);
    return NULL;
}

scree_result scree_expression_noise_make(const scree_expression_reader *in, const scree_expression_maker *maker,
                                         const scree_expression_noise *under, const json_t *keys,
                                         scree_expression_noise **noise)
{
    scree_recipe recipe;
    scree_result result = under != NULL ? check_under(in, maker, under) : SCREE_OK;
    if (result != SCREE_OK) {
        return result;
    }
    json_t *joined = join_keys(maker, under, keys);
    *noise = joined != NULL ? calloc(1, sizeof **noise) : NULL;
    if (*noise == NULL) {
        json_decref(joined);
        return scree_expression_fail_memory(in);
    }
    **noise = (scree_expression_noise){.references = 1, .maker = maker->name, .keys = joined};
    result = read_keys(joined, maker->name.text, &recipe);
    if (result != SCREE_OK) {
        scree_expression_noise_release(noise);
        return scree_expression_fail_again(in, result, maker->name.offset, "");
    }
    return SCREE_OK;
}

scree_expression_noise *scree_expression_noise_retain(scree_expression_noise *noise)
{
    noise->references++;
    return noise;
}

void scree_expression_noise_release(scree_expression_noise **noise)
{
    scree_expression_noise *released = *noise;
    *noise = NULL;
    if (released != NULL && --released->references == 0) {
        scree_field_release(&released->field);
        json_decref(released->keys);
        free(released);
    }
}

/* Makes a field whose errors are reported where the noise is called. */
static scree_result make_field(const scree_expression_reader *in, const scree_expression_noise *noise,
                               const scree_noise_params *params, scree_field **field)
{
    char before[sizeof noise->maker.text + 2];
    const scree_result result = scree_field_from_noise(scree_context_silent(), params, field);
    if (result != SCREE_OK) {
        strcat(strcpy(before, noise->maker.text), ": ");
        return scree_expression_fail_again(in, result, noise->maker.offset, before);
    }
    (*field)->context = in->context;
    return SCREE_OK;
}

static bool applies(const scree_parameter *parameter, const scree_noise_params *params)
{
    bool is_applied = false;
    for (uint32_t axes = 1; axes <= SCREE_MAX_AXES && !is_applied; axes++) {
        is_applied = scree_noise_parameter_applies(parameter, params, axes);
    }
    return is_applied;
}

/* Reads noise that becomes a field, and refuses a parameter that was meant for other noise. */
static scree_result read_noise(const scree_expression_reader *in, const scree_expression_noise *noise,
                               scree_recipe *recipe)
{
    const scree_parameter *parameter = NULL;
    const scree_result result = read_keys(noise->keys, noise->maker.text, recipe);
    if (result != SCREE_OK) {
        return scree_expression_fail_again(in, result, noise->maker.offset, "");
    }
    for (size_t i = 0; (parameter = scree_noise_parameter(i)) != NULL; i++) {
        if (json_object_get(noise->keys, parameter->name) != NULL && !applies(parameter, &recipe->noise)) {
            return scree_expression_fail(in, SCREE_ERROR_INVALID, noise->maker.offset,
                                         "%s: %s has no effect here; it belongs to %s", noise->maker.text,
                                         parameter->name, parameter->scope);
        }
    }
    return SCREE_OK;
}

scree_result scree_expression_noise_field(const scree_expression_reader *in, scree_expression_noise *noise,
                                          const scree_field **field)
{
    scree_recipe recipe;
    scree_result result = SCREE_OK;
    if (noise->field == NULL) {
        result = read_noise(in, noise, &recipe);
        result = result == SCREE_OK ? make_field(in, noise, &recipe.noise, &noise->field) : result;
    }
    *field = noise->field;
    return result;
}

scree_result scree_expression_noise_axis(const scree_expression_reader *in, const scree_expression_noise *noise,
                                         uint32_t axis, scree_field **field)
{
    scree_recipe recipe;
    const scree_result result = read_noise(in, noise, &recipe);
    *field = NULL;
    if (result != SCREE_OK) {
        return result;
    }
    recipe.noise.seed = scree_mix64(recipe.noise.seed + SPREAD * (axis + 1));
    return make_field(in, noise, &recipe.noise, field);
}
