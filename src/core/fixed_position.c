#include "fixed_position.h"

#include <math.h>

__extension__ typedef unsigned __int128 scree_fixed_bits;

/* A finite double as a whole number times a power of two. */
static int64_t mantissa_of(double value, int *exponent)
{
    int binary_exponent = 0;
    double fraction = frexp(value, &binary_exponent);
    *exponent = binary_exponent - 53;
    return (int64_t)ldexp(fraction, 53);
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
