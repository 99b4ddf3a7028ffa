#include "cell_size.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../src/base/number_text.h"
#include "../scree/numbers.h"
#include "recipe_field.h"

/* These are the inverses of the largest step and of the smallest one. */
#define CELL_MIN 0x1p-20
#define CELL_MAX 0x1p48
/* A whole number that was inverted twice, and rounded each time, is as close to itself as that. */
#define ROUNDED 0x1p-50

static double ratio_of(const scree_grid *grid, uint32_t axis)
{
    const double step = grid->step[axis] > 0 ? grid->step[axis] : grid->step[0];
    return grid->step[0] / step;
}

static size_t add_size(double size, const char *before, char *text, size_t bytes)
{
    char number[SCREE_NUMBER_TEXT_SIZE];
    const double whole = nearbyint(size);
    scree_double_print(number, fabs(size - whole) <= whole * ROUNDED ? whole : size);
    return (size_t)snprintf(text, bytes, "%s%s", before, number);
}

void cell_size_print(const scree_grid *grid, double size, char *text, size_t bytes)
{
    bool is_one = true;
    for (uint32_t axis = 1; axis < grid->axes; axis++) {
        is_one = is_one && ratio_of(grid, axis) == 1;
    }
    size_t length = add_size(size, "", text, bytes);
    for (uint32_t axis = 1; axis < grid->axes && !is_one && length < bytes; axis++) {
        length += add_size(size * ratio_of(grid, axis), ",", text + length, bytes - length);
    }
}

static bool refuse(const char *value, char *error, size_t bytes)
{
    char low[32];
    char high[32];
    number_print_limit(low, sizeof low, CELL_MIN);
    number_print_limit(high, sizeof high, CELL_MAX);
    snprintf(error, bytes, "%s: '%.100s' is not valid: numbers from %s to %s, one for all axes or one for each",
             PARAMETER_CELL_SIZE, value, low, high);
    return false;
}

bool cell_size_read(const char *value, char steps[CELL_SIZE_TEXT], char *error, size_t bytes)
{
    size_t used = 0;
    const char *text = value;
    do {
        char number[SCREE_NUMBER_TEXT_SIZE];
        double size = 0;
        const size_t length = strcspn(text, ",");
        if (!number_read_real(text, length, &size) || size < CELL_MIN || size > CELL_MAX ||
            used + sizeof number > CELL_SIZE_TEXT) {
            return refuse(value, error, bytes);
        }
        scree_double_print(number, 1 / size);
        used += (size_t)snprintf(steps + used, CELL_SIZE_TEXT - used, "%s%s", used > 0 ? "," : "", number);
        text += length;
    } while (*text++ == ',');
    return true;
}
