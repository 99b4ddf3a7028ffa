/* PFM has a header of four words, of which the sign of the scale gives the byte order. The bottom row comes first. */
#include <stdlib.h>
#include <string.h>

#include "readers.h"

#define WORD_SIZE 32

/* Reads a word and the single blank after it; false if it is too long or the file ends. */
static bool read_word(FILE *stream, char word[WORD_SIZE])
{
    int end = EOF;
    uint8_t ahead[1];
    scree_bytes bytes = {.stream = stream, .ahead = ahead, .size = sizeof ahead};
    size_t length = scree_read_word(&bytes, word, WORD_SIZE, &end);
    return length > 0 && length < WORD_SIZE && end != EOF;
}

static bool read_side(FILE *stream, uint64_t *side)
{
    char word[WORD_SIZE];
    if (!read_word(stream, word) || strspn(word, "0123456789") != strlen(word)) {
        return false;
    }
    *side = strtoull(word, NULL, 10);
    return true;
}

/* Reads the sign of the scale, which must be a number other than 0. Only the sign is used, so the locale's decimal
   point does not matter. */
static bool read_scale(FILE *stream, bool *big_endian)
{
    char word[WORD_SIZE];
    if (!read_word(stream, word) || strspn(word, "+-.0123456789eE") != strlen(word) ||
        strpbrk(word, "123456789") == NULL) {
        return false;
    }
    *big_endian = word[0] != '-';
    return true;
}

scree_result scree_pfm_read(const scree_reader *reader)
{
    char magic[WORD_SIZE];
    bool big_endian;
    scree_file_info *info = reader->info;
    info->axes = 2;
    if (!read_word(reader->stream, magic) || strcmp(magic, "Pf") != 0) {
        return scree_reader_fail(reader, "it is not a grey PFM: it does not begin with \"Pf\"");
    }
    if (!read_side(reader->stream, &info->count[0]) || !read_side(reader->stream, &info->count[1]) ||
        !read_scale(reader->stream, &big_endian)) {
        return scree_reader_fail(reader, "its PFM header must have width, height and scale behind \"Pf\"");
    }
    const scree_number number = scree_number_of(SCREE_TYPE_F32, big_endian);
    scree_result result = scree_begin_plain(reader, &number);
    for (uint64_t y = info->count[1]; y > 0 && result == SCREE_OK; y--) {
        result = scree_read_run(reader, &number, info->count[0], (y - 1) * info->count[0], 1);
    }
    scree_reader_end(reader);
    return result;
}
