/* `scree list` and `scree devices`. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <scree/scree.h>

#include "command.h"
#include "engine.h"
#include "enumeration_names.h"
#include "json_writer.h"
#include "numbers.h"
#include "options.h"
#include "report.h"
#include "text.h"

static void json_format(struct json_writer *json, const scree_format_info *info)
{
    emit_string(json, "extensions", info->extensions);
    emit_string(json, "preferred_type", scree_type_name(info->preferred));
    emit_unsigned(json, "most_axes", info->max_axes);
    emit_boolean(json, "read", info->is_read);
    emit_boolean(json, "written", info->is_written);
    emit_boolean(json, "streamed", info->is_streamed);
    emit_string(json, "metadata", info->has_sidecar ? "beside" : "inside");
    emit_open_array(json, "types");
    for (int type = 0; scree_type_name((scree_type)type) != NULL; type++) {
        if (scree_format_holds(info, type)) {
            emit_string(json, NULL, scree_type_name((scree_type)type));
        }
    }
    emit_close_array(json);
}

static void json_operator(struct json_writer *json, scree_op op)
{
    const scree_op_info *info = scree_op_describe(op);
    emit_open_array(json, "inputs");
    for (uint32_t i = 0; i < info->input_count; i++) {
        const scree_op_input_info *input = scree_op_input_describe(op, i);
        emit_open_object(json, NULL);
        emit_string(json, "name", input->name);
        if (input->has_default) {
            emit_real(json, "default", input->default_number);
        }
        emit_close_object(json);
    }
    emit_close_array(json);
    emit_unsigned(json, "group_size", info->group_size);
    emit_string(json, "group", info->group);
    emit_string(json, "limits", info->limits);
    emit_string(json, "example", info->example);
    emit_string(json, "elsewhere", info->elsewhere);
}

static void json_list(struct json_writer *json, const struct enumeration *enumeration)
{
    emit_open_array(json, enumeration->plural);
    for (int number = 0; enumeration->name(number) != NULL; number++) {
        emit_open_object(json, NULL);
        emit_string(json, "name", enumeration->name(number));
        emit_string(json, "description", enumeration->describe(number));
        if (enumeration == &enumeration_formats) {
            json_format(json, scree_format_describe((scree_format)number));
        } else if (enumeration == &enumeration_operators) {
            json_operator(json, (scree_op)number);
        }
        emit_close_object(json);
    }
    emit_close_array(json);
}

/* Two blanks at least behind the longest word. */
static int column_width(const struct enumeration *enumeration)
{
    size_t width = 12;
    for (int number = 0; enumeration->name(number) != NULL; number++) {
        const size_t needed = strlen(enumeration->name(number)) + 2;
        width = needed > width ? needed : width;
    }
    return (int)width;
}

/* An operator with its inputs, on as many lines as that takes: "clamp    (x, low -1, high 1) the nearest number ..." */
static void print_operator(scree_op op, int column)
{
    const scree_op_input_info *input = NULL;
    struct text text;
    text_begin(&text);
    for (uint32_t i = 0; (input = scree_op_input_describe(op, i)) != NULL; i++) {
        if (input->has_default && scree_op_describe(op)->group_size > 0) {
            fputs(", ...", text.stream);
            break;
        }
        fprintf(text.stream, "%s%s", i == 0 ? "(" : ", ", input->name);
        if (input->has_default) {
            fprintf(text.stream, " %g", input->default_number);
        }
    }
    fprintf(text.stream, "%s%s", scree_op_describe(op)->input_count > 0 ? ") " : "", scree_op_description(op));
    printf("%-*s", column, scree_op_name(op));
    option_print_wrapped(stdout, text_end(&text), column, column);
    putchar('\n');
    text_clear(&text);
}

static void print_list(const struct enumeration *enumeration)
{
    for (int number = 0; enumeration->name(number) != NULL; number++) {
        const char *line = enumeration->describe(number);
        if (enumeration == &enumeration_operators) {
            print_operator((scree_op)number, column_width(enumeration));
            continue;
        }
        printf("%-*s%s", column_width(enumeration), enumeration->name(number), line != NULL ? line : "");
        if (enumeration == &enumeration_formats) {
            const scree_format_info *info = scree_format_describe((scree_format)number);
            printf(" (%s)%s", info->extensions,
                   !info->is_written ? ": read only"
                   : !info->is_read  ? ": written only"
                                     : "");
        }
        putchar('\n');
    }
}

int command_list(const struct arguments *arguments)
{
    const int only = arguments->operand_count > 0 ? enumeration_find(&enumeration_lists, arguments->operands[0]) : -1;
    const bool as_json = arguments->values[OPTION_JSON].given;
    struct json_writer json;
    if (as_json) {
        emit_start(&json, stdout);
    }
    for (int number = 0; enumeration_listed(number) != NULL; number++) {
        if (only >= 0 && number != only) {
            continue;
        }
        if (as_json) {
            json_list(&json, enumeration_listed(number));
            continue;
        }
        if (only < 0) {
            printf("%s%s:\n", number > 0 ? "\n" : "", enumeration_listed(number)->plural);
        }
        print_list(enumeration_listed(number));
    }
    if (as_json) {
        emit_finish(&json);
    }
    return EXIT_CODE_OK;
}

#define REASON_LENGTH 512

/* The devices, and the library's messages from listing them. */
struct inventory {
    struct engine engine;
    scree_device_info infos[DEVICES_MOST];
    size_t count;
};

/* The level that is used, of all that are built. */
static void print_levels(const scree_device_info *info)
{
    printf("%s (built in:", scree_cpu_level_name(info->cpu_level));
    for (int level = SCREE_CPU_LEVEL_SCALAR; level <= SCREE_CPU_LEVEL_NEON; level++) {
        if (scree_cpu_level_built((scree_cpu_level)level)) {
            printf(" %s", scree_cpu_level_name((scree_cpu_level)level));
        }
    }
    putchar(')');
}

static void print_device(const scree_device_info *info)
{
    char device[REPORT_DEVICE_SIZE];
    char memory[32];
    char uuid[REPORT_UUID_SIZE];
    report_device(device, sizeof device, info);
    number_print_bytes(memory, sizeof memory, info->memory_bytes);
    report_uuid(uuid, sizeof uuid, info);
    printf("%s  %s, ", device, info->name);
    if (info->backend == SCREE_BACKEND_CPU) {
        print_levels(info);
        printf(", %" PRIu32 " %s", info->threads, info->threads == 1 ? "thread" : "threads");
    } else {
        fputs(scree_device_kind_name(info->kind), stdout);
    }
    printf(", %s%s%s%s%s\n", memory, uuid[0] != '\0' ? ", UUID " : "", uuid,
           info->unsupported_reason[0] != '\0' ? ", not used: " : "", info->unsupported_reason);
}

static bool has_device(const struct inventory *inventory, scree_backend backend)
{
    for (size_t i = 0; i < inventory->count; i++) {
        if (inventory->infos[i].backend == backend) {
            return true;
        }
    }
    return false;
}

/* Why a backend has no device. */
static void find_reason(const struct inventory *inventory, scree_backend backend, char *text, size_t size)
{
    if (!engine_find_note(&inventory->engine, scree_backend_name(backend), text, size)) {
        snprintf(text, size, "no device");
    }
}

static void print_backend(const struct inventory *inventory, scree_backend backend)
{
    char reason[REASON_LENGTH];
    if (!scree_backend_built(backend)) {
        printf("%s: not built\n", scree_backend_name(backend));
    } else if (!has_device(inventory, backend)) {
        find_reason(inventory, backend, reason, sizeof reason);
        printf("%s: %s\n", scree_backend_name(backend), reason);
    }
    for (size_t i = 0; i < inventory->count; i++) {
        if (inventory->infos[i].backend == backend) {
            print_device(&inventory->infos[i]);
        }
    }
}

static void json_without_device(struct json_writer *json, const struct inventory *inventory, scree_backend backend)
{
    char reason[REASON_LENGTH];
    find_reason(inventory, backend, reason, sizeof reason);
    emit_open_object(json, NULL);
    emit_string(json, "backend", scree_backend_name(backend));
    emit_string(json, "reason", reason);
    emit_close_object(json);
}

static void json_devices(const struct inventory *inventory)
{
    struct json_writer json;
    emit_start(&json, stdout);
    emit_open_array(&json, "devices");
    for (size_t i = 0; i < inventory->count; i++) {
        report_json_device(&json, NULL, &inventory->infos[i]);
    }
    emit_close_array(&json);
    emit_open_array(&json, "without_device");
    for (int backend = SCREE_BACKEND_CPU; scree_backend_name((scree_backend)backend) != NULL; backend++) {
        if (scree_backend_built((scree_backend)backend) && !has_device(inventory, (scree_backend)backend)) {
            json_without_device(&json, inventory, (scree_backend)backend);
        }
    }
    emit_close_array(&json);
    emit_open_array(&json, "not_built");
    for (int backend = SCREE_BACKEND_CPU; scree_backend_name((scree_backend)backend) != NULL; backend++) {
        if (!scree_backend_built((scree_backend)backend)) {
            emit_string(&json, NULL, scree_backend_name((scree_backend)backend));
        }
    }
    emit_close_array(&json);
    emit_finish(&json);
}

static int take_inventory(struct inventory *inventory)
{
    const int code = engine_start(&inventory->engine, false);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    const scree_result result =
        scree_device_list(inventory->engine.context, inventory->infos, DEVICES_MOST, &inventory->count);
    inventory->count = inventory->count < DEVICES_MOST ? inventory->count : DEVICES_MOST;
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(&inventory->engine, result);
}

int command_devices(const struct arguments *arguments)
{
    struct inventory inventory;
    const int code = take_inventory(&inventory);
    if (code == EXIT_CODE_OK && arguments->values[OPTION_JSON].given) {
        json_devices(&inventory);
    } else if (code == EXIT_CODE_OK) {
        for (int backend = SCREE_BACKEND_CPU; scree_backend_name((scree_backend)backend) != NULL; backend++) {
            print_backend(&inventory, (scree_backend)backend);
        }
    }
    engine_stop(&inventory.engine);
    return code;
}
