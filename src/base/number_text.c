#include "number_text.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "float_environment.h"

/* Powers of ten that float64 holds exactly. */
static const double power_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
#define LARGEST_EXACT_POWER 22

/* Decimal text of this many digits survives a conversion to the type and back, so the search for the shortest text can
   start here. This does not hold for subnormal numbers, whose search starts at one digit. */
#define SAFE_DOUBLE_DIGITS 15
#define SAFE_FLOAT_DIGITS 6

/* Smaller and larger exponents are written in scientific form. Plain integers are below 10^16, and so below 2^63, which
   every reader can hold. */
#define MIN_PLAIN_EXPONENT (-5)
#define MAX_PLAIN_EXPONENT 15

/* Decimal digits without a point: 0.d1d2d3... times ten to the power of exponent + 1. */
typedef struct decimal {
    char digits[20];
    int count;
    int exponent; /* The power of ten of the first digit. */
} decimal;

static void strip_zeros(decimal *number)
{
    while (number->count > 1 && number->digits[number->count - 1] == '0') {
        number->count--;
    }
}

static size_t write_plain(char *out, const decimal *number)
{
    char *start = out;
    int whole = number->exponent + 1; /* Digits before the point. */
    if (whole <= 0) {
        *out++ = '0';
        *out++ = '.';
        memset(out, '0', (size_t)-whole);
        out += -whole;
        memcpy(out, number->digits, (size_t)number->count);
        out += number->count;
        return (size_t)(out - start);
    }
    for (int i = 0; i < whole || i < number->count; i++) {
        if (i == whole) {
            *out++ = '.';
        }
        *out++ = i < number->count ? number->digits[i] : '0';
    }
    return (size_t)(out - start);
}

static size_t write_scientific(char *out, const decimal *number)
{
    char *start = out;
    *out++ = number->digits[0];
    if (number->count > 1) {
        *out++ = '.';
        memcpy(out, number->digits + 1, (size_t)(number->count - 1));
        out += number->count - 1;
    }
    out += sprintf(out, "e%d", number->exponent);
    return (size_t)(out - start);
}

static size_t write_decimal(char *text, bool negative, const decimal *number)
{
    char *out = text;
    if (negative) {
        *out++ = '-';
    }
    bool plain = number->exponent >= MIN_PLAIN_EXPONENT && number->exponent <= MAX_PLAIN_EXPONENT;
    out += plain ? write_plain(out, number) : write_scientific(out, number);
    *out = '\0';
    return (size_t)(out - text);
}

/* Writes NaN, infinities and zeros, which need no search for digits. Returns 0 for all other numbers. */
static size_t write_special(char *text, double value)
{
    const char *word = NULL;
    if (isnan(value)) {
        word = "nan";
    } else if (isinf(value)) {
        word = value < 0.0 ? "-inf" : "inf";
    } else if (value == 0.0) {
        word = signbit(value) ? "-0.0" : "0";
    }
    if (word == NULL) {
        return 0;
    }
    strcpy(text, word);
    return strlen(word);
}

/* Takes the digits from the C library, which is exact at any exponent but slow. The decimal point is skipped because it
   depends on the locale. */
static void digits_by_library(decimal *number, double magnitude, int count)
{
    char buffer[64];
    snprintf(buffer, sizeof buffer, "%.*e", count - 1, magnitude);
    number->count = 0;
    const char *at = buffer;
    for (; *at != 'e'; at++) {
        if (*at >= '0' && *at <= '9') {
            number->digits[number->count++] = *at;
        }
    }
    number->exponent = atoi(at + 1);
}

/* Writes the digits as an integer with an exponent: without a decimal point the text is the same in every locale. */
static void whole_number_text(char *text, size_t size, const decimal *number)
{
    snprintf(text, size, "%.*se%d", number->count, number->digits, number->exponent - number->count + 1);
}

static void shortest_double(decimal *number, double magnitude)
{
    for (int count = isnormal(magnitude) ? SAFE_DOUBLE_DIGITS : 1; count <= 17; count++) {
        char text[48];
        digits_by_library(number, magnitude, count);
        whole_number_text(text, sizeof text, number);
        if (strtod(text, NULL) == magnitude) {
            break;
        }
    }
    strip_zeros(number);
}

static void shortest_float_by_library(decimal *number, float magnitude)
{
    for (int count = isnormal(magnitude) ? SAFE_FLOAT_DIGITS : 1; count <= 9; count++) {
        char text[48];
        digits_by_library(number, (double)magnitude, count);
        whole_number_text(text, sizeof text, number);
        if (strtof(text, NULL) == magnitude && (float)strtod(text, NULL) == magnitude) {
            break;
        }
    }
    strip_zeros(number);
}

/* Whether a float64 lies half-way between two float32. There, rounding a second time may give the wrong one. */
static bool is_halfway(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits & 0x1fffffffu) == 0x10000000u;
}

/* Stores an integer of `count` digits, or of one more if rounding made it a power of ten. */
static void store_digits(decimal *number, uint32_t digits, int exponent, int count)
{
    number->exponent = exponent;
    if ((double)digits >= power_of_ten[count]) {
        digits /= 10;
        number->exponent++;
    }
    for (int i = count - 1; i >= 0; i--) {
        number->digits[i] = (char)('0' + digits % 10);
        digits /= 10;
    }
    number->count = count;
    strip_zeros(number);
}

static int decimal_exponent(double magnitude)
{
    int exponent = 0;
    if (magnitude >= 1.0) {
        while (magnitude >= power_of_ten[exponent + 1]) {
            exponent++;
        }
        return exponent;
    }
    while (magnitude * power_of_ten[-exponent] < 1.0) {
        exponent--;
    }
    return exponent;
}

/* Finds the shortest digits with exact powers of ten. False outside the range that these cover, and where rounding
   twice may be wrong. */
static bool shortest_float_fast(decimal *number, float magnitude)
{
    if (!(magnitude >= 1e-12f && magnitude < 1e12f)) {
        return false;
    }
    int exponent = decimal_exponent((double)magnitude);
    for (int count = SAFE_FLOAT_DIGITS; count <= 9; count++) {
        int shift = count - 1 - exponent;
        double scale = power_of_ten[shift < 0 ? -shift : shift];
        double scaled = shift < 0 ? (double)magnitude / scale : (double)magnitude * scale;
        uint32_t digits = (uint32_t)(scaled + 0.5);
        /* Digits and scale are exact, so this is rounded once. */
        double back = shift < 0 ? (double)digits * scale : (double)digits / scale;
        if ((float)back == magnitude) {
            store_digits(number, digits, exponent, count);
            return !is_halfway(back);
        }
    }
    return false;
}

size_t scree_float_print(char *text, float value)
{
    size_t length = write_special(text, (double)value);
    if (length > 0) {
        return length;
    }
    decimal number;
    float magnitude = fabsf(value);
    if (!shortest_float_fast(&number, magnitude)) {
        shortest_float_by_library(&number, magnitude);
    }
    return write_decimal(text, value < 0.0f, &number);
}

size_t scree_double_print(char *text, double value)
{
    size_t length = write_special(text, value);
    if (length > 0) {
        return length;
    }
    decimal number;
    shortest_double(&number, fabs(value));
    return write_decimal(text, value < 0.0, &number);
}

scree_shown_number scree_show_double(double value)
{
    scree_shown_number shown;
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    scree_double_print(shown.text, value);
    scree_float_environment_leave(&saved);
    return shown;
}

scree_shown_number scree_show_float(float value)
{
    scree_shown_number shown;
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    scree_float_print(shown.text, value);
    scree_float_environment_leave(&saved);
    return shown;
}
