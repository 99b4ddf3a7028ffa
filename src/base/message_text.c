#include "message_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns how many bytes follow the first byte of a character, and stores the bits of the code point that the first
   byte holds in `bits`. */
static size_t count_following(unsigned char first, uint32_t *bits)
{
    if (first >= 0xc2 && first <= 0xdf) {
        *bits = first & 0x1fu;
        return 1;
    }
    if (first >= 0xe0 && first <= 0xef) {
        *bits = first & 0x0fu;
        return 2;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        *bits = first & 0x07u;
        return 3;
    }
    return 0;
}

size_t scree_character_read(const char *text, uint32_t *character)
{
    /* The smallest code point that needs 1, 2, 3 and 4 bytes. Longer forms of smaller ones are invalid. */
    static const uint32_t minimum[] = {0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)text;
    uint32_t number = bytes[0];
    if (number < 0x80) {
        *character = number;
        return number == 0 ? 0 : 1;
    }
    *character = SCREE_NO_CHARACTER;
    const size_t following = count_following(bytes[0], &number);
    for (size_t i = 1; i <= following; i++) {
        if ((bytes[i] & 0xc0u) != 0x80) {
            return 1;
        }
        number = number << 6 | (bytes[i] & 0x3fu);
    }
    const bool is_surrogate = number >= 0xd800 && number <= 0xdfff;
    if (following == 0 || number < minimum[following] || number > 0x10ffff || is_surrogate) {
        return 1;
    }
    *character = number;
    return following + 1;
}

bool scree_character_is_control(uint32_t character)
{
    static const struct {
        uint32_t first;
        uint32_t last;
    } ranges[] = {
        {0x0000, 0x001f}, /* C0 */
        {0x007f, 0x009f}, /* Delete, and C1 */
        {0x061c, 0x061c}, /* Arabic letter mark */
        {0x200e, 0x200f}, /* Marks of left-to-right and right-to-left */
        {0x2028, 0x202e}, /* Separators of lines and paragraphs; embeddings and overrides of direction */
        {0x2066, 0x2069}, /* Isolates of direction */
        {SCREE_NO_CHARACTER, SCREE_NO_CHARACTER},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        if (character >= ranges[i].first && character <= ranges[i].last) {
            return true;
        }
    }
    return false;
}

void scree_make_printable(char *text)
{
    char *end = text;
    uint32_t character;
    for (size_t bytes; (bytes = scree_character_read(text, &character)) > 0; text += bytes) {
        if (scree_character_is_control(character)) {
            *end++ = '?';
        } else {
            memmove(end, text, bytes);
            end += bytes;
        }
    }
    *end = '\0';
}

char *scree_message_format(char *buffer, size_t size, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(buffer, size, format, arguments);
    char *text = length >= 0 && (size_t)length >= size ? malloc((size_t)length + 1) : NULL;
    if (text != NULL) {
        vsnprintf(text, (size_t)length + 1, format, again);
    }
    va_end(again);
    return text != NULL ? text : buffer;
}

void scree_message_free(char *text, const char *buffer)
{
    if (text != buffer) {
        free(text);
    }
}
