/* NPY, versions 1 to 3. The header is a Python literal; its usual form is parsed. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "readers.h"
#include "writer_internal.h"

/* A header has about 100 bytes, so a longer one does not belong to a plain array. */
#define MAX_HEADER 65536u

/* Channels are one dimension more than axes. */
#define MAX_DIMENSIONS (SCREE_MAX_AXES + 1)

typedef struct npy_header {
    scree_number number;
    bool fortran_order;
    bool has_type;
    bool has_order;
    bool has_shape;
    uint32_t dimensions;
    uint64_t shape[MAX_DIMENSIONS]; /* The samples along each axis, in the file's order. */
} npy_header;

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* Reads a string in quotes into `word`. Returns the text after it, or NULL if there is none or it is too long. */
static const char *read_string(const char *at, char word[32])
{
    char quote = *at;
    if (quote != '\'' && quote != '"') {
        return NULL;
    }
    const char *end = strchr(at + 1, quote);
    if (end == NULL || end - at - 1 >= 32) {
        return NULL;
    }
    memcpy(word, at + 1, (size_t)(end - at - 1));
    word[end - at - 1] = '\0';
    return end + 1;
}

/* Reads a type such as '<f4', which gives byte order, kind and bytes. */
static const char *read_type(const char *at, npy_header *header)
{
    static const struct {
        const char *name;
        scree_number number;
    } kinds[] = {
        {"b1", {SCREE_NUMBER_UNSIGNED, 1, false}}, {"u1", {SCREE_NUMBER_UNSIGNED, 1, false}},
        {"u2", {SCREE_NUMBER_UNSIGNED, 2, false}}, {"u4", {SCREE_NUMBER_UNSIGNED, 4, false}},
        {"u8", {SCREE_NUMBER_UNSIGNED, 8, false}}, {"i1", {SCREE_NUMBER_SIGNED, 1, false}},
        {"i2", {SCREE_NUMBER_SIGNED, 2, false}},   {"i4", {SCREE_NUMBER_SIGNED, 4, false}},
        {"i8", {SCREE_NUMBER_SIGNED, 8, false}},   {"f2", {SCREE_NUMBER_FLOATING, 2, false}},
        {"f4", {SCREE_NUMBER_FLOATING, 4, false}}, {"f8", {SCREE_NUMBER_FLOATING, 8, false}},
    };
    char word[32];
    at = read_string(at, word);
    if (at == NULL || strlen(word) != 3 || strchr("<>|=", word[0]) == NULL) {
        return NULL;
    }
    header->has_type = true;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(word + 1, kinds[i].name) == 0) {
            header->number = kinds[i].number;
            header->number.is_big_endian = word[0] == '>' || (word[0] == '=' && !scree_host_is_little_endian());
            return at;
        }
    }
    return NULL;
}

static const char *read_order(const char *at, npy_header *header)
{
    header->has_order = true;
    header->fortran_order = strncmp(at, "True", 4) == 0;
    if (header->fortran_order) {
        return at + 4;
    }
    return strncmp(at, "False", 5) == 0 ? at + 5 : NULL;
}

static const char *read_shape(const char *at, npy_header *header)
{
    header->has_shape = true;
    header->dimensions = 0;
    if (*at != '(') {
        return NULL;
    }
    at = skip_blanks(at + 1);
    while (*at >= '0' && *at <= '9') {
        char *end;
        if (header->dimensions == MAX_DIMENSIONS) {
            return NULL;
        }
        header->shape[header->dimensions++] = strtoull(at, &end, 10);
        at = skip_blanks(end + (*end == 'L' ? 1 : 0));
        if (*at != ',') {
            break;
        }
        at = skip_blanks(at + 1);
    }
    return *at == ')' && header->dimensions > 0 ? at + 1 : NULL;
}

/* Reads one member of the dictionary. Returns the text after it. */
static const char *read_member(const char *at, npy_header *header)
{
    char key[32];
    at = read_string(at, key);
    if (at == NULL || *(at = skip_blanks(at)) != ':') {
        return NULL;
    }
    at = skip_blanks(at + 1);
    if (strcmp(key, "descr") == 0) {
        return read_type(at, header);
    }
    if (strcmp(key, "fortran_order") == 0) {
        return read_order(at, header);
    }
    return strcmp(key, "shape") == 0 ? read_shape(at, header) : NULL;
}

static bool parse_header(const char *at, npy_header *header)
{
    at = skip_blanks(at);
    if (*at != '{') {
        return false;
    }
    at = skip_blanks(at + 1);
    while (*at != '}') {
        at = read_member(at, header);
        if (at == NULL) {
            return false;
        }
        at = skip_blanks(at);
        if (*at == ',') {
            at = skip_blanks(at + 1);
        } else if (*at != '}') {
            return false;
        }
    }
    return header->has_type && header->has_order && header->has_shape;
}

/* A shape in C order names the slowest axis first, but counts begin with x. */
static uint64_t count_of_axis(const npy_header *header, uint32_t axes, uint32_t axis)
{
    return header->shape[axes - 1 - axis];
}

/* Whether the sidecar's axes are followed by its channels. */
static bool ends_with_channels(const scree_sidecar *sidecar, const npy_header *header)
{
    bool is_so = sidecar != NULL && sidecar->channels > 0 && !header->fortran_order &&
                 header->dimensions == sidecar->axes + 1 && header->shape[sidecar->axes] == sidecar->channels;
    for (uint32_t axis = 0; is_so && axis < sidecar->axes; axis++) {
        is_so = count_of_axis(header, sidecar->axes, axis) == sidecar->count[axis];
    }
    return is_so;
}

static scree_result fail_header(const scree_reader *reader)
{
    return scree_reader_fail(reader, "its NPY header is damaged, or not of 1 to 8 axes of truth values, whole numbers "
                                     "or floating point of at most 64 bits");
}

static scree_result take_shape(const scree_reader *reader, const npy_header *header, bool has_channels)
{
    scree_file_info *info = reader->info;
    const uint32_t axes = header->dimensions - (has_channels ? 1 : 0);
    if (axes > SCREE_MAX_AXES) {
        return fail_header(reader);
    }
    info->axes = axes;
    for (uint32_t axis = 0; axis < axes; axis++) {
        info->count[axis] = count_of_axis(header, axes, axis);
    }
    return SCREE_OK;
}

/* Reads magic, version and length of the header; returns 0 if they are invalid. */
static uint32_t read_header_size(FILE *stream)
{
    uint8_t bytes[12];
    if (fread(bytes, 1, 10, stream) != 10 || memcmp(bytes, "\x93NUMPY", 6) != 0 || bytes[6] < 1 || bytes[6] > 3) {
        return 0;
    }
    uint32_t size = (uint32_t)bytes[8] | (uint32_t)bytes[9] << 8;
    if (bytes[6] >= 2) {
        if (fread(bytes + 10, 1, 2, stream) != 2) {
            return 0;
        }
        size |= (uint32_t)bytes[10] << 16 | (uint32_t)bytes[11] << 24;
    }
    return size;
}

/* In Fortran order the first axis, which is the last one here, is the fastest, so that a run along it is spread over
   the whole array. */
static scree_result read_columns(const scree_reader *reader, const scree_number *number)
{
    const scree_file_info *info = reader->info;
    uint64_t position[SCREE_MAX_AXES] = {0};
    uint64_t strides[SCREE_MAX_AXES];
    uint64_t stride = 1;
    for (uint32_t a = 0; a < info->axes; a++) {
        strides[a] = stride;
        stride *= info->count[a];
    }
    uint32_t last = info->axes - 1;
    scree_result result = SCREE_OK;
    for (uint64_t i = 0; i < stride / info->count[last] && result == SCREE_OK; i++) {
        uint64_t first = 0;
        for (uint32_t a = 0; a < last; a++) {
            first += position[a] * strides[a];
        }
        result = scree_read_run(reader, number, info->count[last], first, strides[last]);
        for (uint32_t a = last; a > 0 && ++position[a - 1] == info->count[a - 1]; a--) {
            position[a - 1] = 0;
        }
    }
    return result;
}

/* Reads and parses everything before the samples. */
static scree_result read_header(const scree_reader *reader, npy_header *header)
{
    uint32_t size = read_header_size(reader->stream);
    if (size == 0 || size > MAX_HEADER) {
        return scree_reader_fail(reader, "its NPY header is damaged, or longer than %u bytes", MAX_HEADER);
    }
    char *text = malloc((size_t)size + 1);
    if (text == NULL) {
        return scree_reader_fail_memory(reader);
    }
    size_t got = fread(text, 1, size, reader->stream);
    text[got] = '\0';
    bool understood = got == size && parse_header(text, header);
    free(text);
    return understood ? SCREE_OK : fail_header(reader);
}

scree_result scree_npy_read(const scree_reader *reader)
{
    npy_header header = {.has_type = false};
    scree_result result = read_header(reader, &header);
    const bool has_channels = result == SCREE_OK && ends_with_channels(reader->sidecar, &header);
    if (result == SCREE_OK) {
        result = take_shape(reader, &header, has_channels);
    }
    if (result != SCREE_OK || !header.fortran_order) {
        return result == SCREE_OK ? scree_read_plain(reader, &header.number, has_channels) : result;
    }
    result = scree_begin_plain(reader, &header.number);
    if (result == SCREE_OK) {
        result = read_columns(reader, &header.number);
    }
    scree_reader_end(reader);
    return result;
}
