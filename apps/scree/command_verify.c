/* `scree verify`: one field on every device and level, or on those that are named, compared by digest. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <scree/scree.h>

#include "../../src/formats/json_text.h"
#include "command.h"
#include "digest.h"
#include "engine.h"
#include "field_metadata.h"
#include "generate.h"
#include "json_writer.h"
#include "message.h"
#include "noise_options.h"
#include "noise_runs.h"
#include "options.h"
#include "recipe_file.h"
#include "report.h"
#include "request.h"

#define RESULTS_MOST (DEVICES_MOST + SCREE_CPU_LEVEL_NEON)

struct verification {
    struct engine engine;
    struct request request;     /* The request for noise; empty for other fields. */
    struct noise_points points; /* Where the noise is evaluated, if not on a grid. */
    scree_field *other;         /* A field of another type, which has a grid of its own; NULL for noise. */
    const char *type;           /* The name of that type, */
    char *description;          /* and the field as JSON. */
    uint32_t threads;
    struct {
        scree_device_info device;
        char digest[DIGEST_TEXT_SIZE]; /* Empty for a device that was not checked; its refusal says why. */
        double seconds;
    } results[RESULTS_MOST];
    size_t count;
};

/* A device that is of no use here is no failure: nothing that it computes can differ. */
static void leave_out(struct verification *verification, const scree_device_info *info, const char *reason)
{
    scree_device_info *device = &verification->results[verification->count++].device;
    *device = *info;
    snprintf(device->unsupported_reason, sizeof device->unsupported_reason, "%.*s",
             (int)sizeof device->unsupported_reason - 1, reason);
}

/* Digests a field whose samples are all that there is, on its own grid where that is NULL. */
static scree_result digest_samples(struct verification *verification, const scree_field *field, const scree_grid *grid,
                                   const struct destination *to, struct generated *generated)
{
    struct progress progress;
    progress_start(&progress, PROGRESS_NEVER, true);
    return generate(&verification->engine, field, grid, NULL, to, &progress, generated);
}

static scree_result digest_points(struct verification *verification, struct digest *digest, struct generated *generated)
{
    const double start = scree_os_clock_seconds();
    struct progress progress;
    progress_start(&progress, PROGRESS_NEVER, true);
    const scree_result result = noise_points_digest(&verification->engine, verification->request.field,
                                                    &verification->points, &progress, digest);
    generated->seconds = scree_os_clock_seconds() - start;
    return result;
}

static scree_result digest_noise(struct verification *verification, struct digest *digest, struct generated *generated)
{
    const struct request *request = &verification->request;
    const bool is_surface = request->surface.kind != SURFACE_NONE;
    struct surface_file surface;
    const struct destination values = {.digest = digest};
    const struct destination made = {.watch = surface_file_take, .watcher = &surface};
    scree_result result = surface_file_begin(&request->surface, &request->recipe, &surface);
    surface.digest = digest;
    if (result == SCREE_OK) {
        result = digest_samples(verification, request->field, &request->recipe.grid, is_surface ? &made : &values,
                                generated);
    }
    result = result == SCREE_OK ? surface.result : result;
    surface_file_close(&surface);
    return result;
}

/* Digests what the recipe makes of the field. */
static scree_result digest_field(struct verification *verification, struct digest *digest, struct generated *generated)
{
    const struct destination values = {.digest = digest};
    return verification->other != NULL ? digest_samples(verification, verification->other, NULL, &values, generated)
           : verification->points.path != NULL ? digest_points(verification, digest, generated)
                                               : digest_noise(verification, digest, generated);
}

/* The open device; it is closed. */
static int verify_one(struct verification *verification)
{
    struct engine *engine = &verification->engine;
    struct digest digest;
    struct generated generated;
    int code = EXIT_CODE_OK;
    digest_start(&digest);
    scree_device_info info;
    scree_result result = scree_device_describe(engine->device, &info);
    if (result == SCREE_OK) {
        result = digest_field(verification, &digest, &generated);
    }
    if (result == SCREE_OK) {
        verification->results[verification->count].device = info;
        digest_finish(&digest, verification->results[verification->count].digest);
        verification->results[verification->count].seconds = generated.seconds;
        verification->count++;
    } else if (result == SCREE_ERROR_UNSUPPORTED) {
        leave_out(verification, &info, engine_reason(engine, result));
        engine_forget(engine);
    } else {
        code = engine_fail(engine, result);
    }
    scree_device_close(&engine->device);
    return code;
}

/* A CPU counts once for every level that it can run; those that are not built are left out. */
static int verify_cpu(struct verification *verification)
{
    struct device_choice choice = {.count = 1, .params = {{.threads = verification->threads}}};
    int code = EXIT_CODE_OK;
    for (int level = SCREE_CPU_LEVEL_SCALAR; code == EXIT_CODE_OK && level <= SCREE_CPU_LEVEL_NEON; level++) {
        choice.params[0].cpu_level = (scree_cpu_level)level;
        if (scree_cpu_level_available((scree_cpu_level)level)) {
            code = engine_open_device(&verification->engine, &choice);
            code = code == EXIT_CODE_OK ? verify_one(verification) : code;
        } else if (scree_cpu_level_supported((scree_cpu_level)level)) {
            scree_device_info missing = verification->results[0].device; /* The scalar level is always there. */
            missing.cpu_level = (scree_cpu_level)level;
            leave_out(verification, &missing, "this build lacks it, and the preset \"release\" has it");
        }
    }
    return code;
}

static int verify_device(struct verification *verification, const scree_device_info *info)
{
    struct engine *engine = &verification->engine;
    const scree_device_params params = {
        .backend = info->backend, .index = info->index, .threads = verification->threads};
    if (info->backend == SCREE_BACKEND_CPU) {
        return verify_cpu(verification);
    }
    if (info->unsupported_reason[0] != '\0') {
        leave_out(verification, info, info->unsupported_reason);
        return EXIT_CODE_OK;
    }
    const scree_result result = scree_device_open(engine->context, &params, &engine->device);
    if (result != SCREE_OK) {
        leave_out(verification, info, engine_reason(engine, result));
    }
    engine_forget(engine);
    return result == SCREE_OK ? verify_one(verification) : EXIT_CODE_OK;
}

static bool is_checked(const struct verification *verification, size_t number)
{
    return verification->results[number].digest[0] != '\0';
}

/* The CPU comes first, and is always checked. */
static bool all_equal(const struct verification *verification)
{
    for (size_t i = 1; i < verification->count; i++) {
        if (is_checked(verification, i) &&
            strcmp(verification->results[i].digest, verification->results[0].digest) != 0) {
            return false;
        }
    }
    return true;
}

/* Devices that could not be checked; a level that is not built is no device. */
static unsigned count_unchecked(const struct verification *verification)
{
    unsigned count = 0;
    for (size_t i = 0; i < verification->count; i++) {
        const bool is_level = verification->results[i].device.backend == SCREE_BACKEND_CPU;
        count += is_checked(verification, i) || is_level ? 0 : 1;
    }
    return count;
}

static int widest(int width, const char *text)
{
    const int length = (int)strlen(text);
    return length > width ? length : width;
}

/* The text that distinguishes the lines of one device, or the devices. */
static const char *second_column(const scree_device_info *device)
{
    return device->backend == SCREE_BACKEND_CPU ? scree_cpu_level_name(device->cpu_level) : device->name;
}

/* Columns as wide as their widest text, so that the digests stand below each other. */
static void print_lines(const struct verification *verification, bool equal)
{
    char text[REPORT_DEVICE_SIZE];
    int first_width = 0;
    int second_width = 8;
    for (size_t i = 0; i < verification->count; i++) {
        const scree_device_info *device = &verification->results[i].device;
        report_device(text, sizeof text, device);
        first_width = widest(first_width, text);
        second_width = widest(second_width, second_column(device));
    }
    for (size_t i = 0; i < verification->count; i++) {
        const scree_device_info *device = &verification->results[i].device;
        report_device(text, sizeof text, device);
        printf("%-*s  %-*s  %s%s\n", first_width, text, second_width, second_column(device),
               is_checked(verification, i) ? verification->results[i].digest : "not checked: ",
               device->unsupported_reason);
    }
    printf("%s", equal ? "all equal" : "DIFFERENT");
    if (count_unchecked(verification) > 0) {
        printf("; %u not checked", count_unchecked(verification));
    }
    putchar('\n');
}

static int print_json(struct verification *verification, bool equal)
{
    char *recipe = verification->other == NULL ? noise_describe(&verification->request, &verification->points, true)
                                               : NULL;
    if (verification->other == NULL && recipe == NULL) {
        return engine_fail(&verification->engine, SCREE_ERROR_OUT_OF_MEMORY);
    }
    struct json_writer json;
    emit_start(&json, stdout);
    emit_string(&json, "version", scree_version());
    emit_unsigned(&json, "output_revision", scree_output_revision());
    if (verification->other != NULL) {
        emit_raw(&json, verification->type, verification->description);
    } else {
        emit_raw(&json, "recipe", recipe);
    }
    emit_boolean(&json, "equal", equal);
    emit_open_array(&json, "results");
    for (size_t i = 0; i < verification->count; i++) {
        emit_open_object(&json, NULL);
        report_json_device(&json, "device", &verification->results[i].device);
        if (is_checked(verification, i)) {
            report_json_seconds(&json, "seconds", verification->results[i].seconds);
            emit_string(&json, "sha256", verification->results[i].digest);
        }
        emit_close_object(&json);
    }
    emit_close_array(&json);
    emit_finish(&json);
    scree_recipe_text_free(&recipe);
    return EXIT_CODE_OK;
}

/* The CPU, and the device or the group that was named: here one that cannot be had is a failure. */
static int verify_named(struct verification *verification, const struct arguments *arguments)
{
    struct device_choice choice;
    int code = engine_choose_device(&verification->engine, arguments, &choice);
    if (code == EXIT_CODE_OK) {
        code = verify_cpu(verification);
    }
    if (code != EXIT_CODE_OK || choice.params[0].backend == SCREE_BACKEND_CPU) {
        return code;
    }
    code = engine_open_device(&verification->engine, &choice);
    return code == EXIT_CODE_OK ? verify_one(verification) : code;
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

/* A field that is no noise, if a text describes one. */
static int find_other(struct verification *verification, const struct arguments *arguments, const char *text)
{
    static const char *const types[] = {"distance", "particles"};
    const char *name = strcmp(arguments->operands[0], "-") == 0 ? "stdin" : arguments->operands[0];
    json_t *root = field_metadata_load(text);
    const json_t *found = NULL;
    for (size_t i = 0; i < sizeof types / sizeof types[0] && found == NULL; i++) {
        found = field_metadata_find(root, types[i]);
        verification->type = types[i];
    }
    verification->description = found != NULL ? scree_json_dump(found, JSON_INDENT(2)) : NULL;
    const bool is_found = found != NULL;
    json_decref(root);
    const int code = is_found ? option_refuse_noise(arguments->values, name) : EXIT_CODE_OK;
    if (!is_found || code != EXIT_CODE_OK) {
        return code;
    }
    const scree_result result =
        verification->description != NULL
            ? scree_field_from_text(verification->engine.context, text, strlen(text), name, NULL, &verification->other)
            : SCREE_ERROR_OUT_OF_MEMORY;
    if (result == SCREE_OK) {
        return EXIT_CODE_OK;
    }
    const int failed = engine_fail(&verification->engine, result);
    return result == SCREE_ERROR_FORMAT ? EXIT_CODE_USAGE : failed;
}

/* Finds the field to verify: the one that a file describes, or noise. */
static int find_field(struct verification *verification, const struct arguments *arguments)
{
    struct engine *engine = &verification->engine;
    struct arguments read = *arguments;
    struct output_file no_file;
    char *text = NULL;
    int code = EXIT_CODE_OK;
    if (arguments->operand_count > 0) {
        code = recipe_file_load_description(engine, arguments->operands[0], &text);
        code = code == EXIT_CODE_OK ? find_other(verification, arguments, text) : code;
        read.recipe_text = text;
    }
    if (code == EXIT_CODE_OK && verification->other == NULL) {
        code = request_make(engine, &read, &verification->points, &no_file, &verification->request);
    }
    free(text);
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
        code = find_field(verification, arguments);
    }
    if (code == EXIT_CODE_OK) {
        code = arguments->values[OPTION_DEVICE].given ? verify_named(verification, arguments)
                                                      : verify_all(verification);
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
    request_clear(&verification->request);
    noise_points_close(&verification->points);
    scree_field_release(&verification->other);
    scree_json_text_free(verification->description);
    engine_stop(&verification->engine);
    free(verification);
    return code;
}
