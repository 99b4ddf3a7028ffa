/* Describes a distance field in reports and files. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/base/number_text.h"
#include "message.h"
#include "report.h"
#include "sdf_field.h"
#include "sdf_slices.h"

char *sdf_metadata(const struct sdf_field *sdf, unsigned indent)
{
    scree_text text = {0};
    scree_distance_recipe_append(&text, &sdf->request.recipe, &sdf->source.map, indent);
    if (text.failed) {
        scree_text_clear(&text);
    }
    return text.data;
}

char *sdf_describe(const struct field_request *field)
{
    return sdf_metadata(field->part, 0);
}

/* "; fitted by --scale 4.8 --offset 12": with every digit, so that it can be repeated. */
static void describe_choices(const struct sdf_field *sdf, char *text, size_t size)
{
    const struct sdf_request *request = &sdf->request;
    const struct sdf_source *source = &sdf->source;
    char scale[40];
    char offset[40];
    size_t length = 0;
    text[0] = '\0';
    if (source->map.has_own_voxel) {
        const double *sides = source->map.geometry.spacing;
        length += (size_t)snprintf(text, size, "; voxels of %.9g x %.9g x %.9g%s%s", sides[0], sides[1], sides[2],
                                   source->map.geometry.unit[0] != '\0' ? " " : "", source->map.geometry.unit);
    }
    if (source->map.is_fitted) {
        scree_double_print(scale, source->map.scale);
        scree_double_print(offset, source->map.offset);
        length +=
            (size_t)snprintf(text + length, size - length, "; heights fitted by --scale %s --offset %s", scale, offset);
    }
    if (request->type == SCREE_TYPE_I16 && request->value_scale <= 0 && request->file.path != NULL) {
        scree_double_print(scale, sdf->value_scale);
        snprintf(text + length, size - length, "; stored by --value-scale %s", scale);
    }
}

/* The files, the pictures too. */
static void list_files(const struct sdf_request *request, struct text *files)
{
    const struct option_value *slices = &request->values[OPTION_SLICE];
    if (request->file.path != NULL && !slices->given) {
        text_add_word(files, request->file.path);
    }
    for (uint32_t i = 0; i < slices->count; i++) {
        char *name = sdf_slice_name(request, i);
        text_add_word(files, name != NULL ? name : request->file.path);
        free(name);
    }
    if (request->nearest != NULL) {
        text_add_word(files, request->nearest);
    }
}

void sdf_complete_line(const struct field_request *field, struct field_line *line)
{
    const struct sdf_field *sdf = field->part;
    const scree_distance_params *params = &sdf->request.recipe.params;
    list_files(&sdf->request, &line->files);
    line->before = field->values[OPTION_SLICE].given ? "out of " : "";
    snprintf(line->detail, sizeof line->detail, ", %s distance to %s", scree_distance_method_name(params->method),
             scree_distance_surface_name(params->surface));
    describe_choices(sdf, line->choices, sizeof line->choices);
}

/* A field without a surface is hardly ever meant. */
void sdf_warn(const struct field_request *field)
{
    const struct sdf_source *source = &((const struct sdf_field *)field->part)->source;
    const scree_range measured = field->outcome->generated.measured;
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

void sdf_print_comparison(const struct field_request *field)
{
    const struct sdf_field *sdf = field->part;
    const struct sdf_request *request = &sdf->request;
    const scree_distance_comparison *comparison = &sdf->comparison;
    char share[40];
    if (!request->compares) {
        return;
    }
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

static void emit_comparison(struct json_writer *json, const struct sdf_field *sdf)
{
    const scree_distance_comparison *comparison = &sdf->comparison;
    emit_open_object(json, "comparison");
    emit_string(json, "reference", scree_distance_method_name(SCREE_DISTANCE_EXACT));
    emit_unsigned(json, "voxels", comparison->voxels);
    emit_unsigned(json, "wrong", comparison->wrong);
    emit_real(json, "wrong_share", (double)comparison->wrong / (double)comparison->voxels);
    emit_real(json, "greatest_error", comparison->maximum);
    emit_real(json, "mean_error", comparison->mean);
    emit_unsigned(json, "below", comparison->below);
    report_json_seconds(json, "reference_seconds", sdf->reference.seconds);
    if (sdf->reference.device_seconds > 0) {
        report_json_seconds(json, "reference_device_seconds", sdf->reference.device_seconds);
    }
    emit_close_object(json);
}

static void emit_pictures(struct json_writer *json, const struct sdf_request *request)
{
    emit_open_array(json, "pictures");
    for (uint32_t i = 0; i < request->values[OPTION_SLICE].count; i++) {
        char *name = sdf_slice_name(request, i);
        emit_string(json, NULL, name);
        free(name);
    }
    emit_close_array(json);
}

void sdf_emit_field(const struct field_request *field, struct json_writer *json)
{
    const struct sdf_field *sdf = field->part;
    emit_boolean(json, "any_solid", !sdf->source.map.is_empty);
    emit_boolean(json, "any_empty", !sdf->source.map.is_full);
}

void sdf_emit_results(const struct field_request *field, struct json_writer *json)
{
    const struct sdf_field *sdf = field->part;
    const struct sdf_request *request = &sdf->request;
    if (request->compares) {
        emit_comparison(json, sdf);
    }
    if (request->file.path != NULL && !request->values[OPTION_SLICE].given) {
        emit_string(json, "type", scree_type_name(request->type));
        emit_real(json, "value_scale", sdf->value_scale);
        emit_unsigned(json, "saturated", field->outcome->saturated);
    }
    if (request->nearest != NULL) {
        emit_string(json, "nearest_path", request->nearest);
        emit_unsigned(json, "nearest_bytes", field->outcome->nearest_bytes);
    }
    if (request->values[OPTION_SLICE].given) {
        emit_pictures(json, request);
    }
}
