/* Conversion of samples to other types. All functions are pure. A float64 holds the product of two float32 exactly, so
   that each result is rounded only once. */
#ifndef SCREE_SAMPLE_CONVERT_H
#define SCREE_SAMPLE_CONVERT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/noise.h>

/* How samples are stored (volume.h). `scale` is more than 0. */
typedef struct scree_conversion {
    scree_type source;
    scree_type type;
    float scale;
    bool towards_zero;
} scree_conversion;

/* Converts to IEEE 754 binary16, rounding to nearest even or towards zero. Finite values stay finite: the largest is
   65504. A NaN becomes the quiet NaN of its sign. */
uint16_t scree_half_from_double(double value, bool towards_zero);

/* The value of a binary16; exact. */
float scree_half_to_float(uint16_t half);

/* Converts to an integer from -32767 to 32767. NaN becomes 0. */
int16_t scree_int16_from_double(double value, bool towards_zero);

/* Converts to float32. Finite values stay finite. */
float scree_float_from_double(double value, bool towards_zero);

/* Whether samples are stored unchanged. */
bool scree_conversion_is_none(const scree_conversion *conversion);

/* Converts float32 samples to the type, f32, f16 or i16. Returns how many are beyond what the type holds, and became
   its largest or least number. */
uint64_t scree_convert_samples(const scree_conversion *conversion, const float *from, void *to, size_t count);

/* Counts samples of noise, f32, u16 or u8, that are the least or the largest number of its type: for f32, 0 or 1. */
uint64_t scree_count_ends(scree_type type, const void *samples, size_t count);

#endif
