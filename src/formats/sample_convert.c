#include "sample_convert.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "float_environment.h"

/* A binary64 has 52 bits of fraction and an exponent with a bias of 1023. A binary16 has 10 bits and a bias of 15. */
#define HALF_INFINITY 0x7c00u
#define HALF_NAN 0x7e00u
#define HALF_MAX 0x7bffu
#define HALF_MAX_EXPONENT 15
#define HALF_MIN_EXPONENT (-14)

/* The exponent of half the smallest subnormal. Everything below it is nearer to zero. */
#define HALF_NO_EXPONENT (-25)

static uint64_t bits_of_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* The exponent must be between the two limits above, and the significand includes its leading bit. */
static uint16_t round_to_half(int exponent, uint64_t significand, bool towards_zero)
{
    bool normal = exponent >= HALF_MIN_EXPONENT;
    /* The last bit of the result is 10 bits below the leading one, or for subnormals always 2^-24. */
    unsigned shift = normal ? 42u : (unsigned)(42 + HALF_MIN_EXPONENT - exponent);
    uint64_t kept = significand >> shift;
    uint64_t rest = significand & ((UINT64_C(1) << shift) - 1);
    uint64_t middle = UINT64_C(1) << (shift - 1);
    if (!towards_zero && (rest > middle || (rest == middle && (kept & 1u) != 0))) {
        kept++;
    }
    /* The leading bit of a normal number adds 1 to the exponent, and so does a carry, even to that of infinity. */
    return (uint16_t)(kept + (normal ? (uint64_t)(exponent - HALF_MIN_EXPONENT) << 10 : 0));
}

uint16_t scree_half_from_double(double value, bool towards_zero)
{
    uint64_t bits = bits_of_double(value);
    uint16_t sign = (uint16_t)(bits >> 63 << 15);
    int exponent = (int)(bits >> 52 & 0x7ffu) - 1023;
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    if (exponent == 1024) {
        return (uint16_t)(sign | (fraction != 0 ? HALF_NAN : HALF_INFINITY));
    }
    if (exponent > HALF_MAX_EXPONENT) {
        return (uint16_t)(sign | HALF_MAX);
    }
    if (exponent < HALF_NO_EXPONENT) {
        return sign;
    }
    uint16_t rounded = round_to_half(exponent, fraction | UINT64_C(1) << 52, towards_zero);
    return (uint16_t)(sign | (rounded < HALF_INFINITY ? rounded : HALF_MAX));
}

float scree_half_to_float(uint16_t half)
{
    uint32_t sign = (uint32_t)(half & 0x8000u) << 16;
    uint32_t magnitude = half & 0x7fffu;
    if (magnitude < 1u << 10) {
        /* A subnormal is a multiple of 2^-24. */
        float value = (float)magnitude * 0x1p-24f;
        return sign != 0 ? -value : value;
    }
    uint32_t bits = magnitude >= HALF_INFINITY ? 0x7f800000u | (magnitude & 0x3ffu) << 13
                                               : (magnitude << 13) + ((127u - 15u) << 23);
    bits |= sign;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Has no branches, so that the compiler can vectorise it. */
static inline int16_t round_to_int16(double value, bool towards_zero)
{
    const double most = INT16_MAX;
    /* A sum of this size has no fraction bits, so the addition rounds to the nearest integer, ties to even. */
    const double shift = 0x1.8p52;
    double clamped = value < most ? value : most;
    clamped = clamped > -most ? clamped : -most;
    int whole = (int)(towards_zero ? clamped : clamped + shift - shift);
    return (int16_t)(value == value ? whole : 0);
}

int16_t scree_int16_from_double(double value, bool towards_zero)
{
    return round_to_int16(value, towards_zero);
}

float scree_float_from_double(double value, bool towards_zero)
{
    float nearest = (float)value;
    if (isinf(nearest) && !isinf(value)) {
        return value > 0.0 ? FLT_MAX : -FLT_MAX;
    }
    if (!towards_zero || !(fabs((double)nearest) > fabs(value))) {
        return nearest;
    }
    uint32_t bits;
    memcpy(&bits, &nearest, sizeof bits);
    bits--; /* The next value nearer to zero, whatever the sign. */
    memcpy(&nearest, &bits, sizeof nearest);
    return nearest;
}

bool scree_conversion_is_none(const scree_conversion *conversion)
{
    return conversion->source == conversion->type && conversion->scale == 1.0f;
}

/* Gives the result of scree_half_from_double() for a float32, rounded to the nearest, without branches so that it can
   be vectorised. */
static inline uint16_t nearest_half(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint32_t magnitude = bits & 0x7fffffffu;
    /* Changes the bias of the exponent, and rounds to nearest even: adds half of the dropped unit less one, and one
       more if the kept part is odd. */
    uint32_t normal = (magnitude - ((127u - 15u) << 23) + 0xfffu + (magnitude >> 13 & 1u)) >> 13;
    /* A float32 between 0.5 and 1 has the same last bit as the subnormals, so adding 0.5 rounds to it. */
    float beside;
    memcpy(&beside, &magnitude, sizeof beside);
    beside += 0.5f;
    uint32_t subnormal;
    memcpy(&subnormal, &beside, sizeof subnormal);
    subnormal -= 0x3f000000u;
    uint32_t half = magnitude < 0x38800000u ? subnormal : normal; /* Numbers below 2^-14 are subnormal. */
    half = magnitude < 0x477ff000u ? half : HALF_MAX;             /* Numbers from 65520 on are infinite. */
    half = magnitude < 0x7f800000u ? half : HALF_INFINITY;
    half = magnitude <= 0x7f800000u ? half : HALF_NAN;
    return (uint16_t)(half | (bits >> 16 & 0x8000u));
}

/* The end of a type: from `limit` on numbers became its largest, up to `most`. */
typedef struct type_end {
    double limit;
    double most;
} type_end;

/* When numbers are rounded to the nearest, the limit is the middle between the largest number and the one that would
 * follow. */
static type_end end_of(const scree_conversion *conversion)
{
    switch (conversion->type) {
    case SCREE_TYPE_F16:
        return (type_end){conversion->towards_zero ? 65536.0 : 65520.0, DBL_MAX};
    case SCREE_TYPE_I16:
        return (type_end){conversion->towards_zero ? 32768.0 : 32767.5, (double)INFINITY};
    default:
        return (type_end){conversion->towards_zero ? 0x1p128 : 0x1.ffffffp127, DBL_MAX};
    }
}

/* A loop of its own, which the compiler vectorises. */
static uint64_t count_beyond(const scree_conversion *conversion, const float *from, size_t count)
{
    const type_end end = end_of(conversion);
    const double scale = (double)conversion->scale;
    uint64_t beyond = 0;
    for (size_t i = 0; i < count; i++) {
        const double magnitude = fabs((double)from[i] * scale);
        beyond += magnitude >= end.limit && magnitude <= end.most;
    }
    return beyond;
}

static void convert_to_half(const scree_conversion *conversion, const float *from, uint16_t *to, size_t count)
{
    if (conversion->scale == 1.0f && !conversion->towards_zero) {
        for (size_t i = 0; i < count; i++) {
            to[i] = nearest_half(from[i]);
        }
        return;
    }
    for (size_t i = 0; i < count; i++) {
        to[i] = scree_half_from_double((double)from[i] * (double)conversion->scale, conversion->towards_zero);
    }
}

static void convert_to_int16(const scree_conversion *conversion, const float *from, int16_t *to, size_t count)
{
    const double scale = (double)conversion->scale;
    if (conversion->towards_zero) {
        for (size_t i = 0; i < count; i++) {
            to[i] = round_to_int16((double)from[i] * scale, true);
        }
        return;
    }
    for (size_t i = 0; i < count; i++) {
        to[i] = round_to_int16((double)from[i] * scale, false);
    }
}

static void convert_to_float(const scree_conversion *conversion, const float *from, float *to, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        to[i] = scree_float_from_double((double)from[i] * (double)conversion->scale, conversion->towards_zero);
    }
}

uint64_t scree_convert_samples(const scree_conversion *conversion, const float *from, void *to, size_t count)
{
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    if (conversion->type == SCREE_TYPE_F16) {
        convert_to_half(conversion, from, to, count);
    } else if (conversion->type == SCREE_TYPE_I16) {
        convert_to_int16(conversion, from, to, count);
    } else {
        convert_to_float(conversion, from, to, count);
    }
    const uint64_t beyond = count_beyond(conversion, from, count);
    scree_float_environment_leave(&saved);
    return beyond;
}

uint64_t scree_count_ends(scree_type type, const void *samples, size_t count)
{
    const float *reals = samples;
    const uint16_t *words = samples;
    const uint8_t *bytes = samples;
    uint64_t ends = 0;
    for (size_t i = 0; type == SCREE_TYPE_F32 && i < count; i++) {
        ends += reals[i] == 0.0f || reals[i] == 1.0f;
    }
    for (size_t i = 0; type == SCREE_TYPE_U16 && i < count; i++) {
        ends += words[i] == 0 || words[i] == UINT16_MAX;
    }
    for (size_t i = 0; type == SCREE_TYPE_U8 && i < count; i++) {
        ends += bytes[i] == 0 || bytes[i] == UINT8_MAX;
    }
    return ends;
}
