/*
 * Stripes with their derivatives. A sum of waves z changes along x by the slopes of its weights and, times 2 pi i, by
 * its turns a cell there; with the turns along x, by 2 pi i times the way from the centres of all cells. The value is
 * re z / |z|, whose derivative is s (s re z' - c im z') / |z| with c and s the cosine and the sine of its phase; where
 * |z| is below the least divisor, the value is re z over that.
 *
 * Sums may nearly cancel, so numbers are trimmed before they are multiplied: no product is subnormal.
 */
#ifndef SCREE_KERNELS_STRIPES_DUAL_H
#define SCREE_KERNELS_STRIPES_DUAL_H

#include "base/dual.h"
#include "noise/kinds/stripes.h"

/* A sum as a wave of magnitude 1, one over the divisor, the least divisor and the divisor. */
SCREE_STRUCT(scree_stripes_unit)
{
    scree_f32 cosine;
    scree_f32 sine;
    scree_f32 inverse;
    scree_f32 least;
    scree_f32 size;
};

SCREE_FN scree_stripes_unit scree_stripes_unit_of(const scree_stripes_wave sum, const scree_f32 least)
{
    scree_stripes_unit unit;
    scree_f32 size = scree_stripes_size(sum, least);
    unit.least = least;
    unit.size = size;
    unit.cosine = scree_divide(sum.real, size);
    unit.sine = scree_divide(sum.imaginary, size);
    unit.inverse = scree_divide(scree_f32_in_all(1.0f), size);
    return unit;
}

/* Two pi times a number and i times a wave, added to a sum. */
SCREE_FN scree_stripes_wave scree_stripes_add_turned(const scree_stripes_wave sum, const scree_stripes_wave wave,
                                                     const scree_f32 factor)
{
    scree_stripes_wave added;
    scree_f32 radians = scree_dual_trimmed(factor * 6.28318548f);
    added.real = sum.real - wave.imaginary * radians;
    added.imaginary = sum.imaginary + wave.real * radians;
    return added;
}

/* The derivative of a sum with its turns a cell along an axis. */
SCREE_FN scree_stripes_wave scree_stripes_along_turns(const scree_stripes_sums sums, const scree_f32 fraction,
                                                      const scree_index axis)
{
    scree_stripes_wave none;
    scree_stripes_wave moved;
    none.real = scree_zero();
    none.imaginary = none.real;
    moved.real = scree_dual_trimmed(sums.value.real * (fraction - 0.5f) - sums.behind[axis].real);
    moved.imaginary = scree_dual_trimmed(sums.value.imaginary * (fraction - 0.5f) - sums.behind[axis].imaginary);
    return scree_stripes_add_turned(none, moved, scree_f32_in_all(1.0f));
}

/* The derivative of the value, from that of the sum. */
SCREE_FN scree_f32 scree_stripes_slope(const scree_stripes_unit unit, const scree_stripes_wave slope)
{
    scree_f32 real = scree_dual_trimmed(slope.real);
    scree_f32 imaginary = scree_dual_trimmed(slope.imaginary);
    scree_f32 sine = scree_dual_trimmed(unit.sine);
    scree_f32 turn = sine * real - scree_dual_trimmed(unit.cosine) * imaginary;
    scree_f32 free = scree_dual_trimmed(sine * scree_dual_trimmed(turn));
    return scree_select_less(unit.least, unit.size, free, real) * unit.inverse;
}

/* Derivatives of the value with the turns along x and along y, as those along the third axis and the fourth. */
SCREE_FN scree_dual scree_stripes_direct(const scree_dual dual, const scree_site site, const scree_index axes,
                                         const scree_f32 along_x, const scree_f32 along_y)
{
    scree_dual result = dual;
    result.slope[2] = along_y * SCREE_STRIPES_FREQUENCY;
    result.slope[3] = -along_x * SCREE_STRIPES_FREQUENCY;
    if (axes == 3u) {
        scree_sincos angle = scree_sincos_turns(site.fraction[2]);
        scree_f32 turned = scree_dual_trimmed(along_x) * scree_dual_trimmed(angle.cosine) +
                           scree_dual_trimmed(along_y) * scree_dual_trimmed(angle.sine);
        result.slope[2] = scree_dual_trimmed(turned) * (-6.28318548f * SCREE_STRIPES_FREQUENCY);
    }
    return result;
}

/* One octave of stripes. */
SCREE_FN scree_dual scree_stripes_dual(const scree_site site, const scree_index axes, const scree_site_source source)
{
    scree_stripes_turns turns = scree_stripes_turns_of(site, axes);
    scree_stripes_sums sums = scree_stripes_at(site, source, turns);
    scree_stripes_unit unit = scree_stripes_unit_of(sums.value, scree_stripes_least(source));
    scree_dual dual = scree_dual_constant(unit.cosine, scree_zero());
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < 2u; axis++) {
        dual.slope[axis] =
            scree_stripes_slope(unit, scree_stripes_add_turned(sums.slope[axis], sums.value, turns.along[axis]));
    }
    if (axes > 2u) {
        dual = scree_stripes_direct(dual, site, axes,
                                    scree_stripes_slope(unit, scree_stripes_along_turns(sums, site.fraction[0], 0u)),
                                    scree_stripes_slope(unit, scree_stripes_along_turns(sums, site.fraction[1], 1u)));
    }
    if (source.options.word[SCREE_STRIPES_PROFILE] == SCREE_STRIPES_SAW) {
        dual.value = scree_stripes_saw(unit.cosine, sums.value.imaginary);
        SCREE_UNROLL
        for (scree_index axis = 0u; axis < axes; axis++) {
            dual.slope[axis] = scree_stripes_signed(dual.slope[axis] * 0.5f, sums.value.imaginary);
        }
    }
    return scree_dual_amplified(dual, source.amplitude);
}

#endif
