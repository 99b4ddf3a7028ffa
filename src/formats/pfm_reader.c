/* PFM: a header of four words; the sign of the scale is the byte order. */
#include <stdlib.h>
#include <string.h>

#include "readers.h"

/* Reads a word and the one blank behind it; false where it is too long or the file ends. */
static bool read_word(FILE *stream, char word[32])
{
    size_t length = 0;
    int byte = getc(stream);
    while (byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t') {
        byte = getc(stream);
    }
    while (byte != EOF && byte != ' ' && byte != '\n' && byte != '\r' && byte != '\t') {
        if (length == 31) {
            return false;
        }
        word[length++] = (char)byte;
        byte = getc(stream);
    }
    word[length] = '\0';
    return length > 0 && byte != EOF;
}

static bool read_side(FILE *stream, uint64_t *side)
{
    char word[32];
    if (!read_word(stream, word) || word[0] == '\0' || strspn(word, "0123456789") != strlen(word)) {
        return false;
    }
    *side = strtoull(word, NULL, 10);
    return true;
}

/* Only the sign counts, so the locale's decimal point does not matter; but the word must be a number other than 0. */
static bool read_scale(FILE *stream, bool *big_endian)
{
    char word[32];
    if (!read_word(stream, word) || strspn(word, "+-.0123456789eE") != strlen(word) ||
        strpbrk(word, "123456789") == NULL) {
        return false;
    }
    *big_endian = word[0] != '-';
    return true;
}

scree_result scree_pfm_read(const scree_reader *reader)
{
    char magic[32];
    bool big_endian;
    scree_file_info *info = reader->info;
    info->format = SCREE_FORMAT_PFM;
    info->type = SCREE_TYPE_F32;
    info->axes = 2;
    if (!read_word(reader->stream, magic) || strcmp(magic, "Pf") != 0) {
        return scree_reader_fail(reader, "it is not a grey PFM: it does not begin with \"Pf\"");
    }
    if (!read_side(reader->stream, &info->count[0]) || !read_side(reader->stream, &info->count[1]) ||
        !read_scale(reader->stream, &big_endian)) {
        return scree_reader_fail(reader, "its PFM header must have width, height and scale behind \"Pf\"");
    }
    return scree_read_samples(reader, big_endian);
}
