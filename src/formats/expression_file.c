#include "expression_file.h"

#include <string.h>

#include <scree/input.h>

#include "context_internal.h"
#include "expression_noise.h"
#include "file_field.h"
#include "json_text.h"
#include "last_error.h"
#include "suggestion.h"

/* More than there are. */
#define MAX_PARAMETERS 16

/* The arguments of a call. */
typedef struct file_call {
    json_t *path;
    json_t *values; /* Behind the path, by their keys; the parameters borrow texts from them. */
    scree_file_field_params params;
} file_call;

/* Takes a text in quotes, which are those of JSON. */
static scree_result read_text(scree_expression_reader *in, const char *thing, json_t **read)
{
    if (scree_expression_next(in) != '"') {
        return scree_expression_fail_missing(in, thing);
    }
    const char *first = in->text + in->at;
    size_t length = 1;
    while (first[length] != '"' && first[length] != '\0' && first[length] != '\n') {
        length += first[length] == '\\' && first[length + 1] != '\0' ? 2 : 1;
    }
    json_error_t error;
    const bool is_closed = first[length] == '"';
    json_t *text = is_closed ? scree_json_load(first, length + 1, JSON_DECODE_ANY, &error) : NULL;
    if (text == NULL && is_closed && scree_json_lacks_memory(&error)) {
        return scree_expression_fail_memory(in);
    }
    if (text == NULL) {
        return scree_expression_fail(in, SCREE_ERROR_FORMAT, in->at,
                                     "this is no text: one begins and ends with '\"' in its line, and has '\\' before "
                                     "each of these two that it holds");
    }
    in->at += length + 1;
    in->end = in->at;
    *read = text;
    return SCREE_OK;
}

/* A word as JSON: the name of a choice, or a truth value. */
static scree_result read_word(scree_expression_reader *in, json_t **read)
{
    scree_expression_name word;
    const scree_result result = scree_expression_read_word(in, &word);
    if (result == SCREE_OK) {
        const bool is_true = strcmp(word.text, "true") == 0;
        *read = is_true || strcmp(word.text, "false") == 0 ? json_boolean(is_true) : json_string(word.text);
    }
    return result;
}

static scree_result read_number(scree_expression_reader *in, json_t **read)
{
    scree_expression_number number;
    const bool is_negative = scree_expression_take(in, '-');
    const scree_result result = scree_expression_read_number(in, &number);
    if (result == SCREE_OK) {
        const bool is_large = number.is_whole && number.whole > INT64_MAX;
        *read = is_negative || is_large ? json_real(is_negative ? -number.number : number.number)
                                        : scree_expression_json_number(&number);
    }
    return result;
}

static scree_result read_array(scree_expression_reader *in, json_t **read)
{
    json_t *array = json_array();
    bool goes_on = true;
    scree_result result = array != NULL ? SCREE_OK : scree_expression_fail_memory(in);
    scree_expression_take(in, '[');
    while (goes_on && result == SCREE_OK) {
        json_t *number = NULL;
        result = read_number(in, &number);
        if (result == SCREE_OK && json_array_append_new(array, number) != 0) {
            result = scree_expression_fail_memory(in);
        }
        result = result == SCREE_OK ? scree_expression_go_on(in, ']', &goes_on) : result;
    }
    *read = array;
    return result;
}

/* The value of a parameter. Channels are texts in quotes, since they may be any; all else has none. */
static scree_result read_value(scree_expression_reader *in, const char *key, json_t **read)
{
    if (strcmp(key, "channel") == 0) {
        return read_text(in, "a channel, a text such as \"r\",", read);
    }
    const char next = scree_expression_next(in);
    if (next == '[') {
        return read_array(in, read);
    }
    if (scree_expression_has_name(in)) {
        return read_word(in, read);
    }
    return next == '-' || scree_expression_has_number(in)
               ? read_number(in, read)
               : scree_expression_fail_missing(in, "a number, a name or an array");
}

/* The name of a key in expressions. */
static scree_expression_name name_of_key(const char *key)
{
    scree_expression_name name = {.offset = 0};
    for (size_t i = 0; key[i] != '\0'; i++) {
        name.text[i] = key[i] == '-' ? '_' : key[i];
    }
    return name;
}

/* Finds the number of the parameter of a name. */
static scree_result find_parameter(const scree_expression_reader *in, const scree_expression_name *name, size_t *number)
{
    scree_suggestion search = {.word = name->text};
    scree_expression_name known[MAX_PARAMETERS];
    char suggestion[SCREE_SUGGESTION_TEXT];
    for (size_t i = 0; scree_file_field_key(i) != NULL; i++) {
        known[i] = name_of_key(scree_file_field_key(i));
        if (strcmp(known[i].text, name->text) == 0) {
            *number = i;
            return SCREE_OK;
        }
        scree_suggestion_consider(&search, known[i].text);
    }
    return scree_expression_fail(in, SCREE_ERROR_INVALID, name->offset, "file: unknown parameter '%s'%s", name->text,
                                 scree_suggestion_text(&search, "'", "'", suggestion));
}

/* Values are read as those of recipes are. */
static scree_value_reader reader_of(const file_call *call)
{
    return (scree_value_reader){.context = scree_context_silent(), .name = "file", .root = call->values};
}

/* Says what is wrong with a value of its place, in the words for recipes but with the names of parameters. */
static scree_result fail_value(const scree_expression_reader *in, scree_result result, size_t offset)
{
    scree_error_text told;
    scree_last_error_keep(&told);
    for (size_t i = 0; scree_file_field_key(i) != NULL; i++) {
        const char *key = scree_file_field_key(i);
        for (char *at = strstr(told.text, key); at != NULL; at = strstr(at + 1, key)) {
            memcpy(at, name_of_key(key).text, strlen(key));
        }
    }
    return result == SCREE_ERROR_OUT_OF_MEMORY ? scree_expression_fail_memory(in)
                                               : scree_expression_fail(in, result, offset, "%s", told.text);
}

static scree_result read_parameter(scree_expression_reader *in, file_call *call)
{
    scree_expression_name name;
    size_t number = 0;
    json_t *value = NULL;
    scree_result result = scree_expression_read_name(in, &name);
    result = result == SCREE_OK ? scree_expression_expect(in, '=') : result;
    result = result == SCREE_OK ? find_parameter(in, &name, &number) : result;
    if (result == SCREE_OK && json_object_get(call->values, scree_file_field_key(number)) != NULL) {
        result = scree_expression_fail(in, SCREE_ERROR_INVALID, name.offset, "file: '%s' is given twice", name.text);
    }
    scree_expression_next(in);
    const size_t offset = in->at;
    result = result == SCREE_OK ? read_value(in, scree_file_field_key(number), &value) : result;
    if (result != SCREE_OK) {
        json_decref(value);
        return result;
    }
    if (json_object_set_new(call->values, scree_file_field_key(number), value) != 0) {
        return scree_expression_fail_memory(in);
    }
    const scree_value_reader values = reader_of(call);
    result = scree_file_field_read(&values, number, value, &call->params);
    return result == SCREE_OK ? SCREE_OK : fail_value(in, result, offset);
}

static scree_result read_arguments(scree_expression_reader *in, file_call *call)
{
    bool goes_on = false;
    scree_expression_take(in, '(');
    call->values = json_object();
    scree_result result = call->values != NULL ? SCREE_OK : scree_expression_fail_memory(in);
    result = result == SCREE_OK ? read_text(in, "the path, a text such as \"land.tif\",", &call->path) : result;
    result = result == SCREE_OK ? scree_expression_go_on(in, ')', &goes_on) : result;
    while (goes_on && result == SCREE_OK) {
        result = read_parameter(in, call);
        result = result == SCREE_OK ? scree_expression_go_on(in, ')', &goes_on) : result;
    }
    return result;
}

void scree_expression_files_clear(scree_expression_files *files)
{
    for (uint32_t i = 0; i < files->count; i++) {
        scree_field_release(&files->field[i]);
    }
    files->count = 0;
}

/* Makes the field of a file that was not read before. */
static scree_result make_field(const scree_expression_reader *in, scree_expression_files *files, size_t offset,
                               const scree_file_field_params *params)
{
    scree_field *field = NULL;
    if (files->count == SCREE_MAX_EXPRESSION_FILES) {
        return scree_expression_fail(in, SCREE_ERROR_INVALID, offset, "file: more than %d files are read",
                                     SCREE_MAX_EXPRESSION_FILES);
    }
    const scree_result result = scree_file_field_quietly(in->context, params, &field);
    if (result != SCREE_OK) {
        return scree_expression_fail_again(in, result, offset, "file: ");
    }
    files->field[files->count++] = field;
    return SCREE_OK;
}

/* Finds the field of a file, or makes it. */
static scree_result find_field(const scree_expression_reader *in, scree_expression_files *files, size_t offset,
                               file_call *call, scree_field **field)
{
    const scree_value_reader values = reader_of(call);
    uint32_t number = 0;
    call->params.file.path = json_string_value(call->path);
    scree_result result = scree_reading_check(&values, &call->params.file);
    if (result != SCREE_OK) {
        return fail_value(in, result, offset);
    }
    while (number < files->count && !scree_file_field_is_of(files->field[number], &call->params)) {
        number++;
    }
    result = number == files->count ? make_field(in, files, offset, &call->params) : SCREE_OK;
    *field = result == SCREE_OK ? scree_field_retain(files->field[number]) : NULL;
    return result;
}

scree_result scree_expression_read_file(scree_expression_reader *in, scree_expression_files *files, size_t offset,
                                        bool is_checking, scree_field **field)
{
    file_call call = {.path = NULL};
    scree_result result = read_arguments(in, &call);
    result = result == SCREE_OK && !is_checking ? find_field(in, files, offset, &call, field) : result;
    json_decref(call.path);
    json_decref(call.values);
    return result;
}
