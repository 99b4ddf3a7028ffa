/*
 * The tags of GeoTIFF (OGC 19-008) and of GDAL say where the pixels of a map lie, and how its values follow from the
 * stored ones.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "geometry.h"
#include "tiff_reading.h"
#include "xml_scanner.h"

#define TAG_PIXEL_SCALE 33550
#define TAG_TIE_POINTS 33922
#define TAG_TRANSFORMATION 34264
#define TAG_GEO_KEYS 34735
#define TAG_GDAL_METADATA 42112

#define KEY_MODEL 1024
#define KEY_RASTER 1025
#define KEY_LENGTHS 3076
#define MODEL_GEOGRAPHIC 2
#define RASTER_OF_POINTS 2
#define CODE_METRE 9001
#define CODE_FOOT 9002
#define CODE_SURVEY_FOOT 9003

/* The number of a key of the directory of keys, or 0: four numbers for each key, the second of which is 0 where the
   last one is the key's own. */
static unsigned find_key(const tiff_reading *reading, uint16_t key)
{
    uint32_t count;
    const uint16_t *keys = scree_tiff_find_array(reading, TAG_GEO_KEYS, TIFF_SHORT, 4, &count);
    for (uint32_t i = 4; keys != NULL && i + 4 <= count; i += 4) {
        if (keys[i] == key && keys[i + 1] == 0) {
            return keys[i + 3];
        }
    }
    return 0;
}

static const char *find_unit(const tiff_reading *reading)
{
    const unsigned unit = find_key(reading, KEY_LENGTHS);
    if (find_key(reading, KEY_MODEL) == MODEL_GEOGRAPHIC) {
        return SCREE_GEOMETRY_DEGREE;
    }
    return unit == CODE_METRE ? "metre" : unit == CODE_FOOT ? "foot" : unit == CODE_SURVEY_FOOT ? "US survey foot" : "";
}

/* The spacing and the direction of an axis, from its step. */
static void put_step(scree_geometry *geometry, uint32_t axis, double x, double y)
{
    const double length = hypot(x, y);
    geometry->spacing[axis] = length;
    geometry->direction[axis][0] = x / length;
    geometry->direction[axis][1] = y / length;
    geometry->direction[axis][2] = 0;
}

/* Finds the position of samples from the size of a pixel and the position of one. Rows go south; a size below 0
   reverses its axis. Pages lie as far apart as pixels unless the file states their distance. */
static bool place_by_scale(const tiff_reading *reading, scree_geometry *geometry)
{
    uint32_t count;
    const double *scale = scree_tiff_find_array(reading, TAG_PIXEL_SCALE, TIFF_DOUBLE, 2, &count);
    if (scale == NULL) {
        return false;
    }
    put_step(geometry, 0, scale[0], 0);
    put_step(geometry, 1, 0, -scale[1]);
    geometry->spacing[2] = count > 2 && scale[2] > 0 ? scale[2] : geometry->spacing[0];
    const double *tie = scree_tiff_find_array(reading, TAG_TIE_POINTS, TIFF_DOUBLE, 6, &count);
    for (uint32_t axis = 0; tie != NULL && axis < 2; axis++) {
        geometry->origin[axis] = tie[3 + axis];
    }
    for (uint32_t axis = 0; tie != NULL && axis < 2; axis++) {
        scree_geometry_move(geometry, axis, -tie[axis]);
    }
    return true;
}

/* Finds the position of samples from a matrix of four rows. */
static bool place_by_matrix(const tiff_reading *reading, scree_geometry *geometry)
{
    uint32_t count;
    const double *matrix = scree_tiff_find_array(reading, TAG_TRANSFORMATION, TIFF_DOUBLE, 16, &count);
    if (matrix == NULL) {
        return false;
    }
    put_step(geometry, 0, matrix[0], matrix[4]);
    put_step(geometry, 1, matrix[1], matrix[5]);
    geometry->spacing[2] = geometry->spacing[0];
    geometry->origin[0] = matrix[3];
    geometry->origin[1] = matrix[7];
    return true;
}

void scree_tiff_find_geometry(const tiff_reading *reading)
{
    const scree_reader *reader = reading->reader;
    scree_geometry geometry = scree_geometry_plain();
    if (!place_by_matrix(reading, &geometry) && !place_by_scale(reading, &geometry)) {
        return;
    }
    /* Tags give the positions of corners of pixels, unless pixels are points. */
    for (uint32_t axis = 0; axis < 2 && find_key(reading, KEY_RASTER) != RASTER_OF_POINTS; axis++) {
        scree_geometry_move(&geometry, axis, 0.5);
    }
    const bool is_upright = scree_tiff_field16(reading, TIFFTAG_ORIENTATION) == ORIENTATION_TOPLEFT;
    if (!is_upright || !scree_geometry_is_valid(&geometry, SCREE_MAX_DIRECTIONS)) {
        scree_log(reader->context, SCREE_LOG_WARNING, "%s: its tags do not say where its pixels lie: %s", reader->name,
                  is_upright ? "they have no size" : "its picture is stored rotated");
        return;
    }
    strcpy(geometry.unit, find_unit(reading));
    reader->info->geometry = geometry;
}

/* Takes an item of GDAL's metadata; false without memory: `<Item name="SCALE" sample="0" role="scale">0.1</Item>`. */
static bool take_item(tiff_reading *reading, const scree_xml *xml, const char *content)
{
    char role[16];
    char sample[16];
    char number[64];
    double value = 0;
    const bool has_role = scree_xml_attribute(xml, "role", role, sizeof role) == SCREE_XML_FOUND;
    const bool has_sample = scree_xml_attribute(xml, "sample", sample, sizeof sample) == SCREE_XML_FOUND;
    const bool is_scale = has_role && strcmp(role, "scale") == 0;
    snprintf(number, sizeof number, "%.*s", (int)strcspn(content, "<"), content);
    if (!has_sample || !(is_scale || (has_role && strcmp(role, "offset") == 0)) ||
        strspn(sample, "0123456789") != strlen(sample)) {
        return true;
    }
    const uint32_t found = scree_geometry_numbers(number, &value, 1);
    const unsigned long index = strtoul(sample, NULL, 10);
    if (found == 1 && index < reading->samples) {
        scree_scaling *scaling = &reading->scalings[index];
        *(is_scale ? &scaling->scale : &scaling->offset) = value;
        reading->has_scalings = true;
    }
    return found != SCREE_GEOMETRY_NO_MEMORY;
}

static bool take_items(tiff_reading *reading, const char *text, scree_xml *xml)
{
    bool has_memory = true;
    for (const char *item = strstr(text, "<Item "); item != NULL && has_memory; item = strstr(item, "<Item ")) {
        const size_t length = strcspn(item + 1, ">");
        if (length < sizeof xml->tag && item[1 + length] == '>') {
            memcpy(xml->tag, item + 1, length);
            xml->tag[length] = '\0';
            has_memory = take_item(reading, xml, item + 1 + length + 1);
        }
        item += 1 + length;
    }
    return has_memory;
}

scree_result scree_tiff_find_scalings(tiff_reading *reading)
{
    uint32_t count;
    const char *found = scree_tiff_find_array(reading, TAG_GDAL_METADATA, TIFF_ASCII, 1, &count);
    if (found == NULL) {
        return SCREE_OK;
    }
    const char *end = memchr(found, '\0', count);
    char *text = scree_copy_text(found, end != NULL ? (size_t)(end - found) : count);
    scree_xml *xml = malloc(sizeof *xml);
    reading->scalings = calloc(reading->samples, sizeof reading->scalings[0]);
    bool has_memory = text != NULL && xml != NULL && reading->scalings != NULL;
    for (uint32_t i = 0; has_memory && i < reading->samples; i++) {
        reading->scalings[i].scale = 1;
    }
    if (has_memory) {
        has_memory = take_items(reading, text, xml);
    }
    free(xml);
    free(text);
    return has_memory ? SCREE_OK : scree_reader_fail_memory(reading->reader);
}
