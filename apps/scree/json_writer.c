#include "json_writer.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>

#include "../../src/base/number_text.h"
#include "../../src/formats/json_text.h"

static void print_indent(const struct json_writer *writer)
{
    fputc('\n', writer->stream);
    for (unsigned level = 0; level < writer->depth; level++) {
        fputs("  ", writer->stream);
    }
}

static void print_string(FILE *stream, const char *text)
{
    char character[SCREE_JSON_CHARACTER];
    fputc('"', stream);
    for (size_t bytes; (bytes = scree_json_character(&text, character)) > 0;) {
        fwrite(character, 1, bytes, stream);
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
    emit_open_object(writer, NULL);
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
    char text[40] = "null";
    if (isfinite(number)) {
        scree_double_print(text, number);
    }
    emit_raw(writer, key, text);
}

void emit_float(struct json_writer *writer, const char *key, float number)
{
    char text[40] = "null";
    if (isfinite(number)) {
        scree_float_print(text, number);
    }
    emit_raw(writer, key, text);
}

void emit_boolean(struct json_writer *writer, const char *key, bool truth)
{
    emit_raw(writer, key, truth ? "true" : "false");
}

void emit_raw(struct json_writer *writer, const char *key, const char *text)
{
    char character[SCREE_JSON_CHARACTER];
    start_value(writer, key);
    for (size_t i = 0; scree_json_is_blank(i, (unsigned char)*text); i++) {
        text++;
    }
    while (*text != '\0') {
        /* JSON strings hold no line feed and no other character below the blank, so these are between values. */
        if (*text == '\n' && text[1] != '\0') {
            print_indent(writer);
            text++;
        } else if ((*text > '\0' && *text < ' ') || *text == '"' || *text == '\\') {
            if (*text != '\n') {
                fputc(*text < ' ' ? ' ' : *text, writer->stream);
            }
            text++;
        } else {
            fwrite(character, 1, scree_json_character(&text, character), writer->stream);
        }
    }
}

void emit_finish(struct json_writer *writer)
{
    emit_close_object(writer);
    fputc('\n', writer->stream);
}

char *emit_text(unsigned depth, void (*emit_members)(struct json_writer *writer, const void *user), const void *user)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL) {
        return NULL;
    }
    struct json_writer writer;
    emit_start(&writer, stream);
    writer.depth += depth;
    emit_members(&writer, user);
    emit_close_object(&writer);
    const bool failed = ferror(stream) != 0;
    if (fclose(stream) != 0 || failed) {
        free(text);
        return NULL;
    }
    return text;
}
