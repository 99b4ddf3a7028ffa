/*
 * JSON on a stream, indented by two blanks a level. Short arrays of numbers stay on one line. Texts that are already
 * JSON (recipes) are put in as they are, so that 64-bit seeds keep every digit. The stream's error flag tells failure.
 */
#ifndef JSON_WRITER_H
#define JSON_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct json_writer {
    FILE *stream;
    unsigned depth;
    bool empty; /* Nothing was written since the last opening bracket. */
    bool inline_array;
};

/* Begins the outermost object, and ends it with a line feed. */
void emit_start(struct json_writer *writer, FILE *stream);
void emit_finish(struct json_writer *writer);

/* `key` is NULL inside an array. */
void emit_open_object(struct json_writer *writer, const char *key);
void emit_close_object(struct json_writer *writer);
void emit_open_array(struct json_writer *writer, const char *key);
void emit_close_array(struct json_writer *writer);
void emit_open_inline_array(struct json_writer *writer, const char *key);
void emit_close_inline_array(struct json_writer *writer);

/* NULL is written as null. Bytes that are no UTF-8 become U+FFFD. */
void emit_string(struct json_writer *writer, const char *key, const char *text);
void emit_unsigned(struct json_writer *writer, const char *key, uint64_t number);
void emit_signed(struct json_writer *writer, const char *key, int64_t number);
/* Infinity and NaN are written as null, for JSON has none. */
void emit_real(struct json_writer *writer, const char *key, double number);
void emit_float(struct json_writer *writer, const char *key, float number);
void emit_boolean(struct json_writer *writer, const char *key, bool truth);
/* `text` must be JSON. */
void emit_raw(struct json_writer *writer, const char *key, const char *text);

/* An object with these members that stands within `depth` others, as allocated text; NULL without memory. */
char *emit_text(unsigned depth, void (*emit_members)(struct json_writer *writer, const void *user), const void *user);

#endif
