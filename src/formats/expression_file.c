#include "expression_file.h"

#include <string.h>

#include <scree/input.h>

#include "context_internal.h"
#include "file_field.h"
#include "json_text.h"
#include "suggestion.h"

/* The arguments of a call. Texts are owned. */
typedef struct file_call {
    json_t *path;
    json_t *channel;
    scree_file_field_params params;
    uint32_t given; /* A bit for each parameter. */
} file_call;

enum { PARAMETER_CHANNEL, PARAMETER_FILTER, PARAMETER_EDGE, PARAMETER_HOLES, PARAMETER_COUNT };

static const char *const parameter_names[PARAMETER_COUNT] = {
    [PARAMETER_CHANNEL] = "channel",
    [PARAMETER_FILTER] = "filter",
    [PARAMETER_EDGE] = "edge",
    [PARAMETER_HOLES] = "holes",
};

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

static scree_result fail_choice(const scree_expression_reader *in, const scree_expression_name *word,
                                const char *parameter, const char *choices)
{
    return scree_expression_fail(in, SCREE_ERROR_INVALID, word->offset, "file: '%s' is '%s'; it must be %s", parameter,
                                 word->text, choices);
}

static scree_result read_choice(scree_expression_reader *in, int parameter, file_call *call)
{
    scree_expression_name word;
    scree_nodata_rule rule = SCREE_NODATA_REFUSE;
    const scree_result result = scree_expression_read_word(in, &word);
    if (result != SCREE_OK) {
        return result;
    }
    if (parameter == PARAMETER_FILTER && !scree_filter_from_name(word.text, &call->params.filter)) {
        return fail_choice(in, &word, "filter", "linear, nearest or cubic");
    }
    if (parameter == PARAMETER_EDGE && !scree_edge_from_name(word.text, &call->params.edge)) {
        return fail_choice(in, &word, "edge", "clamp, repeat or mirror");
    }
    if (parameter == PARAMETER_HOLES && (!scree_nodata_rule_from_name(word.text, &rule) || rule == SCREE_NODATA_FILL)) {
        return fail_choice(in, &word, "holes", "refuse or lowest");
    }
    call->params.nodata_rule = parameter == PARAMETER_HOLES ? rule : call->params.nodata_rule;
    return SCREE_OK;
}

static scree_result fail_unknown(const scree_expression_reader *in, const scree_expression_name *name)
{
    scree_suggestion search = {.word = name->text};
    char suggestion[SCREE_SUGGESTION_TEXT];
    for (int i = 0; i < PARAMETER_COUNT; i++) {
        scree_suggestion_consider(&search, parameter_names[i]);
    }
    return scree_expression_fail(in, SCREE_ERROR_INVALID, name->offset, "file: unknown parameter '%s'%s", name->text,
                                 scree_suggestion_text(&search, "'", "'", suggestion));
}

static scree_result read_parameter(scree_expression_reader *in, file_call *call)
{
    scree_expression_name name;
    int parameter = 0;
    scree_result result = scree_expression_read_name(in, &name);
    result = result == SCREE_OK ? scree_expression_expect(in, '=') : result;
    if (result != SCREE_OK) {
        return result;
    }
    while (parameter < PARAMETER_COUNT && strcmp(parameter_names[parameter], name.text) != 0) {
        parameter++;
    }
    if (parameter == PARAMETER_COUNT) {
        return fail_unknown(in, &name);
    }
    if ((call->given >> parameter & 1) != 0) {
        return scree_expression_fail(in, SCREE_ERROR_INVALID, name.offset, "file: '%s' is given twice", name.text);
    }
    call->given |= UINT32_C(1) << parameter;
    if (parameter != PARAMETER_CHANNEL) {
        return read_choice(in, parameter, call);
    }
    return read_text(in, "a channel, a text such as \"r\",", &call->channel);
}

static scree_result read_arguments(scree_expression_reader *in, file_call *call)
{
    bool goes_on = false;
    scree_expression_take(in, '(');
    scree_result result = read_text(in, "the path, a text such as \"land.tif\",", &call->path);
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
    call->params.path = json_string_value(call->path);
    call->params.channel = json_string_value(call->channel);
    uint32_t number = 0;
    while (number < files->count && !scree_file_field_is_of(files->field[number], &call->params)) {
        number++;
    }
    const scree_result result = number == files->count ? make_field(in, files, offset, &call->params) : SCREE_OK;
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
    json_decref(call.channel);
    return result;
}
