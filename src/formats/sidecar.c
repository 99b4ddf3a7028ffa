/* Sidecars: the JSON files next to formats that cannot say everything themselves (metadata.c writes them). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "geometry.h"
#include "json_text.h"
#include "readers.h"

typedef struct sidecar_parser {
    scree_context *context;
    const char *name;
    const json_t *root;
    scree_sidecar *sidecar;
} sidecar_parser;

static scree_result fail_key(const sidecar_parser *in, const char *key, const char *must_be)
{
    return scree_fail(in->context, SCREE_ERROR_FORMAT, "%s: \"%s\" must be %s", in->name, key, must_be);
}

static scree_result read_format(const sidecar_parser *in)
{
    const char *word = json_string_value(json_object_get(in->root, "format"));
    const scree_format_info *info;
    for (int i = 0; word != NULL && (info = scree_format_describe((scree_format)i)) != NULL; i++) {
        if (strcmp(info->name, word) == 0) {
            in->sidecar->format = (scree_format)i;
            return SCREE_OK;
        }
    }
    return fail_key(in, "format", "the name of a format, such as \"r16\"");
}

static scree_result read_type(const sidecar_parser *in)
{
    const char *word = json_string_value(json_object_get(in->root, "type"));
    bool known = word != NULL && scree_type_from_name(word, &in->sidecar->type);
    return known ? SCREE_OK : fail_key(in, "type", "the name of a type, such as \"f32\"");
}

static scree_result read_size(const sidecar_parser *in)
{
    const json_t *size = json_object_get(in->root, "size");
    size_t axes = json_array_size(size);
    if (axes < 1 || axes > SCREE_MAX_AXES) {
        return fail_key(in, "size", "an array of 1 to 8 whole numbers");
    }
    for (size_t i = 0; i < axes; i++) {
        json_int_t count = json_integer_value(json_array_get(size, i));
        if (count < 1) {
            return fail_key(in, "size", "an array of whole numbers of at least 1");
        }
        in->sidecar->count[i] = (uint64_t)count;
    }
    in->sidecar->axes = (uint32_t)axes;
    return SCREE_OK;
}

/* The member is there if a sample has several numbers. */
static scree_result read_channels(const sidecar_parser *in)
{
    const json_t *channels = json_object_get(in->root, "channels");
    const size_t count = json_array_size(channels);
    char must_be[80];
    bool is_right = channels == NULL || (count >= 2 && count <= SCREE_MAX_VOLUME_CHANNELS);
    for (size_t i = 0; i < count && is_right; i++) {
        const char *name = json_string_value(json_array_get(channels, i));
        is_right = name != NULL && name[0] != '\0' && strlen(name) <= SCREE_MAX_VOLUME_NAME_BYTES;
        if (is_right) {
            strcpy(in->sidecar->channel_name[i], name);
        }
    }
    in->sidecar->channels = (uint32_t)count;
    snprintf(must_be, sizeof must_be, "an array of 2 to %d names of at most %d bytes", SCREE_MAX_VOLUME_CHANNELS,
             SCREE_MAX_VOLUME_NAME_BYTES);
    return is_right ? SCREE_OK : fail_key(in, "channels", must_be);
}

static scree_result read_byte_order(const sidecar_parser *in)
{
    const json_t *order = json_object_get(in->root, "byte_order");
    const char *word = json_string_value(order);
    if (order == NULL || (word != NULL && strcmp(word, "little") == 0)) {
        return SCREE_OK;
    }
    in->sidecar->is_big_endian = word != NULL && strcmp(word, "big") == 0;
    return in->sidecar->is_big_endian ? SCREE_OK : fail_key(in, "byte_order", "\"little\" or \"big\"");
}

/* Reads an array of numbers, one for each axis or part of a direction; false if it is anything else. */
static bool read_numbers(const json_t *array, uint32_t count, double *numbers)
{
    for (uint32_t i = 0; i < count; i++) {
        const json_t *number = json_array_get(array, i);
        if (!json_is_number(number)) {
            return false;
        }
        numbers[i] = json_number_value(number);
    }
    return json_array_size(array) == count;
}

/* Volumes have a voxel and an origin, and directions if these are not those of the axes. Without an origin the corner
   of the first voxel is at 0. */
static scree_result read_geometry(const sidecar_parser *in)
{
    const json_t *voxel = json_object_get(in->root, "voxel");
    const json_t *origin = json_object_get(in->root, "origin");
    const json_t *direction = json_object_get(in->root, "direction");
    const char *unit = json_string_value(json_object_get(in->root, "unit"));
    const uint32_t axes = in->sidecar->axes;
    scree_geometry geometry = scree_geometry_plain();
    if (voxel == NULL) {
        return SCREE_OK;
    }
    if (!read_numbers(voxel, axes, geometry.spacing) || !scree_geometry_is_valid(&geometry, axes)) {
        return fail_key(in, "voxel", "an array of a number above 0 for each axis");
    }
    if (origin != NULL && !read_numbers(origin, axes, geometry.origin)) {
        return fail_key(in, "origin", "an array of a number for each axis");
    }
    bool is_right = true;
    for (uint32_t axis = 0; direction != NULL && axis < SCREE_MAX_DIRECTIONS && axis < axes; axis++) {
        is_right &= read_numbers(json_array_get(direction, axis), SCREE_MAX_DIRECTIONS, geometry.direction[axis]);
    }
    for (uint32_t axis = 0; origin == NULL && axis < axes; axis++) {
        scree_geometry_move(&geometry, axis, 0.5);
    }
    if (!is_right || !scree_geometry_is_valid(&geometry, axes)) {
        return fail_key(in, "direction", "an array of three numbers for each axis");
    }
    snprintf(geometry.unit, sizeof geometry.unit, "%s", unit != NULL ? unit : "");
    scree_make_printable(geometry.unit);
    in->sidecar->geometry = geometry;
    return SCREE_OK;
}

/* The member is optional, because sidecars that were written by hand may lack it. */
static scree_result read_data(const sidecar_parser *in)
{
    const json_t *data = json_object_get(in->root, "data");
    if (data == NULL) {
        return SCREE_OK;
    }
    const json_t *bytes = json_object_get(data, "bytes");
    const char *crc = json_string_value(json_object_get(data, "crc32"));
    bool is_number = crc != NULL && strlen(crc) == 8 && strspn(crc, "0123456789abcdef") == 8;
    if (!json_is_integer(bytes) || json_integer_value(bytes) < 0 || !is_number) {
        return fail_key(in, "data", "an object of a whole number, \"bytes\", and eight hexadecimal digits, \"crc32\"");
    }
    in->sidecar->has_data = true;
    in->sidecar->data_bytes = (uint64_t)json_integer_value(bytes);
    in->sidecar->data_crc = (uint32_t)strtoul(crc, NULL, 16);
    return SCREE_OK;
}

static scree_result read_root(const sidecar_parser *in)
{
    scree_result (*const readers[])(const sidecar_parser *) = {read_format,     read_type,     read_size, read_channels,
                                                               read_byte_order, read_geometry, read_data};
    scree_result result = SCREE_OK;
    for (size_t i = 0; i < sizeof readers / sizeof readers[0] && result == SCREE_OK; i++) {
        result = readers[i](in);
    }
    return result;
}

scree_result scree_sidecar_parse(scree_context *context, const char *text, size_t length, const char *name,
                                 scree_sidecar *sidecar)
{
    json_error_t error;
    *sidecar = (scree_sidecar){0};
    json_t *root = scree_json_load(text, length, JSON_REJECT_DUPLICATES, &error);
    if (root == NULL) {
        if (scree_json_lacks_memory(&error)) {
            return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "%s: no memory to read it", name);
        }
        return scree_fail(context, SCREE_ERROR_FORMAT, "%s:%d:%d: this is not JSON", name, error.line, error.column);
    }
    const sidecar_parser in = {.context = context, .name = name, .root = root, .sidecar = sidecar};
    scree_result result = read_root(&in);
    json_decref(root);
    return result;
}
