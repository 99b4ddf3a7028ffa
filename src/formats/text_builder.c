#include "text_builder.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_text.h"
#include "number_text.h"

static bool reserve(scree_text *text, size_t more)
{
    if (text->failed) {
        return false;
    }
    size_t needed = text->length + more + 1;
    if (needed <= text->capacity) {
        return true;
    }
    size_t capacity = text->capacity < 256 ? 256 : text->capacity;
    while (capacity < needed) {
        capacity *= 2;
    }
    char *data = realloc(text->data, capacity);
    if (data == NULL) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void scree_text_append_bytes(scree_text *text, const char *bytes, size_t count)
{
    if (!reserve(text, count)) {
        return;
    }
    memcpy(text->data + text->length, bytes, count);
    text->length += count;
    text->data[text->length] = '\0';
}

void scree_text_append(scree_text *text, const char *string)
{
    scree_text_append_bytes(text, string, strlen(string));
}

void scree_text_indented(scree_text *text, const char *lines, unsigned indent)
{
    for (const char *end = NULL; (end = strchr(lines, '\n')) != NULL; lines = end + 1) {
        scree_text_append_bytes(text, lines, (size_t)(end - lines));
        scree_text_format(text, "\n%*s", (int)indent, "");
    }
    scree_text_append(text, lines);
}

void scree_text_format(scree_text *text, const char *format, ...)
{
    char buffer[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof buffer) {
        text->failed = true;
        return;
    }
    scree_text_append_bytes(text, buffer, (size_t)length);
}

void scree_text_quoted(scree_text *text, const char *string)
{
    char character[SCREE_JSON_CHARACTER];
    if (string == NULL) {
        scree_text_append(text, "null");
        return;
    }
    scree_text_append(text, "\"");
    for (size_t bytes; (bytes = scree_json_character(&string, character)) > 0;) {
        scree_text_append_bytes(text, character, bytes);
    }
    scree_text_append(text, "\"");
}

void scree_text_double(scree_text *text, double value)
{
    char number[SCREE_NUMBER_TEXT_SIZE];
    scree_double_print(number, value);
    scree_text_append(text, isfinite(value) ? number : "null");
}

void scree_text_float(scree_text *text, float value)
{
    char number[SCREE_NUMBER_TEXT_SIZE];
    scree_float_print(number, value);
    scree_text_append(text, isfinite(value) ? number : "null");
}

void scree_text_range(scree_text *text, const scree_range *range)
{
    if (range == NULL) {
        scree_text_append(text, "null");
        return;
    }
    scree_text_append(text, "[");
    scree_text_float(text, range->minimum);
    scree_text_append(text, ", ");
    scree_text_float(text, range->maximum);
    scree_text_append(text, "]");
}

void scree_text_counts(scree_text *text, const uint64_t *values, uint32_t count)
{
    scree_text_append(text, "[");
    for (uint32_t i = 0; i < count; i++) {
        scree_text_format(text, "%s%" PRIu64, i > 0 ? ", " : "", values[i]);
    }
    scree_text_append(text, "]");
}

void scree_text_doubles(scree_text *text, const double *values, uint32_t count)
{
    scree_text_append(text, "[");
    for (uint32_t i = 0; i < count; i++) {
        scree_text_append(text, i > 0 ? ", " : "");
        scree_text_double(text, values[i]);
    }
    scree_text_append(text, "]");
}

void scree_text_floats(scree_text *text, const double *values, uint32_t count)
{
    scree_text_append(text, "[");
    for (uint32_t i = 0; i < count; i++) {
        scree_text_append(text, i > 0 ? ", " : "");
        scree_text_float(text, (float)values[i]);
    }
    scree_text_append(text, "]");
}

void scree_text_clear(scree_text *text)
{
    free(text->data);
    *text = (scree_text){0};
}
