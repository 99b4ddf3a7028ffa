/*
 * The sum of octaves with its derivatives. The values are those of fractal.h, whose functions make them; a state's
 * slopes follow from partial derivatives of what an octave adds and of the next factor, by the octave's value and by
 * its factor. A fractal's own are in its header: scree_NAME_slope() of a shaped octave, and
 * scree_NAME_normalised_slope(), or with state scree_NAME_partials(), and scree_NAME_factor_slope().
 */
#ifndef SCREE_KERNELS_FRACTAL_DUAL_H
#define SCREE_KERNELS_FRACTAL_DUAL_H

#include "base/dual.h"
#include "noise/fractal.h"

SCREE_STRUCT(scree_fractal_dual)
{
    scree_dual sum;
    scree_dual factor;
};

/* Slopes start from minus zero like sums, so that those of one octave are left as they are. */
SCREE_FN scree_fractal_dual scree_fractal_dual_start(void)
{
    scree_fractal_dual state;
    scree_fractal_state start = scree_fractal_start();
    state.sum = scree_dual_constant(start.sum, start.sum);
    state.factor = scree_dual_constant(start.factor, start.sum);
    return state;
}

/* The derivative of scree_fractal_shape_any() by the value; a plain octave's weight is one. */
SCREE_FN scree_f32 scree_shape_slope(const scree_index fractal, const scree_f32 value, const scree_f32 weight,
                                     const scree_fractal_options options)
{
    scree_f32 slope = weight;
#define SCREE_SHAPE_SLOPE(FRACTAL, name, number, shape, normalised) \
    if (fractal == number) {                                        \
        slope = scree_##name##_slope(value, weight);                \
    }
    SCREE_SIMPLE_FRACTALS(SCREE_SHAPE_SLOPE)
#undef SCREE_SHAPE_SLOPE
#define SCREE_SHAPE_SLOPE(FRACTAL, name, number, shape, normalised) \
    if (fractal == number) {                                        \
        slope = scree_##name##_slope(value, weight, options);       \
    }
    SCREE_SHAPED_FRACTALS(SCREE_SHAPE_SLOPE)
#undef SCREE_SHAPE_SLOPE
    return slope;
}

/* The derivative of scree_fractal_normalised(). */
SCREE_FN scree_f32 scree_normalised_slope(const scree_index fractal, const scree_f32 value,
                                          const scree_fractal_options options)
{
    scree_f32 slope = scree_f32_in_all(0.5f);
#define SCREE_NORMALISED_SLOPE(FRACTAL, name, number, shape, normalised) \
    if (fractal == number) {                                             \
        slope = scree_##name##_normalised_slope(value);                  \
    }
    SCREE_SIMPLE_FRACTALS(SCREE_NORMALISED_SLOPE)
#undef SCREE_NORMALISED_SLOPE
    scree_f32 limited = scree_slope_below(scree_magnitude(value), scree_f32_in_all(1.0f), slope);
#define SCREE_NORMALISED_SLOPE(FRACTAL, name, number, shape, normalised) \
    if (fractal == number) {                                             \
        limited = scree_##name##_normalised_slope(value, options);       \
    }
    SCREE_SHAPED_FRACTALS(SCREE_NORMALISED_SLOPE)
#undef SCREE_NORMALISED_SLOPE
    return limited;
}

SCREE_FN scree_fractal_partials scree_partials_of_weighted(const scree_index fractal, const scree_f32 factor,
                                                           const scree_f32 value, const scree_f32 weight,
                                                           const scree_fractal_options options)
{
    scree_fractal_partials partials;
    scree_f32 drop = 1.0f - scree_fractal_normalised(fractal, value, options);
    partials.sum_by_value = scree_shape_slope(fractal, value, weight * factor, options);
    partials.sum_by_factor = scree_fractal_shape_any(fractal, value, weight, options);
    partials.factor_by_value = factor * (scree_normalised_slope(fractal, value, options) * options.weighted_strength);
    partials.factor_by_factor = 1.0f - drop * options.weighted_strength;
    return partials;
}

/* Partial derivatives with a state; without one, that of the sum by the value, and unused ones. */
SCREE_FN scree_fractal_partials scree_partials_of(const scree_index fractal, const scree_f32 factor,
                                                  const scree_f32 value, const scree_f32 weight,
                                                  const scree_fractal_options options)
{
    scree_fractal_partials partials;
    partials.sum_by_value = scree_shape_slope(fractal, value, weight, options);
    partials.sum_by_factor = partials.sum_by_value;
    partials.factor_by_value = partials.sum_by_value;
    partials.factor_by_factor = partials.sum_by_value;
#define SCREE_PARTIALS(FRACTAL, name, number, add, unused)                  \
    if (fractal == number) {                                                \
        partials = scree_##name##_partials(factor, value, weight, options); \
    }
    SCREE_STATE_FRACTALS(SCREE_PARTIALS)
#undef SCREE_PARTIALS
    if (scree_fractal_is_weighted(fractal)) {
        partials = scree_partials_of_weighted(fractal - SCREE_KERNEL_FRACTAL_WEIGHTED, factor, value, weight, options);
    }
    return partials;
}

SCREE_FN scree_f32 scree_add_slope(const scree_f32 sum, const scree_f32 slope)
{
    return sum + slope;
}

SCREE_FN scree_f32 scree_shaped_slope(const scree_f32 by_value, const scree_f32 slope)
{
    return by_value * slope;
}

/* The slope of a factor before it may be cut off. */
SCREE_FN scree_f32 scree_factor_slope_of(const scree_index fractal, const scree_fractal_partials partials,
                                         const scree_f32 value_slope, const scree_f32 factor_slope,
                                         const scree_f32 sum_slope)
{
    scree_f32 slope = scree_chain(partials.factor_by_value, value_slope, partials.factor_by_factor, factor_slope);
#define SCREE_FACTOR_SLOPE(FRACTAL, name, number, add, unused)                               \
    if (fractal == number) {                                                                 \
        slope = scree_##name##_factor_slope(partials, value_slope, factor_slope, sum_slope); \
    }
    SCREE_STATE_FRACTALS(SCREE_FACTOR_SLOPE)
#undef SCREE_FACTOR_SLOPE
    return slope;
}

/* The slope of a factor, zero where the factor is: what is cut off there. */
SCREE_FN scree_f32 scree_factor_slope(const scree_f32 factor, const scree_f32 slope)
{
    scree_f32 nothing = scree_f32_from_bits(scree_u32_from_index(0u));
    return scree_select_less(nothing, scree_magnitude(factor), slope, nothing);
}

/* Adds an octave. */
SCREE_FN scree_fractal_dual scree_fractal_add_dual(const scree_fractal_dual before, const scree_index fractal,
                                                   const scree_dual octave, const scree_f32 weight,
                                                   const scree_fractal_options options)
{
    scree_fractal_dual after = before;
    scree_fractal_state plain;
    plain.sum = before.sum.value;
    plain.factor = before.factor.value;
    scree_fractal_partials partials = scree_partials_of(fractal, plain.factor, octave.value, weight, options);
    plain = scree_fractal_add(plain, fractal, octave.value, weight, options);
    after.sum.value = plain.sum;
    after.factor.value = plain.factor;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < SCREE_DUAL_AXES; axis++) {
        scree_f32 slope = octave.slope[axis];
        scree_f32 kept = before.factor.slope[axis];
        if (fractal == SCREE_KERNEL_FRACTAL_FBM) {
            after.sum.slope[axis] = scree_add_slope(before.sum.slope[axis], slope); /* Scaled by the weight. */
        } else if (!scree_fractal_has_state(fractal)) {
            scree_f32 shaped = scree_shaped_slope(partials.sum_by_value, slope);
            after.sum.slope[axis] = scree_add_slope(before.sum.slope[axis], shaped);
        } else {
            after.sum.slope[axis] = scree_add_slope(
                before.sum.slope[axis], scree_chain(partials.sum_by_value, slope, partials.sum_by_factor, kept));
            after.factor.slope[axis] = scree_factor_slope(
                plain.factor, scree_factor_slope_of(fractal, partials, slope, kept, after.sum.slope[axis]));
        }
    }
    return after;
}

#endif
