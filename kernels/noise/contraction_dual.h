/*
 * The contraction with derivatives: the last two folds of a grid's stages, whose nodes node_dual.h makes. The parts of
 * a node are carried like values; x adds the derivative along it when it is folded, and y does at last. The operations
 * are those of node_dual.h, in their order.
 */
#ifndef SCREE_KERNELS_CONTRACTION_DUAL_H
#define SCREE_KERNELS_CONTRACTION_DUAL_H

#include "noise/node_dual.h"

/* A lattice row at one column, x is folded. Part 0 is its value, part 1 + i the derivative along each axis but y. */
SCREE_STRUCT(scree_dual_line)
{
    scree_row_node part[SCREE_DUAL_AXES + 1];
};

/* The location of a sample along an axis. */
SCREE_STRUCT(scree_dual_location)
{
    scree_f32 fraction;
    scree_f32 fraction1;
    scree_f32 fade;
    scree_f32 fade_slope;
};

SCREE_FN scree_dual_location scree_dual_location_at(const scree_index fade, const scree_f32 fraction,
                                                    const scree_f32 fraction1, const scree_f32 weight)
{
    scree_dual_location location;
    location.fraction = fraction;
    location.fraction1 = fraction1;
    location.fade = weight;
    location.fade_slope = scree_fade_slope(fade, fraction, fraction1);
    return location;
}

/* Part `i` of a node of a plane that is kept: its value, and the derivatives along the axes beyond x and y. */
SCREE_FN scree_index scree_kept_part(const scree_index i)
{
    return i == 0u ? 0u : i + 2u;
}

/* A node of a plane of gradient noise or of value noise, which stands where key0 of x and y says. */
SCREE_FN scree_dual_node scree_dual_node_at(const bool has_gradients, const scree_cell cell, const scree_index axes,
                                            const scree_octave_source source, const scree_index fade)
{
    scree_dual_node node;
    if (has_gradients) {
        node = scree_fold_perlin_dual(cell, axes, axes - 2u, source, fade);
    } else {
        node = scree_fold_values_dual(cell, axes, axes - 2u, source, fade);
    }
    return node;
}

/* Folds x of a part of two nodes. */
SCREE_FN scree_row_node scree_fold_part_x(const bool has_gradients, const scree_index axes, const scree_node low,
                                          const scree_node high, const scree_dual_location x)
{
    scree_row_node folded;
    if (has_gradients) {
        folded = scree_fold_x(axes, low, high, x.fraction, x.fraction1, x.fade);
    } else {
        folded.value = scree_lerp(low.value, high.value, x.fade);
        folded.slope = folded.value;
    }
    return folded;
}

/* The derivative along x of what x folds. */
SCREE_FN scree_row_node scree_derive_x(const bool has_gradients, const scree_index axes, const scree_node low,
                                       const scree_node high, const scree_dual_location x)
{
    scree_row_node derived;
    if (has_gradients) {
        derived.value = scree_dual_fold(scree_dual_end(axes <= 2u, low.value, low.slope_x, x.fraction),
                                        scree_dual_end(axes <= 2u, high.value, high.slope_x, x.fraction1), low.slope_x,
                                        high.slope_x, x.fade, x.fade_slope);
        derived.slope = scree_dual_rise(low.slope_y, high.slope_y, x.fade_slope);
    } else {
        derived.value = scree_dual_rise(low.value, high.value, x.fade_slope);
        derived.slope = derived.value;
    }
    return derived;
}

/* Folds x. */
SCREE_FN scree_dual_line scree_dual_fold_x(const bool has_gradients, const scree_index axes, const scree_dual_node low,
                                           const scree_dual_node high, const scree_dual_location x)
{
    scree_dual_line line;
    line.part[0] = scree_fold_part_x(has_gradients, axes, low.part[0], high.part[0], x);
    line.part[1] = scree_derive_x(has_gradients, axes, low.part[0], high.part[0], x);
    line.part[2] = line.part[0];
    SCREE_UNROLL
    for (scree_index axis = 2u; axis < SCREE_DUAL_AXES; axis++) {
        line.part[1u + axis] = line.part[0];
        if (axis < axes) {
            line.part[1u + axis] = scree_fold_part_x(has_gradients, axes, low.part[1u + axis], high.part[1u + axis], x);
        }
    }
    return line;
}

SCREE_FN scree_f32 scree_fold_part_y(const bool has_gradients, const scree_row_node low, const scree_row_node high,
                                     const scree_dual_location y)
{
    return scree_fold_y(has_gradients, low, high, y.fraction, y.fraction1, y.fade);
}

/* Folds y, which comes last: an octave of a sample. */
SCREE_FN scree_dual scree_dual_fold_y(const bool has_gradients, const scree_index axes, const scree_dual_line low,
                                      const scree_dual_line high, const scree_dual_location y)
{
    scree_f32 value = scree_fold_part_y(has_gradients, low.part[0], high.part[0], y);
    scree_dual dual = scree_dual_constant(value, value);
    dual.slope[0] = scree_fold_part_y(has_gradients, low.part[1], high.part[1], y);
    dual.slope[1] =
        scree_dual_along(has_gradients, low.part[0], high.part[0], y.fraction, y.fraction1, y.fade, y.fade_slope);
    SCREE_UNROLL
    for (scree_index axis = 2u; axis < SCREE_DUAL_AXES; axis++) {
        if (axis < axes) {
            dual.slope[axis] = scree_fold_part_y(has_gradients, low.part[1u + axis], high.part[1u + axis], y);
        }
    }
    return dual;
}

#endif
