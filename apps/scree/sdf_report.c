#include "sdf_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "json_writer.h"
#include "message.h"
#include "numbers.h"
#include "report.h"
#include "sdf_outputs.h"
#include "sdf_slices.h"

char *sdf_metadata(const struct sdf_request *request, const struct sdf_source *source, unsigned indent)
{
    scree_text text = {0};
    scree_distance_recipe_append(&text, &request->recipe, &source->map, indent);
    if (text.failed) {
        scree_text_clear(&text);
    }
    return text.data;
}

/* "; fitted by --scale 4.8 --offset 12": with every digit, so that it can be repeated. */
static void describe_choices(const struct sdf_request *request, const struct sdf_source *source,
                             const struct sdf_outcome *outcome, char *text, size_t size)
{
    char scale[40];
    char offset[40];
    size_t length = 0;
    text[0] = '\0';
    if (source->map.is_fitted) {
        number_print_real(scale, sizeof scale, source->map.scale);
        number_print_real(offset, sizeof offset, source->map.offset);
        length += (size_t)snprintf(text, size, "; heights fitted by --scale %s --offset %s", scale, offset);
    }
    if (request->type == SCREE_TYPE_I16 && request->value_scale <= 0 && request->file.path != NULL) {
        number_print_real(scale, sizeof scale, outcome->value_scale);
        snprintf(text + length, size - length, "; stored by --value-scale %s", scale);
    }
}

/* The files' names, the pictures' too, in allocated memory; NULL where there is none. */
static char *describe_files(const struct sdf_request *request)
{
    const struct option_value *slices = &request->values[OPTION_SLICE];
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL) {
        return NULL;
    }
    const char *between = "";
    if (request->file.path != NULL && !slices->given) {
        fputs(request->file.path, stream);
        between = ", ";
    }
    for (uint32_t i = 0; i < slices->count; i++) {
        char *name = sdf_outputs_slice_name(request, i);
        fprintf(stream, "%s%s", between, name != NULL ? name : request->file.path);
        between = ", ";
        free(name);
    }
    if (request->nearest != NULL) {
        fprintf(stream, "%s%s", between, request->nearest);
    }
    fclose(stream);
    return text;
}

void sdf_report_line(const struct sdf_request *request, const struct sdf_source *source,
                     const struct sdf_outcome *outcome)
{
    const scree_range measured = outcome->made.generated.measured;
    char *files = describe_files(request);
    char size[200];
    char speed[REPORT_SPEED_SIZE];
    char choices[240];
    report_size(size, sizeof size, source->map.count, scree_distance_map_field_axes(&source->map));
    report_speed(speed, &outcome->made, sdf_voxel_count(source), "voxels");
    describe_choices(request, source, outcome, choices, sizeof choices);
    const bool is_picture = request->values[OPTION_SLICE].given;
    message_report("%s: %s%s %s, %s distance to %s, values %.4g to %.4g, %s%s", files != NULL ? files : "",
                   is_picture ? "out of " : "", size, scree_type_name(request->type),
                   scree_distance_method_name(request->recipe.params.method),
                   scree_distance_surface_name(request->recipe.params.surface), (double)measured.minimum,
                   (double)measured.maximum, speed, choices);
    free(files);
}

/* A field without a surface is hardly ever meant. */
void sdf_report_warnings(const struct sdf_source *source, const struct sdf_outcome *outcome)
{
    const scree_range measured = outcome->made.generated.measured;
    char distances[80] = "";
    if (!source->map.is_empty && !source->map.is_full) {
        return;
    }
    if (isinf(measured.minimum) && isinf(measured.maximum)) {
        snprintf(distances, sizeof distances, "; all distances are infinite");
    } else if (measured.minimum == measured.maximum) {
        snprintf(distances, sizeof distances, "; all distances are %.9g", (double)measured.minimum);
    }
    message_warning("%s of the volume is solid%s%s", source->map.is_empty ? "no voxel" : "every voxel", distances,
                    source->map.kind == SCREE_MAP_TERRAIN ? " (see --scale, --offset and --layers)"
                                                          : " (see --threshold)");
}

void sdf_report_comparison(const struct sdf_request *request, const struct sdf_outcome *outcome)
{
    const scree_distance_comparison *comparison = &outcome->comparison;
    char share[40];
    const double percent = 100 * (double)comparison->wrong / (double)comparison->voxels;
    report_three_digits(share, sizeof share, percent);
    printf("%s against exact: %" PRIu64 " of %" PRIu64 " voxels wrong (%s %%), greatest error %.6g, mean %.6g",
           scree_distance_method_name(request->recipe.params.method), comparison->wrong, comparison->voxels, share,
           comparison->maximum, comparison->mean);
    if (comparison->below > 0) {
        printf(", %" PRIu64 " too near", comparison->below);
    }
    putchar('\n');
}

static void emit_comparison(struct json_writer *json, const struct sdf_outcome *outcome)
{
    const scree_distance_comparison *comparison = &outcome->comparison;
    emit_open_object(json, "comparison");
    emit_string(json, "reference", scree_distance_method_name(SCREE_DISTANCE_EXACT));
    emit_unsigned(json, "voxels", comparison->voxels);
    emit_unsigned(json, "wrong", comparison->wrong);
    emit_real(json, "wrong_share", (double)comparison->wrong / (double)comparison->voxels);
    emit_real(json, "greatest_error", comparison->maximum);
    emit_real(json, "mean_error", comparison->mean);
    emit_unsigned(json, "below", comparison->below);
    report_json_seconds(json, "reference_seconds", outcome->reference.seconds);
    if (outcome->reference.device_seconds > 0) {
        report_json_seconds(json, "reference_device_seconds", outcome->reference.device_seconds);
    }
    emit_close_object(json);
}

static void emit_files(struct json_writer *json, const struct sdf_request *request, const struct sdf_outcome *outcome)
{
    emit_string(json, "path", request->file.path);
    if (request->file.path != NULL && !request->values[OPTION_SLICE].given) {
        emit_string(json, "type", scree_type_name(request->type));
        emit_real(json, "value_scale", outcome->value_scale);
        emit_unsigned(json, "saturated", outcome->saturated);
    }
    if (request->nearest != NULL) {
        emit_string(json, "nearest_path", request->nearest);
        emit_unsigned(json, "nearest_bytes", outcome->nearest_bytes);
    }
    if (request->values[OPTION_SLICE].given) {
        emit_open_array(json, "pictures");
        for (uint32_t i = 0; i < request->values[OPTION_SLICE].count; i++) {
            char *name = sdf_outputs_slice_name(request, i);
            emit_string(json, NULL, name);
            free(name);
        }
        emit_close_array(json);
    }
    emit_unsigned(json, "bytes_written", outcome->made.bytes);
}

int sdf_report_json(const struct sdf_request *request, const struct sdf_source *source,
                    const struct sdf_outcome *outcome)
{
    char *recipe = sdf_metadata(request, source, 0);
    if (recipe == NULL) {
        message_error("sdf: out of memory");
        return EXIT_CODE_FAILED;
    }
    struct json_writer json;
    emit_start(&json, stdout);
    emit_open_object(&json, NULL);
    report_json_head(&json, &outcome->made.device);
    emit_raw(&json, "distance", recipe);
    report_json_counts(&json, "counts", source->map.count, scree_distance_map_field_axes(&source->map));
    emit_unsigned(&json, "voxels", sdf_voxel_count(source));
    emit_boolean(&json, "any_solid", !source->map.is_empty);
    emit_boolean(&json, "any_empty", !source->map.is_full);
    emit_float(&json, "minimum", outcome->made.generated.measured.minimum);
    emit_float(&json, "maximum", outcome->made.generated.measured.maximum);
    report_json_speed(&json, &outcome->made, sdf_voxel_count(source), "voxels");
    if (request->compares) {
        emit_comparison(&json, outcome);
    }
    emit_files(&json, request, outcome);
    emit_string(&json, "sha256", outcome->made.digest);
    emit_close_object(&json);
    emit_finish(&json);
    free(recipe);
    return EXIT_CODE_OK;
}
