#include "content.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "geometry.h"
#include "number_text.h"
#include "json_text.h"
#include "recipe_internal.h"

/* Level sets keep this many voxels on either side of the surface, as OpenVDB's own tools do. */
#define BAND_VOXELS 3.0

#define NAME_CHARACTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-."

/* The keys of scree_metadata_print(), which a volume's own must not repeat. */
static const char *const own_keys[] = {"format",          "type",      "size",  "plane",   "byte_order", "voxel",
                                       "origin",          "direction", "scale", "mapped",  "measured",   "scree",
                                       "output_revision", "recipe",    "name",  "picture", "data",       "channels",
                                       "frame_rate",      "unit"};

static bool is_name(const char *text, size_t length)
{
    return length >= 1 && length <= SCREE_MAX_VOLUME_NAME_BYTES && strspn(text, NAME_CHARACTERS) >= length;
}

static scree_result check_name(scree_context *context, const char *what, const char *name)
{
    if (is_name(name, strlen(name))) {
        return SCREE_OK;
    }
    return scree_fail(context, SCREE_ERROR_INVALID, "the volume's %s is \"%.80s\"; it must be 1 to %d of %s", what,
                      name, SCREE_MAX_VOLUME_NAME_BYTES, "letters, digits, '_', '-' and '.'");
}

/* Counts names with one blank between them; 0 if there is something else. */
static uint32_t count_names(const char *names)
{
    uint32_t count = 1;
    for (size_t length = strcspn(names, " "); is_name(names, length); length = strcspn(names, " ")) {
        if (names[length] == '\0') {
            return count;
        }
        names += length + 1;
        count++;
    }
    return 0;
}

static scree_result check_channels(scree_context *context, const char *names)
{
    uint32_t count = count_names(names);
    if (count >= 2 && count <= SCREE_MAX_VOLUME_CHANNELS) {
        return SCREE_OK;
    }
    return scree_fail(context, SCREE_ERROR_INVALID,
                      "the volume's channels are \"%.80s\"; they must be 2 to %d names with a blank between them, each "
                      "1 to %d of letters, digits, '_', '-' and '.'",
                      names, SCREE_MAX_VOLUME_CHANNELS, SCREE_MAX_VOLUME_NAME_BYTES);
}

static scree_result check_metadata(scree_context *context, const scree_volume *volume)
{
    if ((volume->key == NULL) != (volume->metadata == NULL)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "the volume's %s is NULL and its %s is not",
                          volume->key == NULL ? "key" : "metadata", volume->key == NULL ? "metadata" : "key");
    }
    if (volume->key == NULL) {
        return SCREE_OK;
    }
    for (size_t i = 0; i < sizeof own_keys / sizeof own_keys[0]; i++) {
        if (strcmp(volume->key, own_keys[i]) == 0) {
            return scree_fail(context, SCREE_ERROR_INVALID, "the volume's key is \"%s\", which all metadata has",
                              volume->key);
        }
    }
    json_error_t error;
    json_t *root = scree_json_load(volume->metadata, strlen(volume->metadata),
                                   JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &error);
    bool is_object = json_is_object(root);
    if (root == NULL && scree_json_lacks_memory(&error)) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    json_decref(root);
    if (!is_object) {
        return scree_fail(context, SCREE_ERROR_INVALID, "the volume's metadata is no object of JSON");
    }
    return check_name(context, "key", volume->key);
}

static scree_result check_types(scree_context *context, const scree_volume *volume)
{
    const char *type = scree_type_name(volume->type);
    const char *source = scree_type_name(volume->source);
    if (type == NULL || source == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is %d, which is none", type == NULL ? "type" : "source",
                          (int)(type == NULL ? volume->type : volume->source));
    }
    bool converted = volume->source == SCREE_TYPE_F32 &&
                     (volume->type == SCREE_TYPE_F16 || volume->type == SCREE_TYPE_I16);
    if (volume->source != volume->type && !converted) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "source is %s and type is %s; they must be equal, or f32 and one of f16 and i16", source,
                          type);
    }
    float scale = volume->scale;
    if (!(scale >= 0.0f && isfinite(scale))) {
        return scree_fail(context, SCREE_ERROR_INVALID, "scale is %s; it must be finite and more than 0, or 0",
                          scree_show_float(scale).text);
    }
    if (scale != 0.0f && scale != 1.0f && volume->source != SCREE_TYPE_F32) {
        return scree_fail(context, SCREE_ERROR_INVALID, "scale is %s and source is %s; only f32 is scaled",
                          scree_show_float(scale).text, source);
    }
    return SCREE_OK;
}

static scree_result check_grid(scree_context *context, const scree_volume *volume)
{
    for (uint32_t a = 0; a < volume->axes; a++) {
        if (!(volume->voxel[a] >= 0.0 && isfinite(volume->voxel[a]))) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "voxel is %s on axis %" PRIu32 "; it must be finite and more than 0, or 0",
                              scree_show_double(volume->voxel[a]).text, a);
        }
        if (!isfinite(volume->origin[a])) {
            return scree_fail(context, SCREE_ERROR_INVALID, "origin is %s on axis %" PRIu32 "; it must be finite",
                              scree_show_double(volume->origin[a]).text, a);
        }
    }
    /* The band is rounded because files hold it as float32. */
    float band = (float)volume->band;
    if (!(volume->band >= 0.0 && isfinite(band) && (band > 0.0f || volume->band == 0.0))) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "band is %s; it must be finite and more than 0 in float32, or 0",
                          scree_show_double(volume->band).text);
    }
    return SCREE_OK;
}

/* The directions as a geometry, which is plain where none is given. */
static scree_geometry directions_of(const scree_volume *volume)
{
    scree_geometry geometry = scree_geometry_plain();
    bool is_given = false;
    for (uint32_t i = 0; i < SCREE_MAX_DIRECTIONS * SCREE_MAX_DIRECTIONS; i++) {
        is_given |= volume->direction[i / SCREE_MAX_DIRECTIONS][i % SCREE_MAX_DIRECTIONS] != 0;
    }
    const uint32_t axes = volume->axes < SCREE_MAX_DIRECTIONS ? volume->axes : SCREE_MAX_DIRECTIONS;
    if (is_given) {
        memcpy(geometry.direction, volume->direction, axes * sizeof geometry.direction[0]);
    }
    return geometry;
}

static scree_result check_directions(scree_context *context, const scree_volume *volume)
{
    const scree_geometry geometry = directions_of(volume);
    if (!scree_geometry_is_rigid(&geometry, volume->axes)) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "the volume's directions must have the length 1 and be at right angles");
    }
    return volume->axes <= SCREE_MAX_DIRECTIONS || scree_geometry_is_along_axes(&geometry, volume->axes)
               ? SCREE_OK
               : scree_fail(context, SCREE_ERROR_INVALID,
                            "the volume has %" PRIu32 " axes; only up to %d may have directions of their own",
                            volume->axes, SCREE_MAX_DIRECTIONS);
}

/* A line of a header holds it. */
static scree_result check_unit(scree_context *context, const char *unit)
{
    return strlen(unit) <= SCREE_MAX_UNIT_BYTES && strpbrk(unit, "\r\n") == NULL
               ? SCREE_OK
               : scree_fail(context, SCREE_ERROR_INVALID,
                            "the volume's unit is \"%.80s\"; it must be at most %d bytes of one line", unit,
                            SCREE_MAX_UNIT_BYTES);
}

static scree_result check_axes(scree_context *context, uint32_t axes)
{
    if (axes >= 1 && axes <= SCREE_MAX_AXES) {
        return SCREE_OK;
    }
    return scree_fail(context, SCREE_ERROR_INVALID, "axes is %" PRIu32 "; it must be 1 to %d", axes, SCREE_MAX_AXES);
}

static scree_result check_volume(scree_context *context, const scree_volume *volume)
{
    scree_result result = check_axes(context, volume->axes);
    if (result == SCREE_OK) {
        result = check_types(context, volume);
    }
    if (result == SCREE_OK) {
        result = check_grid(context, volume);
    }
    if (result == SCREE_OK) {
        result = check_directions(context, volume);
    }
    if (result == SCREE_OK && volume->unit != NULL) {
        result = check_unit(context, volume->unit);
    }
    if (result == SCREE_OK && volume->name != NULL) {
        result = check_name(context, "name", volume->name);
    }
    if (result == SCREE_OK && volume->channels != NULL) {
        result = check_channels(context, volume->channels);
    }
    return result == SCREE_OK ? check_metadata(context, volume) : result;
}

static void take_directions(scree_content *content, scree_geometry geometry)
{
    memcpy(content->direction, geometry.direction, sizeof content->direction);
    content->is_along_axes = scree_geometry_is_along_axes(&geometry, content->axes);
}

static scree_result make_volume(scree_context *context, const scree_volume *volume, scree_content *content)
{
    scree_result result = check_volume(context, volume);
    if (result != SCREE_OK) {
        return result;
    }
    content->axes = volume->axes;
    content->conversion = (scree_conversion){.source = volume->source,
                                             .type = volume->type,
                                             .scale = volume->scale == 0.0f ? 1.0f : volume->scale,
                                             .towards_zero = volume->rounds_towards_zero};
    double longest = 0.0;
    for (uint32_t a = 0; a < volume->axes; a++) {
        double first = volume->voxel[0] == 0.0 ? 1.0 : volume->voxel[0];
        content->spacing[a] = volume->voxel[a] == 0.0 ? first : volume->voxel[a];
        content->origin[a] = volume->origin[a];
        longest = content->spacing[a] > longest ? content->spacing[a] : longest;
    }
    take_directions(content, directions_of(volume));
    snprintf(content->unit, sizeof content->unit, "%s", volume->unit != NULL ? volume->unit : "");
    content->band = volume->band == 0.0 ? BAND_VOXELS * longest : volume->band;
    strcpy(content->name, volume->name == NULL ? "distance" : volume->name);
    memcpy(content->count, volume->count, sizeof content->count);
    if (volume->key != NULL) {
        content->key = scree_copy_text(volume->key, strlen(volume->key));
        content->metadata = scree_copy_text(volume->metadata, strlen(volume->metadata));
        if (content->key == NULL || content->metadata == NULL) {
            return SCREE_ERROR_OUT_OF_MEMORY;
        }
    }
    if (volume->channels == NULL) {
        return SCREE_OK;
    }
    content->channels = count_names(volume->channels);
    content->channel_names = scree_copy_text(volume->channels, strlen(volume->channels));
    return content->channel_names != NULL ? SCREE_OK : SCREE_ERROR_OUT_OF_MEMORY;
}

/* Takes over from a recipe the metadata and the channels of a sample. */
static scree_result describe_recipe(const scree_recipe *recipe, scree_content *content)
{
    scree_text text = {0};
    scree_recipe_append(&text, recipe, NULL, SCREE_METADATA_INDENT);
    content->metadata = text.data;
    content->key = scree_copy_text("recipe", strlen("recipe"));
    content->channels = scree_recipe_channels(recipe);
    content->channel_names = content->channels > 1 ? scree_recipe_channel_names(recipe) : NULL;
    return !text.failed && content->key != NULL && (content->channels == 1 || content->channel_names != NULL)
               ? SCREE_OK
               : SCREE_ERROR_OUT_OF_MEMORY;
}

static scree_result make_noise(scree_context *context, const scree_recipe *recipe, scree_content *content)
{
    const scree_grid *grid = &recipe->grid;
    scree_type type = recipe->output.type;
    scree_result result = check_axes(context, grid->axes);
    if (result != SCREE_OK) {
        return result;
    }
    if (scree_type_name(type) == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "type is %d, which is none", (int)type);
    }
    if (type != SCREE_TYPE_F32 && type != SCREE_TYPE_U16 && type != SCREE_TYPE_U8) {
        return scree_fail(context, SCREE_ERROR_INVALID, "type is %s; noise is f32, u16 or u8", scree_type_name(type));
    }
    content->is_noise = true;
    content->has_limits = recipe->output.range_mode == SCREE_RANGE_GIVEN;
    content->axes = grid->axes;
    content->conversion = (scree_conversion){.source = type, .type = type, .scale = 1.0f};
    for (uint32_t a = 0; a < grid->axes; a++) {
        double step = grid->step[a] == 0.0 ? grid->step[0] : grid->step[a];
        content->spacing[a] = step > 0.0 ? step : 1.0;
        content->origin[a] = grid->origin[a] + (double)grid->first[a] * content->spacing[a];
    }
    take_directions(content, scree_geometry_plain());
    strcpy(content->name, "noise");
    memcpy(content->count, grid->count, sizeof content->count);
    return describe_recipe(recipe, content);
}

/* Fills in counts of 0 and multiplies them; the bytes of all samples, with room for metadata, stay below 2^63. */
static scree_result count_samples(scree_context *context, scree_content *content)
{
    const uint64_t limit = (UINT64_C(1) << 63) / 32 / content->channels;
    content->samples = 1;
    for (uint32_t a = 0; a < content->axes; a++) {
        content->count[a] = content->count[a] == 0 ? 1 : content->count[a];
        if (content->count[a] > limit / content->samples) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "the field has more than %" PRIu64 " samples, the most that a file can have", limit);
        }
        content->samples *= content->count[a];
    }
    return SCREE_OK;
}

scree_result scree_content_make(scree_context *context, const scree_writer_params *params, scree_content *content)
{
    *content = (scree_content){.channels = 1};
    if ((params->recipe == NULL) == (params->volume == NULL)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "recipe and volume are %s NULL; one of them must be",
                          params->recipe == NULL ? "both" : "neither");
    }
    scree_result result = params->recipe != NULL ? make_noise(context, params->recipe, content)
                                                 : make_volume(context, params->volume, content);
    return result == SCREE_OK ? count_samples(context, content) : result;
}

void scree_content_clear(scree_content *content)
{
    free(content->key);
    free(content->metadata);
    free(content->picture);
    free(content->channel_names);
    *content = (scree_content){0};
}

size_t scree_content_sample_bytes(const scree_content *content)
{
    return content->channels * scree_type_bytes(content->conversion.type);
}

uint64_t scree_content_bytes(const scree_content *content)
{
    return content->samples * scree_content_sample_bytes(content);
}

/* An array of names. */
static void append_channels(scree_text *text, const char *names)
{
    scree_text_append(text, ",\n  \"channels\": [\"");
    for (; *names != '\0'; names++) {
        if (*names == ' ') {
            scree_text_append(text, "\", \"");
        } else {
            scree_text_format(text, "%c", *names);
        }
    }
    scree_text_append(text, "\"]");
}

/* An array of the direction of each axis. */
static void append_directions(scree_text *text, const scree_content *content)
{
    scree_text_append(text, ",\n  \"direction\": [");
    for (uint32_t axis = 0; axis < content->axes; axis++) {
        scree_text_append(text, axis > 0 ? ", " : "");
        scree_text_doubles(text, content->direction[axis], SCREE_MAX_DIRECTIONS);
    }
    scree_text_append(text, "]");
}

void scree_content_append_grid(scree_text *text, const scree_content *content)
{
    if (content->channel_names != NULL) {
        append_channels(text, content->channel_names);
    }
    if (content->picture != NULL) {
        scree_text_append(text, ",\n  \"picture\": ");
        scree_text_append(text, content->picture);
    }
    if (content->is_noise || content->picture != NULL) {
        return;
    }
    scree_text_format(text, ",\n  \"name\": \"%s\",\n  \"voxel\": ", content->name);
    scree_text_doubles(text, content->spacing, content->axes);
    scree_text_append(text, ",\n  \"origin\": ");
    scree_text_doubles(text, content->origin, content->axes);
    if (!content->is_along_axes) {
        append_directions(text, content);
    }
    if (content->unit[0] != '\0') {
        scree_text_append(text, ",\n  \"unit\": ");
        scree_text_quoted(text, content->unit);
    }
    scree_text_append(text, ",\n  \"scale\": ");
    scree_text_double(text, (double)content->conversion.scale);
}

void scree_content_append_made(scree_text *text, const scree_content *content)
{
    if (content->key != NULL) {
        scree_text_format(text, ",\n  \"%s\": ", content->key);
        scree_text_append(text, content->metadata);
    }
}
