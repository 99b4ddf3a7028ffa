#include "json_writer.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>

#include "numbers.h"

static void print_indent(const struct json_writer *writer)
{
    fputc('\n', writer->stream);
    for (unsigned level = 0; level < writer->depth; level++) {
        fputs("  ", writer->stream);
    }
}

/* The length of the UTF-8 sequence at `text`, 0 where there is no valid one (surrogates and overlong forms too). */
static size_t utf8_length(const unsigned char *text)
{
    if (text[0] < 0x80) {
        return 1;
    }
    if (text[0] >= 0xc2 && text[0] <= 0xdf) {
        return (text[1] & 0xc0) == 0x80 ? 2 : 0;
    }
    if ((text[0] & 0xf0) == 0xe0) {
        const bool wrong = (text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xed && text[1] > 0x9f);
        return !wrong && (text[1] & 0xc0) == 0x80 && (text[2] & 0xc0) == 0x80 ? 3 : 0;
    }
    if (text[0] >= 0xf0 && text[0] <= 0xf4) {
        const bool wrong = (text[0] == 0xf0 && text[1] < 0x90) || (text[0] == 0xf4 && text[1] > 0x8f);
        const bool follows = (text[1] & 0xc0) == 0x80 && (text[2] & 0xc0) == 0x80 && (text[3] & 0xc0) == 0x80;
        return !wrong && follows ? 4 : 0;
    }
    return 0;
}

static void print_string(FILE *stream, const char *text)
{
    fputc('"', stream);
    for (const unsigned char *place = (const unsigned char *)text; *place != '\0';) {
        const size_t length = utf8_length(place);
        if (length == 0) {
            fputs("\\ufffd", stream);
            place++;
        } else if (*place == '"' || *place == '\\') {
            fprintf(stream, "\\%c", *place);
            place++;
        } else if (*place == '\n') {
            fputs("\\n", stream);
            place++;
        } else if (*place < 0x20) {
            fprintf(stream, "\\u%04x", (unsigned)*place);
            place++;
        } else {
            fwrite(place, 1, length, stream);
            place += length;
        }
    }
    fputc('"', stream);
}

/* Everything that comes before a value: comma, line feed, key. */
static void start_value(struct json_writer *writer, const char *key)
{
    if (!writer->empty) {
        fputs(writer->inline_array ? ", " : ",", writer->stream);
    }
    if (writer->depth > 0 && !writer->inline_array) {
        print_indent(writer);
    }
    writer->empty = false;
    if (key != NULL) {
        print_string(writer->stream, key);
        fputs(": ", writer->stream);
    }
}

static void open_bracket(struct json_writer *writer, const char *key, char bracket)
{
    start_value(writer, key);
    fputc(bracket, writer->stream);
    writer->depth++;
    writer->empty = true;
}

static void close_bracket(struct json_writer *writer, char bracket)
{
    writer->depth--;
    if (!writer->empty) {
        print_indent(writer);
    }
    fputc(bracket, writer->stream);
    writer->empty = false;
}

void emit_start(struct json_writer *writer, FILE *stream)
{
    *writer = (struct json_writer){.stream = stream, .empty = true};
}

void emit_open_object(struct json_writer *writer, const char *key)
{
    open_bracket(writer, key, '{');
}

void emit_close_object(struct json_writer *writer)
{
    close_bracket(writer, '}');
}

void emit_open_array(struct json_writer *writer, const char *key)
{
    open_bracket(writer, key, '[');
}

void emit_close_array(struct json_writer *writer)
{
    close_bracket(writer, ']');
}

void emit_open_inline_array(struct json_writer *writer, const char *key)
{
    start_value(writer, key);
    fputc('[', writer->stream);
    writer->inline_array = true;
    writer->empty = true;
}

void emit_close_inline_array(struct json_writer *writer)
{
    fputc(']', writer->stream);
    writer->inline_array = false;
    writer->empty = false;
}

void emit_string(struct json_writer *writer, const char *key, const char *text)
{
    start_value(writer, key);
    if (text == NULL) {
        fputs("null", writer->stream);
    } else {
        print_string(writer->stream, text);
    }
}

void emit_unsigned(struct json_writer *writer, const char *key, uint64_t number)
{
    start_value(writer, key);
    fprintf(writer->stream, "%" PRIu64, number);
}

void emit_signed(struct json_writer *writer, const char *key, int64_t number)
{
    start_value(writer, key);
    fprintf(writer->stream, "%" PRId64, number);
}

void emit_real(struct json_writer *writer, const char *key, double number)
{
    char text[40];
    start_value(writer, key);
    if (!isfinite(number)) {
        fputs("null", writer->stream);
        return;
    }
    number_print_real(text, sizeof text, number);
    fputs(text, writer->stream);
}

void emit_float(struct json_writer *writer, const char *key, float number)
{
    char text[40];
    start_value(writer, key);
    if (!isfinite(number)) {
        fputs("null", writer->stream);
        return;
    }
    number_print_float(text, sizeof text, number);
    fputs(text, writer->stream);
}

void emit_boolean(struct json_writer *writer, const char *key, bool truth)
{
    start_value(writer, key);
    fputs(truth ? "true" : "false", writer->stream);
}

void emit_raw(struct json_writer *writer, const char *key, const char *text)
{
    start_value(writer, key);
    for (const char *place = text; *place != '\0'; place++) {
        if (*place != '\n') {
            fputc(*place, writer->stream);
        } else if (place[1] != '\0') {
            print_indent(writer); /* JSON strings hold no line feed, so this one is between values. */
        }
    }
}

void emit_finish(struct json_writer *writer)
{
    fputc('\n', writer->stream);
}
