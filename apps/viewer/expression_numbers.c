#include "expression_numbers.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <scree/graph.h>

#include "../../src/base/number_text.h"
#include "../scree/numbers.h"

/* Sliders of whole numbers, and of others, go at least so far. */
#define WHOLE_END 10.0
#define REAL_END 1.0
#define MAX_NAME 40

static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Copies the name that ends before an offset; its length, 0 where there is none. */
static size_t name_before(const char *text, size_t end, char name[MAX_NAME])
{
    while (end > 0 && isspace((unsigned char)text[end - 1])) {
        end--;
    }
    size_t begin = end;
    while (begin > 0 && is_of_name(text[begin - 1])) {
        begin--;
    }
    const size_t length = end - begin < MAX_NAME - 1 ? end - begin : MAX_NAME - 1;
    memcpy(name, text + begin, length);
    name[length] = '\0';
    return length;
}

/* The name of an input of an operator, whose `_` is `-` in its own name; NULL where it has none. */
static const char *input_name(char *function, unsigned argument)
{
    scree_op op;
    for (char *at = strchr(function, '_'); at != NULL; at = strchr(at, '_')) {
        *at = '-';
    }
    if (!scree_op_from_name(function, &op)) {
        return NULL;
    }
    const scree_op_input_info *input = scree_op_input_describe(op, argument);
    return input != NULL ? input->name : NULL;
}

/* A number of a call is known by the function and the input, and one behind "name =" by that name. */
static void find_label(const char *text, size_t offset, char label[48])
{
    char name[MAX_NAME];
    char given[MAX_NAME] = "";
    unsigned depth = 0;
    unsigned argument = 0;
    size_t at = offset;
    snprintf(label, 48, "number");
    while (at > 0 && isspace((unsigned char)text[at - 1])) {
        at--;
    }
    if (at > 0 && text[at - 1] == '=') {
        name_before(text, at - 1, given);
    }
    for (at = offset; at > 0; at--) {
        const char c = text[at - 1];
        if (c == '"') { /* A text, from its end to its beginning. */
            for (at--; at > 1 && text[at - 1] != '"'; at--) {
            }
            continue;
        }
        depth += c == ')' || c == ']';
        argument += c == ',' && depth == 0;
        if (c == ';' || ((c == '(' || c == '[') && depth == 0)) {
            break;
        }
        depth -= (c == '(' || c == '[') && depth > 0;
    }
    if (at == 0 || text[at - 1] != '(' || name_before(text, at - 1, name) == 0) {
        snprintf(label, 48, "%.40s", given[0] != '\0' ? given : "number");
        return;
    }
    char function[MAX_NAME];
    snprintf(function, sizeof function, "%s", name);
    const char *input = given[0] != '\0' ? given : input_name(function, argument);
    snprintf(label, 48, "%.22s %.22s", name, input != NULL ? input : "number");
}

/* Whether a '-' here is the sign of a number, and no operation on what stands before it. */
static bool is_sign(const char *text, size_t at)
{
    const size_t end = at;
    while (at > 0 && isspace((unsigned char)text[at - 1])) {
        at--;
    }
    return text[end] == '-' && (at == 0 || strchr("(,=[;", text[at - 1]) != NULL);
}

/* The bytes of a number without a sign that begins here; 0 where none does. */
static size_t measure(const char *text)
{
    size_t length = strspn(text, "0123456789");
    const size_t whole = length;
    if (text[length] == '.') {
        length += 1 + strspn(text + length + 1, "0123456789");
    }
    if (whole == 0 && length <= 1) {
        return 0;
    }
    if (text[length] == 'e' || text[length] == 'E') {
        const size_t sign = text[length + 1] == '-' || text[length + 1] == '+';
        const size_t digits = strspn(text + length + 1 + sign, "0123456789");
        length += digits > 0 ? 1 + sign + digits : 0;
    }
    return length;
}

/* The place behind a text in quotes. */
static size_t skip_text(const char *text, size_t at)
{
    for (at++; text[at] != '\0' && text[at] != '\n' && text[at] != '"';) {
        at += text[at] == '\\' && text[at + 1] != '\0' ? 2 : 1;
    }
    return text[at] == '"' ? at + 1 : at;
}

bool expression_number_find(const char *text, size_t from, expression_number *found)
{
    size_t at = from;
    while (text[at] != '\0') {
        const size_t sign = is_sign(text, at);
        const size_t length = measure(text + at + sign);
        if (text[at] == '#') {
            at += strcspn(text + at, "\n");
        } else if (text[at] == '"') {
            at = skip_text(text, at);
        } else if (is_of_name(text[at]) && !isdigit((unsigned char)text[at])) {
            while (is_of_name(text[at])) {
                at++;
            }
        } else if (length > 0 && !number_read_real(text + at, sign + length, &found->value)) {
            at += sign + length;
        } else if (length > 0) {
            found->offset = at;
            found->length = sign + length;
            found->is_whole = strspn(text + at + sign, "0123456789") == length;
            find_label(text, at, found->label);
            return true;
        } else {
            at++;
        }
    }
    return false;
}

bool expression_number_replace(char *text, size_t bytes, const expression_number *number, double value)
{
    char digits[SCREE_NUMBER_TEXT_SIZE];
    const size_t all = strlen(text);
    const size_t end = number->offset + number->length;
    if (number->is_whole) {
        value = round(value);
    }
    /* Four digits are enough for a slider. */
    char rounded[32];
    snprintf(rounded, sizeof rounded, "%.4g", value);
    double told = value;
    number_read_real(rounded, strlen(rounded), &told);
    size_t length = scree_float_print(digits, (float)told);
    /* A number that has fractions keeps them. */
    if (!number->is_whole && strcspn(digits, ".e") == length) {
        length += (size_t)snprintf(digits + length, sizeof digits - length, ".0");
    }
    if (all - number->length + length >= bytes) {
        return false;
    }
    memmove(text + number->offset + length, text + end, all - end + 1);
    memcpy(text + number->offset, digits, length);
    return true;
}

void expression_number_range(const expression_number *number, double *low, double *high)
{
    const double least = number->is_whole ? WHOLE_END : REAL_END;
    *high = fmax(2.0 * fabs(number->value), least);
    *low = number->value < 0.0 ? -*high : 0.0;
}
