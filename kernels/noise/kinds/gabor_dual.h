/*
 * Gabor and phasor noise with their derivatives. Phasor noise is im / size with the size sqrt(re^2 + im^2), and its
 * derivative re (re im' - im re') / size^3.
 *
 * Sums of waves may nearly cancel, so numbers are trimmed before they are multiplied: none of the products is
 * subnormal.
 */
#ifndef SCREE_KERNELS_GABOR_DUAL_H
#define SCREE_KERNELS_GABOR_DUAL_H

#include "base/dual.h"
#include "noise/kinds/gabor.h"

/* The slope of Gabor noise whose value, before it is cut off, is given: zero where it is cut off. */
SCREE_FN scree_f32 scree_gabor_slope(const scree_f32 sum, const scree_f32 value, const scree_index axes,
                                     const scree_f32 amplitude)
{
    scree_f32 nothing = scree_f32_from_bits(scree_bits_from_f32(value) & 0u);
    scree_f32 magnitude = scree_f32_from_bits(scree_bits_from_f32(value) & 0x7fffffffu);
    scree_f32 slope = scree_gabor_scaled(scree_dual_trimmed(sum) * 6.28318548f, axes);
    return scree_select_less(magnitude, scree_f32_in_all(1.0f), slope, nothing) * amplitude;
}

/* One octave of Gabor noise. */
SCREE_FN scree_dual scree_gabor_dual(const scree_site site, const scree_index axes, const scree_site_source source)
{
    scree_gabor_sum sum = scree_gabor_waves(site, axes, source);
    scree_f32 value = scree_gabor_scaled(sum.real, axes);
    scree_dual dual;
    dual.value = scree_gabor_limited(value) * source.amplitude;
    dual.slope[0] = scree_gabor_slope(sum.real_slope[0], value, axes, source.amplitude);
    dual.slope[1] = scree_gabor_slope(sum.real_slope[1], value, axes, source.amplitude);
    dual.slope[2] = scree_gabor_slope(sum.real_slope[2], value, axes, source.amplitude);
    dual.slope[3] = dual.slope[2];
    return dual;
}

/* A wave as a number of magnitude one, and the factor by which its phase moves the value. */
SCREE_STRUCT(scree_phasor_wave)
{
    scree_f32 sine;
    scree_f32 cosine;
    scree_f32 factor;
};

/* The derivative along an axis is that of the phase, which moves the sine by the cosine. */
SCREE_FN scree_f32 scree_phasor_slope(const scree_phasor_wave wave, const scree_f32 real_slope,
                                      const scree_f32 imaginary_slope)
{
    scree_f32 turn = wave.cosine * scree_dual_trimmed(imaginary_slope) - wave.sine * scree_dual_trimmed(real_slope);
    return scree_dual_trimmed(wave.cosine * scree_dual_trimmed(turn)) * wave.factor;
}

/* One octave of phasor noise. */
SCREE_FN scree_dual scree_phasor_dual(const scree_site site, const scree_index axes, const scree_site_source source)
{
    scree_gabor_sum sum = scree_gabor_waves(site, axes, source);
    scree_f32 size = scree_phasor_size(sum);
    scree_f32 sine = scree_divide(sum.imaginary, size);
    scree_f32 inverse = scree_divide(scree_f32_in_all(1.0f), size);
    scree_phasor_wave wave;
    wave.sine = scree_dual_trimmed(sine);
    wave.cosine = scree_dual_trimmed(scree_dual_trimmed(sum.real) * inverse);
    wave.factor = inverse * 6.28318548f * source.amplitude;
    scree_dual dual;
    dual.value = sine * source.amplitude;
    dual.slope[0] = scree_phasor_slope(wave, sum.real_slope[0], sum.imaginary_slope[0]);
    dual.slope[1] = scree_phasor_slope(wave, sum.real_slope[1], sum.imaginary_slope[1]);
    dual.slope[2] = scree_phasor_slope(wave, sum.real_slope[2], sum.imaginary_slope[2]);
    dual.slope[3] = dual.slope[2];
    return dual;
}

#endif
