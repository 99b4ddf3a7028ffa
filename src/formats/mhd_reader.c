/*
 * Reads MetaImage; mhd_writer.c describes its form. The header ends with the line that names the file of the samples,
 * which may be the header's own file. As in ITK, a relative name is one of the header's folder, and an absolute one is
 * allowed.
 */
#include <inttypes.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "geometry.h"
#include "interleaved.h"
#include "os.h"
#include "readers.h"

/* A line is a key and a value, which may be a path or any comment. */
#define LINE_SIZE 4352

/* Deflate packs at most 1032 bytes into one. */
#define MAX_DEFLATE_RATIO 1032u

/* Bytes that are read at once. The buffer is on the stack. */
#define BATCH_SIZE 8192

/* Numbers of a matrix with a direction for each axis. */
#define DIRECTIONS_MOST (SCREE_MAX_AXES * SCREE_MAX_AXES)

/* Numbers that give the position of the samples in space: one for each axis, or of a matrix. */
typedef struct mhd_numbers {
    const char *key; /* NULL where the header has none. */
    uint32_t count;
    double number[DIRECTIONS_MOST];
} mhd_numbers;

typedef struct mhd_reading {
    const scree_reader *reader;
    uint64_t axes;  /* The key NDims; 0 if it is missing. */
    uint32_t sides; /* Numbers of the key DimSize. */
    bool has_type;
    bool is_text;
    bool is_packed;
    bool is_at_end;  /* HeaderSize is -1: the samples are the last bytes of their file. */
    uint64_t start;  /* HeaderSize: where the samples begin; 0 = where they are expected. */
    uint64_t packed; /* CompressedDataSize; 0 = all bytes of the rest of the file. */
    mhd_numbers spacing;
    mhd_numbers size; /* ElementSize, which is the spacing where that is not there. */
    mhd_numbers origin;
    mhd_numbers directions; /* The components of the first axis's direction, then the second's, and so on. */
    char unit[SCREE_MAX_UNIT_BYTES + 1];
    scree_interleaved samples;
    FILE *data; /* The file of the samples. */
    char *path; /* Its path; NULL if the samples are in the header's file. */
    uint64_t data_bytes;
    unsigned line_number;
    char line[LINE_SIZE];
} mhd_reading;

static scree_result fail_value(const mhd_reading *reading, const char *key, const char *value, const char *must_be)
{
    return scree_reader_fail(reading->reader, "its %s is \"%.60s\"; it must be %s", key, value, must_be);
}

/* Reads a whole number and the blanks after it. Returns the text behind them, or NULL. */
static const char *read_whole(const char *at, uint64_t *number)
{
    const size_t length = strspn(at, "0123456789");
    if (length == 0 || length > 18) {
        return NULL;
    }
    *number = strtoull(at, NULL, 10);
    at += length;
    const size_t blanks = strspn(at, " \t");
    return blanks > 0 || *at == '\0' ? at + blanks : NULL;
}

static bool is_whole(const char *value, uint64_t *number)
{
    const char *end = read_whole(value, number);
    return end != NULL && *end == '\0';
}

static scree_result take_object(mhd_reading *reading, const char *value)
{
    return strcmp(value, "Image") == 0 ? SCREE_OK : fail_value(reading, "ObjectType", value, "Image");
}

static scree_result take_axes(mhd_reading *reading, const char *value)
{
    const bool is_known = is_whole(value, &reading->axes) && reading->axes >= 1 && reading->axes <= SCREE_MAX_AXES;
    return is_known ? SCREE_OK : fail_value(reading, "NDims", value, "1 to 8");
}

static scree_result take_sides(mhd_reading *reading, const char *value)
{
    const char *at = value;
    reading->sides = 0;
    while (at != NULL && *at != '\0' && reading->sides < SCREE_MAX_AXES) {
        at = read_whole(at, &reading->reader->info->count[reading->sides++]);
    }
    return at != NULL && *at == '\0' ? SCREE_OK : fail_value(reading, "DimSize", value, "1 to 8 whole numbers");
}

/* MetaIO's type LONG has 32 bits on every system. */
static scree_result take_type(mhd_reading *reading, const char *value)
{
    static const struct {
        const char *name;
        scree_number_kind kind;
        uint8_t bytes;
    } types[] = {
        {"MET_CHAR", SCREE_NUMBER_SIGNED, 1},         {"MET_ASCII_CHAR", SCREE_NUMBER_SIGNED, 1},
        {"MET_UCHAR", SCREE_NUMBER_UNSIGNED, 1},      {"MET_SHORT", SCREE_NUMBER_SIGNED, 2},
        {"MET_USHORT", SCREE_NUMBER_UNSIGNED, 2},     {"MET_INT", SCREE_NUMBER_SIGNED, 4},
        {"MET_UINT", SCREE_NUMBER_UNSIGNED, 4},       {"MET_LONG", SCREE_NUMBER_SIGNED, 4},
        {"MET_ULONG", SCREE_NUMBER_UNSIGNED, 4},      {"MET_LONG_LONG", SCREE_NUMBER_SIGNED, 8},
        {"MET_ULONG_LONG", SCREE_NUMBER_UNSIGNED, 8}, {"MET_FLOAT", SCREE_NUMBER_FLOATING, 4},
        {"MET_DOUBLE", SCREE_NUMBER_FLOATING, 8},
    };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(value, types[i].name) == 0) {
            reading->has_type = true;
            reading->samples.number.kind = types[i].kind;
            reading->samples.number.bytes = types[i].bytes;
            return SCREE_OK;
        }
    }
    return fail_value(reading, "ElementType", value, "a type of a number, such as MET_FLOAT");
}

/* MetaIO looks at the first letter only. */
static bool is_true(const char *value)
{
    return value[0] == 'T' || value[0] == 't' || value[0] == '1';
}

static scree_result take_binary(mhd_reading *reading, const char *value)
{
    reading->is_text = !is_true(value);
    return SCREE_OK;
}

static scree_result take_order(mhd_reading *reading, const char *value)
{
    reading->samples.number.is_big_endian = is_true(value);
    return SCREE_OK;
}

static scree_result take_packing(mhd_reading *reading, const char *value)
{
    reading->is_packed = is_true(value);
    return SCREE_OK;
}

static scree_result take_packed_size(mhd_reading *reading, const char *value)
{
    return is_whole(value, &reading->packed) ? SCREE_OK
                                             : fail_value(reading, "CompressedDataSize", value, "a whole number");
}

static scree_result take_start(mhd_reading *reading, const char *value)
{
    reading->is_at_end = strcmp(value, "-1") == 0;
    return reading->is_at_end || is_whole(value, &reading->start)
               ? SCREE_OK
               : fail_value(reading, "HeaderSize", value, "a whole number, or -1");
}

static scree_result take_channels(mhd_reading *reading, const char *value)
{
    uint64_t channels = 0;
    if (!is_whole(value, &channels) || channels < 1 || channels > SCREE_MAX_CHANNELS) {
        return fail_value(reading, "ElementNumberOfChannels", value, "1 to 4096");
    }
    reading->samples.channels = (uint32_t)channels;
    return SCREE_OK;
}

/* How many there must be is known at the header's end. */
static scree_result take_numbers(const mhd_reading *reading, const char *key, const char *value, mhd_numbers *numbers)
{
    numbers->key = key;
    numbers->count = scree_geometry_numbers(value, numbers->number, DIRECTIONS_MOST);
    if (numbers->count == SCREE_GEOMETRY_NO_MEMORY) {
        return scree_reader_fail_memory(reading->reader);
    }
    return numbers->count > 0 && numbers->count <= DIRECTIONS_MOST ? SCREE_OK
                                                                   : fail_value(reading, key, value, "finite numbers");
}

static scree_result take_spacing(mhd_reading *reading, const char *value)
{
    return take_numbers(reading, "ElementSpacing", value, &reading->spacing);
}

static scree_result take_size(mhd_reading *reading, const char *value)
{
    return take_numbers(reading, "ElementSize", value, &reading->size);
}

static scree_result take_origin(mhd_reading *reading, const char *value)
{
    return take_numbers(reading, "Offset", value, &reading->origin);
}

static scree_result take_directions(mhd_reading *reading, const char *value)
{
    return take_numbers(reading, "TransformMatrix", value, &reading->directions);
}

/* A question mark stands for no unit. */
static scree_result take_unit(mhd_reading *reading, const char *value)
{
    snprintf(reading->unit, sizeof reading->unit, "%.31s", strcmp(value, "?") == 0 ? "" : value);
    scree_make_printable(reading->unit);
    return SCREE_OK;
}

/* The keys that matter. Others are comments. Those of the position of the samples have several names. */
static scree_result take_line(mhd_reading *reading, const char *key, const char *value)
{
    static const struct {
        const char *key;
        scree_result (*take)(mhd_reading *reading, const char *value);
    } keys[] = {
        {"ObjectType", take_object},
        {"NDims", take_axes},
        {"DimSize", take_sides},
        {"ElementType", take_type},
        {"BinaryData", take_binary},
        {"BinaryDataByteOrderMSB", take_order},
        {"ElementByteOrderMSB", take_order},
        {"CompressedData", take_packing},
        {"CompressedDataSize", take_packed_size},
        {"HeaderSize", take_start},
        {"ElementNumberOfChannels", take_channels},
        {"ElementSpacing", take_spacing},
        {"ElementSize", take_size},
        {"Offset", take_origin},
        {"Position", take_origin},
        {"Origin", take_origin},
        {"TransformMatrix", take_directions},
        {"Rotation", take_directions},
        {"Orientation", take_directions},
        {"DistanceUnits", take_unit},
    };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strcmp(key, keys[i].key) == 0) {
            return keys[i].take(reading, value);
        }
    }
    return SCREE_OK;
}

/* Reads a line without its end and without the blanks before that. `*is_end` is true if nothing is left. The stream's
   position is behind the line, so that samples can follow. */
static scree_result read_line(mhd_reading *reading, bool *is_end)
{
    uint8_t ahead[1];
    scree_bytes bytes = {.stream = reading->reader->stream, .ahead = ahead, .size = sizeof ahead};
    size_t length = 0;
    int byte = scree_next_byte(&bytes);
    *is_end = byte == EOF;
    reading->line_number++;
    for (; byte != EOF && byte != '\n'; byte = scree_next_byte(&bytes)) {
        if (byte == '\0' || length == LINE_SIZE - 1) {
            return scree_reader_fail(reading->reader, "line %u of its header is %s", reading->line_number,
                                     byte == '\0' ? "not text" : "too long");
        }
        reading->line[length++] = (char)byte;
    }
    while (length > 0 && strchr(" \t\r", reading->line[length - 1]) != NULL) {
        length--;
    }
    reading->line[length] = '\0';
    return ferror(reading->reader->stream) ? scree_reader_fail_system(reading->reader) : SCREE_OK;
}

/* Splits the line into a key and its value. An empty line has an empty key. */
static scree_result split_line(mhd_reading *reading, const char **key, const char **value)
{
    char *line = reading->line + strspn(reading->line, " \t");
    char *separator = strpbrk(line, "=:");
    *key = line;
    *value = line;
    if (*line == '\0') {
        return SCREE_OK;
    }
    if (separator == NULL || separator == line) {
        return scree_reader_fail(reading->reader, "line %u of its header is not \"KEY = VALUE\"", reading->line_number);
    }
    *value = separator + 1 + strspn(separator + 1, " \t");
    while (separator > line && strchr(" \t", separator[-1]) != NULL) {
        separator--;
    }
    *separator = '\0';
    return SCREE_OK;
}

/* Reads the header up to the line with the name of the file of samples, which `*data_file` then points to. */
static scree_result read_lines(mhd_reading *reading, const char **data_file)
{
    *data_file = NULL;
    while (*data_file == NULL) {
        bool is_end;
        const char *key = NULL;
        const char *value = NULL;
        scree_result result = read_line(reading, &is_end);
        if (result == SCREE_OK && is_end) {
            return scree_reader_fail(reading->reader, "its header has no ElementDataFile");
        }
        result = result == SCREE_OK ? split_line(reading, &key, &value) : result;
        if (result == SCREE_OK && strcmp(key, "ElementDataFile") == 0) {
            *data_file = value;
        } else if (result == SCREE_OK) {
            result = take_line(reading, key, value);
        }
        if (result != SCREE_OK) {
            return result;
        }
    }
    return SCREE_OK;
}

static scree_result check_count(const mhd_reading *reading, const mhd_numbers *numbers, uint64_t needed)
{
    return numbers->key == NULL || numbers->count == needed
               ? SCREE_OK
               : scree_reader_fail(reading->reader,
                                   "its %s has %" PRIu32 " numbers; with %" PRIu64 " axes it must have %" PRIu64,
                                   numbers->key, numbers->count, reading->axes, needed);
}

/* Spacing, origin and directions, of which those that are missing are as MetaIO has them. */
static scree_result find_geometry(const mhd_reading *reading)
{
    const mhd_numbers *spacing = reading->spacing.key != NULL ? &reading->spacing : &reading->size;
    const uint32_t axes = (uint32_t)reading->axes;
    scree_geometry *geometry = &reading->reader->info->geometry;
    scree_result result = check_count(reading, spacing, axes);
    result = result == SCREE_OK ? check_count(reading, &reading->origin, axes) : result;
    result = result == SCREE_OK ? check_count(reading, &reading->directions, (uint64_t)axes * axes) : result;
    if (result != SCREE_OK) {
        return result;
    }
    *geometry = scree_geometry_plain();
    memcpy(geometry->unit, reading->unit, sizeof geometry->unit);
    for (uint32_t axis = 0; axis < axes; axis++) {
        geometry->spacing[axis] = spacing->key != NULL ? spacing->number[axis] : 1;
        geometry->origin[axis] = reading->origin.number[axis];
        for (uint32_t part = 0; part < axes && reading->directions.key != NULL; part++) {
            if (axis < SCREE_MAX_DIRECTIONS && part < SCREE_MAX_DIRECTIONS) {
                geometry->direction[axis][part] = reading->directions.number[axis * axes + part];
            }
        }
    }
    return scree_geometry_is_valid(geometry, axes)
               ? SCREE_OK
               : scree_reader_fail(reading->reader, "its %s has a number that is not above 0", spacing->key);
}

static scree_result check_header(const mhd_reading *reading)
{
    const scree_reader *reader = reading->reader;
    const char *missing = reading->axes == 0    ? "NDims"
                          : reading->sides == 0 ? "DimSize"
                          : !reading->has_type  ? "ElementType"
                                                : NULL;
    if (missing != NULL) {
        return scree_reader_fail(reader, "its header has no %s", missing);
    }
    if (reading->sides != reading->axes) {
        return scree_reader_fail(reader, "its DimSize has %" PRIu32 " numbers, and NDims is %" PRIu64, reading->sides,
                                 reading->axes);
    }
    if (reading->is_text) {
        return scree_reader_fail_unsupported(reader, "its BinaryData is False; samples as text are not read");
    }
    return find_geometry(reading);
}

/* Whether the name stands for several files: a list of them, or a pattern with a number. The word LIST stands alone, or
   the number of axes of each file follows. */
static bool is_of_several_files(const char *name)
{
    return strchr(name, '%') != NULL || (strncmp(name, "LIST", 4) == 0 && strchr(" \t0123456789", name[4]) != NULL);
}

static scree_result open_data(mhd_reading *reading, const char *name)
{
    const scree_reader *reader = reading->reader;
    reading->data = reader->stream;
    reading->data_bytes = reader->info->file_bytes;
    if (strcmp(name, "LOCAL") == 0 || strcmp(name, "Local") == 0 || strcmp(name, "local") == 0) {
        return SCREE_OK;
    }
    if (name[0] == '\0') {
        return scree_reader_fail(reader, "its ElementDataFile is empty");
    }
    if (is_of_several_files(name)) {
        return scree_reader_fail_unsupported(
            reader, "its ElementDataFile is \"%.200s\"; samples in several files are not read", name);
    }
    const scree_result result =
        scree_reader_open_beside(reader, name, &reading->path, &reading->data, &reading->data_bytes);
    return result == SCREE_OK && reading->data == NULL
               ? scree_reader_fail(reader, "its file of samples %.200s is not there", name)
               : result;
}

static scree_result fail_size(const mhd_reading *reading, uint64_t needed)
{
    if (reading->path == NULL) {
        return scree_reader_fail(reading->reader,
                                 "the file has %" PRIu64 " bytes, and must have %" PRIu64 " for its size",
                                 reading->data_bytes, needed);
    }
    return scree_reader_fail(reading->reader,
                             "its file of samples %s has %" PRIu64 " bytes, and must have %" PRIu64 " for its size",
                             reading->path, reading->data_bytes, needed);
}

/* Finds the offset of the samples in their file. `stored` is the number of their bytes there, 0 if it is not known. */
static scree_result find_start(mhd_reading *reading, uint64_t stored)
{
    const scree_reader *reader = reading->reader;
    const int64_t behind_header = reading->path == NULL ? scree_os_tell(reader->stream) : 0;
    if (behind_header < 0) {
        return scree_reader_fail_system(reader);
    }
    const uint64_t earliest = (uint64_t)behind_header;
    if (reading->is_at_end && stored == 0) {
        return scree_reader_fail(reader, "its HeaderSize is -1, which needs CompressedDataSize if samples are packed");
    }
    if (reading->is_at_end && (stored > reading->data_bytes || reading->data_bytes - stored < earliest)) {
        return fail_size(reading, stored > UINT64_MAX - earliest ? UINT64_MAX : earliest + stored);
    }
    reading->start = reading->is_at_end ? reading->data_bytes - stored : reading->start;
    if (reading->start != 0 && reading->start < earliest) {
        return scree_reader_fail(reader, "its HeaderSize is %" PRIu64 ", and its header has %" PRIu64 " bytes",
                                 reading->start, earliest);
    }
    reading->start = reading->start == 0 ? earliest : reading->start;
    return SCREE_OK;
}

/* Checks the size of the file of samples, and goes to their beginning. */
static scree_result find_samples(mhd_reading *reading, uint64_t raw_bytes)
{
    scree_result result = find_start(reading, reading->is_packed ? reading->packed : raw_bytes);
    if (result != SCREE_OK) {
        return result;
    }
    const uint64_t rest = reading->data_bytes > reading->start ? reading->data_bytes - reading->start : 0;
    uint64_t stored = raw_bytes;
    if (reading->is_packed) {
        stored = reading->packed != 0 ? reading->packed : rest;
        reading->packed = stored;
    }
    if (stored > rest || (!reading->is_packed && stored < rest)) {
        return fail_size(reading, stored > UINT64_MAX - reading->start ? UINT64_MAX : reading->start + stored);
    }
    if (reading->is_packed && (stored == 0 || raw_bytes / MAX_DEFLATE_RATIO > stored)) {
        return scree_reader_fail(
            reading->reader, "its %" PRIu64 " packed bytes cannot hold the %" PRIu64 " bytes of samples that it claims",
            stored, raw_bytes);
    }
    return scree_os_seek(reading->data, (int64_t)reading->start, SEEK_SET) ? SCREE_OK
                                                                           : scree_reader_fail_system(reading->reader);
}

/* Channels have numbers as their names. */
static scree_result choose_channel(mhd_reading *reading)
{
    scree_interleaved *samples = &reading->samples;
    const uint32_t count = samples->channels;
    const char **names = calloc(count, sizeof names[0]);
    char(*numbers)[12] = calloc(count, sizeof numbers[0]);
    uint32_t chosen = 0;
    scree_result result = names == NULL || numbers == NULL ? scree_reader_fail_memory(reading->reader) : SCREE_OK;
    for (uint32_t i = 0; i < count && result == SCREE_OK; i++) {
        snprintf(numbers[i], sizeof numbers[i], "%" PRIu32, i);
        names[i] = count == 1 ? "y" : numbers[i];
    }
    result = result == SCREE_OK ? scree_reader_choose(reading->reader, names, count, &chosen) : result;
    free(numbers);
    free(names);
    const bool is_all = reading->reader->wanted == NULL;
    samples->first = is_all ? 0 : chosen;
    samples->end = is_all ? count : chosen + 1;
    return result;
}

static scree_result fail_data(const mhd_reading *reading)
{
    const scree_reader data = {.context = reading->reader->context,
                               .name = reading->path != NULL ? reading->path : reading->reader->name,
                               .stream = reading->data};
    return scree_reader_fail_system(&data);
}

static scree_result read_plain(mhd_reading *reading, uint64_t raw_bytes)
{
    uint8_t batch[BATCH_SIZE];
    while (raw_bytes > 0) {
        const size_t part = raw_bytes < BATCH_SIZE ? (size_t)raw_bytes : BATCH_SIZE;
        if (fread(batch, 1, part, reading->data) != part) {
            return fail_data(reading);
        }
        scree_interleaved_take(reading->reader, &reading->samples, batch, part);
        raw_bytes -= part;
    }
    return SCREE_OK;
}

/* Unpacks samples, which MetaIO accepts in the form of zlib and of gzip. */
static scree_result unpack(const mhd_reading *reading, const uint8_t *packed, uint8_t *raw, size_t raw_bytes)
{
    const size_t size = (size_t)reading->packed;
    const bool is_gzip = size >= 2 && packed[0] == 0x1f && packed[1] == 0x8b;
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    if (decompressor == NULL) {
        return scree_reader_fail_memory(reading->reader);
    }
    size_t used = 0;
    const enum libdeflate_result result =
        is_gzip ? libdeflate_gzip_decompress_ex(decompressor, packed, size, raw, raw_bytes, &used, NULL)
                : libdeflate_zlib_decompress_ex(decompressor, packed, size, raw, raw_bytes, &used, NULL);
    libdeflate_free_decompressor(decompressor);
    if (result == LIBDEFLATE_SUCCESS && used == size) {
        return SCREE_OK;
    }
    return scree_reader_fail(reading->reader, "its packed samples %s",
                             result == LIBDEFLATE_SUCCESS              ? "have more bytes behind them"
                             : result == LIBDEFLATE_SHORT_OUTPUT       ? "are too few for its size"
                             : result == LIBDEFLATE_INSUFFICIENT_SPACE ? "are too many for its size"
                                                                       : "are damaged, or not packed by zlib");
}

/* All samples are packed as one, so that they are unpacked at once. */
static scree_result read_packed(mhd_reading *reading, uint64_t raw_bytes)
{
    uint8_t *packed = NULL;
    uint8_t *raw = NULL;
    scree_result result = scree_reader_take_memory(reading->reader, reading->packed, "packed samples", &packed);
    if (result == SCREE_OK && fread(packed, 1, (size_t)reading->packed, reading->data) != reading->packed) {
        result = fail_data(reading);
    }
    if (result == SCREE_OK) {
        result = scree_reader_take_memory(reading->reader, raw_bytes, "unpacked samples", &raw);
    }
    result = result == SCREE_OK ? unpack(reading, packed, raw, (size_t)raw_bytes) : result;
    if (result == SCREE_OK) {
        scree_interleaved_take(reading->reader, &reading->samples, raw, (size_t)raw_bytes);
    }
    free(raw);
    free(packed);
    return result;
}

static scree_result read_samples(mhd_reading *reading)
{
    const scree_reader *reader = reading->reader;
    scree_interleaved *samples = &reading->samples;
    reader->info->axes = (uint32_t)reading->axes;
    if (!scree_count_product(reader->info, &samples->cells)) {
        return scree_reader_fail(reader, "the header's size is zero or too large");
    }
    const uint64_t raw_bytes = scree_interleaved_bytes(samples);
    scree_result result = find_samples(reading, raw_bytes);
    result = result == SCREE_OK ? choose_channel(reading) : result;
    /* The size has been checked against that of the file of samples. */
    result = result == SCREE_OK ? scree_reader_begin(reader, &samples->number, raw_bytes, UINT64_MAX) : result;
    result = result == SCREE_OK ? scree_interleaved_start(reader, samples) : result;
    if (result == SCREE_OK) {
        result = reading->is_packed ? read_packed(reading, raw_bytes) : read_plain(reading, raw_bytes);
    }
    scree_interleaved_finish(samples);
    return result;
}

scree_result scree_mhd_read(const scree_reader *reader)
{
    mhd_reading *reading = calloc(1, sizeof *reading);
    if (reading == NULL) {
        return scree_reader_fail_memory(reader);
    }
    const char *data_file = NULL;
    reading->reader = reader;
    reading->samples.channels = 1;
    scree_result result = read_lines(reading, &data_file);
    result = result == SCREE_OK ? check_header(reading) : result;
    result = result == SCREE_OK ? open_data(reading, data_file) : result;
    result = result == SCREE_OK ? read_samples(reading) : result;
    scree_reader_end(reader);
    if (reading->data != NULL && reading->data != reader->stream) {
        fclose(reading->data);
    }
    free(reading->path);
    free(reading);
    return result;
}
