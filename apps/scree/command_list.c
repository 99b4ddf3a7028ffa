/* `scree list` and `scree devices`. */
#include <inttypes.h>
#include <stdio.h>

#include <scree/scree.h>

#include "command.h"
#include "engine.h"
#include "json_writer.h"
#include "options.h"
#include "report.h"
#include "vocabulary.h"

static void json_format(struct json_writer *json, const scree_format_info *info)
{
    emit_string(json, "extensions", info->extensions);
    emit_string(json, "preferred_type", scree_type_name(info->preferred));
    emit_unsigned(json, "most_axes", info->max_axes);
    emit_open_array(json, "types");
    for (int type = 0; scree_type_name((scree_type)type) != NULL; type++) {
        if (info->types[type]) {
            emit_string(json, NULL, scree_type_name((scree_type)type));
        }
    }
    emit_close_array(json);
}

static void json_list(struct json_writer *json, const struct vocabulary *vocabulary)
{
    emit_open_array(json, vocabulary->plural);
    for (int number = 0; vocabulary->name(number) != NULL; number++) {
        emit_open_object(json, NULL);
        emit_string(json, "name", vocabulary->name(number));
        emit_string(json, "description", vocabulary->describe(number));
        if (vocabulary == &vocabulary_formats) {
            json_format(json, scree_format_describe((scree_format)number));
        }
        emit_close_object(json);
    }
    emit_close_array(json);
}

static void print_list(const struct vocabulary *vocabulary)
{
    for (int number = 0; vocabulary->name(number) != NULL; number++) {
        const char *line = vocabulary->describe(number);
        printf("%-12s%s", vocabulary->name(number), line != NULL ? line : "");
        if (vocabulary == &vocabulary_formats) {
            printf(" (%s)", scree_format_describe((scree_format)number)->extensions);
        }
        putchar('\n');
    }
}

int command_list(const struct arguments *arguments)
{
    const int only = arguments->operand_count > 0 ? vocabulary_find(&vocabulary_lists, arguments->operands[0]) : -1;
    const bool as_json = arguments->values[OPTION_JSON].given;
    struct json_writer json;
    emit_start(&json, stdout);
    if (as_json) {
        emit_open_object(&json, NULL);
    }
    for (int number = 0; vocabulary_listed(number) != NULL; number++) {
        if (only >= 0 && number != only) {
            continue;
        }
        if (as_json) {
            json_list(&json, vocabulary_listed(number));
            continue;
        }
        if (only < 0) {
            printf("%s%s:\n", number > 0 ? "\n" : "", vocabulary_listed(number)->plural);
        }
        print_list(vocabulary_listed(number));
    }
    if (as_json) {
        emit_close_object(&json);
        emit_finish(&json);
    }
    return EXIT_CODE_OK;
}

static void print_devices(const scree_device_info *infos, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char memory[32];
        report_bytes(memory, sizeof memory, infos[i].memory_bytes);
        printf("%s:%" PRIu32 "  %s, %s, %" PRIu32 " %s, %s%s\n", scree_backend_name(infos[i].backend), infos[i].index,
               infos[i].name, scree_cpu_level_name(infos[i].cpu_level), infos[i].threads,
               infos[i].threads == 1 ? "thread" : "threads", memory, "");
    }
    for (int backend = SCREE_BACKEND_CPU; scree_backend_name((scree_backend)backend) != NULL; backend++) {
        if (!scree_backend_built((scree_backend)backend)) {
            printf("%s: not built\n", scree_backend_name((scree_backend)backend));
        }
    }
}

static void json_devices(const scree_device_info *infos, size_t count)
{
    struct json_writer json;
    emit_start(&json, stdout);
    emit_open_object(&json, NULL);
    emit_open_array(&json, "devices");
    for (size_t i = 0; i < count; i++) {
        report_json_device(&json, NULL, &infos[i]);
    }
    emit_close_array(&json);
    emit_open_array(&json, "not_built");
    for (int backend = SCREE_BACKEND_CPU; scree_backend_name((scree_backend)backend) != NULL; backend++) {
        if (!scree_backend_built((scree_backend)backend)) {
            emit_string(&json, NULL, scree_backend_name((scree_backend)backend));
        }
    }
    emit_close_array(&json);
    emit_close_object(&json);
    emit_finish(&json);
}

int command_devices(const struct arguments *arguments)
{
    struct engine engine;
    scree_device_info infos[DEVICES_MOST];
    size_t count = 0;
    int code = engine_start(&engine, false);
    if (code == EXIT_CODE_OK) {
        const scree_result result = scree_device_list(engine.context, infos, DEVICES_MOST, &count);
        code = result == SCREE_OK ? EXIT_CODE_OK : engine_fail(&engine, result);
    }
    if (code == EXIT_CODE_OK) {
        count = count < DEVICES_MOST ? count : DEVICES_MOST;
        if (arguments->values[OPTION_JSON].given) {
            json_devices(infos, count);
        } else {
            print_devices(infos, count);
        }
    }
    engine_stop(&engine);
    return code;
}
