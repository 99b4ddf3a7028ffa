#include "fixed_position.h"

#include <string.h>

__extension__ typedef unsigned __int128 scree_fixed_bits;

/* A finite double as an integer times a power of two. */
static int64_t mantissa_of(double value, int *exponent)
{
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    int field = (int)(bits >> 52 & 0x7ff);
    uint64_t magnitude = bits & 0xfffffffffffff;
    if (field == 0) {
        field = 1; /* Subnormal: no implied bit, and the exponent of the smallest normal number. */
    } else {
        magnitude |= (uint64_t)1 << 52;
    }
    *exponent = field - 1075;
    return bits >> 63 != 0 ? -(int64_t)magnitude : (int64_t)magnitude;
}

scree_fixed scree_fixed_product(double a, double b)
{
    int exponent_a = 0;
    int exponent_b = 0;
    scree_fixed product = (scree_fixed)mantissa_of(a, &exponent_a) * mantissa_of(b, &exponent_b);
    int shift = exponent_a + exponent_b + 64;
    if (product == 0) {
        return 0;
    }
    if (shift >= 0) {
        return (scree_fixed)((scree_fixed_bits)product << shift);
    }
    return shift > -127 ? product >> -shift : (product < 0 ? -1 : 0);
}
