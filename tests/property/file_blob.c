#include "file_blob.h"

#include <libdeflate.h>
#include <lzma.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const scree_type blob_types[BLOB_TYPES] = {SCREE_TYPE_U8,  SCREE_TYPE_I8,  SCREE_TYPE_U16, SCREE_TYPE_I16,
                                           SCREE_TYPE_U32, SCREE_TYPE_I32, SCREE_TYPE_F32, SCREE_TYPE_F64};

void blob_bytes(blob *to, const void *bytes, size_t size)
{
    assert_true(size <= sizeof to->bytes - to->size);
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
}

void blob_text(blob *to, const char *format, ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    assert_true(length >= 0 && (size_t)length < sizeof text);
    blob_bytes(to, text, (size_t)length);
}

void blob_base64(blob *to, const blob *from)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < from->size; i += 3) {
        const size_t rest = from->size - i;
        const uint32_t bits = (uint32_t)from->bytes[i] << 16 | (rest > 1 ? (uint32_t)from->bytes[i + 1] << 8 : 0) |
                              (rest > 2 ? from->bytes[i + 2] : 0);
        const char group[4] = {letters[bits >> 18], letters[bits >> 12 & 63], rest > 1 ? letters[bits >> 6 & 63] : '=',
                               rest > 2 ? letters[bits & 63] : '='};
        blob_bytes(to, group, sizeof group);
    }
}

void blob_packed(blob *to, const void *bytes, size_t size, bool is_gzip)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(6);
    assert_non_null(compressor);
    uint8_t *at = to->bytes + to->size;
    const size_t room = sizeof to->bytes - to->size;
    const size_t packed = is_gzip ? libdeflate_gzip_compress(compressor, bytes, size, at, room)
                                  : libdeflate_zlib_compress(compressor, bytes, size, at, room);
    libdeflate_free_compressor(compressor);
    assert_true(packed > 0);
    to->size += packed;
}

/* The least of the levels, because it needs the least time to begin. */
void blob_lzma(blob *to, const void *bytes, size_t size)
{
    assert_int_equal(
        lzma_easy_buffer_encode(0, LZMA_CHECK_CRC32, NULL, bytes, size, to->bytes, &to->size, sizeof to->bytes),
        LZMA_OK);
}

void blob_store(const char *path, const blob *file)
{
    formats_store(path, file->bytes, file->size);
}

static bool is_floating(scree_type type)
{
    return type == SCREE_TYPE_F32 || type == SCREE_TYPE_F64;
}

static bool is_signed(scree_type type)
{
    return is_floating(type) || type == SCREE_TYPE_I8 || type == SCREE_TYPE_I16 || type == SCREE_TYPE_I32;
}

double blob_sample(scree_type type, uint64_t index, uint32_t channel)
{
    const double whole = (double)((index * 37 + channel * 11) % 121);
    return whole - (is_signed(type) ? 60 : 0) + (is_floating(type) ? 0.5 : 0);
}

void blob_samples(blob *to, scree_type type, bool big_endian, uint32_t channels)
{
    for (uint64_t i = 0; i < BLOB_SAMPLES; i++) {
        for (uint32_t channel = 0; channel < channels; channel++) {
            uint8_t bytes[8];
            const uint8_t *end = samples_put(bytes, blob_sample(type, i, channel), type, big_endian);
            blob_bytes(to, bytes, (size_t)(end - bytes));
        }
    }
}

void blob_list_samples(double stored[BLOB_SAMPLES], scree_type type, uint32_t channel)
{
    for (uint64_t i = 0; i < BLOB_SAMPLES; i++) {
        stored[i] = blob_sample(type, i, channel);
    }
}
