#include "shell_text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../scree/numbers.h"

static bool reserve(struct shell_text *text, size_t added)
{
    if (text->length + added + 1 > text->capacity) {
        const size_t capacity = 2 * (text->length + added + 1);
        char *longer = realloc(text->start, capacity);
        text->is_lost = text->is_lost || longer == NULL;
        text->start = longer != NULL ? longer : text->start;
        text->capacity = longer != NULL ? capacity : text->capacity;
    }
    return !text->is_lost;
}

void shell_text_add(struct shell_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    const int added = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (reserve(text, (size_t)added)) {
        vsnprintf(text->start + text->length, (size_t)added + 1, format, again);
        text->length += (size_t)added;
    }
    va_end(again);
}

void shell_text_quote(struct shell_text *text, const char *word)
{
    shell_text_add(text, "'");
    for (; *word != '\0'; word++) {
        if (*word == '\'') {
            shell_text_add(text, "'\\''");
        } else {
            shell_text_add(text, "%c", *word);
        }
    }
    shell_text_add(text, "'");
}

/* Whole numbers without an exponent, where people would write them so. */
static void add_number(struct shell_text *text, double number)
{
    char digits[40];
    if (number == floor(number) && fabs(number) < 1e15) {
        snprintf(digits, sizeof digits, "%.0f", number + 0.0);
    } else {
        number_print_real(digits, sizeof digits, number);
    }
    shell_text_add(text, "%s", digits);
}

/* A value with a minus sign is joined to its option, so that nobody takes it for another option. */
void shell_text_add_reals(struct shell_text *text, const char *name, uint32_t count, const double *numbers)
{
    shell_text_add(text, " --%s%s", name, numbers[0] < 0 ? "=" : " ");
    for (uint32_t i = 0; i < count; i++) {
        shell_text_add(text, "%s", i > 0 ? "," : "");
        add_number(text, numbers[i]);
    }
}

void shell_text_add_real(struct shell_text *text, const char *name, double number)
{
    shell_text_add_reals(text, name, 1, &number);
}

char *shell_text_end(struct shell_text *text)
{
    char *start = text->start;
    if (text->is_lost) {
        free(start);
        start = NULL;
    }
    *text = (struct shell_text){.start = NULL};
    return start;
}
