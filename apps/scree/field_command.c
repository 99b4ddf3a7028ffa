#include "field_command.h"

#include <stdlib.h>

#include "command.h"
#include "explain.h"
#include "field_memory.h"
#include "field_report.h"
#include "message.h"
#include "signals.h"

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

/* Has the type run while everything that would make something fills in an explanation. */
static int explain(struct engine *engine, struct field_request *request, struct outcome *outcome)
{
    struct explanation explanation = {.files = 0};
    struct progress progress;
    progress_start(&progress, PROGRESS_NEVER, true);
    engine->explanation = &explanation;
    int code = request->type->run(engine, request, &progress, outcome);
    engine->explanation = NULL;
    if (code == EXIT_CODE_OK) {
        code = explain_print(request, &outcome->device, &explanation);
    }
    explanation_clear(&explanation);
    return code;
}

static int run(struct engine *engine, struct field_request *request)
{
    const bool quiet = request->values[OPTION_QUIET].given;
    const struct work work = request->type->work(request);
    struct progress progress;
    struct outcome outcome = {.seconds = 0};
    signals_watch();
    int code = engine_open_chosen(engine, request->arguments, &work, &outcome.device);
    if (code == EXIT_CODE_OK) {
        code = field_memory_check(request, &outcome.device);
    }
    if (code == EXIT_CODE_OK && request->values[OPTION_EXPLAIN].given) {
        return explain(engine, request, &outcome);
    }
    if (code == EXIT_CODE_OK) {
        progress_start(&progress, (enum progress_choice)request->values[OPTION_PROGRESS].choice, quiet);
        code = request->type->run(engine, request, &progress, &outcome);
    }
    return code == EXIT_CODE_OK ? field_report(request, &outcome) : code;
}

static int make(struct engine *engine, struct field_request *request)
{
    int code = request->type->make(engine, request);
    if (code == EXIT_CODE_OK) {
        code = request->values[OPTION_PRINT_RECIPE].given ? print_recipe(request) : run(engine, request);
    }
    request->type->clear(request);
    return code;
}

int field_command(const struct arguments *arguments, const struct field_type *type)
{
    struct engine engine;
    struct field_request request = {.arguments = arguments, .values = arguments->values, .type = type};
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
        code = make(&engine, &request);
    }
    engine_stop(&engine);
    free(request.part);
    return code;
}
