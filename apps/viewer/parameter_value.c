#include "parameter_value.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../../src/base/suggestion.h"
#include "../scree/numbers.h"

#include <scree/noise.h>

const scree_parameter *parameter_of_noise(size_t number)
{
    const scree_parameter *parameter = NULL;
    for (size_t i = 0; (parameter = scree_noise_parameter(i)) != NULL; i++) {
        const bool is_of_recipes_only = parameter->is_of_samples || parameter->capacity > SCREE_MAX_OCTAVES;
        if (!is_of_recipes_only && number-- == 0) {
            break;
        }
    }
    return parameter;
}

/* Their types and limits are those of recipes. */
static const scree_parameter grid_rows[] = {
    {.name = "samples",
     .type = SCREE_PARAMETER_AXES,
     .syntax = "WxH[xD]",
     .description = "Samples of the recipe along each axis: with the step, how much of the field is shown at first."},
    {.name = "step",
     .aliases = {"frequency"},
     .type = SCREE_PARAMETER_AXES,
     .syntax = "S[,S...]",
     .description = "Distance of two of these samples in cells of the first octave, for each axis or one number for "
                    "all."},
    {.name = PARAMETER_CELL_SIZE,
     .type = SCREE_PARAMETER_AXES,
     .syntax = "N[,N...]",
     .description = "Samples of the recipe along a cell of the first octave, for each axis or one number for all: the "
                    "inverse of the step."},
    {.name = "origin",
     .type = SCREE_PARAMETER_AXES,
     .syntax = "X[,Y...]",
     .description = "Position of sample 0 in cells of the first octave, for each axis or one number for all."},
    {.name = "first",
     .type = SCREE_PARAMETER_AXES,
     .syntax = "I[,J...]",
     .description = "Index of the first sample, for each axis or one number for all."},
};

const scree_parameter *parameter_of_field(size_t number)
{
    size_t count = 0;
    while (count < number && parameter_of_noise(count) != NULL) {
        count++;
    }
    if (parameter_of_noise(count) != NULL) {
        return parameter_of_noise(count);
    }
    return number - count < sizeof grid_rows / sizeof grid_rows[0] ? &grid_rows[number - count] : NULL;
}

/* Hyphens and underscores are alike. */
static bool is_spelt(const char *name, const char *wanted)
{
    while (*name != '\0' && (*name == *wanted || (*name == '_' && *wanted == '-'))) {
        name++;
        wanted++;
    }
    return *name == '\0' && *wanted == '\0';
}

const scree_parameter *parameter_find_field(const char *name)
{
    const scree_parameter *row = NULL;
    for (size_t number = 0; (row = parameter_of_field(number)) != NULL; number++) {
        bool is_it = is_spelt(row->name, name);
        for (size_t i = 0; i < 2; i++) {
            is_it = is_it || (row->aliases[i] != NULL && is_spelt(row->aliases[i], name));
        }
        if (is_it) {
            break;
        }
    }
    return row;
}

bool parameter_voids_quantiles(const scree_parameter *row)
{
    const scree_parameter *parameter = NULL;
    for (size_t number = 0; (parameter = parameter_of_noise(number)) != NULL && parameter != row; number++) {
    }
    return parameter != NULL && strcmp(row->name, "distribution") != 0;
}

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

void parameter_describe_limits(const scree_parameter *parameter, char *text, size_t size)
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

static bool read_choice(const scree_parameter *parameter, const char *text, void *member)
{
    for (int choice = 0; parameter->choice_name(choice) != NULL; choice++) {
        if (strcmp(parameter->choice_name(choice), text) == 0) {
            memcpy(member, &choice, sizeof choice);
            return true;
        }
    }
    return false;
}

static bool read_flag(const char *text, void *member)
{
    const bool is_set = strcmp(text, "true") == 0 || strcmp(text, "on") == 0;
    const bool is_cleared = strcmp(text, "false") == 0 || strcmp(text, "off") == 0;
    if (is_set || is_cleared) {
        memcpy(member, &is_set, sizeof is_set);
    }
    return is_set || is_cleared;
}

static bool is_within(const scree_parameter *parameter, double number)
{
    return number >= parameter->minimum && number <= parameter->maximum && fabs(number) >= parameter->min_magnitude;
}

static bool read_real(const scree_parameter *parameter, const char *text, void *member)
{
    double number = 0;
    const bool is_valid = number_read_real(text, strlen(text), &number) && is_within(parameter, number);
    if (is_valid) {
        number += 0.0; /* No minus zero, which would be another value with the same effect. */
        memcpy(member, &number, sizeof number);
    }
    return is_valid;
}

/* Behind the last number there are zeros, so that lists of the same numbers are the same. */
static bool read_reals(const scree_parameter *parameter, const char *text, void *values)
{
    double numbers[SCREE_MAX_OCTAVES] = {0};
    uint32_t count = 0;
    bool is_valid = true;
    for (const char *word = strcmp(text, PARAMETER_OWN) != 0 ? text : NULL; word != NULL && is_valid; count++) {
        const size_t length = strcspn(word, ",");
        is_valid = count < parameter->capacity && number_read_real(word, length, &numbers[count]) &&
                   is_within(parameter, numbers[count]);
        word = word[length] == ',' ? word + length + 1 : NULL;
    }
    if (is_valid) {
        memcpy((char *)values + parameter->offset, numbers, parameter->capacity * sizeof *numbers);
        memcpy((char *)values + parameter->count_offset, &count, sizeof count);
    }
    return is_valid;
}

static bool read_whole(const scree_parameter *parameter, const char *text, void *member)
{
    uint64_t number = 0;
    const bool is_valid = number_read_unsigned(text, strlen(text), &number) && number <= UINT32_MAX &&
                          is_within(parameter, (double)number);
    if (is_valid) {
        const uint32_t value = (uint32_t)number;
        memcpy(member, &value, sizeof value);
    }
    return is_valid;
}

static bool read_value(const scree_parameter *parameter, const char *text, void *values)
{
    void *member = (char *)values + parameter->offset;
    switch (parameter->type) {
    case SCREE_PARAMETER_CHOICE:
        return read_choice(parameter, text, member);
    case SCREE_PARAMETER_FLAG:
        return read_flag(text, member);
    case SCREE_PARAMETER_REAL:
        return read_real(parameter, text, member);
    case SCREE_PARAMETER_REALS:
        return read_reals(parameter, text, values);
    default:
        return read_whole(parameter, text, member);
    }
}

/* "; did you mean 'viridis'?" for a choice. */
static void add_nearest(const scree_parameter *parameter, const char *text, char *error, size_t size)
{
    scree_suggestion search = {.word = text};
    for (int choice = 0; parameter->choice_name(choice) != NULL; choice++) {
        scree_suggestion_consider(&search, parameter->choice_name(choice));
    }
    char suggestion[SCREE_SUGGESTION_TEXT];
    const size_t length = strlen(error);
    snprintf(error + length, size - length, "%s", scree_suggestion_text(&search, "'", "'", suggestion));
}

bool parameter_read(const scree_parameter *parameter, const char *text, void *values, char *error, size_t size)
{
    if (read_value(parameter, text, values)) {
        return true;
    }
    char limits[320];
    parameter_describe_limits(parameter, limits, sizeof limits);
    snprintf(error, size, "%s: '%.100s' is not valid: %s", parameter->name, text, limits);
    if (parameter->type == SCREE_PARAMETER_CHOICE) {
        add_nearest(parameter, text, error, size);
    }
    return false;
}

static int choice_of(const scree_parameter *parameter, const void *values)
{
    int choice = 0;
    memcpy(&choice, (const char *)values + parameter->offset, sizeof choice);
    return choice;
}

static double real_of(const scree_parameter *parameter, const void *values)
{
    double number = 0;
    memcpy(&number, (const char *)values + parameter->offset, sizeof number);
    return number;
}

void parameter_print_real(double number, char *text, size_t size)
{
    if (number == floor(number) && fabs(number) < 1e15) {
        snprintf(text, size, "%.0f", number);
    } else {
        number_print_real(text, size, number);
    }
}

static uint32_t count_of(const scree_parameter *parameter, const void *values)
{
    uint32_t count = 0;
    memcpy(&count, (const char *)values + parameter->count_offset, sizeof count);
    return count;
}

static void print_reals(const scree_parameter *parameter, const void *values, char *text, size_t size)
{
    const uint32_t count = count_of(parameter, values);
    size_t length = 0;
    snprintf(text, size, PARAMETER_OWN);
    for (uint32_t i = 0; i < count && length + 2 < size; i++) {
        double number = 0;
        memcpy(&number, (const char *)values + parameter->offset + i * sizeof number, sizeof number);
        length += (size_t)snprintf(text + length, size - length, "%s", i > 0 ? "," : "");
        parameter_print_real(number, text + length, size - length);
        length += strlen(text + length);
    }
}

void parameter_print(const scree_parameter *parameter, const void *values, char *text, size_t size)
{
    const char *name = NULL;
    switch (parameter->type) {
    case SCREE_PARAMETER_CHOICE:
        name = parameter->choice_name(choice_of(parameter, values));
        snprintf(text, size, "%s", name != NULL ? name : "?");
        return;
    case SCREE_PARAMETER_FLAG:
        snprintf(text, size, "%s", *((const char *)values + parameter->offset) != 0 ? "true" : "false");
        return;
    case SCREE_PARAMETER_REAL:
        parameter_print_real(real_of(parameter, values), text, size);
        return;
    case SCREE_PARAMETER_REALS:
        print_reals(parameter, values, text, size);
        return;
    default:
        snprintf(text, size, "%" PRIu32, (uint32_t)choice_of(parameter, values));
        return;
    }
}

bool parameter_is_default(const scree_parameter *parameter, const void *values)
{
    switch (parameter->type) {
    case SCREE_PARAMETER_FLAG:
        return (*((const char *)values + parameter->offset) != 0) == (parameter->default_value != 0);
    case SCREE_PARAMETER_REAL:
        return real_of(parameter, values) == parameter->default_value;
    case SCREE_PARAMETER_REALS:
        return count_of(parameter, values) == 0;
    default:
        return (uint32_t)choice_of(parameter, values) == (uint32_t)parameter->default_value;
    }
}
