/* The command whose output is what is seen. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parameter_value.h"
#include "viewer_internal.h"

struct text {
    char *start;
    size_t length;
    size_t capacity;
    bool is_lost; /* Without memory. */
};

__attribute__((format(printf, 2, 3))) static void append(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    const int added = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (text->length + (size_t)added + 1 > text->capacity) {
        const size_t capacity = 2 * (text->length + (size_t)added + 1);
        char *longer = realloc(text->start, capacity);
        text->is_lost = text->is_lost || longer == NULL;
        text->start = longer != NULL ? longer : text->start;
        text->capacity = longer != NULL ? capacity : text->capacity;
    }
    if (!text->is_lost) {
        vsnprintf(text->start + text->length, (size_t)added + 1, format, again);
        text->length += (size_t)added;
    }
    va_end(again);
}

/* A word as a shell takes it literally. */
static void append_quoted(struct text *text, const char *word)
{
    append(text, "'");
    for (; *word != '\0'; word++) {
        if (*word == '\'') {
            append(text, "'\\''");
        } else {
            append(text, "%c", *word);
        }
    }
    append(text, "'");
}

/* JSON on one line: line feeds stand between values only, and are followed by blanks. */
static void join_lines(char *json)
{
    char *to = json;
    for (const char *from = json; *from != '\0'; from++) {
        if (*from == '\n') {
            while (from[1] == ' ') {
                from++;
            }
            continue;
        }
        *to++ = *from;
    }
    *to = '\0';
}

static void append_source(const viewer *self, struct text *text)
{
    char *json = self->state.file < 0 ? viewer_recipe_text(self) : NULL;
    if (self->state.file >= 0) {
        append(text, " ");
        append_quoted(text, self->opened[self->state.file].path);
    } else if (json != NULL) {
        join_lines(json);
        append(text, " --recipe ");
        append_quoted(text, json);
    }
    text->is_lost = text->is_lost || (self->state.file < 0 && json == NULL);
    if (self->second_path != NULL) {
        append(text, " --compare ");
        append_quoted(text, self->second_path);
    }
    free(json);
}

/* Some stand there in any case, because what is opened would choose other ones. */
static bool is_needed(const viewer *self, const scree_parameter *row)
{
    const viewer_view *view = &self->state.view;
    const bool is_shown = strcmp(row->name, "panel") != 0 && strcmp(row->name, "turn") != 0;
    const bool is_chosen = strcmp(row->name, "scene") == 0 || strcmp(row->name, "threshold") == 0 ||
                           strcmp(row->name, "range") == 0 ||
                           (self->has_second && strcmp(row->name, "comparison") == 0);
    return is_shown && (is_chosen || !parameter_is_default(row, view));
}

static void append_view(const viewer *self, struct text *text)
{
    char value[PARAMETER_TEXT];
    for (size_t number = 0; viewer_view_parameter(number) != NULL; number++) {
        const scree_parameter *row = viewer_view_parameter(number);
        if (!is_needed(self, row)) {
            continue;
        }
        parameter_print(row, &self->state.view, value, sizeof value);
        if (row->type != SCREE_PARAMETER_FLAG) {
            append(text, " --%s %s", row->name, value);
        } else {
            append(text, strcmp(value, "true") == 0 ? " --%s" : " --no-%s", row->name);
        }
    }
}

char *viewer_command(const viewer *self, uint32_t width, uint32_t height, const char *output)
{
    struct text text = {.start = NULL};
    append(&text, "scree-viewer");
    append_source(self, &text);
    append_view(self, &text);
    if (self->memory_limit > 0) {
        append(&text, " --memory %llu", (unsigned long long)self->memory_limit);
    }
    append(&text, " --size %ux%u", width, height);
    if (output != NULL) {
        append(&text, " --output ");
        append_quoted(&text, output);
    }
    if (text.is_lost) {
        free(text.start);
        return NULL;
    }
    return text.start;
}
