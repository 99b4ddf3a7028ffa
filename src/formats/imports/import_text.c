#include "import_text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <scree/expression.h>

#include "context_internal.h"
#include "last_error.h"

#define MAX_COLUMNS 100

/* Functions that imports call beyond the library's own operators. A function may use those above it. */
static const struct import_function {
    const char *name;
    const char *text;
} functions[] = {
    {"square", "fn square(v) = v * v;"},
    {"cube", "fn cube(v) = v * v * v;"},
    {"over", "# a / b, where b counts as 0.000001 at least, with its sign.\n"
             "fn over(a, b) = a * (2 * step(b) - 1) / max(abs(b), 0.000001);"},
    {"remainder", "# What is left of a, with its sign, without the multiples of b.\n"
                  "fn remainder(a, b) = sign(a) * mod(abs(a), max(abs(b), 0.000001));"},
    {"truncate", "fn truncate(v, multiple=1) = sign(v) * floor(abs(v), multiple);"},
    {"power", "fn power(v, exponent) = pow(max(abs(v), 0.000001), exponent);"},
    {"half_negative", "fn half_negative(v) = max(v, v / 2);"},
    {"quarter_negative", "fn quarter_negative(v) = max(v, v / 4);"},
    {"squeeze", "fn squeeze(v) = clamp(v) / 2 - cube(clamp(v)) / 24;"},
    {"zigzag", "fn zigzag(t) = abs(t - round(t, 2));"},
    {"ray", "fn ray(v, location, height, slope_there) = height + slope_there * (v - location);"},
    {"portion", "fn portion(v, low, high) = clamp(over(v - low, high - low), 0, 1);"},
    {"climb", "# The part of a step that climbs.\nfn climb(smoothness) = 1 - 1 / (1 + max(smoothness, 0));"},
    {"hermite", "fn hermite(t) = t * t * (3 - 2 * t);"},
    {"quintic", "fn quintic(t) = t * t * t * (t * (6 * t - 15) + 10);"},
    {"blend", "fn blend(difference, k) = cube(max(k - abs(difference), 0) / k) * k / 6;"},
    {"dip", "# A minimum that is rounded by a cubic; the maximum is turned upside down.\n"
            "fn dip(a, b, smoothness) = blend(a - b, max(abs(smoothness), 0.000001));"},
};

void scree_import_move(scree_text *text, scree_text *part)
{
    scree_text_append(text, part->data != NULL ? part->data : "");
    text->failed = text->failed || part->failed;
    scree_text_clear(part);
}

void scree_import_operand(scree_text *text, const scree_import_argument *argument, scree_import_strength needed)
{
    const bool is_loose = argument->strength < needed;
    scree_text_append(text, is_loose ? "(" : "");
    scree_text_append(text, argument->text);
    scree_text_append(text, is_loose ? ")" : "");
}

scree_import_strength scree_import_expand(scree_text *text, const char *form, const scree_import_argument *argument)
{
    const bool is_operator = strchr(form, '$') != NULL;
    const bool is_product = strpbrk(form, "*/") != NULL;
    const scree_import_strength strength = !is_operator ? SCREE_IMPORT_WHOLE
                                           : is_product ? SCREE_IMPORT_PRODUCT
                                                        : SCREE_IMPORT_SUM;
    for (const char *at = form; *at != '\0'; at++) {
        if (*at == '$') {
            /* The first operand needs no parentheses round operators of its own kind. */
            const bool is_first = at == form;
            at++;
            scree_import_operand(text, &argument[*at - '1'], is_first ? strength : strength + 1);
        } else if (*at == '@') {
            at++;
            scree_text_append(text, argument[*at - '1'].text);
        } else {
            scree_text_append_bytes(text, at, 1);
        }
    }
    return strength;
}

void scree_import_note(scree_import_text *in, const char *format, ...)
{
    char note[512];
    va_list arguments;
    va_start(arguments, format);
    const int length = snprintf(note, sizeof note, "# - ");
    vsnprintf(note + length, sizeof note - (size_t)length - 1, format, arguments);
    va_end(arguments);
    strcat(note, "\n");
    if (in->notes.data == NULL || strstr(in->notes.data, note) == NULL) {
        scree_text_append(&in->notes, note);
    }
}

/* Appends a text, of which further lines begin where it would be longer than a line. */
static void append_lines(scree_text *out, const char *text, size_t column)
{
    while (*text != '\0') {
        const size_t length = 1 + strcspn(text + 1, " ");
        if (column + length > MAX_COLUMNS && *text == ' ') {
            scree_text_append(out, "\n   ");
            column = 3;
        }
        scree_text_append_bytes(out, text, length);
        column += length;
        text += length;
    }
}

void scree_import_define(scree_import_text *in, const char *name, scree_text *text, const char *comment)
{
    in->lines.failed = in->lines.failed || text->failed || text->data == NULL;
    scree_text_append(&in->lines, "let ");
    scree_text_append(&in->lines, name);
    scree_text_append(&in->lines, " = ");
    append_lines(&in->lines, text->data != NULL ? text->data : "", strlen(name) + 7);
    scree_text_append(&in->lines, ";  # ");
    scree_text_append(&in->lines, comment);
    scree_text_append(&in->lines, "\n");
    scree_text_clear(text);
}

bool scree_import_is_too_long(const scree_import_text *in)
{
    return in->notes.length + in->lines.length > SCREE_MAX_EXPRESSION_BYTES;
}

void scree_import_clear(scree_import_text *in)
{
    scree_text_clear(&in->notes);
    scree_text_clear(&in->lines);
}

/* Whether a text calls a function. */
static bool calls(const char *text, const char *name)
{
    const size_t length = strlen(name);
    const char *at = text;
    while (at != NULL && (at = strstr(at, name)) != NULL) {
        const bool begins = at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        if (begins && at[length] == '(') {
            return true;
        }
        at += length;
    }
    return false;
}

/* The functions that the definitions and the value need, before them. */
static void add_functions(const scree_import_text *in, const char *value, scree_text *out)
{
    enum { COUNT = sizeof functions / sizeof functions[0] };
    bool is_used[COUNT];
    for (size_t i = COUNT; i-- > 0;) {
        is_used[i] = calls(in->lines.data, functions[i].name) || calls(value, functions[i].name);
        for (size_t user = i + 1; user < COUNT && !is_used[i]; user++) {
            is_used[i] = is_used[user] && calls(functions[user].text, functions[i].name);
        }
    }
    for (size_t i = 0; i < COUNT; i++) {
        if (is_used[i]) {
            scree_text_append(out, functions[i].text);
            scree_text_append(out, "\n");
        }
    }
}

/* Whatever the other system's numbers are, what is returned is an expression. */
static scree_result check(scree_context *context, const scree_text *text)
{
    scree_field *field = NULL;
    scree_result result =
        scree_field_from_expression(scree_context_silent(), text->data, text->length, "imported expression", &field);
    scree_field_release(&field);
    if (result == SCREE_OK) {
        return SCREE_OK;
    }
    scree_error_text reason;
    scree_last_error_keep(&reason);
    return scree_fail_lines(context, result == SCREE_ERROR_OUT_OF_MEMORY ? result : SCREE_ERROR_INVALID, reason.text);
}

scree_result scree_import_finish(scree_import_text *in, const char *value, char **text)
{
    scree_text out = {.data = NULL};
    scree_text_append(&out, in->notes.data != NULL ? in->notes.data : "");
    add_functions(in, value, &out);
    scree_text_append(&out, in->lines.data != NULL ? in->lines.data : "");
    scree_text_append(&out, value);
    const bool failed = out.failed || in->notes.failed || in->lines.failed;
    scree_import_clear(in);
    const scree_result result = failed ? scree_fail(in->context, SCREE_ERROR_OUT_OF_MEMORY, "import: out of memory")
                                       : check(in->context, &out);
    if (result != SCREE_OK) {
        scree_text_clear(&out);
        return result;
    }
    *text = out.data;
    return SCREE_OK;
}
