#include "recipe_values.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "json_text.h"
#include "number_text.h"
#include "suggestion.h"
#include "text_builder.h"

/* The number of integers beyond 2^63 that one text may hold. Jansson rejects them, so the text is parsed again for
   each. */
#define MAX_LARGE_NUMBERS 4

const scree_parameter *scree_no_parameter(size_t number)
{
    (void)number;
    return NULL;
}

/* A value as messages show it, in the form that it has in the text. */
typedef struct shown_value {
    char text[48];
} shown_value;

static shown_value show(const json_t *value)
{
    shown_value shown = {"a value"};
    if (value == NULL) {
        strcpy(shown.text, "missing");
        return shown;
    }
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

scree_result scree_value_fail(const scree_value_reader *in, const char *key, const json_t *value, const char *must_be)
{
    return scree_fail(in->context, SCREE_ERROR_INVALID, "%s: \"%s\" is %s; it must be %s", in->name, key,
                      show(value).text, must_be);
}

scree_result scree_value_whole(const scree_value_reader *in, const char *key, const json_t *value, int64_t minimum,
                               int64_t maximum, int64_t *out)
{
    int64_t number = json_integer_value(value);
    if (json_is_integer(value) && number >= minimum && number <= maximum) {
        *out = number;
        return SCREE_OK;
    }
    char must_be[96];
    snprintf(must_be, sizeof must_be, "a whole number, %" PRId64 " to %" PRId64, minimum, maximum);
    return scree_value_fail(in, key, value, must_be);
}

scree_result scree_value_number(const scree_value_reader *in, const char *key, const json_t *value, double minimum,
                                double maximum, double *out)
{
    double number = json_number_value(value);
    if (json_is_number(value) && number >= minimum && number <= maximum) {
        *out = number;
        return SCREE_OK;
    }
    if (isinf(minimum) && isinf(maximum)) {
        return scree_value_fail(in, key, value, "a number");
    }
    char low[SCREE_NUMBER_TEXT_SIZE];
    char high[SCREE_NUMBER_TEXT_SIZE];
    char must_be[2 * SCREE_NUMBER_TEXT_SIZE + 32];
    scree_double_print(low, minimum);
    scree_double_print(high, maximum);
    snprintf(must_be, sizeof must_be, "a number, %s to %s", low, high);
    return scree_value_fail(in, key, value, must_be);
}

/* Makes the name of an array's element for messages. */
static void element_key(char label[64], const char *key, size_t index)
{
    snprintf(label, 64, "%s[%zu]", key, index);
}

scree_result scree_value_check_array(const scree_value_reader *in, const char *key, const json_t *value, size_t minimum,
                                     size_t maximum)
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
        return scree_value_fail(in, key, value, must_be);
    }
    return scree_fail(in->context, SCREE_ERROR_INVALID, "%s: \"%s\" is an array of %zu; it must be %s", in->name, key,
                      count, must_be);
}

/* Checks for an array with one entry per axis. Before the number of axes is known it may have up to SCREE_MAX_AXES. */
scree_result scree_value_check_axes(const scree_value_reader *in, const char *key, const json_t *value)
{
    uint32_t axes = in->axes;
    bool known = axes >= 1 && axes <= SCREE_MAX_AXES;
    if (!known || !json_is_array(value) || json_array_size(value) == axes) {
        return scree_value_check_array(in, key, value, known ? axes : 1, known ? axes : SCREE_MAX_AXES);
    }
    return scree_fail(in->context, SCREE_ERROR_INVALID,
                      "%s: \"%s\" is an array of %zu; it must be an array of %" PRIu32
                      ", one for each axis of the grid",
                      in->name, key, json_array_size(value), axes);
}

static scree_result fail_name(const scree_value_reader *in, const char *key, const json_t *value,
                              scree_choice_name *name)
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
scree_result scree_value_choice(const scree_value_reader *in, const char *key, const json_t *value,
                                scree_choice_name *name, int *choice)
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
scree_result scree_value_wholes(const scree_value_reader *in, const char *key, const json_t *array, int64_t minimum,
                                int64_t maximum, int64_t *out)
{
    for (size_t i = 0; i < json_array_size(array); i++) {
        char label[64];
        element_key(label, key, i);
        scree_result result = scree_value_whole(in, label, json_array_get(array, i), minimum, maximum, &out[i]);
        if (result != SCREE_OK) {
            return result;
        }
    }
    return SCREE_OK;
}

/* Reads what scree_value_wholes() does, for integers that are not negative. */
scree_result scree_value_counts(const scree_value_reader *in, const char *key, const json_t *array, int64_t minimum,
                                int64_t maximum, uint64_t *out)
{
    int64_t numbers[SCREE_MAX_AXES] = {0};
    scree_result result = scree_value_wholes(in, key, array, minimum, maximum, numbers);
    for (size_t i = 0; i < json_array_size(array); i++) {
        out[i] = (uint64_t)numbers[i];
    }
    return result;
}

/* Integers up to 2^64 - 1 may be strings, for programs whose JSON integers are not as large. */
static scree_result read_u64(const scree_value_reader *in, const char *key, const json_t *value, uint64_t *number)
{
    if (json_is_integer(value) && json_integer_value(value) >= 0) {
        *number = (uint64_t)json_integer_value(value);
        return SCREE_OK;
    }
    if (json_is_string(value) && parse_digits(json_string_value(value), number)) {
        return SCREE_OK;
    }
    return scree_value_fail(in, key, value, "a whole number, 0 to 18446744073709551615, or such a number as a string");
}

/* Zero in the struct of parameters stands for the default, which may be another number than zero. */
static scree_result read_real(const scree_value_reader *in, const scree_parameter *parameter, const char *key,
                              const json_t *value, double *out)
{
    double number = 0.0;
    scree_result result = scree_value_number(in, key, value, parameter->minimum, parameter->maximum, &number);
    if (result == SCREE_OK) {
        *out = number == 0.0 && parameter->zero != 0.0 ? parameter->zero : number;
    }
    return result;
}

scree_result scree_value_numbers(const scree_value_reader *in, const char *key, const json_t *array, double minimum,
                                 double maximum, double *out)
{
    for (size_t i = 0; i < json_array_size(array); i++) {
        char label[64];
        element_key(label, key, i);
        scree_result result = scree_value_number(in, label, json_array_get(array, i), minimum, maximum, &out[i]);
        if (result != SCREE_OK) {
            return result;
        }
    }
    return SCREE_OK;
}

static scree_result read_reals(const scree_value_reader *in, const scree_parameter *parameter, const char *key,
                               const json_t *value, double *out, uint32_t *count)
{
    scree_result result = scree_value_check_array(in, key, value, 0, parameter->capacity);
    if (result == SCREE_OK) {
        result = scree_value_numbers(in, key, value, parameter->minimum, parameter->maximum, out);
        *count = (uint32_t)json_array_size(value);
    }
    return result;
}

scree_result scree_value_flag(const scree_value_reader *in, const char *key, const json_t *value, bool *out)
{
    if (!json_is_boolean(value)) {
        return scree_value_fail(in, key, value, "true or false");
    }
    *out = json_is_true(value);
    return SCREE_OK;
}

static scree_result read_value(const scree_value_reader *in, const scree_parameter *parameter, const char *key,
                               const json_t *value, void *base)
{
    char *at = (char *)base + parameter->offset;
    int64_t whole = 0;
    scree_result result = SCREE_OK;
    switch (parameter->type) {
    case SCREE_PARAMETER_CHOICE:
        return scree_value_choice(in, key, value, parameter->choice_name, (int *)at);
    case SCREE_PARAMETER_U32:
        result = scree_value_whole(in, key, value, (int64_t)parameter->minimum, (int64_t)parameter->maximum, &whole);
        *(uint32_t *)at = result == SCREE_OK ? (uint32_t)whole : *(uint32_t *)at;
        return result;
    case SCREE_PARAMETER_U64:
        return read_u64(in, key, value, (uint64_t *)at);
    case SCREE_PARAMETER_REAL:
        return read_real(in, parameter, key, value, (double *)at);
    case SCREE_PARAMETER_FLAG:
        return scree_value_flag(in, key, value, (bool *)at);
    case SCREE_PARAMETER_REALS:
        return read_reals(in, parameter, key, value, (double *)at,
                          (uint32_t *)((char *)base + parameter->count_offset));
    case SCREE_PARAMETER_AXES:
        result = scree_value_check_axes(in, key, value);
        return result == SCREE_OK ? scree_value_counts(in, key, value, (int64_t)parameter->minimum,
                                                       (int64_t)parameter->maximum, (uint64_t *)at)
                                  : result;
    }
    return SCREE_ERROR_INTERNAL;
}

/* Resets a parameter to its value in a zeroed struct. */
static void reset_parameter(scree_parameter_list *list, void *base, const char *name)
{
    const scree_parameter *parameter = NULL;
    for (size_t i = 0; (parameter = list(i)) != NULL; i++) {
        if (strcmp(parameter->name, name) != 0) {
            continue;
        }
        if (parameter->type == SCREE_PARAMETER_REALS) {
            *(uint32_t *)((char *)base + parameter->count_offset) = 0;
        } else if (parameter->type == SCREE_PARAMETER_CHOICE) {
            *(int *)((char *)base + parameter->offset) = 0;
        } else if (parameter->type == SCREE_PARAMETER_REAL) {
            *(double *)((char *)base + parameter->offset) = 0.0;
        } else if (parameter->type == SCREE_PARAMETER_FLAG) {
            *(bool *)((char *)base + parameter->offset) = false;
        }
    }
}

/* The names of a parameter: the current one, then former ones; NULL past the last. */
static const char *parameter_name(const scree_parameter *parameter, size_t number)
{
    return number == 0 ? parameter->name : number <= 2 ? parameter->aliases[number - 1] : NULL;
}

static scree_result read_parameter(const scree_value_reader *in, scree_parameter_list *list,
                                   const scree_parameter *parameter, void *base)
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
        reset_parameter(list, base, parameter->resets);
    }
    return read_value(in, parameter, found, json_object_get(in->root, found), base);
}

scree_result scree_value_parameters(const scree_value_reader *in, scree_parameter_list *list, void *base)
{
    scree_result result = SCREE_OK;
    const scree_parameter *parameter = NULL;
    for (size_t i = 0; result == SCREE_OK && (parameter = list(i)) != NULL; i++) {
        result = read_parameter(in, list, parameter, base);
    }
    return result;
}

/* Enough for all keys and all names of the parameters of any object. */
#define MAX_NAMES 128

static scree_result fail_key(const scree_value_reader *in, const char *key, const char *const *names)
{
    scree_suggestion search = {.word = key};
    char suggestion[SCREE_SUGGESTION_TEXT];
    for (size_t i = 0; names[i] != NULL; i++) {
        scree_suggestion_consider(&search, names[i]);
    }
    json_t *word = json_string(key);
    shown_value shown = word != NULL ? show(word) : (shown_value){"a key"};
    json_decref(word);
    return scree_fail(in->context, SCREE_ERROR_INVALID, "%s: unknown key %s%s", in->name, shown.text,
                      scree_suggestion_text(&search, "\"", "\"", suggestion));
}

scree_result scree_value_check_keys(const scree_value_reader *in, scree_parameter_list *list, const char *const *others)
{
    const char *names[MAX_NAMES + 1];
    size_t count = 0;
    for (; others[count] != NULL; count++) {
        names[count] = others[count];
    }
    const scree_parameter *parameter = NULL;
    for (size_t i = 0; (parameter = list(i)) != NULL; i++) {
        for (size_t k = 0; parameter_name(parameter, k) != NULL && count < MAX_NAMES; k++) {
            names[count++] = parameter_name(parameter, k);
        }
    }
    names[count] = NULL;
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

static scree_result fail_syntax(scree_context *context, const char *name, json_error_t *error)
{
    if (scree_json_lacks_memory(error)) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "%s: no memory to read it", name);
    }
    const char *hint = "";
    if (json_error_code(error) == json_error_numeric_overflow) {
        /* Jansson has a single code for integers and real numbers that are too large, and only a seed may be a large
           integer. */
        bool whole = strstr(error->text, "integer") != NULL;
        hint = whole ? "; the largest whole number is the seed's, 18446744073709551615"
                     : "; the largest number is 1.7976931348623157e308";
    }
    return scree_fail(context, SCREE_ERROR_FORMAT, "%s:%d:%d: %s%s", name, error->line, error->column, error->text,
                      hint);
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
static json_t *load_text(const char *text, size_t length, json_error_t *error)
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

scree_result scree_value_load(scree_context *context, const char *text, size_t length, const char *name, json_t **root)
{
    json_error_t error = {.text = ""};
    *root = load_text(text, length, &error);
    return *root != NULL ? SCREE_OK : fail_syntax(context, name, &error);
}
