/*
 * Reads VTI: VTK's XML format of image data, with the samples as text, in base64 or as they are, plain or packed by
 * zlib or LZMA. Each component of each array is a channel: those of points first, then those of cells.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "geometry.h"
#include "interleaved.h"
#include "os.h"
#include "readers.h"
#include "vti_channels.h"
#include "vti_data.h"
#include "xml_scanner.h"

#define AXES 3

/* More than any attribute that is read. */
#define VALUE_SIZE SCREE_VTI_NAME_SIZE

/* The bytes at the end of a file that are searched for its last tag. */
#define END_SIZE 1024

static const char blanks[] = " \t\r\n";

/* The elements that matter, from the outside to the inside. */
typedef enum vti_level {
    LEVEL_NONE,
    LEVEL_FILE,
    LEVEL_IMAGE,
    LEVEL_PIECE,
    LEVEL_POINTS,
    LEVEL_CELLS,
    LEVEL_POINT_ARRAY,
    LEVEL_CELL_ARRAY,
    LEVEL_APPENDED
} vti_level;

typedef struct vti_reading {
    const scree_reader *reader;
    vti_level level;
    uint64_t skipped; /* Elements that are open, and that do not matter. */
    bool is_big_endian;
    uint8_t header_bytes;
    char compressor[VALUE_SIZE]; /* Empty if samples are not packed. */
    bool has_extent;
    bool has_piece;
    bool has_appended;
    bool is_appended_base64;
    uint64_t appended;        /* Offset of the appended data in the file. */
    int32_t extent[2 * AXES]; /* The first and the last index of points along each axis. */
    scree_geometry geometry;  /* The position of points whose indices are counted from 0. */
    scree_vti_array *arrays;
    size_t array_count;
    size_t array_room;
    scree_vti_channels channels;
    scree_xml xml;
} vti_reading;

static scree_result fail_attribute(const vti_reading *reading, const char *attribute, const char *value,
                                   const char *must_be)
{
    return scree_reader_fail(reading->reader, "its attribute %s is \"%.80s\"; it must be %s", attribute, value,
                             must_be);
}

/* Reads a text as it is, which is `otherwise` if the attribute is missing. */
static scree_result get_text(const vti_reading *reading, const char *name, const char *otherwise,
                             char value[VALUE_SIZE])
{
    const scree_xml_found found = scree_xml_attribute(&reading->xml, name, value, VALUE_SIZE);
    if (found == SCREE_XML_DAMAGED) {
        return scree_reader_fail(reading->reader,
                                 "the attribute %s of one of its tags is damaged, or has more than %d bytes", name,
                                 VALUE_SIZE - 1);
    }
    if (found == SCREE_XML_ABSENT) {
        strcpy(value, otherwise);
    }
    return SCREE_OK;
}

/* Reads a word or numbers, without the blanks round them. */
static scree_result get_attribute(const vti_reading *reading, const char *name, const char *otherwise,
                                  char value[VALUE_SIZE])
{
    const scree_result result = get_text(reading, name, otherwise, value);
    const size_t before = strspn(value, blanks);
    size_t length = strlen(value + before);
    while (length > 0 && strchr(blanks, value[before + length - 1]) != NULL) {
        length--;
    }
    memmove(value, value + before, length);
    value[length] = '\0';
    return result;
}

static scree_result take_type(vti_reading *reading)
{
    char value[VALUE_SIZE];
    scree_result result = get_attribute(reading, "type", "", value);
    if (result == SCREE_OK && strcmp(value, "ImageData") != 0) {
        return scree_reader_fail(reading->reader, "it is a VTK file of the type \"%.80s\"; only ImageData is read",
                                 value);
    }
    result = result == SCREE_OK ? get_attribute(reading, "version", "0.1", value) : result;
    if (result == SCREE_OK && strncmp(value, "0.", 2) != 0 && strncmp(value, "1.", 2) != 0) {
        return scree_reader_fail_unsupported(reading->reader, "it is of version %.80s; only 0.1 and 1.0 are read",
                                             value);
    }
    return result;
}

static scree_result take_layout(vti_reading *reading)
{
    char value[VALUE_SIZE];
    scree_result result = get_attribute(reading, "byte_order", "LittleEndian", value);
    if (result != SCREE_OK) {
        return result;
    }
    reading->is_big_endian = strcmp(value, "BigEndian") == 0;
    if (!reading->is_big_endian && strcmp(value, "LittleEndian") != 0) {
        return fail_attribute(reading, "byte_order", value, "LittleEndian or BigEndian");
    }
    result = get_attribute(reading, "header_type", "UInt32", value);
    if (result != SCREE_OK) {
        return result;
    }
    reading->header_bytes = strcmp(value, "UInt64") == 0 ? 8 : 4;
    return reading->header_bytes == 8 || strcmp(value, "UInt32") == 0
               ? SCREE_OK
               : fail_attribute(reading, "header_type", value, "UInt32 or UInt64");
}

static scree_result take_file(vti_reading *reading)
{
    scree_result result = take_type(reading);
    result = result == SCREE_OK ? take_layout(reading) : result;
    return result == SCREE_OK ? get_attribute(reading, "compressor", "", reading->compressor) : result;
}

/* Reads a whole number of 32 bits and the blanks round it. Returns the text behind them, or NULL. */
static const char *read_index(const char *at, int32_t *number)
{
    at += strspn(at, blanks);
    const size_t sign = *at == '-' ? 1 : 0;
    const size_t digits = strspn(at + sign, "0123456789");
    const long long value = digits >= 1 && digits <= 10 ? strtoll(at, NULL, 10) : INT64_MAX;
    if (value < INT32_MIN || value > INT32_MAX) {
        return NULL;
    }
    *number = (int32_t)value;
    at += sign + digits;
    const size_t after = strspn(at, blanks);
    return after > 0 || *at == '\0' ? at + after : NULL;
}

static scree_result get_extent(const vti_reading *reading, const char *name, int32_t extent[2 * AXES])
{
    char value[VALUE_SIZE];
    scree_result result = get_attribute(reading, name, "", value);
    if (result != SCREE_OK) {
        return result;
    }
    const char *at = value;
    for (size_t i = 0; i < 2 * AXES && at != NULL; i++) {
        at = read_index(at, &extent[i]);
        at = at != NULL && i % 2 == 1 && extent[i] < extent[i - 1] ? NULL : at;
    }
    return at != NULL && *at == '\0'
               ? SCREE_OK
               : fail_attribute(reading, name, value, "the first and the last index along each of three axes");
}

/* Along an axis with several points there is a cell fewer. */
static uint64_t count_samples(const vti_reading *reading, uint32_t axis, bool is_of_cells)
{
    const int32_t *extent = &reading->extent[2 * axis];
    const uint64_t points = (uint64_t)((int64_t)extent[1] - extent[0]) + 1;
    return points - (is_of_cells && points > 1 ? 1 : 0);
}

/* Reads `count` numbers, which are `otherwise` if the attribute is missing. */
static scree_result get_numbers(const vti_reading *reading, const char *name, const char *otherwise,
                                const char *must_be, double *numbers, uint32_t count)
{
    char value[VALUE_SIZE];
    const scree_result result = get_attribute(reading, name, otherwise, value);
    const uint32_t found = result == SCREE_OK ? scree_geometry_numbers(value, numbers, count) : count;
    return found == count                      ? result
           : found == SCREE_GEOMETRY_NO_MEMORY ? scree_reader_fail_memory(reading->reader)
                                               : fail_attribute(reading, name, value, must_be);
}

/* A spacing along an axis with one point means nothing, and may be 0. */
static scree_result take_spacing(vti_reading *reading)
{
    static const char must_be[] = "a number above 0 for each of three axes";
    double *spacing = reading->geometry.spacing;
    scree_result result = get_numbers(reading, "Spacing", "1 1 1", must_be, spacing, AXES);
    for (uint32_t axis = 0; axis < AXES && result == SCREE_OK; axis++) {
        if (spacing[axis] <= 0 && count_samples(reading, axis, false) > 1) {
            char value[VALUE_SIZE];
            result = get_attribute(reading, "Spacing", "", value);
            return result == SCREE_OK ? fail_attribute(reading, "Spacing", value, must_be) : result;
        }
        spacing[axis] = spacing[axis] > 0 ? spacing[axis] : 1;
    }
    return result;
}

/* The columns of the matrix are the directions of the axes. */
static scree_result take_geometry(vti_reading *reading)
{
    double matrix[AXES * AXES] = {0};
    scree_geometry *geometry = &reading->geometry;
    *geometry = scree_geometry_plain();
    scree_result result = take_spacing(reading);
    if (result == SCREE_OK) {
        result = get_numbers(reading, "Origin", "0 0 0", "a number for each of three axes", geometry->origin, AXES);
    }
    if (result == SCREE_OK) {
        result = get_numbers(reading, "Direction", "1 0 0 0 1 0 0 0 1", "a matrix of three rows of three numbers",
                             matrix, AXES * AXES);
    }
    for (uint32_t i = 0; i < AXES * AXES; i++) {
        geometry->direction[i % AXES][i / AXES] = matrix[i];
    }
    return result;
}

static scree_result take_image(vti_reading *reading)
{
    if (reading->has_extent) {
        return scree_reader_fail(reading->reader, "it has several elements ImageData");
    }
    reading->has_extent = true;
    const scree_result result = get_extent(reading, "WholeExtent", reading->extent);
    return result == SCREE_OK ? take_geometry(reading) : result;
}

static scree_result take_piece(vti_reading *reading)
{
    int32_t extent[2 * AXES];
    if (reading->has_piece) {
        return scree_reader_fail_unsupported(reading->reader, "it has several pieces; only files of one are read");
    }
    reading->has_piece = true;
    const scree_result result = get_extent(reading, "Extent", extent);
    if (result == SCREE_OK && memcmp(extent, reading->extent, sizeof extent) != 0) {
        return scree_reader_fail_unsupported(reading->reader, "its piece is not the whole of its extent");
    }
    return result;
}

static bool find_number(const char *name, scree_number *number)
{
    static const struct {
        const char *name;
        scree_number_kind kind;
        uint8_t bytes;
    } types[] = {
        {"Int8", SCREE_NUMBER_SIGNED, 1},      {"UInt8", SCREE_NUMBER_UNSIGNED, 1},
        {"Int16", SCREE_NUMBER_SIGNED, 2},     {"UInt16", SCREE_NUMBER_UNSIGNED, 2},
        {"Int32", SCREE_NUMBER_SIGNED, 4},     {"UInt32", SCREE_NUMBER_UNSIGNED, 4},
        {"Int64", SCREE_NUMBER_SIGNED, 8},     {"UInt64", SCREE_NUMBER_UNSIGNED, 8},
        {"Float32", SCREE_NUMBER_FLOATING, 4}, {"Float64", SCREE_NUMBER_FLOATING, 8},
    };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(name, types[i].name) == 0) {
            number->kind = types[i].kind;
            number->bytes = types[i].bytes;
            return true;
        }
    }
    return false;
}

static bool is_digits(const char *text, size_t most)
{
    const size_t length = strspn(text, "0123456789");
    return length >= 1 && length <= most && text[length] == '\0';
}

/* Whether an array has no values of its own, but says which others count. */
static bool is_of_ghosts(const char *name)
{
    return strcmp(name, "vtkGhostType") == 0 || strcmp(name, "vtkGhostLevels") == 0;
}

static scree_result take_array_type(vti_reading *reading, scree_vti_array *array, bool *matters)
{
    char value[VALUE_SIZE];
    scree_result result = get_text(reading, "Name", "array", array->name);
    result = result == SCREE_OK ? get_attribute(reading, "type", "", value) : result;
    if (result != SCREE_OK) {
        return result;
    }
    array->number.is_big_endian = reading->is_big_endian;
    array->is_of_bits = strcmp(value, "Bit") == 0;
    *matters = strcmp(value, "String") != 0 && !is_of_ghosts(array->name);
    if (*matters && !array->is_of_bits && !find_number(value, &array->number)) {
        return scree_reader_fail(reading->reader, "its array %s is of the type \"%.80s\", which is none of a number",
                                 array->name, value);
    }
    result = get_attribute(reading, "NumberOfComponents", "1", value);
    if (result != SCREE_OK) {
        return result;
    }
    array->components = is_digits(value, 6) ? (uint32_t)strtoul(value, NULL, 10) : 0;
    return array->components >= 1 && array->components <= SCREE_MAX_CHANNELS
               ? SCREE_OK
               : fail_attribute(reading, "NumberOfComponents", value, "1 to 4096");
}

static scree_result take_array_form(vti_reading *reading, scree_vti_array *array)
{
    char value[VALUE_SIZE];
    scree_result result = get_attribute(reading, "format", "ascii", value);
    if (result != SCREE_OK) {
        return result;
    }
    array->is_appended = strcmp(value, "appended") == 0;
    array->is_text = strcmp(value, "ascii") == 0;
    array->position = reading->xml.position;
    if (!array->is_appended) {
        return array->is_text || strcmp(value, "binary") == 0
                   ? SCREE_OK
                   : fail_attribute(reading, "format", value, "ascii, binary or appended");
    }
    result = get_attribute(reading, "offset", "0", value);
    if (result == SCREE_OK && !is_digits(value, 18)) {
        return fail_attribute(reading, "offset", value, "a whole number");
    }
    array->position = strtoull(value, NULL, 10);
    return result;
}

/* Makes room for another array. There are never more than tags in the file. */
static scree_result grow_arrays(vti_reading *reading)
{
    if (reading->array_count < reading->array_room) {
        return SCREE_OK;
    }
    const size_t room = reading->array_room == 0 ? 4 : 2 * reading->array_room;
    scree_vti_array *grown = realloc(reading->arrays, room * sizeof *grown);
    if (grown == NULL) {
        return scree_reader_fail_memory(reading->reader);
    }
    reading->arrays = grown;
    reading->array_room = room;
    return SCREE_OK;
}

/* Arrays of strings and of ghosts are passed over. */
static scree_result take_array(vti_reading *reading)
{
    scree_vti_array array = {.is_of_cells = reading->level == LEVEL_CELLS};
    bool matters = false;
    scree_result result = take_array_type(reading, &array, &matters);
    result = result == SCREE_OK ? take_array_form(reading, &array) : result;
    if (result != SCREE_OK || !matters) {
        return result;
    }
    if (reading->array_count >= SCREE_MAX_CHANNELS) {
        return scree_reader_fail(reading->reader, "it has more than %u arrays", SCREE_MAX_CHANNELS);
    }
    result = grow_arrays(reading);
    if (result == SCREE_OK) {
        reading->arrays[reading->array_count++] = array;
    }
    return result;
}

/* Appended data begin behind an underscore. */
static scree_result take_appended(vti_reading *reading)
{
    char value[VALUE_SIZE];
    const scree_result result = get_attribute(reading, "encoding", "base64", value);
    if (result != SCREE_OK) {
        return result;
    }
    reading->is_appended_base64 = strcmp(value, "base64") == 0;
    if (!reading->is_appended_base64 && strcmp(value, "raw") != 0) {
        return fail_attribute(reading, "encoding", value, "raw or base64");
    }
    int byte = scree_xml_byte(&reading->xml);
    while (byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n') {
        byte = scree_xml_byte(&reading->xml);
    }
    reading->has_appended = true;
    reading->appended = reading->xml.position;
    return byte == '_' ? SCREE_OK : scree_reader_fail(reading->reader, "its appended data do not begin with \"_\"");
}

typedef struct vti_element {
    vti_level parent;
    vti_level level;
    const char *name;
    scree_result (*take)(vti_reading *reading); /* NULL for an element whose attributes do not matter. */
} vti_element;

static const vti_element elements[] = {
    {LEVEL_NONE, LEVEL_FILE, "VTKFile", take_file},
    {LEVEL_FILE, LEVEL_IMAGE, "ImageData", take_image},
    {LEVEL_IMAGE, LEVEL_PIECE, "Piece", take_piece},
    {LEVEL_PIECE, LEVEL_POINTS, "PointData", NULL},
    {LEVEL_PIECE, LEVEL_CELLS, "CellData", NULL},
    {LEVEL_POINTS, LEVEL_POINT_ARRAY, "DataArray", take_array},
    {LEVEL_CELLS, LEVEL_CELL_ARRAY, "DataArray", take_array},
    {LEVEL_FILE, LEVEL_APPENDED, "AppendedData", take_appended},
};
#define ELEMENT_COUNT (sizeof elements / sizeof elements[0])

static scree_result begin_element(vti_reading *reading, bool is_empty)
{
    for (size_t i = 0; i < ELEMENT_COUNT && reading->skipped == 0; i++) {
        if (elements[i].parent == reading->level && scree_xml_is(&reading->xml, elements[i].name)) {
            const scree_result result = elements[i].take != NULL ? elements[i].take(reading) : SCREE_OK;
            reading->level = is_empty ? reading->level : elements[i].level;
            return result;
        }
    }
    if (reading->level == LEVEL_NONE) {
        return scree_reader_fail(reading->reader, "it is no VTK file: its first element is not VTKFile");
    }
    reading->skipped += is_empty ? 0 : 1;
    return SCREE_OK;
}

static scree_result end_element(vti_reading *reading)
{
    if (reading->skipped > 0) {
        reading->skipped--;
        return SCREE_OK;
    }
    for (size_t i = 0; i < ELEMENT_COUNT; i++) {
        if (elements[i].level == reading->level && scree_xml_is(&reading->xml, elements[i].name)) {
            reading->level = elements[i].parent;
            return SCREE_OK;
        }
    }
    return scree_reader_fail(reading->reader, "its tag </%.80s> closes no element", reading->xml.tag);
}

/* Reads all tags, up to the appended data if there are any. */
static scree_result read_tags(vti_reading *reading)
{
    scree_result result = SCREE_OK;
    bool is_whole = false;
    if (!scree_xml_start(&reading->xml, reading->reader->stream, 0)) {
        return scree_reader_fail_system(reading->reader);
    }
    while (result == SCREE_OK && !is_whole) {
        const scree_xml_event event = scree_xml_next(&reading->xml);
        if (event == SCREE_XML_END || event == SCREE_XML_BAD) {
            return ferror(reading->reader->stream) ? scree_reader_fail_system(reading->reader)
                   : event == SCREE_XML_END
                       ? scree_reader_fail(reading->reader, "it ends before its tag </VTKFile>")
                       : scree_reader_fail(reading->reader, "it is not XML up to the byte %" PRIu64,
                                           reading->xml.position);
        }
        result = event == SCREE_XML_CLOSE ? end_element(reading) : begin_element(reading, event == SCREE_XML_EMPTY);
        is_whole = reading->level == LEVEL_NONE || reading->level == LEVEL_APPENDED;
    }
    if (result == SCREE_OK && !reading->has_piece) {
        return scree_reader_fail(reading->reader, "it has no image data with a piece");
    }
    return result;
}

/* Behind appended data, which may be any bytes, the file must go on to its last tag. */
static scree_result check_end(const vti_reading *reading)
{
    static const char last[] = "</VTKFile>";
    const scree_reader *reader = reading->reader;
    char text[END_SIZE];
    const uint64_t bytes = reader->info->file_bytes;
    const uint64_t start = bytes > reading->appended + END_SIZE ? bytes - END_SIZE : reading->appended;
    if (!scree_os_seek(reader->stream, (int64_t)start, SEEK_SET)) {
        return scree_reader_fail_system(reader);
    }
    const size_t size = fread(text, 1, sizeof text, reader->stream);
    for (size_t i = 0; i + sizeof last - 1 <= size; i++) {
        if (memcmp(text + i, last, sizeof last - 1) == 0) {
            return SCREE_OK;
        }
    }
    return ferror(reader->stream) ? scree_reader_fail_system(reader)
                                  : scree_reader_fail(reader, "it ends before its tag </VTKFile>");
}

/* Whether a size is that of the file, but for axes of one sample at the end, which VTI always has up to three. */
static bool is_same_size(const uint64_t *count, uint32_t axes, const uint64_t found[AXES])
{
    bool is_same = axes >= 1 && axes <= AXES;
    for (uint32_t a = 0; a < AXES && is_same; a++) {
        is_same = (a < axes ? count[a] : 1) == found[a];
    }
    return is_same;
}

/* Finds the number of axes: that of the caller or of the sidecar if the file can have it, otherwise without axes of one
   sample at the end. */
static void find_axes(const vti_reading *reading)
{
    const scree_reader *reader = reading->reader;
    scree_file_info *info = reader->info;
    info->axes = AXES;
    while (info->axes > 1 && info->count[info->axes - 1] == 1) {
        info->axes--;
    }
    if (reader->wanted != NULL && is_same_size(reader->wanted->count, reader->wanted->axes, info->count)) {
        info->axes = reader->wanted->axes;
    } else if (reader->sidecar != NULL && is_same_size(reader->sidecar->count, reader->sidecar->axes, info->count)) {
        info->axes = reader->sidecar->axes;
    }
}

static void find_size(const vti_reading *reading, bool is_of_cells)
{
    for (uint32_t a = 0; a < AXES; a++) {
        reading->reader->info->count[a] = count_samples(reading, a, is_of_cells);
    }
    find_axes(reading);
}

/* The first sample is at the first index; the centre of a cell lies half a spacing behind its first point. */
static scree_result find_geometry(const vti_reading *reading, bool is_of_cells)
{
    scree_geometry *geometry = &reading->reader->info->geometry;
    *geometry = reading->geometry;
    for (uint32_t axis = 0; axis < AXES; axis++) {
        const bool is_between = is_of_cells && count_samples(reading, axis, false) > 1;
        scree_geometry_move(geometry, axis, reading->extent[2 * axis] + (is_between ? 0.5 : 0.0));
    }
    return scree_geometry_is_valid(geometry, AXES)
               ? SCREE_OK
               : scree_reader_fail(reading->reader, "its attributes place the first sample at no finite number");
}

/* How the bytes of arrays are packed. */
static scree_result find_packing(const vti_reading *reading, scree_vti_packing *packing)
{
    static const char *const names[] = {
        [SCREE_VTI_PLAIN] = "", [SCREE_VTI_ZLIB] = "vtkZLibDataCompressor", [SCREE_VTI_LZMA] = "vtkLZMADataCompressor"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(reading->compressor, names[i]) == 0) {
            *packing = (scree_vti_packing)i;
            return SCREE_OK;
        }
    }
    return scree_reader_fail_unsupported(
        reading->reader,
        "its samples are packed by %.80s, which is not read; save it with zlib, LZMA or no compression",
        reading->compressor);
}

static scree_result find_data(vti_reading *reading, const scree_vti_array *array, scree_vti_data *data)
{
    *data = (scree_vti_data){
        .reader = reading->reader,
        .xml = &reading->xml,
        .name = array->name,
        .form = array->is_text                                       ? SCREE_VTI_TEXT
                : array->is_appended && !reading->is_appended_base64 ? SCREE_VTI_BYTES
                                                                     : SCREE_VTI_BASE64,
        .position = array->position + (array->is_appended ? reading->appended : 0),
        .is_big_endian = reading->is_big_endian,
        .header_bytes = reading->header_bytes,
    };
    if (array->is_appended && !reading->has_appended) {
        return scree_reader_fail(reading->reader, "its array %s is appended, and there are no appended data",
                                 array->name);
    }
    return array->is_text ? SCREE_OK : find_packing(reading, &data->packing);
}

/* Checks whether the file can hold an array, and returns what the array must be. */
static scree_result plan_array(const vti_reading *reading, const scree_vti_data *data, const scree_vti_array *array,
                               scree_interleaved *samples)
{
    const scree_reader *reader = reading->reader;
    *samples = (scree_interleaved){
        .number = array->number, .channels = array->components, .end = array->components, .cells = 1};
    for (uint32_t axis = 0; axis < AXES; axis++) {
        samples->cells = scree_product(samples->cells, count_samples(reading, axis, array->is_of_cells));
    }
    if (samples->cells > (UINT64_C(1) << 59) / array->components) {
        return scree_reader_fail(reader, "the header's size is zero or too large");
    }
    const uint64_t numbers = samples->cells * array->components;
    const uint64_t bytes = data->form == SCREE_VTI_TEXT ? 2 * numbers : scree_interleaved_bytes(samples);
    if (bytes / scree_vti_packed_ratio(data) > reader->info->file_bytes) {
        return scree_reader_fail(reader,
                                 "its %" PRIu64 " bytes cannot hold the %" PRIu64 " numbers of its array %s that it "
                                 "claims",
                                 reader->info->file_bytes, numbers, array->name);
    }
    return SCREE_OK;
}

/* Reads the array of a channel, whole if `component` is UINT32_MAX. The first array that is read begins the reading. */
static scree_result read_array(vti_reading *reading, uint32_t channel, uint32_t component, bool is_first)
{
    const scree_vti_array *array = reading->channels.channel[channel].array;
    const scree_reader *reader = reading->reader;
    scree_vti_data data;
    scree_interleaved samples;
    scree_result result = find_data(reading, array, &data);
    result = result == SCREE_OK ? plan_array(reading, &data, array, &samples) : result;
    if (result == SCREE_OK && is_first) {
        const uint64_t bytes = data.form == SCREE_VTI_TEXT ? 0 : scree_interleaved_bytes(&samples);
        result = scree_reader_begin(reader, &array->number, bytes, scree_vti_packed_ratio(&data));
    }
    if (result == SCREE_OK && component != UINT32_MAX) {
        samples.first = component;
        samples.end = component + 1;
    }
    samples.channel = channel;
    return result == SCREE_OK ? scree_vti_data_read(&data, &samples) : result;
}

/* Reads the channel that is wanted, or describes all; size and geometry are then those of the first one. */
static scree_result read_samples(vti_reading *reading)
{
    const scree_reader *reader = reading->reader;
    const scree_vti_channels *channels = &reading->channels;
    uint32_t chosen = 0;
    scree_result result = scree_vti_channels_list(reader, reading->arrays, reading->array_count, &reading->channels);
    result = result == SCREE_OK ? scree_vti_channels_choose(reader, channels, &chosen) : result;
    if (result != SCREE_OK) {
        return result;
    }
    const bool is_of_cells = channels->channel[chosen].array->is_of_cells;
    find_size(reading, is_of_cells);
    result = find_geometry(reading, is_of_cells);
    if (result == SCREE_OK && reader->wanted != NULL) {
        return read_array(reading, chosen, channels->channel[chosen].component, true);
    }
    for (uint32_t i = 0; i < channels->count && result == SCREE_OK; i++) {
        if (channels->channel[i].component == 0) {
            result = read_array(reading, i, UINT32_MAX, i == 0);
        }
    }
    return result;
}

static void free_reading(vti_reading *reading)
{
    scree_vti_channels_clear(&reading->channels);
    free(reading->arrays);
    free(reading);
}

scree_result scree_vti_read(const scree_reader *reader)
{
    vti_reading *reading = calloc(1, sizeof *reading);
    if (reading == NULL) {
        return scree_reader_fail_memory(reader);
    }
    reading->reader = reader;
    scree_result result = read_tags(reading);
    if (result == SCREE_OK && reading->has_appended) {
        result = check_end(reading);
    }
    result = result == SCREE_OK ? read_samples(reading) : result;
    scree_reader_end(reader);
    free_reading(reading);
    return result;
}
