/* A text that grows. A failed allocation is remembered, so that a series of appends needs only one check at its end. */
#ifndef SCREE_TEXT_BUILDER_H
#define SCREE_TEXT_BUILDER_H

#include <stdbool.h>
#include <stddef.h>

#include <scree/noise.h>

/*
 * Zero-initialise it. After the first append `data` ends with a zero byte. Free it with free() or scree_text_clear().
 */
typedef struct scree_text {
    char *data;
    size_t length;
    size_t capacity;
    bool failed; /* Memory ran out; `data` is not complete. */
} scree_text;

void scree_text_append(scree_text *text, const char *string);
void scree_text_append_bytes(scree_text *text, const char *bytes, size_t count);

/* Appends lines, of which all but the first are indented by `indent` blanks more. */
void scree_text_indented(scree_text *text, const char *lines, unsigned indent);

/* Appends integers and strings only, because printf prints fractions by the locale. */
__attribute__((format(printf, 2, 3))) void scree_text_format(scree_text *text, const char *format, ...);

/* Appends a JSON string; null for NULL. */
void scree_text_quoted(scree_text *text, const char *string);

/* Append a number as JSON: null if it is not finite. */
void scree_text_double(scree_text *text, double value);
void scree_text_float(scree_text *text, float value);

/* Appends [minimum, maximum], or null for NULL. */
void scree_text_range(scree_text *text, const scree_range *range);

/* Appends [a, b, ...]. */
void scree_text_counts(scree_text *text, const uint64_t *values, uint32_t count);
void scree_text_doubles(scree_text *text, const double *values, uint32_t count);
/* Appends [a, b, ...] with no more digits than float32 has. */
void scree_text_floats(scree_text *text, const double *values, uint32_t count);

/* Frees the text and zeroes the builder. */
void scree_text_clear(scree_text *text);

#endif
