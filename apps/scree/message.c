#include "message.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "../../src/base/message_text.h"

static const char *program = "scree";

void message_name_program(const char *name)
{
    program = name;
}

__attribute__((format(printf, 3, 0))) static void print_line(const char *name, const char *prefix, const char *format,
                                                             va_list arguments)
{
    char buffer[1024];
    char *text = scree_message_format(buffer, sizeof buffer, format, arguments);
    scree_make_printable(text);
    fprintf(stderr, "%s%s%s\n", name, prefix, text);
    scree_message_free(text, buffer);
}

void message_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_line(program, ": ", format, arguments);
    va_end(arguments);
}

void message_warning(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_line(program, ": warning: ", format, arguments);
    va_end(arguments);
}

void message_report(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_line("", "", format, arguments);
    va_end(arguments);
}

void message_error_lines(const char *text)
{
    size_t length = strcspn(text, "\n");
    message_error("%.*s", (int)length, text);
    while (text[length] == '\n') {
        text += length + 1;
        length = strcspn(text, "\n");
        message_report("%.*s", (int)length, text);
    }
}

void print_harmless(FILE *stream, const char *text, const char *kept)
{
    uint32_t character;
    for (size_t bytes; (bytes = scree_character_read(text, &character)) > 0; text += bytes) {
        const bool is_kept = !scree_character_is_control(character) || strchr(kept, *text) != NULL;
        fwrite(is_kept ? text : "?", 1, is_kept ? bytes : 1, stream);
    }
}
