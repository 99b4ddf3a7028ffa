#include "parameter_value.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../../src/base/number_text.h"
#include "../../src/base/suggestion.h"
#include "../scree/enumeration_names.h"
#include "../scree/numbers.h"
#include "../scree/option.h"

static void describe_choices(const scree_parameter *parameter, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (int choice = 0; parameter->choice_name(choice) != NULL && length + 1 < size; choice++) {
        const int added =
            snprintf(text + length, size - length, "%s%s", choice > 0 ? ", " : "", parameter->choice_name(choice));
        length += added > 0 ? (size_t)added : 0;
    }
}

static void describe_limits(const scree_parameter *parameter, char *text, size_t size)
{
    char low[32];
    char high[32];
    number_print_limit(low, sizeof low, parameter->minimum);
    number_print_limit(high, sizeof high, parameter->maximum);
    switch (parameter->type) {
    case SCREE_PARAMETER_CHOICE:
        describe_choices(parameter, text, size);
        return;
    case SCREE_PARAMETER_FLAG:
        snprintf(text, size, "true or false");
        return;
    case SCREE_PARAMETER_REAL:
        snprintf(text, size, "a number from %s to %s%s", low, high,
                 parameter->min_magnitude > 0 ? " other than 0" : "");
        return;
    case SCREE_PARAMETER_REALS:
        snprintf(text, size, PARAMETER_OWN ", or at most %" PRIu32 " numbers from %s to %s with commas between them",
                 parameter->capacity, low, high);
        return;
    default:
        snprintf(text, size, "a whole number from %s to %s", low, high);
        return;
    }
}

/* Hyphens and underscores are alike. */
static bool is_spelt(const char *name, const char *wanted)
{
    while (*name != '\0' && (*name == *wanted || (strchr("-_", *name) != NULL && (*wanted == '-' || *wanted == '_')))) {
        name++;
        wanted++;
    }
    return *name == '\0' && *wanted == '\0';
}

bool parameter_has_name(const scree_parameter *row, const char *name)
{
    bool has_it = is_spelt(row->name, name);
    for (size_t i = 0; i < 2; i++) {
        has_it = has_it || (row->aliases[i] != NULL && is_spelt(row->aliases[i], name));
    }
    return has_it;
}

/* The member can be changed where the struct can be. */
static void *member_of(const scree_parameter *row, const void *values)
{
    return (char *)values + row->offset;
}

uint32_t parameter_count(const scree_parameter *row, const void *values)
{
    return *(const uint32_t *)((const char *)values + row->count_offset);
}

static void set_count(const scree_parameter *row, uint32_t count, void *values)
{
    *(uint32_t *)((char *)values + row->count_offset) = count;
}

static double stored_number(const scree_parameter *row, const void *values)
{
    const void *member = member_of(row, values);
    switch (row->type) {
    case SCREE_PARAMETER_CHOICE:
        return *(const int *)member;
    case SCREE_PARAMETER_U32:
        return *(const uint32_t *)member;
    case SCREE_PARAMETER_FLAG:
        return *(const bool *)member ? 1 : 0;
    case SCREE_PARAMETER_REAL:
        return *(const double *)member;
    default:
        return 0;
    }
}

bool parameter_is_set(const scree_parameter *row, const void *values)
{
    switch (row->type) {
    case SCREE_PARAMETER_REALS:
        return parameter_count(row, values) > 0;
    case SCREE_PARAMETER_U64:
        return parameter_whole(row, values) != 0;
    case SCREE_PARAMETER_AXES:
        return true;
    default:
        return stored_number(row, values) != 0;
    }
}

double parameter_number(const scree_parameter *row, const void *values)
{
    const double number = stored_number(row, values);
    if (number == 0) {
        return row->minimum > 0 || row->zero != 0 ? row->default_value : 0;
    }
    return row->zero != 0 && number == row->zero ? 0 : number;
}

void parameter_set_number(const scree_parameter *row, double number, void *values)
{
    void *member = member_of(row, values);
    switch (row->type) {
    case SCREE_PARAMETER_CHOICE:
        *(int *)member = (int)number;
        return;
    case SCREE_PARAMETER_U32:
        *(uint32_t *)member = (uint32_t)number;
        return;
    case SCREE_PARAMETER_FLAG:
        *(bool *)member = number != 0;
        return;
    case SCREE_PARAMETER_REAL:
        *(double *)member = number == 0 ? row->zero : number;
        return;
    default:
        return;
    }
}

uint64_t parameter_whole(const scree_parameter *row, const void *values)
{
    return *(const uint64_t *)member_of(row, values);
}

void parameter_set_whole(const scree_parameter *row, uint64_t number, void *values)
{
    *(uint64_t *)member_of(row, values) = number;
}

void parameter_reset(const scree_parameter *row, void *values)
{
    if (row->type == SCREE_PARAMETER_REALS) {
        set_count(row, 0, values);
    } else if (row->type == SCREE_PARAMETER_U64) {
        parameter_set_whole(row, (uint64_t)row->default_value, values);
    } else {
        parameter_set_number(row, row->default_value, values);
    }
}

bool parameter_is_default(const scree_parameter *row, const void *values)
{
    return row->type == SCREE_PARAMETER_REALS ? parameter_count(row, values) == 0
           : row->type == SCREE_PARAMETER_U64 ? parameter_whole(row, values) == (uint64_t)row->default_value
                                              : parameter_number(row, values) == row->default_value;
}

bool parameter_equal(const scree_parameter *row, const void *first, const void *second)
{
    size_t bytes = sizeof(uint64_t);
    switch (row->type) {
    case SCREE_PARAMETER_REALS:
        bytes = parameter_count(row, first) * sizeof(double);
        break;
    case SCREE_PARAMETER_AXES:
        bytes = row->capacity * sizeof(uint64_t);
        break;
    case SCREE_PARAMETER_U64:
        break;
    default:
        return parameter_number(row, first) == parameter_number(row, second);
    }
    return (row->type != SCREE_PARAMETER_REALS || parameter_count(row, first) == parameter_count(row, second)) &&
           memcmp(member_of(row, first), member_of(row, second), bytes) == 0;
}

static bool is_within(const scree_parameter *parameter, double number)
{
    return number >= parameter->minimum && number <= parameter->maximum && fabs(number) >= parameter->min_magnitude;
}

static double number_of(const scree_parameter *row, const struct option_value *value)
{
    return row->type == SCREE_PARAMETER_REAL  ? value->reals[0]
           : row->type == SCREE_PARAMETER_U32 ? (double)value->whole
                                              : value->choice;
}

/* Texts are those of options. Behind the last number of a list there are zeros, so that equal lists are the same. */
static bool read_value(const scree_parameter *row, const char *text, void *values)
{
    const struct enumeration choices = {.name = row->choice_name};
    struct option option = {.enumeration = &choices};
    struct option_value value = {.count = 0};
    option_bind(&option, row);
    option.form = row->type == SCREE_PARAMETER_FLAG ? FORM_SWITCH : option.form;
    const bool is_own = row->type == SCREE_PARAMETER_REALS && strcmp(text, PARAMETER_OWN) == 0;
    if ((!is_own && !option_parse_value(&option, text, &value)) ||
        (row->type == SCREE_PARAMETER_REAL && !is_within(row, value.reals[0]))) {
        return false;
    }
    if (row->type == SCREE_PARAMETER_REALS) {
        memcpy(member_of(row, values), value.reals, row->capacity * sizeof value.reals[0]);
        set_count(row, value.count, values);
    } else {
        parameter_set_number(row, number_of(row, &value), values);
    }
    return true;
}

static bool refuse(const scree_parameter *row, const char *text, char *error, size_t size)
{
    const struct enumeration choices = {.name = row->choice_name};
    char limits[320];
    char suggestion[SCREE_SUGGESTION_TEXT];
    const bool is_choice = row->type == SCREE_PARAMETER_CHOICE;
    describe_limits(row, limits, sizeof limits);
    snprintf(error, size, "%s: '%.100s' is not valid: %s%s", row->name, text, limits,
             is_choice ? enumeration_suggestion(&choices, text, suggestion) : "");
    return false;
}

bool parameter_read(const scree_parameter *row, const char *text, void *values, char *error, size_t size)
{
    return read_value(row, text, values) || refuse(row, text, error, size);
}

bool parameter_check(const scree_parameter *row, const void *values, char *error, size_t size)
{
    char text[SCREE_NUMBER_TEXT_SIZE];
    const bool is_list = row->type == SCREE_PARAMETER_REALS;
    const bool has_limits = is_list || row->type == SCREE_PARAMETER_REAL || row->type == SCREE_PARAMETER_U32;
    const uint32_t count = is_list ? parameter_count(row, values) : 1;
    for (uint32_t i = 0; has_limits && i < count; i++) {
        const double number = is_list ? ((const double *)member_of(row, values))[i] : stored_number(row, values);
        if (!is_within(row, number)) {
            scree_double_print(text, number);
            return refuse(row, text, error, size);
        }
    }
    return true;
}

static void print_reals(const scree_parameter *row, const void *values, char *text, size_t size)
{
    const double *numbers = member_of(row, values);
    const uint32_t count = parameter_count(row, values);
    char number[SCREE_NUMBER_TEXT_SIZE];
    size_t length = 0;
    snprintf(text, size, "%s", PARAMETER_OWN);
    for (uint32_t i = 0; i < count && length < size; i++) {
        scree_double_print(number, numbers[i]);
        length += (size_t)snprintf(text + length, size - length, "%s%s", i > 0 ? "," : "", number);
    }
}

void parameter_print(const scree_parameter *row, const void *values, char *text, size_t size)
{
    const double value = parameter_number(row, values);
    char number[SCREE_NUMBER_TEXT_SIZE];
    const char *name = NULL;
    switch (row->type) {
    case SCREE_PARAMETER_CHOICE:
        name = row->choice_name((int)value);
        snprintf(text, size, "%s", name != NULL ? name : "?");
        return;
    case SCREE_PARAMETER_FLAG:
        snprintf(text, size, "%s", value != 0 ? "true" : "false");
        return;
    case SCREE_PARAMETER_U64:
        snprintf(text, size, "%" PRIu64, parameter_whole(row, values));
        return;
    case SCREE_PARAMETER_REALS:
        print_reals(row, values, text, size);
        return;
    default:
        scree_double_print(number, value);
        snprintf(text, size, "%s", number);
        return;
    }
}
