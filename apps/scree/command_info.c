/* `scree info`: describes a file. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <scree/scree.h>

#include "../../src/formats/json_text.h"
#include "command.h"
#include "engine.h"
#include "json_writer.h"
#include "message.h"
#include "numbers.h"
#include "options.h"
#include "report.h"

/* Metadata comes out of a file, so it may be anything; JSON within JSON must be JSON. */
static bool is_json(const char *text)
{
    json_error_t error;
    json_t *root = scree_json_load(text, strlen(text), JSON_DECODE_INT_AS_REAL, &error);
    const bool valid = root != NULL;
    json_decref(root);
    return valid;
}

static void emit_range(struct json_writer *json, scree_range range)
{
    emit_float(json, "minimum", range.minimum);
    emit_float(json, "maximum", range.maximum);
}

/* The ranges of all channels. */
static void emit_channels(struct json_writer *json, const scree_file_info *info)
{
    emit_open_array(json, "channel_ranges");
    for (uint32_t i = 0; i < info->channel_count; i++) {
        emit_open_object(json, NULL);
        emit_string(json, "name", info->channel[i].name);
        emit_range(json, info->channel[i].range);
        emit_close_object(json);
    }
    emit_close_array(json);
}

static void emit_numbers(struct json_writer *json, const char *key, const double *numbers, uint32_t count)
{
    emit_open_inline_array(json, key);
    for (uint32_t i = 0; i < count; i++) {
        emit_real(json, NULL, numbers[i]);
    }
    emit_close_inline_array(json);
}

static uint32_t directions_of(const scree_file_info *info)
{
    return info->axes < SCREE_MAX_DIRECTIONS ? info->axes : SCREE_MAX_DIRECTIONS;
}

static void emit_geometry(struct json_writer *json, const scree_file_info *info)
{
    const scree_geometry *geometry = &info->geometry;
    emit_numbers(json, "spacing", geometry->spacing, info->axes);
    emit_numbers(json, "origin", geometry->origin, info->axes);
    emit_open_array(json, "direction");
    for (uint32_t axis = 0; axis < directions_of(info); axis++) {
        emit_numbers(json, NULL, geometry->direction[axis], SCREE_MAX_DIRECTIONS);
    }
    emit_close_array(json);
    emit_string(json, "unit", geometry->unit[0] != '\0' ? geometry->unit : NULL);
}

static bool is_scaled(const scree_file_info *info)
{
    return info->scale != 1 || info->offset != 0;
}

static void print_json(const char *path, const scree_file_info *info)
{
    struct json_writer json;
    emit_start(&json, stdout);
    emit_string(&json, "path", path);
    emit_string(&json, "format", scree_format_describe(info->format)->name);
    emit_string(&json, "type", scree_type_name(info->type));
    emit_string(&json, "channels", info->channels);
    report_json_counts(&json, "counts", info->count, info->axes);
    if (scree_format_describe(info->format)->has_pages) {
        emit_unsigned(&json, "pages", info->pages);
        emit_boolean(&json, "pages_differ", info->has_unlike_pages);
    }
    if (info->geometry.is_known) {
        emit_geometry(&json, info);
    }
    if (is_scaled(info)) {
        emit_real(&json, "scale", info->scale);
        emit_real(&json, "offset", info->offset);
    }
    emit_unsigned(&json, "file_bytes", info->file_bytes);
    emit_range(&json, info->range);
    if (info->channel_count > 0) {
        emit_channels(&json, info);
    }
    if (info->metadata != NULL && is_json(info->metadata)) {
        emit_raw(&json, "metadata", info->metadata);
    } else {
        emit_string(&json, "metadata", info->metadata);
    }
    emit_finish(&json);
}

/* The range of the values, or that of each channel. The colours of a palette are no values of the file. */
static void print_values(const scree_file_info *info)
{
    if (info->channel_count == 0) {
        printf("values  %.9g to %.9g\n", (double)info->range.minimum, (double)info->range.maximum);
    }
    for (uint32_t i = 0; i < info->channel_count; i++) {
        const scree_range range = info->channel[i].range;
        if (range.minimum <= range.maximum) {
            fputs("values  ", stdout);
            print_harmless(stdout, info->channel[i].name, "");
            printf(" %.9g to %.9g\n", (double)range.minimum, (double)range.maximum);
        }
    }
}

static void print_numbers(const double *numbers, uint32_t count, const char *separator)
{
    for (uint32_t i = 0; i < count; i++) {
        printf("%s%.15g", i > 0 ? separator : "", numbers[i]);
    }
}

/* Spacing, origin and direction. */
static void print_geometry(const scree_file_info *info)
{
    const scree_geometry *geometry = &info->geometry;
    fputs("spacing ", stdout);
    print_numbers(geometry->spacing, info->axes, " x ");
    printf("%s%s\norigin  ", geometry->unit[0] != '\0' ? " " : "", geometry->unit);
    print_numbers(geometry->origin, info->axes, ", ");
    fputs("\ndirection", stdout);
    for (uint32_t axis = 0; axis < directions_of(info); axis++) {
        printf("%s %c ", axis > 0 ? "," : "", "xyz"[axis]);
        print_numbers(geometry->direction[axis], SCREE_MAX_DIRECTIONS, " ");
    }
    putchar('\n');
}

static void print_lines(const char *path, const scree_file_info *info)
{
    char size[200];
    char bytes[32];
    report_size(size, sizeof size, info->count, info->axes);
    fputs("file    ", stdout);
    print_harmless(stdout, path, "");
    printf("\nformat  %s\ntype    %s\nsize    %s\nbytes   %" PRIu64, scree_format_describe(info->format)->name,
           scree_type_name(info->type), size, info->file_bytes);
    if (info->file_bytes >= 1024) {
        number_print_bytes(bytes, sizeof bytes, info->file_bytes);
        printf(" (%s)", bytes);
    }
    putchar('\n');
    if (info->geometry.is_known) {
        print_geometry(info);
    }
    if (is_scaled(info)) {
        printf("scale   %.15g, offset %.15g: a value is what is stored times the scale, plus the offset\n", info->scale,
               info->offset);
    }
    print_values(info);
    if (info->pages > 1) {
        printf("pages   %" PRIu32 "%s\n", info->pages,
               info->has_unlike_pages ? ", which are no volume: the first is shown here, and --page chooses one to read"
                                      : ", the layers of a volume");
    }
    if (info->channels != NULL) {
        fputs("channels ", stdout);
        print_harmless(stdout, info->channels, "");
        putchar('\n');
    }
    if (info->metadata == NULL) {
        printf("recipe  none: the file was not made by scree, or lost its metadata\n");
        return;
    }
    printf("recipe\n");
    print_harmless(stdout, info->metadata, "\n\t");
    const size_t length = strlen(info->metadata);
    if (length == 0 || info->metadata[length - 1] != '\n') {
        putchar('\n');
    }
}

/* A user who names a sidecar means the file beside it. */
static void hint_at_file(struct engine *engine, const char *path)
{
    const size_t length = strlen(path);
    const size_t ending = strlen(".json");
    if (length <= ending || strcmp(path + length - ending, ".json") != 0) {
        return;
    }
    char *file = strndup(path, length - ending);
    if (file != NULL && access(file, F_OK) == 0) {
        engine_add_hint(engine, "; the field is described by: scree info ");
        engine_add_hint(engine, file);
    }
    free(file);
}

int command_info(const struct arguments *arguments)
{
    const char *path = arguments->operands[0];
    struct engine engine;
    scree_file_info info;
    int code = engine_start(&engine, false);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    memset(&info, 0, sizeof info);
    const scree_result result = scree_file_describe(engine.context, path, &info);
    if (result == SCREE_OK) {
        if (arguments->values[OPTION_JSON].given) {
            print_json(path, &info);
        } else {
            print_lines(path, &info);
        }
    } else {
        hint_at_file(&engine, path);
        code = engine_fail(&engine, result);
    }
    scree_file_info_clear(&info);
    engine_stop(&engine);
    return code;
}
