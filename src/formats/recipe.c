#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <scree/parameter.h>
#include <scree/version.h>

#include "context_internal.h"
#include "field_limits.h"
#include "float_environment.h"
#include "number_text.h"
#include "json_text.h"
#include "recipe_internal.h"
#include "suggestion.h"
#include "text_builder.h"

/* The number of integers beyond 2^63 that one text may hold. Jansson rejects them, so the text is parsed again for
   each. */
#define MAX_LARGE_NUMBERS 4

typedef struct parser {
    scree_context *context;
    const char *name;
    const json_t *root;
    scree_recipe recipe;
} parser;

/* A value as messages show it, in the form that it has in the text. */
typedef struct shown_value {
    char text[48];
} shown_value;

static shown_value show(const json_t *value)
{
    shown_value shown = {"a value"};
    if (json_is_object(value) || json_is_array(value)) {
        strcpy(shown.text, json_is_object(value) ? "an object" : "an array");
        return shown;
    }
    char *text = scree_json_dump(value, JSON_ENCODE_ANY | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(15));
    if (text != NULL) {
        snprintf(shown.text, sizeof shown.text, "%.40s%s", text, strlen(text) <= 40 ? "" : "...");
        scree_json_text_free(text);
    }
    return shown;
}

static scree_result fail_value(const parser *in, const char *key, const json_t *value, const char *must_be)
{
    return scree_fail(in->context, SCREE_ERROR_INVALID, "%s: \"%s\" is %s; it must be %s", in->name, key,
                      show(value).text, must_be);
}

static scree_result read_whole(const parser *in, const char *key, const json_t *value, int64_t minimum, int64_t maximum,
                               int64_t *out)
{
    int64_t number = json_integer_value(value);
    if (json_is_integer(value) && number >= minimum && number <= maximum) {
        *out = number;
        return SCREE_OK;
    }
    char must_be[96];
    snprintf(must_be, sizeof must_be, "a whole number, %" PRId64 " to %" PRId64, minimum, maximum);
    return fail_value(in, key, value, must_be);
}

static scree_result read_number(const parser *in, const char *key, const json_t *value, double minimum, double maximum,
                                double *out)
{
    double number = json_number_value(value);
    if (json_is_number(value) && number >= minimum && number <= maximum) {
        *out = number;
        return SCREE_OK;
    }
    if (isinf(minimum) && isinf(maximum)) {
        return fail_value(in, key, value, "a number");
    }
    char low[SCREE_NUMBER_TEXT_SIZE];
    char high[SCREE_NUMBER_TEXT_SIZE];
    char must_be[2 * SCREE_NUMBER_TEXT_SIZE + 32];
    scree_double_print(low, minimum);
    scree_double_print(high, maximum);
    snprintf(must_be, sizeof must_be, "a number, %s to %s", low, high);
    return fail_value(in, key, value, must_be);
}

/* Makes the name of an array's element for messages. */
static void element_key(char label[64], const char *key, size_t index)
{
    snprintf(label, 64, "%s[%zu]", key, index);
}

static scree_result check_array(const parser *in, const char *key, const json_t *value, size_t minimum, size_t maximum)
{
    size_t count = json_array_size(value);
    if (json_is_array(value) && count >= minimum && count <= maximum) {
        return SCREE_OK;
    }
    char must_be[64];
    if (minimum == maximum) {
        snprintf(must_be, sizeof must_be, "an array of %zu", minimum);
    } else {
        snprintf(must_be, sizeof must_be, "an array of %zu to %zu", minimum, maximum);
    }
    if (!json_is_array(value)) {
        return fail_value(in, key, value, must_be);
    }
    return scree_fail(in->context, SCREE_ERROR_INVALID, "%s: \"%s\" is an array of %zu; it must be %s", in->name, key,
                      count, must_be);
}

/* Checks for an array with one entry per axis. Before the number of axes is known it may have up to SCREE_MAX_AXES. */
static scree_result check_axis_array(const parser *in, const char *key, const json_t *value)
{
    uint32_t axes = in->recipe.grid.axes;
    bool known = axes >= 1 && axes <= SCREE_MAX_AXES;
    if (!known || !json_is_array(value) || json_array_size(value) == axes) {
        return check_array(in, key, value, known ? axes : 1, known ? axes : SCREE_MAX_AXES);
    }
    return scree_fail(in->context, SCREE_ERROR_INVALID,
                      "%s: \"%s\" is an array of %zu; it must be an array of %" PRIu32
                      ", one for each axis of the grid",
                      in->name, key, json_array_size(value), axes);
}

/* The names of a choice by their numbers; NULL past the last. */
typedef const char *name_fn(int choice);

static scree_result fail_name(const parser *in, const char *key, const json_t *value, name_fn *name)
{
    scree_suggestion search = {.word = json_is_string(value) ? json_string_value(value) : ""};
    char suggestion[SCREE_SUGGESTION_TEXT] = "";
    scree_text names = {0};
    for (int i = 0; name(i) != NULL; i++) {
        scree_text_format(&names, "%s\"%s\"", i == 0 ? "" : name(i + 1) == NULL ? " or " : ", ", name(i));
        scree_suggestion_consider(&search, name(i));
    }
    if (json_is_string(value)) {
        scree_suggestion_text(&search, "\"", "\"", suggestion);
    }
    scree_result result = SCREE_ERROR_OUT_OF_MEMORY;
    if (names.failed) {
        scree_fail(in->context, result, "%s: out of memory", in->name);
    } else {
        const bool asks = strchr(suggestion, '?') != NULL;
        result = scree_fail(in->context, SCREE_ERROR_INVALID, "%s: \"%s\" is %s%s%s must be %s", in->name, key,
                            show(value).text, suggestion, asks ? " It" : "; it", names.data);
    }
    scree_text_clear(&names);
    return result;
}

/* Reads a word that must be one of a parameter's or a type's names. */
static scree_result read_choice(const parser *in, const char *key, const json_t *value, name_fn *name, int *choice)
{
    const char *word = json_string_value(value);
    for (int i = 0; name(i) != NULL; i++) {
        if (word != NULL && strcmp(word, name(i)) == 0) {
            *choice = i;
            return SCREE_OK;
        }
    }
    return fail_name(in, key, value, name);
}

/* Noise can be made only in the first of the types. */
static const char *noise_type_name(int type)
{
    return type <= SCREE_TYPE_U8 ? scree_type_name((scree_type)type) : NULL;
}

static scree_result read_type(parser *in, const char *key, const json_t *value)
{
    int type = 0;
    scree_result result = read_choice(in, key, value, noise_type_name, &type);
    if (result == SCREE_OK) {
        in->recipe.output.type = (scree_type)type;
    }
    return result;
}

/* Reads the digits of an unsigned 64-bit number; false if the text is anything else. */
static bool parse_digits(const char *text, uint64_t *number)
{
    uint64_t sum = 0;
    for (const char *at = text; *at != '\0'; at++) {
        if (*at < '0' || *at > '9' || __builtin_mul_overflow(sum, 10u, &sum) ||
            __builtin_add_overflow(sum, (uint64_t)(*at - '0'), &sum)) {
            return false;
        }
    }
    *number = sum;
    return *text != '\0';
}

/* Reads the integers of an array, whose length has been checked. */
static scree_result read_wholes(const parser *in, const char *key, const json_t *array, int64_t minimum,
                                int64_t maximum, int64_t *out)
{
    for (size_t i = 0; i < json_array_size(array); i++) {
        char label[64];
        element_key(label, key, i);
        scree_result result = read_whole(in, label, json_array_get(array, i), minimum, maximum, &out[i]);
        if (result != SCREE_OK) {
            return result;
        }
    }
    return SCREE_OK;
}

/* As read_wholes(), for integers that are not negative. */
static scree_result read_counts(const parser *in, const char *key, const json_t *array, int64_t minimum,
                                int64_t maximum, uint64_t *out)
{
    int64_t numbers[SCREE_MAX_AXES] = {0};
    scree_result result = read_wholes(in, key, array, minimum, maximum, numbers);
    for (size_t i = 0; i < json_array_size(array); i++) {
        out[i] = (uint64_t)numbers[i];
    }
    return result;
}

/* Integers up to 2^64 - 1 may be strings, for programs whose JSON integers are not as large. */
static scree_result read_u64(const parser *in, const char *key, const json_t *value, uint64_t *number)
{
    if (json_is_integer(value) && json_integer_value(value) >= 0) {
        *number = (uint64_t)json_integer_value(value);
        return SCREE_OK;
    }
    if (json_is_string(value) && parse_digits(json_string_value(value), number)) {
        return SCREE_OK;
    }
    return fail_value(in, key, value, "a whole number, 0 to 18446744073709551615, or such a number as a string");
}

/* In the struct of parameters zero stands for the default; a recipe can ask for zero only where another number does. */
static scree_result read_real(const parser *in, const scree_parameter *parameter, const char *key, const json_t *value,
                              double *out)
{
    double number = 0.0;
    scree_result result = read_number(in, key, value, parameter->minimum, parameter->maximum, &number);
    if (result == SCREE_OK && number == 0.0 && parameter->zero != 0.0) {
        number = parameter->zero;
    }
    if (result == SCREE_OK && number == 0.0 && parameter->default_value != 0.0) {
        char must_be[2 * SCREE_NUMBER_TEXT_SIZE + 64];
        snprintf(must_be, sizeof must_be, "a number, %s to %s, and not 0", scree_show_double(parameter->minimum).text,
                 scree_show_double(parameter->maximum).text);
        return fail_value(in, key, value, must_be);
    }
    *out = result == SCREE_OK ? number : *out;
    return result;
}

static scree_result read_numbers(const parser *in, const char *key, const json_t *array, double minimum, double maximum,
                                 double *out)
{
    for (size_t i = 0; i < json_array_size(array); i++) {
        char label[64];
        element_key(label, key, i);
        scree_result result = read_number(in, label, json_array_get(array, i), minimum, maximum, &out[i]);
        if (result != SCREE_OK) {
            return result;
        }
    }
    return SCREE_OK;
}

static scree_result read_reals(const parser *in, const scree_parameter *parameter, const char *key, const json_t *value,
                               double *out, uint32_t *count)
{
    scree_result result = check_array(in, key, value, 0, parameter->capacity);
    if (result == SCREE_OK) {
        result = read_numbers(in, key, value, parameter->minimum, parameter->maximum, out);
        *count = (uint32_t)json_array_size(value);
    }
    return result;
}

static scree_result read_flag(const parser *in, const char *key, const json_t *value, bool *out)
{
    if (!json_is_boolean(value)) {
        return fail_value(in, key, value, "true or false");
    }
    *out = json_is_true(value);
    return SCREE_OK;
}

static scree_result read_value(const parser *in, const scree_parameter *parameter, const char *key, const json_t *value,
                               scree_noise_params *noise)
{
    char *at = (char *)noise + parameter->offset;
    int64_t whole = 0;
    scree_result result = SCREE_OK;
    switch (parameter->type) {
    case SCREE_PARAMETER_CHOICE:
        return read_choice(in, key, value, parameter->choice_name, (int *)at);
    case SCREE_PARAMETER_U32:
        result = read_whole(in, key, value, (int64_t)parameter->minimum, (int64_t)parameter->maximum, &whole);
        *(uint32_t *)at = result == SCREE_OK ? (uint32_t)whole : *(uint32_t *)at;
        return result;
    case SCREE_PARAMETER_U64:
        return read_u64(in, key, value, (uint64_t *)at);
    case SCREE_PARAMETER_REAL:
        return read_real(in, parameter, key, value, (double *)at);
    case SCREE_PARAMETER_FLAG:
        return read_flag(in, key, value, (bool *)at);
    case SCREE_PARAMETER_REALS:
        return read_reals(in, parameter, key, value, (double *)at,
                          (uint32_t *)((char *)noise + parameter->count_offset));
    case SCREE_PARAMETER_AXES:
        result = check_axis_array(in, key, value);
        return result == SCREE_OK ? read_counts(in, key, value, (int64_t)parameter->minimum,
                                                (int64_t)parameter->maximum, (uint64_t *)at)
                                  : result;
    }
    return SCREE_ERROR_INTERNAL;
}

/* Resets a parameter to its value in a zeroed struct. */
static void reset_parameter(scree_noise_params *noise, const char *name)
{
    const scree_parameter *parameter = NULL;
    for (size_t i = 0; (parameter = scree_noise_parameter(i)) != NULL; i++) {
        if (strcmp(parameter->name, name) != 0) {
            continue;
        }
        if (parameter->type == SCREE_PARAMETER_REALS) {
            *(uint32_t *)((char *)noise + parameter->count_offset) = 0;
        } else if (parameter->type == SCREE_PARAMETER_CHOICE) {
            *(int *)((char *)noise + parameter->offset) = 0;
        } else if (parameter->type == SCREE_PARAMETER_REAL) {
            *(double *)((char *)noise + parameter->offset) = 0.0;
        } else if (parameter->type == SCREE_PARAMETER_FLAG) {
            *(bool *)((char *)noise + parameter->offset) = false;
        }
    }
}

/* The names of a parameter: the current one, then former ones; NULL past the last. */
static const char *parameter_name(const scree_parameter *parameter, size_t number)
{
    return number == 0 ? parameter->name : number <= 2 ? parameter->aliases[number - 1] : NULL;
}

static scree_result read_parameter(parser *in, const scree_parameter *parameter)
{
    const char *found = NULL;
    const char *name = NULL;
    for (size_t i = 0; (name = parameter_name(parameter, i)) != NULL; i++) {
        if (json_object_get(in->root, name) == NULL) {
            continue;
        }
        if (found != NULL) {
            return scree_fail(in->context, SCREE_ERROR_INVALID,
                              "%s: \"%s\" is another name of \"%s\"; give one of them", in->name, name, found);
        }
        found = name;
    }
    if (found == NULL) {
        return SCREE_OK;
    }
    if (parameter->resets != NULL) {
        reset_parameter(&in->recipe.noise, parameter->resets);
    }
    return read_value(in, parameter, found, json_object_get(in->root, found), &in->recipe.noise);
}

static scree_result read_parameters(parser *in)
{
    scree_result result = SCREE_OK;
    const scree_parameter *parameter = NULL;
    for (size_t i = 0; result == SCREE_OK && (parameter = scree_noise_parameter(i)) != NULL; i++) {
        result = read_parameter(in, parameter);
    }
    return result;
}

static scree_result read_size(parser *in, const char *key, const json_t *value)
{
    scree_result result = check_array(in, key, value, 1, SCREE_MAX_AXES);
    if (result != SCREE_OK) {
        return result;
    }
    memset(in->recipe.grid.count, 0, sizeof in->recipe.grid.count);
    in->recipe.grid.axes = (uint32_t)json_array_size(value);
    return read_counts(in, key, value, 1, INT64_MAX, in->recipe.grid.count);
}

/* Reads one number for all axes, or an array with one per axis. */
static scree_result read_axis_numbers(parser *in, const char *key, const json_t *value, double minimum, double maximum,
                                      double *out)
{
    if (json_is_array(value)) {
        scree_result result = check_axis_array(in, key, value);
        return result == SCREE_OK ? read_numbers(in, key, value, minimum, maximum, out) : result;
    }
    scree_result result = read_number(in, key, value, minimum, maximum, &out[0]);
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
            result = fail_value(in, key, zero, "more than 0 and at most 1048576");
        }
    }
    return result;
}

static scree_result read_first(parser *in, const char *key, const json_t *value)
{
    scree_result result = check_axis_array(in, key, value);
    return result == SCREE_OK ? read_wholes(in, key, value, -SCREE_MAX_FIRST, SCREE_MAX_FIRST, in->recipe.grid.first)
                              : result;
}

static scree_result read_interval(parser *in, const char *key, const json_t *value)
{
    double interval[2] = {0.0, 0.0};
    scree_result result = check_array(in, key, value, 2, 2);
    if (result == SCREE_OK) {
        result = read_numbers(in, key, value, -HUGE_VAL, HUGE_VAL, interval);
    }
    if (result == SCREE_OK && !(interval[0] < interval[1])) {
        char low[SCREE_NUMBER_TEXT_SIZE];
        char high[SCREE_NUMBER_TEXT_SIZE];
        scree_double_print(low, interval[0]);
        scree_double_print(high, interval[1]);
        return scree_fail(in->context, SCREE_ERROR_INVALID, "%s: \"%s\" is [%s, %s]; the first must be less", in->name,
                          key, low, high);
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
        return fail_value(in, key, value, "\"auto\", \"fixed\", or [low, high]");
    }
    scree_result result = read_choice(in, key, value, range_name, &mode);
    if (result == SCREE_OK) {
        in->recipe.output.range_mode = mode == 0 ? SCREE_RANGE_MEASURED : SCREE_RANGE_FIXED;
    }
    return result;
}

static scree_result read_output_revision(parser *in, const char *key, const json_t *value)
{
    int64_t revision = 0;
    scree_result result = read_whole(in, key, value, 0, INT64_MAX, &revision);
    if (result == SCREE_OK && revision != (int64_t)scree_output_revision()) {
        scree_log(in->context, SCREE_LOG_WARNING,
                  "%s: \"%s\" is %" PRId64 ", this library's is %" PRIu32 "; the field may differ from the one it made",
                  in->name, key, revision, scree_output_revision());
    }
    return result;
}

static scree_result read_version(parser *in, const char *key, const json_t *value)
{
    return json_is_string(value) ? SCREE_OK : fail_value(in, key, value, "a string");
}

static const char *field_name(int field)
{
    return field == 0 ? "noise" : NULL;
}

/* Only noise is accepted, because recipes of other fields have other keys. */
static scree_result read_field(parser *in, const char *key, const json_t *value)
{
    int field;
    return read_choice(in, key, value, field_name, &field);
}

static scree_result ignore(parser *in, const char *key, const json_t *value)
{
    (void)in;
    (void)key;
    (void)value;
    return SCREE_OK;
}

/* The keys other than the parameters of noise, in the order in which they are read. The size comes first, because it
   gives the number of axes of all arrays; the parameters are read after it. */
static const struct {
    const char *key;
    scree_result (*read)(parser *in, const char *key, const json_t *value);
} keys[] = {
    {"output_revision", read_output_revision},
    {"version", read_version},
    {"measured", ignore},
    {"field", read_field},
    {"size", read_size},
    {"origin", read_origin},
    {"step", read_step},
    {"first", read_first},
    {"type", read_type},
    {"range", read_range},
};

#define KEY_COUNT (sizeof keys / sizeof keys[0])
#define KEYS_BEFORE_PARAMETERS 5
/* Enough for all keys and all names of the parameters. */
#define MAX_NAMES 128

/* Collects all names that a recipe's keys may have; returns their number. */
static size_t collect_names(const char *names[MAX_NAMES + 1])
{
    size_t count = 0;
    for (; count < KEY_COUNT; count++) {
        names[count] = keys[count].key;
    }
    const scree_parameter *parameter = NULL;
    for (size_t i = 0; (parameter = scree_noise_parameter(i)) != NULL; i++) {
        for (size_t k = 0; parameter_name(parameter, k) != NULL && count < MAX_NAMES; k++) {
            names[count++] = parameter_name(parameter, k);
        }
    }
    names[count] = NULL;
    return count;
}

static scree_result fail_key(const parser *in, const char *key, const char *const *names)
{
    scree_suggestion search = {.word = key};
    char suggestion[SCREE_SUGGESTION_TEXT];
    for (size_t i = 0; names[i] != NULL; i++) {
        scree_suggestion_consider(&search, names[i]);
    }
    json_t *word = json_string(key);
    shown_value shown = show(word);
    json_decref(word);
    return scree_fail(in->context, SCREE_ERROR_INVALID, "%s: unknown key %s%s", in->name, shown.text,
                      scree_suggestion_text(&search, "\"", "\"", suggestion));
}

static scree_result check_keys(const parser *in)
{
    const char *names[MAX_NAMES + 1];
    size_t count = collect_names(names);
    for (void *at = json_object_iter((json_t *)in->root); at != NULL;
         at = json_object_iter_next((json_t *)in->root, at)) {
        const char *key = json_object_iter_key(at);
        bool known = false;
        for (size_t i = 0; i < count && !known; i++) {
            known = strcmp(names[i], key) == 0;
        }
        if (!known) {
            return fail_key(in, key, names);
        }
    }
    return SCREE_OK;
}

static scree_result read_keys(parser *in, size_t first, size_t end)
{
    scree_result result = SCREE_OK;
    for (size_t i = first; i < end && result == SCREE_OK; i++) {
        const json_t *value = json_object_get(in->root, keys[i].key);
        if (value != NULL) {
            result = keys[i].read(in, keys[i].key, value);
        }
    }
    return result;
}

static scree_result read_root(parser *in)
{
    if (!json_is_object(in->root)) {
        return scree_fail(in->context, SCREE_ERROR_FORMAT, "%s: a recipe must be an object, {...}; this is an array",
                          in->name);
    }
    scree_result result = check_keys(in);
    if (result == SCREE_OK) {
        result = read_keys(in, 0, KEYS_BEFORE_PARAMETERS);
    }
    if (result == SCREE_OK) {
        result = read_parameters(in);
    }
    return result == SCREE_OK ? read_keys(in, KEYS_BEFORE_PARAMETERS, KEY_COUNT) : result;
}

static scree_result fail_syntax(const parser *in, json_error_t *error)
{
    if (scree_json_lacks_memory(error)) {
        return scree_fail(in->context, SCREE_ERROR_OUT_OF_MEMORY, "%s: no memory to read it", in->name);
    }
    const char *hint = "";
    if (json_error_code(error) == json_error_numeric_overflow) {
        /* Jansson has a single code for integers and real numbers that are too large, and only a seed may be a large
           integer. */
        bool whole = strstr(error->text, "integer") != NULL;
        hint = whole ? "; the largest whole number is the seed's, 18446744073709551615"
                     : "; the largest number is 1.7976931348623157e308";
    }
    return scree_fail(in->context, SCREE_ERROR_FORMAT, "%s:%d:%d: %s%s", in->name, error->line, error->column,
                      error->text, hint);
}

/* Puts quotes around the digits that end at `end`, because Jansson cannot hold the number. The text must have room for
   two more bytes. False if there are no such digits. */
static bool quote_digits(char *text, size_t length, size_t end)
{
    size_t start = end;
    while (start > 0 && text[start - 1] >= '0' && text[start - 1] <= '9') {
        start--;
    }
    if (end - start < 19 || end - start > 20 || (start > 0 && strchr("-+.eE", text[start - 1]) != NULL)) {
        return false;
    }
    memmove(text + end + 2, text + end, length - end);
    memmove(text + start + 1, text + start, end - start);
    text[start] = '"';
    text[end + 1] = '"';
    return true;
}

static bool is_overflow(const json_t *root, json_error_t *error)
{
    return root == NULL && json_error_code(error) == json_error_numeric_overflow;
}

/* Parses a text again each time that a number of 2^63 or more in it has been turned into a string. */
static json_t *load_quoted(char *text, size_t length, json_error_t *error)
{
    json_t *root = NULL;
    int quoted = 0;
    int line = 0;
    while (is_overflow(root, error) && quoted < MAX_LARGE_NUMBERS && error->position > 0 &&
           (size_t)error->position <= length && quote_digits(text, length, (size_t)error->position)) {
        line = error->line;
        length += 2;
        quoted++;
        root = scree_json_load(text, length, JSON_REJECT_DUPLICATES, error);
    }
    /* Columns must be those of the original text, without the added quotes. */
    if (root == NULL && quoted == 1 && error->line == line && error->column > 2) {
        error->column -= 2;
    }
    return root;
}

/* Parses the text. Numbers of 2^63 and more become strings of digits, which only a seed may be. */
static json_t *load(const char *text, size_t length, json_error_t *error)
{
    json_t *root = scree_json_load(text, length, JSON_REJECT_DUPLICATES, error);
    if (!is_overflow(root, error)) {
        return root;
    }
    char *copy = malloc(length + 2 * MAX_LARGE_NUMBERS);
    if (copy == NULL) {
        error->text[0] = '\0';
        return NULL;
    }
    memcpy(copy, text, length);
    root = load_quoted(copy, length, error);
    free(copy);
    return root;
}

static scree_result parse(scree_context *context, const char *text, size_t length, const char *name,
                          scree_recipe *recipe)
{
    parser in = {.context = context, .name = name == NULL ? "recipe" : name, .recipe = *recipe};
    json_error_t error = {.text = ""};
    json_t *root = load(text, length, &error);
    if (root == NULL) {
        return fail_syntax(&in, &error);
    }
    in.root = root;
    scree_result result = read_root(&in);
    json_decref(root);
    if (result == SCREE_OK) {
        *recipe = in.recipe;
    }
    return result;
}

scree_result scree_recipe_parse(scree_context *context, const char *text, size_t length, const char *name,
                                scree_recipe *recipe)
{
    if (text == NULL || recipe == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL", text == NULL ? "text" : "recipe");
    }
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    scree_result result = parse(context, text, length, name, recipe);
    scree_float_environment_leave(&saved);
    return result;
}

scree_result scree_field_from_recipe(scree_context *context, const scree_recipe *recipe, scree_field **field)
{
    if (recipe == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "recipe is NULL");
    }
    return scree_field_from_noise(context, &recipe->noise, field);
}
