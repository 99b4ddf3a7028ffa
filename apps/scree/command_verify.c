/* `scree verify`: one field on every device and level, compared by digest. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <scree/scree.h>

#include "command.h"
#include "digest.h"
#include "engine.h"
#include "generate.h"
#include "json_writer.h"
#include "message.h"
#include "options.h"
#include "report.h"
#include "request.h"

#define RESULTS_MOST (DEVICES_MOST + SCREE_CPU_LEVEL_NEON)

struct verification {
    struct engine engine;
    struct request request;
    uint32_t threads;
    bool quiet;
    struct {
        scree_device_info device;
        char digest[DIGEST_TEXT_SIZE];
        double seconds;
    } results[RESULTS_MOST];
    size_t count;
};

static int verify_one(struct verification *verification, const scree_device_params *params)
{
    struct engine *engine = &verification->engine;
    struct digest digest;
    struct generated generated;
    struct progress progress;
    const struct destination destination = {.digest = &digest};
    int code = engine_open_device(engine, params);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    progress_start(&progress, PROGRESS_NEVER, true);
    digest_start(&digest);
    scree_result result = generate(engine, &verification->request.recipe, NULL, &destination, &progress, &generated);
    if (result == SCREE_OK) {
        result = scree_device_describe(engine->device, &verification->results[verification->count].device);
    }
    if (result == SCREE_OK) {
        digest_finish(&digest, verification->results[verification->count].digest);
        verification->results[verification->count].seconds = generated.seconds;
        verification->count++;
    } else {
        code = engine_fail(engine, result);
    }
    engine_close_device(engine);
    return code;
}

/* A CPU counts once for every level that it can run. */
static int verify_device(struct verification *verification, const scree_device_info *info)
{
    scree_device_params params = {.backend = info->backend, .index = info->index, .threads = verification->threads};
    if (info->backend != SCREE_BACKEND_CPU) {
        return verify_one(verification, &params);
    }
    int code = EXIT_CODE_OK;
    for (int level = SCREE_CPU_LEVEL_SCALAR; code == EXIT_CODE_OK && level <= SCREE_CPU_LEVEL_NEON; level++) {
        params.cpu_level = (scree_cpu_level)level;
        if (scree_cpu_level_available(params.cpu_level)) {
            code = verify_one(verification, &params);
        }
    }
    return code;
}

static bool all_equal(const struct verification *verification)
{
    for (size_t i = 1; i < verification->count; i++) {
        if (strcmp(verification->results[i].digest, verification->results[0].digest) != 0) {
            return false;
        }
    }
    return true;
}

static void print_lines(const struct verification *verification, bool equal)
{
    for (size_t i = 0; i < verification->count; i++) {
        const scree_device_info *device = &verification->results[i].device;
        const bool is_cpu = device->backend == SCREE_BACKEND_CPU;
        printf("%s:%" PRIu32 "  %-8s  %s\n", scree_backend_name(device->backend), device->index,
               is_cpu ? scree_cpu_level_name(device->cpu_level) : "", verification->results[i].digest);
    }
    printf("%s\n", equal ? "all equal" : "DIFFERENT");
}

static int print_json(struct verification *verification, bool equal)
{
    char *recipe = NULL;
    const scree_result result = scree_recipe_print(&verification->request.recipe, NULL, &recipe);
    if (result != SCREE_OK) {
        return engine_fail(&verification->engine, result);
    }
    struct json_writer json;
    emit_start(&json, stdout);
    emit_open_object(&json, NULL);
    emit_string(&json, "version", scree_version());
    emit_unsigned(&json, "output_revision", scree_output_revision());
    emit_raw(&json, "recipe", recipe);
    emit_boolean(&json, "equal", equal);
    emit_open_array(&json, "results");
    for (size_t i = 0; i < verification->count; i++) {
        emit_open_object(&json, NULL);
        report_json_device(&json, "device", &verification->results[i].device);
        report_json_seconds(&json, "seconds", verification->results[i].seconds);
        emit_string(&json, "sha256", verification->results[i].digest);
        emit_close_object(&json);
    }
    emit_close_array(&json);
    emit_close_object(&json);
    emit_finish(&json);
    scree_recipe_text_free(&recipe);
    return EXIT_CODE_OK;
}

static int verify_all(struct verification *verification)
{
    scree_device_info infos[DEVICES_MOST];
    size_t count = 0;
    const scree_result result = scree_device_list(verification->engine.context, infos, DEVICES_MOST, &count);
    if (result != SCREE_OK) {
        return engine_fail(&verification->engine, result);
    }
    int code = EXIT_CODE_OK;
    for (size_t i = 0; code == EXIT_CODE_OK && i < count && i < DEVICES_MOST; i++) {
        code = verify_device(verification, &infos[i]);
    }
    return code;
}

int command_verify(const struct arguments *arguments)
{
    struct verification *verification = calloc(1, sizeof *verification);
    if (verification == NULL) {
        message_error("verify: out of memory");
        return EXIT_CODE_FAILED;
    }
    verification->threads = (uint32_t)arguments->values[OPTION_THREADS].whole;
    int code = engine_start(&verification->engine, arguments->values[OPTION_QUIET].given);
    if (code == EXIT_CODE_OK) {
        code = request_make(&verification->engine, arguments, &verification->request);
    }
    if (code == EXIT_CODE_OK) {
        code = verify_all(verification);
    }
    if (code == EXIT_CODE_OK) {
        const bool equal = all_equal(verification);
        if (arguments->values[OPTION_JSON].given) {
            code = print_json(verification, equal);
        } else {
            print_lines(verification, equal);
        }
        code = code == EXIT_CODE_OK && !equal ? EXIT_CODE_DIFFERENT : code;
    }
    engine_stop(&verification->engine);
    free(verification);
    return code;
}
