#include "parameter_value.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../../src/base/number_text.h"
#include "../../src/base/suggestion.h"
#include "../scree/numbers.h"

#include <scree/noise.h>

static bool is_of_field(const scree_parameter *parameter)
{
    return !parameter->is_of_samples && parameter->capacity <= SCREE_MAX_OCTAVES;
}

/* NULL past the last, and `number` goes on from there. */
static const scree_parameter *noise_row(size_t *number)
{
    const scree_parameter *parameter = NULL;
    for (size_t i = 0; (parameter = scree_noise_parameter(i)) != NULL; i++) {
        if (is_of_field(parameter) && (*number)-- == 0) {
            break;
        }
    }
    return parameter;
}

const scree_parameter *parameter_of_noise(size_t number)
{
    return noise_row(&number);
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

#define GRID_ROWS (sizeof grid_rows / sizeof grid_rows[0])

const scree_parameter *parameter_of_field(size_t number)
{
    const scree_parameter *row = noise_row(&number);
    return row != NULL ? row : number < GRID_ROWS ? &grid_rows[number] : NULL;
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

static bool has_name(const scree_parameter *row, const char *name)
{
    bool has_it = is_spelt(row->name, name);
    for (size_t i = 0; i < 2; i++) {
        has_it = has_it || (row->aliases[i] != NULL && is_spelt(row->aliases[i], name));
    }
    return has_it;
}

/* The panel asks this some times for each widget of a frame. */
const scree_parameter *parameter_find_field(const char *name)
{
    const scree_parameter *row = NULL;
    for (size_t i = 0; (row = scree_noise_parameter(i)) != NULL; i++) {
        if (is_of_field(row) && has_name(row, name)) {
            return row;
        }
    }
    for (size_t i = 0; i < GRID_ROWS; i++) {
        if (has_name(&grid_rows[i], name)) {
            return &grid_rows[i];
        }
    }
    return NULL;
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

static const void *member_of(const scree_parameter *row, const void *values)
{
    return (const char *)values + row->offset;
}

static void *member_in(const scree_parameter *row, void *values)
{
    return (char *)values + row->offset;
}

static uint32_t count_of(const scree_parameter *row, const void *values)
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
    void *member = member_in(row, values);
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
    *(uint64_t *)member_in(row, values) = number;
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
    return row->type == SCREE_PARAMETER_REALS ? count_of(row, values) == 0
           : row->type == SCREE_PARAMETER_U64 ? parameter_whole(row, values) == (uint64_t)row->default_value
                                              : parameter_number(row, values) == row->default_value;
}

bool parameter_equal(const scree_parameter *row, const void *first, const void *second)
{
    size_t bytes = sizeof(uint64_t);
    switch (row->type) {
    case SCREE_PARAMETER_REALS:
        bytes = count_of(row, first) * sizeof(double);
        break;
    case SCREE_PARAMETER_AXES:
        bytes = row->capacity * sizeof(uint64_t);
        break;
    case SCREE_PARAMETER_U64:
        break;
    default:
        return parameter_number(row, first) == parameter_number(row, second);
    }
    return (row->type != SCREE_PARAMETER_REALS || count_of(row, first) == count_of(row, second)) &&
           memcmp(member_of(row, first), member_of(row, second), bytes) == 0;
}

static bool is_within(const scree_parameter *parameter, double number)
{
    return number >= parameter->minimum && number <= parameter->maximum && fabs(number) >= parameter->min_magnitude;
}

static bool read_choice(const scree_parameter *row, const char *text, double *number)
{
    for (int choice = 0; row->choice_name(choice) != NULL; choice++) {
        if (strcmp(row->choice_name(choice), text) == 0) {
            *number = choice;
            return true;
        }
    }
    return false;
}

bool parameter_read_flag(const char *text, bool *flag)
{
    *flag = strcmp(text, "true") == 0 || strcmp(text, "on") == 0;
    return *flag || strcmp(text, "false") == 0 || strcmp(text, "off") == 0;
}

static bool read_whole(const char *text, double *number)
{
    uint64_t whole = 0;
    const bool is_read = number_read_unsigned(text, strlen(text), &whole) && whole <= UINT32_MAX;
    *number = (double)whole;
    return is_read;
}

/* Behind the last number there are zeros, so that lists of the same numbers are the same. */
static bool read_reals(const scree_parameter *row, const char *text, void *values)
{
    double numbers[SCREE_MAX_OCTAVES] = {0};
    uint32_t count = 0;
    bool is_valid = true;
    for (const char *word = strcmp(text, PARAMETER_OWN) != 0 ? text : NULL; word != NULL && is_valid; count++) {
        const size_t length = strcspn(word, ",");
        is_valid = count < row->capacity && number_read_real(word, length, &numbers[count]) &&
                   is_within(row, numbers[count]);
        word = word[length] == ',' ? word + length + 1 : NULL;
    }
    if (is_valid) {
        memcpy(member_in(row, values), numbers, row->capacity * sizeof *numbers);
        set_count(row, count, values);
    }
    return is_valid;
}

static bool read_value(const scree_parameter *row, const char *text, void *values)
{
    double number = 0;
    bool flag = false;
    bool is_read = false;
    switch (row->type) {
    case SCREE_PARAMETER_REALS:
        return read_reals(row, text, values);
    case SCREE_PARAMETER_CHOICE:
        is_read = read_choice(row, text, &number);
        break;
    case SCREE_PARAMETER_FLAG:
        is_read = parameter_read_flag(text, &flag);
        number = flag ? 1 : 0;
        break;
    case SCREE_PARAMETER_REAL:
        is_read = number_read_real(text, strlen(text), &number) && is_within(row, number);
        break;
    default:
        is_read = read_whole(text, &number) && is_within(row, number);
        break;
    }
    if (is_read) {
        parameter_set_number(row, number, values);
    }
    return is_read;
}

/* "; did you mean 'viridis'?" for a choice. */
static void add_nearest(const scree_parameter *row, const char *text, char *error, size_t size)
{
    scree_suggestion search = {.word = text};
    for (int choice = 0; row->choice_name(choice) != NULL; choice++) {
        scree_suggestion_consider(&search, row->choice_name(choice));
    }
    char suggestion[SCREE_SUGGESTION_TEXT];
    const size_t length = strlen(error);
    snprintf(error + length, size - length, "%s", scree_suggestion_text(&search, "'", "'", suggestion));
}

static bool refuse(const scree_parameter *row, const char *text, char *error, size_t size)
{
    char limits[320];
    parameter_describe_limits(row, limits, sizeof limits);
    snprintf(error, size, "%s: '%.100s' is not valid: %s", row->name, text, limits);
    if (row->type == SCREE_PARAMETER_CHOICE) {
        add_nearest(row, text, error, size);
    }
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
    const uint32_t count = is_list ? count_of(row, values) : 1;
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
    const uint32_t count = count_of(row, values);
    char number[SCREE_NUMBER_TEXT_SIZE];
    size_t length = 0;
    snprintf(text, size, "%s", parameter_find_field(row->name) == row ? "" : PARAMETER_OWN);
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
