/* NPY, versions 1 to 3: the header is a Python literal, of which the usual form is understood. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../core/context_internal.h"
#include "readers.h"
#include "writer_internal.h"

/* A header is some 100 bytes; more than this is no header of a plain array. */
#define MAX_HEADER 65536u

typedef struct npy_header {
    bool big_endian;
    bool fortran_order;
    bool has_type;
    bool has_order;
    bool has_shape;
} npy_header;

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* Reads a string in quotes to `word`; returns what follows, NULL where there is none that fits. */
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

static const char *read_type(const char *at, npy_header *header, scree_file_info *info)
{
    static const char *const kinds[] = {"f4", "u2", "u1"};
    char word[32];
    at = read_string(at, word);
    if (at == NULL || strlen(word) != 3 || strchr("<>|=", word[0]) == NULL) {
        return NULL;
    }
    header->has_type = true;
    header->big_endian = word[0] == '>' || (word[0] == '=' && !scree_host_is_little_endian());
    for (int i = 0; i < 3; i++) {
        if (strcmp(word + 1, kinds[i]) == 0) {
            info->type = (scree_type)i;
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

/* Reads the shape as it stands; it is put into our order when the header is complete. */
static const char *read_shape(const char *at, npy_header *header, scree_file_info *info)
{
    header->has_shape = true;
    info->axes = 0;
    if (*at != '(') {
        return NULL;
    }
    at = skip_blanks(at + 1);
    while (*at >= '0' && *at <= '9') {
        char *end;
        if (info->axes == SCREE_MAX_AXES) {
            return NULL;
        }
        info->count[info->axes++] = strtoull(at, &end, 10);
        at = skip_blanks(end + (*end == 'L' ? 1 : 0));
        if (*at != ',') {
            break;
        }
        at = skip_blanks(at + 1);
    }
    return *at == ')' && info->axes > 0 ? at + 1 : NULL;
}

/* Reads one member of the dictionary; returns what follows it. */
static const char *read_member(const char *at, npy_header *header, scree_file_info *info)
{
    char key[32];
    at = read_string(at, key);
    if (at == NULL || *(at = skip_blanks(at)) != ':') {
        return NULL;
    }
    at = skip_blanks(at + 1);
    if (strcmp(key, "descr") == 0) {
        return read_type(at, header, info);
    }
    if (strcmp(key, "fortran_order") == 0) {
        return read_order(at, header);
    }
    return strcmp(key, "shape") == 0 ? read_shape(at, header, info) : NULL;
}

static bool parse_header(const char *at, npy_header *header, scree_file_info *info)
{
    at = skip_blanks(at);
    if (*at != '{') {
        return false;
    }
    at = skip_blanks(at + 1);
    while (*at != '}') {
        at = read_member(at, header, info);
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

/* C order has the slowest axis first, where we have x first. */
static void reverse_counts(scree_file_info *info)
{
    for (uint32_t a = 0; a < info->axes / 2; a++) {
        uint64_t count = info->count[a];
        info->count[a] = info->count[info->axes - 1 - a];
        info->count[info->axes - 1 - a] = count;
    }
}

/* Reads magic, version and length; 0 where they are not as they should be. */
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

scree_result scree_npy_read(const scree_reader *reader)
{
    reader->info->format = SCREE_FORMAT_NPY;
    uint32_t size = read_header_size(reader->stream);
    if (size == 0 || size > MAX_HEADER) {
        return scree_reader_fail(reader, "its NPY header is damaged, or longer than %u bytes", MAX_HEADER);
    }
    char *text = malloc((size_t)size + 1);
    if (text == NULL) {
        return scree_fail(reader->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory to read %s", reader->name);
    }
    size_t got = fread(text, 1, size, reader->stream);
    text[got] = '\0';
    npy_header header = {0};
    bool understood = got == size && parse_header(text, &header, reader->info);
    free(text);
    if (!understood) {
        return scree_reader_fail(reader, "its NPY header is damaged, or not of 1 to 8 axes of u1, u2 or f4");
    }
    if (!header.fortran_order) {
        reverse_counts(reader->info);
    }
    return scree_read_samples(reader, header.big_endian);
}
