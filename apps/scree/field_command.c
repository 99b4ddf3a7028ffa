#include "field_type.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../src/base/os.h"
#include "command.h"
#include "explain.h"
#include "message.h"
#include "report.h"
#include "signals.h"

int field_take_steps(struct field_request *request, int (*const *steps)(struct field_request *), size_t count)
{
    int code = EXIT_CODE_OK;
    for (size_t i = 0; i < count && code == EXIT_CODE_OK; i++) {
        code = steps[i](request);
    }
    return code;
}

static void print_line(const struct field_request *request)
{
    const struct outcome *outcome = request->outcome;
    const scree_range measured = outcome->generated.measured;
    struct field_line line = {.before = "", .values = "no finite values"};
    char size[200];
    char speed[REPORT_SPEED_SIZE];
    text_begin(&line.files);
    report_size(size, sizeof size, request->count, request->axes);
    report_speed(speed, outcome, request->samples, request->type->noun);
    if (measured.minimum <= measured.maximum) {
        snprintf(line.values, sizeof line.values, "values %.4g to %.4g", (double)measured.minimum,
                 (double)measured.maximum);
    }
    request->type->complete_line(request, &line);
    message_report("%s: %s%s %s%s, %s%s, %s%s", text_end(&line.files), line.before, size,
                   scree_type_name(request->stored), line.detail, line.values, line.range, speed, line.choices);
    text_clear(&line.files);
}

/* Begins the JSON of a field: the program, the device, the description and the counts. */
static bool begin_json(const struct field_request *request, struct json_writer *json)
{
    char *description = request->type->describe(request);
    if (description == NULL) {
        message_error("%s: out of memory", request->arguments->command->name);
        return false;
    }
    emit_start(json, stdout);
    report_json_head(json, &request->outcome->device);
    emit_raw(json, request->key != NULL ? request->key : request->type->key, description);
    report_json_counts(json, "counts", request->count, request->axes);
    emit_unsigned(json, request->type->noun, request->samples);
    scree_recipe_text_free(&description);
    return true;
}

static int print_json(const struct field_request *request)
{
    const struct outcome *outcome = request->outcome;
    struct json_writer json;
    if (!begin_json(request, &json)) {
        return EXIT_CODE_FAILED;
    }
    if (request->type->emit_field != NULL) {
        request->type->emit_field(request, &json);
    }
    emit_float(&json, "minimum", outcome->generated.measured.minimum);
    emit_float(&json, "maximum", outcome->generated.measured.maximum);
    report_json_speed(&json, outcome, request->samples, request->type->noun);
    emit_string(&json, "path", request->file.path);
    request->type->emit_results(request, &json);
    emit_unsigned(&json, "bytes_written", outcome->bytes);
    emit_string(&json, "sha256", outcome->digest);
    emit_finish(&json);
    return EXIT_CODE_OK;
}

static int report(const struct field_request *request)
{
    const struct outcome *outcome = request->outcome;
    const bool quiet = request->values[OPTION_QUIET].given;
    if (!quiet && outcome->bytes > 0) {
        print_line(request);
    }
    if (!quiet && request->type->warn != NULL) {
        request->type->warn(request);
    }
    if (request->values[OPTION_JSON].given) {
        return print_json(request);
    }
    if (request->type->print != NULL) {
        request->type->print(request);
    }
    return EXIT_CODE_OK;
}

/* To be explained is a use of every field. */
static bool has_use(const struct field_request *request)
{
    if (request->values[OPTION_EXPLAIN].given) {
        return true;
    }
    const enum option_id *uses = request->type->uses;
    for (size_t i = 0; i < sizeof request->type->uses / sizeof uses[0] && uses[i] != OPTION_COUNT; i++) {
        if (request->values[uses[i]].given) {
            return true;
        }
    }
    return uses[0] == OPTION_COUNT;
}

/* A command by itself is a question what it takes. */
static bool is_bare(const struct arguments *arguments)
{
    bool has_option = false;
    for (int id = 0; id < OPTION_COUNT; id++) {
        has_option = has_option || arguments->values[id].given;
    }
    return arguments->operand_count == 0 && !has_option;
}

static int refuse_nothing(const struct arguments *arguments, const char *wants)
{
    message_error("%s: nothing to do; give %s", arguments->command->name, wants);
    if (is_bare(arguments)) {
        help_print_brief(stderr, arguments->command);
    }
    return EXIT_CODE_USAGE;
}

static int print_recipe(const struct field_request *request)
{
    char *text = request->type->describe(request);
    if (text == NULL) {
        message_error("%s: out of memory", request->arguments->command->name);
        return EXIT_CODE_FAILED;
    }
    printf("%s\n", text);
    scree_recipe_text_free(&text);
    return EXIT_CODE_OK;
}

/* Refuses a field where the machine lacks the memory, before anything is begun. */
static int check_memory(const struct field_request *request, struct field_memory *memory)
{
    *memory = (struct field_memory){.hint = ""};
    if (request->type->memory != NULL) {
        request->type->memory(request, memory);
    }
    const uint64_t available = scree_os_memory_available();
    if (memory->bytes <= (double)available) {
        return EXIT_CODE_OK;
    }
    message_error("%s: %s need %.0f bytes of memory, and there are %" PRIu64 "%s", memory->name, memory->purpose,
                  memory->bytes, available, memory->hint);
    return EXIT_CODE_FAILED;
}

static int print_explanation(const struct field_request *request, const struct explanation *explanation)
{
    struct json_writer json;
    if (!request->values[OPTION_JSON].given) {
        explain_print(request, explanation);
        return EXIT_CODE_OK;
    }
    if (!begin_json(request, &json)) {
        return EXIT_CODE_FAILED;
    }
    explain_emit(explanation, &json);
    emit_finish(&json);
    return EXIT_CODE_OK;
}

/* Has the type run while everything that would make something fills in an explanation. */
static int explain(struct field_request *request, double own_bytes)
{
    struct explanation explanation = {.own_bytes = own_bytes};
    progress_start(request->progress, PROGRESS_NEVER, true);
    request->engine->explanation = &explanation;
    int code = request->type->run(request);
    request->engine->explanation = NULL;
    if (code == EXIT_CODE_OK) {
        code = print_explanation(request, &explanation);
    }
    explanation_clear(&explanation);
    return code;
}

static int run(struct field_request *request)
{
    const struct option_value *values = request->values;
    const struct work work = request->type->work(request);
    struct field_memory memory;
    signals_watch();
    int code = engine_open_chosen(request->engine, request->arguments, &work, &request->outcome->device);
    if (code == EXIT_CODE_OK) {
        code = check_memory(request, &memory);
    }
    if (code == EXIT_CODE_OK && values[OPTION_EXPLAIN].given) {
        return explain(request, memory.bytes);
    }
    if (code == EXIT_CODE_OK) {
        progress_start(request->progress, (enum progress_choice)values[OPTION_PROGRESS].choice,
                       values[OPTION_QUIET].given);
        code = request->type->run(request);
    }
    return code == EXIT_CODE_OK ? report(request) : code;
}

static int make(struct field_request *request)
{
    int code = request->type->make(request);
    if (code == EXIT_CODE_OK) {
        code = request->values[OPTION_PRINT_RECIPE].given ? print_recipe(request) : run(request);
    }
    request->type->clear(request);
    return code;
}

int field_command(const struct arguments *arguments, const struct field_type *type)
{
    struct engine engine;
    struct progress progress;
    struct outcome outcome = {.seconds = 0};
    struct field_request request = {.arguments = arguments,
                                    .values = arguments->values,
                                    .type = type,
                                    .engine = &engine,
                                    .progress = &progress,
                                    .outcome = &outcome};
    if (!has_use(&request)) {
        return refuse_nothing(arguments, type->wants);
    }
    if (arguments->values[OPTION_EXPLAIN].given && arguments->values[OPTION_PRINT_RECIPE].given) {
        return option_refuse(arguments->values, OPTION_PRINT_RECIPE, "not together with --explain");
    }
    request.part = calloc(1, type->part_bytes);
    if (request.part == NULL) {
        message_error("%s: out of memory", arguments->command->name);
        return EXIT_CODE_FAILED;
    }
    int code = engine_start(&engine, arguments->values[OPTION_QUIET].given);
    if (code == EXIT_CODE_OK) {
        code = make(&request);
    }
    engine_stop(&engine);
    free(request.part);
    return code;
}
