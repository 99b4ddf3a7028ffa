#include "engine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "message.h"
#include "standard_streams.h"
#include "text.h"

/* Seconds that a GPU's driver takes to start, at least. The CPU finishes shorter work before (docs/performance.md). */
#define GPU_START_SECONDS 0.25

/* Appends to a text that may be NULL. Where there is no memory it stays as it is. */
static void append(char **text, const char *added, const char *ending)
{
    const size_t length = *text != NULL ? strlen(*text) : 0;
    const size_t size = length + strlen(added) + strlen(ending) + 1;
    char *longer = realloc(*text, size);
    if (longer != NULL) {
        snprintf(longer + length, size - length, "%s%s", added, ending);
        *text = longer;
    }
}

static void take_message(void *user, scree_log_level level, const char *message)
{
    struct engine *engine = user;
    if (level == SCREE_LOG_ERROR && engine->error == NULL) {
        append(&engine->error, message, "");
    } else if (level == SCREE_LOG_WARNING && !engine->quiet) {
        message_warning("%s", message);
    } else if (level == SCREE_LOG_INFO) {
        append(&engine->notes, message, "\n");
    }
}

bool engine_find_note(const struct engine *engine, const char *subject, char *text, size_t size)
{
    const size_t length = strlen(subject);
    for (const char *line = engine->notes; line != NULL && *line != '\0';) {
        const size_t width = strcspn(line, "\n");
        if (strncmp(line, subject, length) == 0 && strncmp(line + length, ": ", 2) == 0) {
            snprintf(text, size, "%.*s", (int)(width - length - 2), line + length + 2);
            return true;
        }
        line += width + (line[width] == '\n' ? 1 : 0);
    }
    return false;
}

/* A request that is wrong on every machine is the user's mistake. One for something that this machine or this build
   lacks (SCREE_ERROR_UNSUPPORTED) is a failure, like a file that cannot be read. */
static int exit_code(scree_result result)
{
    switch (result) {
    case SCREE_OK:
        return EXIT_CODE_OK;
    case SCREE_ERROR_CANCELLED:
        return EXIT_CODE_INTERRUPTED;
    case SCREE_ERROR_INVALID:
        return EXIT_CODE_USAGE;
    default:
        return EXIT_CODE_FAILED;
    }
}

const char *engine_reason(const struct engine *engine, scree_result result)
{
    return engine->error != NULL ? engine->error : scree_result_name(result);
}

void engine_add_hint(struct engine *engine, const char *hint)
{
    append(&engine->error, hint, "");
}

/* Whether a file that goes to stdout is no longer read. No other failure is passed over in silence. */
static bool is_unread(const struct engine *engine, scree_result result)
{
    return result == SCREE_ERROR_IO && strstr(engine_reason(engine, result), strerror(EPIPE)) != NULL &&
           standard_streams_lost_reader();
}

int engine_fail(struct engine *engine, scree_result result)
{
    if (is_unread(engine, result)) {
        engine_forget(engine);
        return EXIT_CODE_UNREAD;
    }
    if (result == SCREE_ERROR_CANCELLED) {
        message_error("interrupted");
    } else {
        message_error("%s%s", engine_reason(engine, result),
                      result == SCREE_ERROR_EXISTS ? "; --force replaces it" : "");
    }
    engine_forget(engine);
    return exit_code(result);
}

void engine_forget(struct engine *engine)
{
    free(engine->error);
    engine->error = NULL;
}

int engine_start(struct engine *engine, bool quiet)
{
    memset(engine, 0, sizeof *engine);
    engine->quiet = quiet;
    const scree_context_params params = {
        .log = take_message,
        .log_user = engine,
        .log_level = SCREE_LOG_INFO,
    };
    const scree_result result = scree_context_create(&params, &engine->context);
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(engine, result);
}

static int refuse_level(const struct option_value *level)
{
    struct text words;
    text_begin(&words);
    for (int number = SCREE_CPU_LEVEL_SCALAR; number <= SCREE_CPU_LEVEL_NEON; number++) {
        if (scree_cpu_level_available((scree_cpu_level)number)) {
            text_add_word(&words, scree_cpu_level_name((scree_cpu_level)number));
        }
    }
    message_error("--level %s: %s; it can run: %s", level->text,
                  scree_cpu_level_supported((scree_cpu_level)level->choice)
                      ? "this build lacks it, and the preset \"release\" has it"
                      : "this processor lacks it",
                  text_end(&words));
    text_clear(&words);
    return EXIT_CODE_FAILED;
}

/* A level, and the number of a CPU, can be judged without a driver. */
static int check_device(const struct arguments *arguments)
{
    const struct option_value *level = &arguments->values[OPTION_LEVEL];
    const struct option_value *device = &arguments->values[OPTION_DEVICE];
    const bool may_be_cpu = device->choice == SCREE_BACKEND_CPU || device->choice == SCREE_BACKEND_AUTO;
    if (level->given && !may_be_cpu) {
        message_error("--level %s: not together with --device %s; a level is an instruction set of the CPU",
                      level->text, device->text);
        return EXIT_CODE_USAGE;
    }
    if (level->given && !scree_cpu_level_available((scree_cpu_level)level->choice)) {
        return refuse_level(level);
    }
    if (device->choice == SCREE_BACKEND_CPU && device->count > 0 && device->wholes[0] != 0) {
        message_error("--device %s: there is no such device; the only CPU device is cpu:0", device->text);
        return EXIT_CODE_FAILED;
    }
    return EXIT_CODE_OK;
}

/* The usable devices of a backend; those that run on the CPU only where there is no other, for they would slow it. */
static uint32_t find_usable(const scree_device_info *infos, size_t count, scree_backend backend, bool is_software,
                            struct device_choice *choice)
{
    const scree_device_params first = choice->params[0];
    uint32_t found = 0;
    for (size_t i = 0; i < count && found < SCREE_MAX_MEMBERS; i++) {
        if (infos[i].backend == backend && infos[i].unsupported_reason[0] == '\0' &&
            (infos[i].kind == SCREE_DEVICE_KIND_SOFTWARE_GPU) == is_software) {
            choice->params[found] = first;
            choice->params[found++].index = infos[i].index;
        }
    }
    return found;
}

static int choose_all(struct engine *engine, const struct option_value *device, struct device_choice *choice)
{
    const scree_backend backend = (scree_backend)device->choice;
    scree_device_info infos[DEVICES_MOST];
    size_t count = 0;
    const scree_result result = scree_device_list(engine->context, infos, DEVICES_MOST, &count);
    if (result != SCREE_OK) {
        return engine_fail(engine, result);
    }
    count = count < DEVICES_MOST ? count : DEVICES_MOST;
    choice->count = find_usable(infos, count, backend, false, choice);
    if (choice->count == 0) {
        choice->count = find_usable(infos, count, backend, true, choice);
    }
    if (choice->count == 0) {
        message_error("--device %s: no %s device can be used ('scree devices' says why)", device->text,
                      scree_backend_name(backend));
        return EXIT_CODE_FAILED;
    }
    return EXIT_CODE_OK;
}

int engine_choose_device(struct engine *engine, const struct arguments *arguments, struct device_choice *choice)
{
    const struct option_value *values = arguments->values;
    const struct option_value *device = &values[OPTION_DEVICE];
    const int code = check_device(arguments);
    *choice = (struct device_choice){.count = device->count > 0 ? device->count : 1};
    for (uint32_t i = 0; i < choice->count; i++) {
        choice->params[i] = (scree_device_params){
            .backend = (scree_backend)device->choice,
            .index = device->count > 0 ? (uint32_t)device->wholes[i] : 0,
            .cpu_level = (scree_cpu_level)values[OPTION_LEVEL].choice,
            .threads = (uint32_t)values[OPTION_THREADS].whole,
        };
    }
    return code == EXIT_CODE_OK && device->is_all ? choose_all(engine, device, choice) : code;
}

int engine_open_device(struct engine *engine, const struct device_choice *choice)
{
    const scree_result result =
        scree_device_open_group(engine->context, choice->params, choice->count, &engine->device);
    if (result != SCREE_OK) {
        return engine_fail(engine, result);
    }
    /* The library passed over a GPU and has warned of that; this is why. No later failure is due to it. */
    if (engine->error != NULL && !engine->quiet) {
        message_warning("%s", engine->error);
    }
    engine_forget(engine);
    return EXIT_CODE_OK;
}

/* The automatic choice falls on the CPU where that ends before a GPU has begun. */
static void prefer_cpu_for_little(const struct work *work, struct device_choice *choice)
{
    scree_device_params *params = &choice->params[0];
    if (params->backend == SCREE_BACKEND_AUTO && estimate_cpu_seconds(work, params->threads) < GPU_START_SECONDS) {
        params->backend = SCREE_BACKEND_CPU;
    }
}

int engine_open_chosen(struct engine *engine, const struct arguments *arguments, const struct work *work,
                       scree_device_info *info)
{
    struct device_choice choice;
    int code = engine_choose_device(engine, arguments, &choice);
    if (code == EXIT_CODE_OK) {
        prefer_cpu_for_little(work, &choice);
        code = engine_open_device(engine, &choice);
    }
    if (code == EXIT_CODE_OK) {
        const scree_result result = scree_device_describe(engine->device, info);
        code = result == SCREE_OK ? EXIT_CODE_OK : engine_fail(engine, result);
    }
    return code;
}

void engine_stop(struct engine *engine)
{
    scree_device_close(&engine->device);
    scree_context_destroy(&engine->context);
    engine_forget(engine);
    free(engine->notes);
    engine->notes = NULL;
}
