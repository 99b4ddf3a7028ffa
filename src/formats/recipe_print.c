/* The printing of recipes, as far as fields of all types share it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "recipe_internal.h"

void scree_print_key(scree_printer *out, const char *key)
{
    if (out->is_line) {
        scree_text_format(out->text, "%s\"%s\": ", out->first ? "" : ", ", key);
    } else {
        scree_text_format(out->text, "%s\n%*s\"%s\": ", out->first ? "" : ",", (int)(out->indent + 2), "", key);
    }
    out->first = false;
}

void scree_print_name(scree_printer *out, const char *key, const char *name)
{
    scree_print_key(out, key);
    if (name == NULL) {
        scree_text_append(out->text, "null");
    } else {
        scree_text_format(out->text, "\"%s\"", name);
    }
}

void scree_print_double(scree_printer *out, const char *key, double value)
{
    scree_print_key(out, key);
    scree_text_double(out->text, value);
}

void scree_print_u64(scree_printer *out, const char *key, uint64_t number)
{
    scree_print_key(out, key);
    const char *quote = number > INT64_MAX ? "\"" : "";
    scree_text_format(out->text, "%s%" PRIu64 "%s", quote, number, quote);
}

static void print_reals(scree_printer *out, const scree_parameter *parameter, const double *numbers, uint32_t count)
{
    scree_print_key(out, parameter->name);
    count = count < parameter->capacity ? count : parameter->capacity;
    if (parameter->is_single) {
        scree_text_floats(out->text, numbers, count);
    } else {
        scree_text_doubles(out->text, numbers, count);
    }
}

void scree_print_parameter(scree_printer *out, const scree_parameter *parameter, const void *base, uint32_t axes)
{
    const void *at = (const char *)base + parameter->offset;
    switch (parameter->type) {
    case SCREE_PARAMETER_CHOICE:
        scree_print_name(out, parameter->name, parameter->choice_name(*(const int *)at));
        break;
    case SCREE_PARAMETER_U32: {
        uint32_t number = *(const uint32_t *)at;
        scree_print_u64(out, parameter->name, number == 0 ? (uint32_t)parameter->default_value : number);
        break;
    }
    case SCREE_PARAMETER_U64:
        scree_print_u64(out, parameter->name, *(const uint64_t *)at);
        break;
    case SCREE_PARAMETER_REAL: {
        double number = *(const double *)at;
        number = number == 0.0 ? parameter->default_value : number;
        scree_print_double(out, parameter->name, number == SCREE_ZERO ? 0.0 : number);
        break;
    }
    case SCREE_PARAMETER_FLAG:
        scree_print_key(out, parameter->name);
        scree_text_append(out->text, *(const bool *)at ? "true" : "false");
        break;
    case SCREE_PARAMETER_REALS:
        print_reals(out, parameter, at, *(const uint32_t *)((const char *)base + parameter->count_offset));
        break;
    case SCREE_PARAMETER_AXES:
        scree_print_key(out, parameter->name);
        scree_text_counts(out->text, at, axes);
        break;
    }
}

void scree_recipe_text_free(char **text)
{
    if (text != NULL) {
        free(*text);
        *text = NULL;
    }
}
