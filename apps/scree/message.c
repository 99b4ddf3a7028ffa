#include "message.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "../../src/base/message_text.h"

#define NEAREST_LENGTH 64

__attribute__((format(printf, 2, 0))) static void print_line(const char *prefix, const char *format, va_list arguments)
{
    char buffer[1024];
    char *text = scree_message_format(buffer, sizeof buffer, format, arguments);
    scree_make_printable(text);
    fprintf(stderr, "%s%s\n", prefix, text);
    scree_message_free(text, buffer);
}

void message_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_line("scree: ", format, arguments);
    va_end(arguments);
}

void message_warning(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_line("scree: warning: ", format, arguments);
    va_end(arguments);
}

void message_report(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_line("", format, arguments);
    va_end(arguments);
}

void print_harmless(FILE *stream, const char *text, const char *kept)
{
    uint32_t character;
    for (size_t bytes; (bytes = scree_character_read(text, &character)) > 0; text += bytes) {
        const bool is_kept = !scree_character_is_control(character) || strchr(kept, *text) != NULL;
        fwrite(is_kept ? text : "?", 1, is_kept ? bytes : 1, stream);
    }
}

static size_t minimum(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The optimal string alignment distance of the first NEAREST_LENGTH characters. */
static size_t edit_distance(const char *a, const char *b)
{
    size_t rows[3][NEAREST_LENGTH + 1];
    const size_t a_length = strnlen(a, NEAREST_LENGTH);
    const size_t b_length = strnlen(b, NEAREST_LENGTH);
    for (size_t j = 0; j <= b_length; j++) {
        rows[0][j] = j;
    }
    for (size_t i = 1; i <= a_length; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3];
        const size_t *second = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            const size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u);
            row[j] = minimum(minimum(above[j] + 1, row[j - 1] + 1), replaced);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = minimum(row[j], second[j - 2] + 1);
            }
        }
    }
    return rows[a_length % 3][b_length];
}

void nearest_consider(struct nearest *search, const char *candidate)
{
    /* Doubled, so that there is room for "begins with" between equality and one wrong letter. */
    size_t distance = 2 * edit_distance(search->word, candidate);
    const size_t length = strlen(search->word);
    if (distance != 0 && length >= 2 && strncmp(search->word, candidate, length) == 0) {
        distance = 1;
    }
    if (search->best == NULL || distance < search->distance) {
        search->best = candidate;
        search->distance = distance;
    }
}
