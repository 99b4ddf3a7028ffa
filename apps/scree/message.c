#include "message.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define MESSAGE_LENGTH 2048
#define NEAREST_LENGTH 64

static void print_line(const char *prefix, const char *format, va_list arguments)
{
    char text[MESSAGE_LENGTH];
    vsnprintf(text, sizeof text, format, arguments);
    for (char *place = text; *place != '\0'; place++) {
        if ((unsigned char)*place < 0x20 || *place == 0x7f) {
            *place = '?';
        }
    }
    fprintf(stderr, "scree: %s%s\n", prefix, text);
}

void message_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_line("", format, arguments);
    va_end(arguments);
}

void message_warning(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_line("warning: ", format, arguments);
    va_end(arguments);
}

static size_t least(size_t a, size_t b)
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
            row[j] = least(least(above[j] + 1, row[j - 1] + 1), replaced);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = least(row[j], second[j - 2] + 1);
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
