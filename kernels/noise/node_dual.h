/*
 * Gradient and value noise with their derivatives: samples by themselves, as direct.h has them. The folds of fold.h are
 * linear in the nodes, so a derivative along an axis that is folded already is carried through later folds like a
 * value of its own, and an axis adds its derivative when it is folded: that of the weight, times the difference of the
 * two halves, and the interpolated slopes. With x and y left over the same walk makes the nodes of a plane.
 */
#ifndef SCREE_KERNELS_NODE_DUAL_H
#define SCREE_KERNELS_NODE_DUAL_H

#include "noise/direct.h"
#include "base/dual.h"
#include "base/elementary.h"
#include "noise/locate.h"

/*
 * Products of a fraction and its distance to one below this are taken as zero, because the square of a smaller one, or
 * its product with a slope, might be subnormal. The weight's derivative is 3e-11 there at most.
 */
#define SCREE_DUAL_TRACE 0.00000095367431640625f

/* Corners are visited in groups, as contraction.h has them. Up to four axes have one group, and no loop. */
#if SCREE_DUAL_AXES > 4 || defined(VULKAN)
#define SCREE_EACH_GROUP(group, groups) SCREE_ROLLED for (scree_index group = 0u; group < (groups); group++)
#else
#define SCREE_EACH_GROUP(group, groups) const scree_index group = 0u;
#endif

/* Groups of more than four axes are smaller here: so much work for each corner takes compilers long. */
SCREE_FN scree_index scree_dual_group_axes(const scree_index folds)
{
    return SCREE_AHEAD(folds > 4u ? 3u : folds, folds < 2u ? folds : 2u);
}

/* The index in an array that has a number for each of two axes, or for a fold and an axis. */
#define SCREE_DUAL_PAIR(one, other) ((one)*SCREE_DUAL_AXES + (other))

/* The derivative of the weight of the far node, for every fade a function of f (f - 1). */
SCREE_FN scree_f32 scree_fade_slope_quintic(const scree_f32 product)
{
    return product * product * 30.0f;
}

SCREE_FN scree_f32 scree_fade_slope_cubic(const scree_f32 product)
{
    return product * -6.0f;
}

SCREE_FN scree_f32 scree_fade_half(const scree_f32 fraction)
{
    return fraction * 0.5f;
}

SCREE_FN scree_f32 scree_fade_slope_cosine(const scree_f32 fraction)
{
    return scree_sincos_turns(scree_fade_half(fraction)).sine * 1.57079637f;
}

SCREE_FN scree_f32 scree_fade_product(const scree_f32 fraction, const scree_f32 fraction1)
{
    return fraction * fraction1;
}

SCREE_FN scree_f32 scree_fade_slope(const scree_index fade, const scree_f32 fraction, const scree_f32 fraction1)
{
    scree_f32 product = scree_fade_product(fraction, fraction1);
    scree_f32 trace = scree_f32_in_all(-SCREE_DUAL_TRACE);
    scree_f32 nothing = scree_f32_from_bits(scree_u32_from_index(0u));
    scree_f32 slope = scree_fade_slope_quintic(product);
    if (fade == SCREE_KERNEL_FADE_CUBIC) {
        slope = scree_fade_slope_cubic(product);
    }
    if (fade == SCREE_KERNEL_FADE_COSINE) {
        slope = scree_fade_slope_cosine(fraction);
    }
    scree_f32 kept = scree_select_less(product, trace, slope, nothing);
    if (fade == SCREE_KERNEL_FADE_LINEAR) {
        kept = scree_f32_in_all(1.0f);
    }
    return kept;
}

/*
 * The parts that folds leave of a cell: part 0 is its value, part 1 + i the derivative along axis i where that is
 * folded. The slopes of a part are those along x and y while these are not folded; parts and slopes that nothing is
 * left of repeat others.
 */
SCREE_STRUCT(scree_dual_node)
{
    scree_node part[SCREE_DUAL_AXES + 1];
};

SCREE_FN scree_dual scree_dual_of_node(const scree_dual_node node)
{
    scree_dual dual;
    dual.value = node.part[0].value;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < SCREE_DUAL_AXES; axis++) {
        dual.slope[axis] = node.part[1u + axis].value;
    }
    return dual;
}

/* Whether an axis is among the first `folds` that are folded. */
SCREE_FN bool scree_is_folded(const scree_index axes, const scree_index folds, const scree_index axis)
{
    return axis < axes && scree_fold_number(axes, axis) < folds;
}

/* One end of an axis: the value there, without one where nothing has been folded yet. */
SCREE_FN scree_f32 scree_dual_end(const bool is_first, const scree_f32 value, const scree_f32 slope,
                                  const scree_f32 displacement)
{
    scree_f32 end = slope * displacement;
    if (!is_first) {
        end = value + slope * displacement;
    }
    return end;
}

/* The derivative along the axis that is folded. */
SCREE_FN scree_f32 scree_dual_fold(const scree_f32 low, const scree_f32 high, const scree_f32 low_slope,
                                   const scree_f32 high_slope, const scree_f32 t, const scree_f32 t_slope)
{
    return scree_lerp(low_slope, high_slope, t) + t_slope * (high - low);
}

/* The part of it that a value without slopes has. */
SCREE_FN scree_f32 scree_dual_rise(const scree_f32 low, const scree_f32 high, const scree_f32 t_slope)
{
    return t_slope * (high - low);
}

/* The derivative along the axis that is folded, of nodes with slopes or without; not of the first fold. */
SCREE_FN scree_f32 scree_dual_along(const bool has_gradients, const scree_row_node low, const scree_row_node high,
                                    const scree_f32 fraction, const scree_f32 fraction1, const scree_f32 t,
                                    const scree_f32 t_slope)
{
    scree_f32 derived;
    if (has_gradients) {
        derived = scree_dual_fold(scree_dual_end(false, low.value, low.slope, fraction),
                                  scree_dual_end(false, high.value, high.slope, fraction1), low.slope, high.slope, t,
                                  t_slope);
    } else {
        derived = scree_dual_rise(low.value, high.value, t_slope);
    }
    return derived;
}

/*
 * The first `folds` folds of gradient noise: of all axes, or of all but x and y. The walk over the corners is that of
 * scree_fold_perlin().
 */
SCREE_FN scree_dual_node scree_fold_perlin_dual(const scree_cell cell, const scree_index axes, const scree_index folds,
                                                const scree_octave_source source, const scree_index fade)
{
    scree_f32 held_value[SCREE_DUAL_AXES];
    scree_f32 held_slope[SCREE_DUAL_AXES * SCREE_DUAL_AXES];
    /* Derivatives of the value along axes that are folded, and of the slopes. */
    scree_f32 held_derived[SCREE_DUAL_AXES * SCREE_DUAL_AXES];
    scree_f32 held_derived_slope[SCREE_DUAL_AXES * SCREE_DUAL_AXES * SCREE_DUAL_AXES];
    scree_f32 slope[SCREE_DUAL_AXES];
    scree_f32 derived[SCREE_DUAL_AXES];
    scree_f32 derived_slope[SCREE_DUAL_AXES * SCREE_DUAL_AXES];
    scree_f32 fade_slope[SCREE_DUAL_AXES];
    scree_f32 value = cell.fraction[0];
    SCREE_UNROLL
    for (scree_index k = 0u; k < folds; k++) {
        scree_index axis = scree_fold_axis(axes, k);
        fade_slope[axis] = scree_fade_slope(fade, cell.fraction[axis], cell.fraction1[axis]);
    }
    scree_index group_axes = scree_dual_group_axes(folds);
    SCREE_EACH_GROUP(group, 1u << (folds - group_axes))
    {
        SCREE_UNROLL
        for (scree_index member = 0u; member < (1u << group_axes); member++) {
            scree_index corner = (group << group_axes) | member;
            scree_u32 gradient =
                scree_gradient_select(source.gradients, source.gradient_count,
                                      scree_corner_hash(source.hash, cell, axes, corner, source.permutation));
            SCREE_UNROLL
            for (scree_index axis = 0u; axis < axes; axis++) {
                slope[axis] = scree_gradient_component(source.gradients, source.gradient_count, axis, gradient);
            }
            bool is_whole = true;
            SCREE_UNROLL
            for (scree_index k = 0u; k < folds; k++) {
                scree_index axis = scree_fold_axis(axes, k);
                scree_f32 t = cell.fade[axis];
                if (is_whole && ((corner >> k) & 1u) == 0u) {
                    is_whole = false;
                    held_value[k] = value;
                    SCREE_UNROLL
                    for (scree_index later = k; later < axes; later++) {
                        scree_index other = scree_fold_axis(axes, later);
                        held_slope[SCREE_DUAL_PAIR(k, other)] = slope[other];
                        SCREE_UNROLL
                        for (scree_index j = 0u; j < k; j++) {
                            scree_index folded = scree_fold_axis(axes, j);
                            held_derived_slope[SCREE_DUAL_PAIR(SCREE_DUAL_PAIR(k, folded), other)] =
                                derived_slope[SCREE_DUAL_PAIR(folded, other)];
                        }
                    }
                    SCREE_UNROLL
                    for (scree_index j = 0u; j < k; j++) {
                        scree_index folded = scree_fold_axis(axes, j);
                        held_derived[SCREE_DUAL_PAIR(k, folded)] = derived[folded];
                    }
                } else if (is_whole) {
                    scree_f32 low = scree_dual_end(k == 0u, held_value[k], held_slope[SCREE_DUAL_PAIR(k, axis)],
                                                   cell.fraction[axis]);
                    scree_f32 high = scree_dual_end(k == 0u, value, slope[axis], cell.fraction1[axis]);
                    value = scree_lerp(low, high, t);
                    derived[axis] = scree_dual_fold(low, high, held_slope[SCREE_DUAL_PAIR(k, axis)], slope[axis], t,
                                                    fade_slope[axis]);
                    SCREE_UNROLL
                    for (scree_index j = 0u; j < k; j++) {
                        scree_index folded = scree_fold_axis(axes, j);
                        derived[folded] = scree_fold_value(
                            held_derived[SCREE_DUAL_PAIR(k, folded)],
                            held_derived_slope[SCREE_DUAL_PAIR(SCREE_DUAL_PAIR(k, folded), axis)], derived[folded],
                            derived_slope[SCREE_DUAL_PAIR(folded, axis)], cell.fraction[axis], cell.fraction1[axis], t);
                    }
                    SCREE_UNROLL
                    for (scree_index later = k + 1u; later < axes; later++) {
                        scree_index other = scree_fold_axis(axes, later);
                        SCREE_UNROLL
                        for (scree_index j = 0u; j < k; j++) {
                            scree_index folded = scree_fold_axis(axes, j);
                            derived_slope[SCREE_DUAL_PAIR(folded, other)] =
                                scree_lerp(held_derived_slope[SCREE_DUAL_PAIR(SCREE_DUAL_PAIR(k, folded), other)],
                                           derived_slope[SCREE_DUAL_PAIR(folded, other)], t);
                        }
                        derived_slope[SCREE_DUAL_PAIR(axis, other)] =
                            scree_dual_rise(held_slope[SCREE_DUAL_PAIR(k, other)], slope[other], fade_slope[axis]);
                        slope[other] = scree_lerp(held_slope[SCREE_DUAL_PAIR(k, other)], slope[other], t);
                    }
                }
            }
        }
    }
    scree_dual_node node;
    node.part[0].value = value;
    node.part[0].slope_x = slope[0];
    node.part[0].slope_y = slope[axes > 1u ? 1u : 0u];
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < SCREE_DUAL_AXES; axis++) {
        bool is_folded = scree_is_folded(axes, folds, axis);
        bool has_slopes = is_folded && folds < axes;
        node.part[1u + axis].value = is_folded ? derived[axis] : value;
        node.part[1u + axis].slope_x = has_slopes ? derived_slope[SCREE_DUAL_PAIR(axis, 0u)] : value;
        node.part[1u + axis].slope_y = has_slopes ? derived_slope[SCREE_DUAL_PAIR(axis, 1u)] : value;
    }
    return node;
}

SCREE_FN scree_dual scree_perlin_dual(const scree_cell cell, const scree_index axes, const scree_octave_source source,
                                      const scree_index fade)
{
    return scree_dual_of_node(scree_fold_perlin_dual(cell, axes, axes, source, fade));
}

/* The same of value noise: nodes carry no slopes. */
SCREE_FN scree_dual_node scree_fold_values_dual(const scree_cell cell, const scree_index axes, const scree_index folds,
                                                const scree_octave_source source, const scree_index fade)
{
    scree_f32 held_value[SCREE_DUAL_AXES];
    scree_f32 held_derived[SCREE_DUAL_AXES * SCREE_DUAL_AXES];
    scree_f32 derived[SCREE_DUAL_AXES];
    scree_f32 fade_slope[SCREE_DUAL_AXES];
    scree_f32 value = cell.fraction[0];
    SCREE_UNROLL
    for (scree_index k = 0u; k < folds; k++) {
        scree_index axis = scree_fold_axis(axes, k);
        fade_slope[axis] = scree_fade_slope(fade, cell.fraction[axis], cell.fraction1[axis]);
    }
    scree_index group_axes = scree_dual_group_axes(folds);
    SCREE_EACH_GROUP(group, 1u << (folds - group_axes))
    {
        SCREE_UNROLL
        for (scree_index member = 0u; member < (1u << group_axes); member++) {
            scree_index corner = (group << group_axes) | member;
            value = scree_value_from_hash(scree_corner_hash(source.hash, cell, axes, corner, source.permutation),
                                          source.amplitude);
            bool is_whole = true;
            SCREE_UNROLL
            for (scree_index k = 0u; k < folds; k++) {
                scree_index axis = scree_fold_axis(axes, k);
                scree_f32 t = cell.fade[axis];
                if (is_whole && ((corner >> k) & 1u) == 0u) {
                    is_whole = false;
                    held_value[k] = value;
                    SCREE_UNROLL
                    for (scree_index j = 0u; j < k; j++) {
                        scree_index folded = scree_fold_axis(axes, j);
                        held_derived[SCREE_DUAL_PAIR(k, folded)] = derived[folded];
                    }
                } else if (is_whole) {
                    derived[axis] = scree_dual_rise(held_value[k], value, fade_slope[axis]);
                    SCREE_UNROLL
                    for (scree_index j = 0u; j < k; j++) {
                        scree_index folded = scree_fold_axis(axes, j);
                        derived[folded] = scree_lerp(held_derived[SCREE_DUAL_PAIR(k, folded)], derived[folded], t);
                    }
                    value = scree_lerp(held_value[k], value, t);
                }
            }
        }
    }
    scree_dual_node node;
    node.part[0].value = value;
    node.part[0].slope_x = value;
    node.part[0].slope_y = value;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < SCREE_DUAL_AXES; axis++) {
        node.part[1u + axis].value = scree_is_folded(axes, folds, axis) ? derived[axis] : value;
        node.part[1u + axis].slope_x = value;
        node.part[1u + axis].slope_y = value;
    }
    return node;
}

SCREE_FN scree_dual scree_value_dual(const scree_cell cell, const scree_index axes, const scree_octave_source source,
                                     const scree_index fade)
{
    return scree_dual_of_node(scree_fold_values_dual(cell, axes, axes, source, fade));
}

#endif
