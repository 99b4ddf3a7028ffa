/*
 * The fractals: what becomes of each octave before it is added to the sum. There are three lists, whose rows are
 * numbered as the public enum; what the host knows of a fractal besides is its definition (src/field/noise/fractals).
 */
#ifndef SCREE_KERNELS_FRACTAL_H
#define SCREE_KERNELS_FRACTAL_H

#include "noise/fractal_state.h"
#include "noise/fractals/billow.h"
#include "noise/fractals/hetero_terrain.h"
#include "noise/fractals/hybrid.h"
#include "noise/fractals/ping_pong.h"
#include "noise/fractals/ridged.h"
#include "noise/fractals/ridged_multifractal.h"

/* The usual fractal: octaves are added as they are, for their weights are folded into gradients and values. */
#define SCREE_KERNEL_FRACTAL_FBM 0u
/* Added to a fractal without state: octaves are weakened where those before are low. */
#define SCREE_KERNEL_FRACTAL_WEIGHTED 256u

/*
 * X(FRACTAL, name, number, shape, normalised): octaves pass a shaping function by themselves. `normalised` maps an
 * octave, limited to [-1, 1], to [0, 1]. Code for these fractals needs the fewest registers.
 */
#define SCREE_SIMPLE_FRACTALS(X)                                       \
    X(BILLOW, billow, 1u, scree_billow_shape, scree_billow_normalised) \
    X(RIDGED, ridged, 2u, scree_ridged_shape, scree_ridged_normalised)

/* The same by options; the octave is not limited. */
#define SCREE_SHAPED_FRACTALS(X) X(PING_PONG, ping_pong, 3u, scree_ping_pong_shape, scree_ping_pong_normalised)

/* X(FRACTAL, name, number, add, unused): fractals with state; what an octave adds depends on those before. */
#define SCREE_STATE_FRACTALS(X)                                                       \
    X(HYBRID, hybrid, 4u, scree_hybrid_add, 0)                                        \
    X(RIDGED_MULTIFRACTAL, ridged_multifractal, 5u, scree_ridged_multifractal_add, 0) \
    X(HETERO_TERRAIN, hetero_terrain, 6u, scree_hetero_terrain_add, 0)

#define SCREE_FRACTALS(X)                       \
    X(FBM, fbm, SCREE_KERNEL_FRACTAL_FBM, 0, 0) \
    SCREE_SIMPLE_FRACTALS(X)                    \
    SCREE_SHAPED_FRACTALS(X)                    \
    SCREE_STATE_FRACTALS(X)

/* Whether a fractal is in a list. */
#define SCREE_FRACTAL_IS(FRACTAL, name, number, shape, normalised) || fractal == number

/* Whether octaves are shaped by scree_fractal_shape() alone. */
SCREE_FN bool scree_fractal_is_simple(const scree_index fractal)
{
    return fractal == SCREE_KERNEL_FRACTAL_FBM SCREE_SIMPLE_FRACTALS(SCREE_FRACTAL_IS);
}

SCREE_FN bool scree_fractal_is_weighted(const scree_index fractal)
{
    return fractal >= SCREE_KERNEL_FRACTAL_WEIGHTED;
}

/* Weighted ones have state, too. */
SCREE_FN bool scree_fractal_has_state(const scree_index fractal)
{
    return scree_fractal_is_weighted(fractal) SCREE_STATE_FRACTALS(SCREE_FRACTAL_IS);
}

/* The number that an octave of a simple fractal adds. */
SCREE_FN scree_f32 scree_fractal_shape(const scree_index fractal, const scree_f32 value, const scree_f32 weight)
{
    scree_f32 shaped = value;
#define SCREE_FRACTAL_SHAPE(FRACTAL, name, number, shape, normalised) \
    if (fractal == number) {                                          \
        shaped = shape(value, weight);                                \
    }
    SCREE_SIMPLE_FRACTALS(SCREE_FRACTAL_SHAPE)
#undef SCREE_FRACTAL_SHAPE
    return shaped;
}

/* The normalised value of an octave of a weighted fractal, from 0 to 1. */
SCREE_FN scree_f32 scree_fractal_normalised(const scree_index fractal, const scree_f32 value,
                                            const scree_fractal_options options)
{
    scree_f32 limited = scree_minimum(scree_maximum(value, scree_f32_in_all(-1.0f)), scree_f32_in_all(1.0f));
    scree_f32 result = (limited + 1.0f) * 0.5f;
#define SCREE_FRACTAL_NORMALISED(FRACTAL, name, number, shape, normalised) \
    if (fractal == number) {                                               \
        result = normalised(limited);                                      \
    }
    SCREE_SIMPLE_FRACTALS(SCREE_FRACTAL_NORMALISED)
#undef SCREE_FRACTAL_NORMALISED
#define SCREE_FRACTAL_NORMALISED(FRACTAL, name, number, shape, normalised) \
    if (fractal == number) {                                               \
        result = normalised(value, options);                               \
    }
    SCREE_SHAPED_FRACTALS(SCREE_FRACTAL_NORMALISED)
#undef SCREE_FRACTAL_NORMALISED
    return result;
}

/* The number that an octave of a fractal without state adds, whose weight is not folded into its gradients. */
SCREE_FN scree_f32 scree_fractal_shape_any(const scree_index fractal, const scree_f32 value, const scree_f32 weight,
                                           const scree_fractal_options options)
{
    scree_f32 shaped = weight * value;
    if (fractal != SCREE_KERNEL_FRACTAL_FBM) {
        shaped = scree_fractal_shape(fractal, value, weight);
    }
#define SCREE_FRACTAL_SHAPE(FRACTAL, name, number, shape, normalised) \
    if (fractal == number) {                                          \
        shaped = shape(value, weight, options);                       \
    }
    SCREE_SHAPED_FRACTALS(SCREE_FRACTAL_SHAPE)
#undef SCREE_FRACTAL_SHAPE
    return shaped;
}

/* The weighted strength leads from the weights themselves to those times the normalised value of each octave before. */
SCREE_FN scree_fractal_state scree_add_weighted(const scree_fractal_state before, const scree_index fractal,
                                                const scree_f32 value, const scree_f32 weight,
                                                const scree_fractal_options options)
{
    scree_fractal_state after;
    scree_f32 lowered = weight * before.factor;
    scree_f32 drop = 1.0f - scree_fractal_normalised(fractal, value, options);
    after.sum = before.sum + scree_fractal_shape_any(fractal, value, lowered, options);
    after.factor = scree_fractal_factor(before.factor * (1.0f - drop * options.weighted_strength));
    return after;
}

/* Adds an octave. */
SCREE_FN scree_fractal_state scree_fractal_add(const scree_fractal_state before, const scree_index fractal,
                                               const scree_f32 value, const scree_f32 weight,
                                               const scree_fractal_options options)
{
    scree_fractal_state after = before;
    if (scree_fractal_is_simple(fractal)) {
        after.sum = scree_add_octave(before.sum, scree_fractal_shape(fractal, value, weight));
    }
#define SCREE_FRACTAL_ADD(FRACTAL, name, number, shape, normalised)              \
    if (fractal == number) {                                                     \
        after.sum = scree_add_octave(before.sum, shape(value, weight, options)); \
    }
    SCREE_SHAPED_FRACTALS(SCREE_FRACTAL_ADD)
#undef SCREE_FRACTAL_ADD
#define SCREE_FRACTAL_ADD(FRACTAL, name, number, add, unused) \
    if (fractal == number) {                                  \
        after = add(before, value, weight, options);          \
    }
    SCREE_STATE_FRACTALS(SCREE_FRACTAL_ADD)
#undef SCREE_FRACTAL_ADD
    if (scree_fractal_is_weighted(fractal)) {
        after = scree_add_weighted(before, fractal - SCREE_KERNEL_FRACTAL_WEIGHTED, value, weight, options);
    }
    return after;
}

#endif
