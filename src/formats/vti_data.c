#include "vti_data.h"

#include <inttypes.h>
#include <libdeflate.h>
#include <lzma.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "os.h"
#include "whole_numbers.h"
#include "writer_internal.h"

/* Deflate packs at most 1032 bytes into one. */
#define MAX_DEFLATE_RATIO 1032u

/* LZMA packs at most 273 bytes into 14 binary decisions of at least 0.022 bits, which are 7090 bytes in one. */
#define MAX_LZMA_RATIO 7100u

/* Memory to unpack a block of LZMA in. The largest dictionary of xz's levels, 64 MiB, fits. */
#define MAX_LZMA_MEMORY (UINT64_C(1) << 27)

/* Bytes, or numbers of a text, that are handed on at once. Such buffers are on the stack. */
#define READ_SIZE 6144
#define BATCH 256
#define WORD_SIZE 64

/* Bytes of an array, decoded one after the other. */
typedef struct byte_source {
    const scree_vti_data *data;
    uint8_t group[3]; /* Bytes of the last four letters of base64. */
    size_t next;
    size_t count;
} byte_source;

uint64_t scree_vti_packed_ratio(const scree_vti_data *data)
{
    return data->form == SCREE_VTI_TEXT || data->packing == SCREE_VTI_PLAIN ? 1
           : data->packing == SCREE_VTI_LZMA                                ? MAX_LZMA_RATIO
                                                                            : MAX_DEFLATE_RATIO;
}

static scree_result fail_end(const scree_vti_data *data)
{
    return ferror(data->reader->stream)
               ? scree_reader_fail_system(data->reader)
               : scree_reader_fail(data->reader, "its array %s ends before its last number", data->name);
}

/* The value of a letter of base64; -1 for the sign that fills up the last group, and -2 for any other. */
static int letter_value(int letter)
{
    if (letter >= 'A' && letter <= 'Z') {
        return letter - 'A';
    }
    if (letter >= 'a' && letter <= 'z') {
        return letter - 'a' + 26;
    }
    if (letter >= '0' && letter <= '9') {
        return letter - '0' + 52;
    }
    return letter == '+' ? 62 : letter == '/' ? 63 : letter == '=' ? -1 : -2;
}

static bool is_blank(int byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

static int next_letter(scree_xml *xml)
{
    int letter = scree_xml_text(xml);
    while (is_blank(letter)) {
        letter = scree_xml_text(xml);
    }
    return letter;
}

/* Decodes four letters. A group that is filled up may be followed by others, because the header of packed bytes is
   encoded by itself. */
static scree_result next_group(byte_source *source)
{
    const scree_vti_data *data = source->data;
    uint32_t bits = 0;
    unsigned filled = 0;
    for (unsigned i = 0; i < 4; i++) {
        const int letter = next_letter(data->xml);
        const int value = letter_value(letter);
        if (letter == EOF) {
            return fail_end(data);
        }
        if (value == -2 || (value == -1 && i < 2) || (value >= 0 && filled > 0)) {
            return scree_reader_fail(data->reader, "its array %s has the byte %d, which is no letter of base64 there",
                                     data->name, letter);
        }
        filled += value == -1 ? 1 : 0;
        bits = bits << 6 | (value >= 0 ? (uint32_t)value : 0);
    }
    source->group[0] = (uint8_t)(bits >> 16);
    source->group[1] = (uint8_t)(bits >> 8);
    source->group[2] = (uint8_t)bits;
    source->next = 0;
    source->count = 3 - filled;
    return SCREE_OK;
}

static scree_result read_base64(byte_source *source, uint8_t *to, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (source->next == source->count) {
            const scree_result result = next_group(source);
            if (result != SCREE_OK) {
                return result;
            }
        }
        to[i] = source->group[source->next++];
    }
    return SCREE_OK;
}

static scree_result read_bytes(byte_source *source, uint8_t *to, size_t size)
{
    const scree_vti_data *data = source->data;
    if (data->form == SCREE_VTI_BASE64) {
        return read_base64(source, to, size);
    }
    return fread(to, 1, size, data->reader->stream) == size ? SCREE_OK : fail_end(data);
}

/* Reads a number of the header. */
static scree_result read_number(byte_source *source, uint64_t *number)
{
    const scree_vti_data *data = source->data;
    const size_t size = data->header_bytes;
    uint8_t bytes[8];
    const scree_result result = read_bytes(source, bytes, size);
    *number = 0;
    for (size_t i = 0; i < size && result == SCREE_OK; i++) {
        *number = *number << 8 | bytes[data->is_big_endian ? i : size - 1 - i];
    }
    return result;
}

static scree_result check_size(const scree_vti_data *data, uint64_t found, uint64_t needed)
{
    return found == needed
               ? SCREE_OK
               : scree_reader_fail(data->reader,
                                   "its array %s has %" PRIu64 " bytes, and must have %" PRIu64 " for its size",
                                   data->name, found, needed);
}

static scree_result read_plain(byte_source *source, scree_interleaved *samples)
{
    uint8_t buffer[READ_SIZE];
    uint64_t rest = 0;
    scree_result result = read_number(source, &rest);
    if (result == SCREE_OK) {
        result = check_size(source->data, rest, scree_interleaved_bytes(samples));
    }
    while (rest > 0 && result == SCREE_OK) {
        const size_t part = (size_t)scree_min(rest, READ_SIZE);
        result = read_bytes(source, buffer, part);
        if (result == SCREE_OK) {
            scree_interleaved_take(source->data->reader, samples, buffer, part);
        }
        rest -= part;
    }
    return result;
}

/* The header of packed bytes. */
typedef struct block_list {
    uint64_t count;
    uint64_t bytes;   /* Unpacked bytes of each block but the last one. */
    uint64_t last;    /* Unpacked bytes of the last block. */
    uint64_t *packed; /* Packed bytes of each block; allocated. */
    uint64_t packed_most;
} block_list;

static uint64_t unpacked_bytes(const block_list *blocks, uint64_t index)
{
    return index + 1 < blocks->count ? blocks->bytes : blocks->last;
}

/* Checks the first three numbers against the size of the array, and against that of the file, which has a number for
   each block. */
static scree_result check_blocks(const scree_vti_data *data, const block_list *blocks, uint64_t needed)
{
    const uint64_t before = blocks->count == 0 ? 0 : scree_product(blocks->count - 1, blocks->bytes);
    const uint64_t whole = blocks->count == 0                   ? 0
                           : before > UINT64_MAX - blocks->last ? UINT64_MAX
                                                                : before + blocks->last;
    scree_result result = check_size(data, whole, needed);
    if (result == SCREE_OK && (blocks->bytes == 0 || blocks->last > blocks->bytes ||
                               blocks->count > data->reader->info->file_bytes / data->header_bytes)) {
        result = scree_reader_fail(data->reader,
                                   "its array %s claims %" PRIu64 " packed blocks of %" PRIu64
                                   " bytes, which its file cannot hold",
                                   data->name, blocks->count, blocks->bytes);
    }
    return result;
}

/* Reads the packed sizes, of which none can be larger than the file, or too small for what it unpacks to. */
static scree_result read_packed_sizes(byte_source *source, block_list *blocks)
{
    const scree_vti_data *data = source->data;
    for (uint64_t i = 0; i < blocks->count; i++) {
        const scree_result result = read_number(source, &blocks->packed[i]);
        if (result != SCREE_OK) {
            return result;
        }
        const uint64_t packed = blocks->packed[i];
        if (packed == 0 || packed > data->reader->info->file_bytes ||
            unpacked_bytes(blocks, i) / scree_vti_packed_ratio(data) > packed) {
            return scree_reader_fail(data->reader,
                                     "its array %s claims that %" PRIu64 " bytes of block %" PRIu64
                                     " are packed into %" PRIu64 ", which cannot be",
                                     data->name, unpacked_bytes(blocks, i), i, packed);
        }
        blocks->packed_most = packed > blocks->packed_most ? packed : blocks->packed_most;
    }
    return SCREE_OK;
}

static scree_result read_block_list(byte_source *source, uint64_t needed, block_list *blocks)
{
    uint64_t *const numbers[] = {&blocks->count, &blocks->bytes, &blocks->last};
    scree_result result = SCREE_OK;
    for (size_t i = 0; i < 3 && result == SCREE_OK; i++) {
        result = read_number(source, numbers[i]);
    }
    blocks->last = blocks->last == 0 ? blocks->bytes : blocks->last;
    result = result == SCREE_OK ? check_blocks(source->data, blocks, needed) : result;
    if (result == SCREE_OK) {
        result = scree_reader_take_memory(source->data->reader, blocks->count * sizeof(uint64_t), "list of blocks",
                                          &blocks->packed);
    }
    return result == SCREE_OK ? read_packed_sizes(source, blocks) : result;
}

/* SCREE_ERROR_FORMAT, which is not logged, for a block that is damaged or not of its size; likewise with LZMA. */
static scree_result unpack_zlib(struct libdeflate_decompressor *decompressor, const uint8_t *packed, size_t size,
                                uint8_t *raw, size_t raw_size)
{
    return libdeflate_zlib_decompress(decompressor, packed, size, raw, raw_size, NULL) == LIBDEFLATE_SUCCESS
               ? SCREE_OK
               : SCREE_ERROR_FORMAT;
}

static scree_result unpack_lzma(const uint8_t *packed, size_t size, uint8_t *raw, size_t raw_size)
{
    uint64_t limit = MAX_LZMA_MEMORY;
    size_t read = 0;
    size_t written = 0;
    const lzma_ret unpacked = lzma_stream_buffer_decode(&limit, 0, NULL, packed, &read, size, raw, &written, raw_size);
    return unpacked == LZMA_MEM_ERROR                   ? SCREE_ERROR_OUT_OF_MEMORY
           : unpacked == LZMA_OK && written == raw_size ? SCREE_OK
                                                        : SCREE_ERROR_FORMAT;
}

/* `decompressor` is that of zlib; NULL for LZMA. */
static scree_result unpack_block(byte_source *source, struct libdeflate_decompressor *decompressor,
                                 const block_list *blocks, uint64_t index, uint8_t *packed, uint8_t *raw)
{
    const scree_vti_data *data = source->data;
    const size_t size = (size_t)blocks->packed[index];
    const size_t raw_size = (size_t)unpacked_bytes(blocks, index);
    const scree_result result = read_bytes(source, packed, size);
    if (result != SCREE_OK) {
        return result;
    }
    const scree_result unpacked = decompressor == NULL ? unpack_lzma(packed, size, raw, raw_size)
                                                       : unpack_zlib(decompressor, packed, size, raw, raw_size);
    if (unpacked == SCREE_ERROR_OUT_OF_MEMORY) {
        return scree_reader_fail_memory(data->reader);
    }
    return unpacked == SCREE_OK
               ? SCREE_OK
               : scree_reader_fail(data->reader, "block %" PRIu64 " of its array %s is damaged, or is not of its size",
                                   index, data->name);
}

static scree_result unpack_blocks(byte_source *source, const block_list *blocks, scree_interleaved *samples)
{
    const scree_reader *reader = source->data->reader;
    uint8_t *packed = NULL;
    uint8_t *raw = NULL;
    const bool is_zlib = source->data->packing == SCREE_VTI_ZLIB;
    struct libdeflate_decompressor *decompressor = is_zlib ? libdeflate_alloc_decompressor() : NULL;
    scree_result result = is_zlib && decompressor == NULL ? scree_reader_fail_memory(reader) : SCREE_OK;
    if (result == SCREE_OK) {
        result = scree_reader_take_memory(reader, blocks->packed_most, "packed blocks", &packed);
    }
    if (result == SCREE_OK) {
        result = scree_reader_take_memory(reader, unpacked_bytes(blocks, 0), "unpacked blocks", &raw);
    }
    for (uint64_t i = 0; i < blocks->count && result == SCREE_OK; i++) {
        result = unpack_block(source, decompressor, blocks, i, packed, raw);
        if (result == SCREE_OK) {
            scree_interleaved_take(reader, samples, raw, (size_t)unpacked_bytes(blocks, i));
        }
    }
    free(raw);
    free(packed);
    libdeflate_free_decompressor(decompressor);
    return result;
}

static scree_result read_packed(byte_source *source, scree_interleaved *samples)
{
    block_list blocks = {.count = 0};
    scree_result result = read_block_list(source, scree_interleaved_bytes(samples), &blocks);
    result = result == SCREE_OK ? unpack_blocks(source, &blocks, samples) : result;
    free(blocks.packed);
    return result;
}

/* Reads a word of text. Returns its length, which is 0 at the end and WORD_SIZE if the word is too long. */
static size_t read_word(scree_xml *xml, char word[WORD_SIZE])
{
    size_t length = 0;
    for (int byte = next_letter(xml); byte != EOF && !is_blank(byte); byte = scree_xml_text(xml)) {
        if (length == WORD_SIZE - 1) {
            return WORD_SIZE;
        }
        word[length++] = (char)byte;
    }
    word[length] = '\0';
    return length;
}

static bool is_in_range(const scree_number *number, double value)
{
    const int bits = number->bytes * 8;
    const bool is_signed = number->kind == SCREE_NUMBER_SIGNED;
    const double limit = ldexp(1.0, is_signed ? bits - 1 : bits);
    /* The largest integers of 64 bits are rounded up to the limit. */
    return value >= (is_signed ? -limit : 0.0) && (bits == 64 ? value <= limit : value < limit);
}

/* Parses a word of a declared type, and stores it as float32 if it is of this type, otherwise as float64. */
static bool parse_word(const scree_os_locale *locale, const scree_number *number, const char *word, uint8_t *to)
{
    char *end;
    if (number->kind == SCREE_NUMBER_FLOATING && number->bytes == sizeof(float)) {
        const float value = scree_os_locale_read_float(locale, word, &end);
        memcpy(to, &value, sizeof value);
        return end != word && *end == '\0';
    }
    const double value = scree_os_locale_read_double(locale, word, &end);
    memcpy(to, &value, sizeof value);
    if (number->kind == SCREE_NUMBER_FLOATING) {
        return end != word && *end == '\0';
    }
    const size_t sign = *word == '-' || *word == '+' ? 1 : 0;
    const size_t digits = strspn(word + sign, "0123456789");
    return digits > 0 && word[sign + digits] == '\0' && is_in_range(number, value);
}

static scree_result fail_word(const scree_vti_data *data, uint64_t index, size_t length)
{
    return length == 0 ? fail_end(data)
                       : scree_reader_fail(data->reader, "number %" PRIu64 " of its array %s is none of its type",
                                           index + 1, data->name);
}

/* `samples` are of the type as which numbers are stored, `declared` of that of the array. */
static scree_result read_words(const scree_vti_data *data, const scree_number *declared, const scree_os_locale *locale,
                               scree_interleaved *samples)
{
    uint8_t batch[BATCH * sizeof(double)];
    char word[WORD_SIZE];
    const size_t bytes = samples->number.bytes;
    const uint64_t count = samples->cells * samples->channels;
    size_t held = 0;
    for (uint64_t i = 0; i < count; i++) {
        const size_t length = read_word(data->xml, word);
        if (length == 0 || length == WORD_SIZE || !parse_word(locale, declared, word, batch + held * bytes)) {
            return fail_word(data, i, length);
        }
        held++;
        if (held == BATCH || i + 1 == count) {
            scree_interleaved_take(data->reader, samples, batch, held * bytes);
            held = 0;
        }
    }
    return read_word(data->xml, word) == 0
               ? SCREE_OK
               : scree_reader_fail(data->reader, "its array %s has more than its %" PRIu64 " numbers", data->name,
                                   count);
}

static scree_result read_text(const scree_vti_data *data, const scree_interleaved *samples)
{
    scree_interleaved parsed = *samples;
    const bool is_single = samples->number.kind == SCREE_NUMBER_FLOATING && samples->number.bytes == sizeof(float);
    parsed.number = scree_number_of(is_single ? SCREE_TYPE_F32 : SCREE_TYPE_F64, !scree_host_is_little_endian());
    scree_os_locale *locale = scree_os_locale_create();
    if (locale == NULL) {
        return scree_reader_fail_memory(data->reader);
    }
    scree_result result = scree_interleaved_start(data->reader, &parsed);
    result = result == SCREE_OK ? read_words(data, &samples->number, locale, &parsed) : result;
    scree_interleaved_finish(&parsed);
    scree_os_locale_destroy(locale);
    return result;
}

static scree_result read_binary(const scree_vti_data *data, scree_interleaved *samples)
{
    byte_source source = {.data = data};
    scree_result result = scree_interleaved_start(data->reader, samples);
    if (result == SCREE_OK) {
        result = data->packing != SCREE_VTI_PLAIN ? read_packed(&source, samples) : read_plain(&source, samples);
    }
    scree_interleaved_finish(samples);
    return result;
}

scree_result scree_vti_data_read(const scree_vti_data *data, scree_interleaved *samples)
{
    if (data->form == SCREE_VTI_BYTES) {
        if (data->position > INT64_MAX || !scree_os_seek(data->reader->stream, (int64_t)data->position, SEEK_SET)) {
            return scree_reader_fail_system(data->reader);
        }
    } else if (!scree_xml_start(data->xml, data->reader->stream, data->position)) {
        return scree_reader_fail_system(data->reader);
    }
    return data->form == SCREE_VTI_TEXT ? read_text(data, samples) : read_binary(data, samples);
}
