#include "numbers.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/base/number_text.h"

/* The longest decimal number that is worth reading: float64 never needs more digits to be told apart. */
#define NUMBER_LENGTH 800

static bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

bool number_read_unsigned(const char *text, size_t length, uint64_t *number)
{
    if (length == 0) {
        return false;
    }
    uint64_t value = 0;
    for (size_t i = 0; i < length; i++) {
        if (!is_digit(text[i])) {
            return false;
        }
        const uint64_t digit = (uint64_t)(text[i] - '0');
        if (value > (UINT64_MAX - digit) / 10) {
            return false;
        }
        value = value * 10 + digit;
    }
    *number = value;
    return true;
}

bool number_read_signed(const char *text, size_t length, int64_t *number)
{
    const bool negative = length > 0 && text[0] == '-';
    const size_t sign = length > 0 && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    uint64_t magnitude = 0;
    if (!number_read_unsigned(text + sign, length - sign, &magnitude) || magnitude > (uint64_t)INT64_MAX) {
        return false;
    }
    *number = negative ? -(int64_t)magnitude : (int64_t)magnitude;
    return true;
}

static size_t skip_digits(const char *text, size_t index, size_t length)
{
    while (index < length && is_digit(text[index])) {
        index++;
    }
    return index;
}

/* strtod() takes more than we want (blanks, "inf", "0x1p3"), so the form is checked first. */
static bool is_decimal(const char *text, size_t length)
{
    size_t index = length > 0 && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    const size_t whole = skip_digits(text, index, length);
    size_t digits = whole - index;
    index = whole;
    if (index < length && text[index] == '.') {
        const size_t end = skip_digits(text, index + 1, length);
        digits += end - (index + 1);
        index = end;
    }
    if (digits == 0) {
        return false;
    }
    if (index < length && (text[index] == 'e' || text[index] == 'E')) {
        index++;
        if (index < length && (text[index] == '-' || text[index] == '+')) {
            index++;
        }
        const size_t end = skip_digits(text, index, length);
        if (end == index) {
            return false;
        }
        index = end;
    }
    return index == length;
}

bool number_read_real(const char *text, size_t length, double *number)
{
    char copy[NUMBER_LENGTH];
    if (length >= sizeof copy || !is_decimal(text, length)) {
        return false;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    const double value = strtod(copy, NULL);
    if (!isfinite(value)) {
        return false;
    }
    *number = value;
    return true;
}

void number_print_limit(char *text, size_t size, double number)
{
    int exponent = 0;
    const double fraction = frexp(fabs(number), &exponent);
    if (fraction == 0.5 && (exponent > 20 || exponent < -20)) {
        snprintf(text, size, "%s2^%d", number < 0 ? "-" : "", exponent - 1);
    } else {
        snprintf(text, size, "%s", scree_show_double(number).text);
    }
}

void number_print_counts(char *text, size_t size, const uint64_t *counts, uint32_t axes, const char *between)
{
    size_t length = 0;
    text[0] = '\0';
    for (uint32_t axis = 0; axis < axes && length < size; axis++) {
        const int added = snprintf(text + length, size - length, "%s%" PRIu64, axis > 0 ? between : "",
                                   counts[axis] > 0 ? counts[axis] : 1);
        length += added > 0 ? (size_t)added : 0;
    }
}

void number_print_bytes(char *text, size_t size, uint64_t bytes)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double value = (double)bytes;
    size_t unit = 0;
    for (; value >= 1024 && unit + 1 < sizeof units / sizeof units[0]; unit++) {
        value /= 1024;
    }
    snprintf(text, size, unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
}
