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

/* The options that say how a file is read, as they were typed: without them it might not be the same map again. */
static void emit_reading(struct json_writer *json, const struct sdf_request *request)
{
    static const enum option_id ids[] = {OPTION_CHANNEL,  OPTION_PAGE,     OPTION_HOLES,         OPTION_NODATA,
                                         OPTION_RAW_SIZE, OPTION_RAW_TYPE, OPTION_RAW_BIG_ENDIAN};
    bool is_open = false;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        const struct option_value *value = &request->values[ids[i]];
        if (!value->given) {
            continue;
        }
        if (!is_open) {
            emit_open_object(json, "reading");
            is_open = true;
        }
        if (option_table[ids[i]].form == FORM_FLAG) {
            emit_boolean(json, option_table[ids[i]].name, true);
        } else {
            emit_string(json, option_table[ids[i]].name, value->text);
        }
    }
    if (is_open) {
        emit_close_object(json);
    }
}

/* Describes the map and its source. */
static void emit_source(struct json_writer *json, const struct sdf_request *request, const struct sdf_source *source,
                        const char *recipe)
{
    const struct scree_samples *samples = &source->samples;
    emit_open_object(json, "source");
    emit_string(json, "name", source->name);
    emit_string(json, "kind", sdf_source_kind_name(source->kind));
    report_json_counts(json, "counts", request->is_made ? source->noise.recipe.grid.count : samples->count,
                       source->axes);
    report_json_range(json, "range", source->range);
    if (request->is_made) {
        emit_raw(json, "recipe", recipe);
    } else {
        emit_string(json, "format", scree_format_describe(samples->format)->name);
        emit_string(json, "type", scree_type_name(samples->type));
        emit_string(json, "channel", samples->channel);
        emit_unsigned(json, "holes", samples->holes);
        emit_reading(json, request);
    }
    emit_close_object(json);
}

static void emit_parameters(struct json_writer *json, const struct sdf_request *request,
                            const struct sdf_source *source)
{
    const scree_distance_params *params = &request->params;
    emit_string(json, "method", scree_distance_method_name(params->method));
    emit_string(json, "surface", scree_distance_surface_name(params->surface));
    emit_string(json, "sign", scree_distance_sign_name(params->sign));
    if (source->kind == SDF_TERRAIN) {
        emit_string(json, "edge", scree_distance_edge_name(params->edge));
        emit_unsigned(json, "layers", source->count[2]);
    }
    emit_boolean(json, "conservative", params->is_conservative);
    if (params->clip > 0) {
        emit_real(json, "clip", params->clip);
    }
    emit_open_inline_array(json, "voxel");
    for (uint32_t axis = 0; axis < 3; axis++) {
        emit_real(json, NULL, params->voxel[axis] > 0 ? params->voxel[axis] : 1);
    }
    emit_close_inline_array(json);
    if (source->kind == SDF_TERRAIN) {
        emit_real(json, "scale", source->scale);
        emit_real(json, "offset", source->offset);
        emit_boolean(json, "fitted", source->is_fitted);
    } else {
        emit_real(json, "threshold", source->threshold);
    }
}

/* NULL for a map from a file, and if memory runs out. */
static char *print_recipe(const struct sdf_request *request, const struct sdf_source *source)
{
    char *recipe = NULL;
    if (request->is_made) {
        scree_recipe_print(&source->noise.recipe, NULL, &recipe);
    }
    return recipe;
}

char *sdf_metadata(const struct sdf_request *request, const struct sdf_source *source)
{
    char *text = NULL;
    size_t size = 0;
    char *recipe = print_recipe(request, source);
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL || (request->is_made && recipe == NULL)) {
        if (stream != NULL) {
            fclose(stream);
        }
        free(text);
        scree_recipe_text_free(&recipe);
        return NULL;
    }
    struct json_writer json;
    emit_start(&json, stream);
    emit_open_object(&json, NULL);
    json.depth++; /* It stands within another object. */
    emit_string(&json, "field", "distance");
    emit_source(&json, request, source, recipe);
    emit_parameters(&json, request, source);
    emit_close_object(&json);
    scree_recipe_text_free(&recipe);
    const bool failed = ferror(stream) != 0;
    if (fclose(stream) != 0 || failed) {
        free(text);
        return NULL;
    }
    return text;
}

/* "; fitted by --scale 4.8 --offset 12": with every digit, so that it can be repeated. */
static void describe_choices(const struct sdf_request *request, const struct sdf_source *source,
                             const struct sdf_outcome *outcome, char *text, size_t size)
{
    char scale[40];
    char offset[40];
    size_t length = 0;
    text[0] = '\0';
    if (source->is_fitted) {
        number_print_real(scale, sizeof scale, source->scale);
        number_print_real(offset, sizeof offset, source->offset);
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
    report_size(size, sizeof size, source->count, sdf_source_field_axes(source));
    report_speed(speed, &outcome->made, sdf_voxel_count(source), "voxels");
    describe_choices(request, source, outcome, choices, sizeof choices);
    const bool is_picture = request->values[OPTION_SLICE].given;
    message_report("%s: %s%s %s, %s distance to %s, values %.4g to %.4g, %s%s", files != NULL ? files : "",
                   is_picture ? "out of " : "", size, scree_type_name(request->type),
                   scree_distance_method_name(request->params.method),
                   scree_distance_surface_name(request->params.surface), (double)measured.minimum,
                   (double)measured.maximum, speed, choices);
    free(files);
}

/* A field without a surface is hardly ever meant. */
void sdf_report_warnings(const struct sdf_source *source, const struct sdf_outcome *outcome)
{
    const scree_range measured = outcome->made.generated.measured;
    char distances[80] = "";
    if (!source->is_empty && !source->is_full) {
        return;
    }
    if (isinf(measured.minimum) && isinf(measured.maximum)) {
        snprintf(distances, sizeof distances, "; all distances are infinite");
    } else if (measured.minimum == measured.maximum) {
        snprintf(distances, sizeof distances, "; all distances are %.9g", (double)measured.minimum);
    }
    message_warning("%s of the volume is solid%s%s", source->is_empty ? "no voxel" : "every voxel", distances,
                    source->kind == SDF_TERRAIN ? " (see --scale, --offset and --layers)" : " (see --threshold)");
}

void sdf_report_comparison(const struct sdf_request *request, const struct sdf_outcome *outcome)
{
    const scree_distance_comparison *comparison = &outcome->comparison;
    char share[40];
    const double percent = 100 * (double)comparison->wrong / (double)comparison->voxels;
    report_three_digits(share, sizeof share, percent);
    printf("%s against exact: %" PRIu64 " of %" PRIu64 " voxels wrong (%s %%), greatest error %.6g, mean %.6g",
           scree_distance_method_name(request->params.method), comparison->wrong, comparison->voxels, share,
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
    char *recipe = print_recipe(request, source);
    if (request->is_made && recipe == NULL) {
        message_error("sdf: out of memory");
        return EXIT_CODE_FAILED;
    }
    struct json_writer json;
    emit_start(&json, stdout);
    emit_open_object(&json, NULL);
    report_json_head(&json, &outcome->made.device);
    emit_string(&json, "field", "distance");
    emit_source(&json, request, source, recipe);
    emit_parameters(&json, request, source);
    report_json_counts(&json, "counts", source->count, sdf_source_field_axes(source));
    emit_unsigned(&json, "voxels", sdf_voxel_count(source));
    emit_boolean(&json, "any_solid", !source->is_empty);
    emit_boolean(&json, "any_empty", !source->is_full);
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
    scree_recipe_text_free(&recipe);
    return EXIT_CODE_OK;
}
