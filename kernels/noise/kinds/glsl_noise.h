/*
 * The noises of I. McEwan, D. Sheets, S. Gustavson and M. Richardson, "Efficient computational noise in GLSL" (Journal
 * of Graphics Tools, 2012), which shaders use everywhere: without a table, gradients are arithmetic on a hash, and the
 * hash is a polynomial that permutes the numbers below 289. It is (34 x + 10) x, of the authors' later revision; the
 * paper has (34 x + 1) x. Cells count modulo 289, or within a shorter period.
 *
 * All arithmetic is in float32, as theirs. Components of gradients are kept as multiples of 1/41 and 1/7, so that they
 * are integers and halves, and everything before the dot products is exact. Whether a gradient in three axes is folded
 * follows the published float32 operations, which round: by exact sevenths some gradients would lie on the fold itself.
 *
 * Bounds. A sample is at most the sum over the corners of w * (the largest g . d that any gradient g has), with w the
 * weight of a corner and d the offset from it. With the published factors the largest sum of all positions is 0.97 and
 * 0.9997 in two axes (Perlin and simplex, 2.3 and 130), but 1.33 and 1.05 in three (2.2 and 105), where samples do
 * exceed
 * 1. There the factors are 1.5 and 98, and the largest sums 0.91 and 0.98. The test of these kinds proves by branch and
 * bound that all are below 1 - 2^-16, which leaves room for rounding.
 */
#ifndef SCREE_KERNELS_GLSL_NOISE_H
#define SCREE_KERNELS_GLSL_NOISE_H

#include "base/dual.h"
#include "base/elementary.h"
#include "noise/fold.h"
#include "noise/fractal_state.h"
#include "noise/site.h"

/* Cells of all lattices count modulo this number. */
#define SCREE_GLSL_MODULUS 289u

/*
 * Fade weights and their slopes below this, and kernels of a simplex whose square is, are taken as zero: no product is
 * subnormal.
 */
#define SCREE_GLSL_TRACE 0.000000000000909494701772928237915039f
#define SCREE_GLSL_REACH 0.000244140625f

/* A number, or zero where it is below a limit. */
SCREE_FN scree_f32 scree_glsl_from(const scree_f32 limit, const scree_f32 value)
{
    return scree_select_less(value, limit, scree_f32_from_bits(scree_bits_from_f32(value) & 0u), value);
}

/* The permutation of 0 to 288, of numbers up to 702: the products stay below 2^24, and the quotient is exact. */
SCREE_FN scree_f32 scree_glsl_permute(const scree_f32 number)
{
    scree_f32 product = (number * 34.0f + 10.0f) * number;
    scree_u32 quotient = scree_u32_from_f32(product * 0.00346020772f);
    return product - scree_f32_from_u24(quotient) * 289.0f;
}

/* The number below 289 of the node that lies N cells behind a site's along an axis. */
SCREE_FN scree_f32 scree_glsl_node(const scree_u32 cell, const scree_site_axis axis, const scree_index cells)
{
    scree_u32 key = scree_site_key_next(cell, axis, cells);
    scree_u32 modulus = scree_u32_from_index(SCREE_GLSL_MODULUS);
    return scree_f32_from_u24(scree_select_less_u32(key, modulus, key, key - modulus));
}

/* A gradient in parts of its set, and the factor that brings it near length one, by their linear approximation. */
SCREE_STRUCT(scree_glsl_gradient)
{
    scree_f32 x;
    scree_f32 y;
    scree_f32 z;
    scree_f32 norm;
};

/* In two axes 41 gradients lie on a diamond, in parts of 1/41: |x| + |y| = 20.5. */
SCREE_FN scree_glsl_gradient scree_glsl_gradient_2d(const scree_f32 hash)
{
    scree_glsl_gradient gradient;
    scree_u32 rounds = scree_u32_from_f32((hash + 0.5f) * 0.024390243f);
    scree_f32 doubled = (hash - scree_f32_from_u24(rounds) * 41.0f) * 2.0f;
    scree_f32 side = scree_f32_from_u24(scree_u32_from_f32((doubled + 20.5f) * 0.024390243f));
    gradient.x = doubled - side * 41.0f;
    gradient.y = scree_magnitude(doubled - 41.0f) - 20.5f;
    gradient.z = gradient.y;
    gradient.norm = 1.79284286f - (gradient.x * gradient.x + gradient.y * gradient.y) * 0.000507873134f;
    return gradient;
}

SCREE_FN scree_f32 scree_glsl_dot_2d(const scree_glsl_gradient gradient, const scree_f32 x, const scree_f32 y)
{
    return (gradient.x * x + gradient.y * y) * gradient.norm;
}

/*
 * A product with a gradient, and its slopes, which are the gradient times a factor: these are unused for the value
 * alone, and then no code is left of them.
 */
SCREE_FN scree_dual scree_glsl_sloped(const scree_f32 value, const scree_glsl_gradient gradient, const scree_f32 factor)
{
    scree_dual dual;
    dual.value = value;
    dual.slope[0] = gradient.x * factor;
    dual.slope[1] = gradient.y * factor;
    dual.slope[2] = gradient.z * factor;
    dual.slope[3] = dual.slope[2];
    return dual;
}

/* Folds a component of a gradient over to the lower half of the octahedron: takes off `size` in the sign's direction.
 */
SCREE_FN scree_f32 scree_glsl_folded(const scree_f32 component, const float size)
{
    scree_u32 sign = scree_bits_from_f32(component) & 0x80000000u;
    return component - scree_f32_from_bits(sign | scree_bits_from_one(size));
}

/* A gradient in parts of 1/7; x and y are folded where `height`, which is z as shaders find it, is not above zero. */
SCREE_FN scree_glsl_gradient scree_glsl_octahedron(const scree_f32 x, const scree_f32 y, const scree_f32 z,
                                                   const scree_f32 height, const float size)
{
    scree_glsl_gradient gradient;
    scree_f32 zero = scree_f32_in_all(0.0f);
    gradient.x = scree_select_less(zero, height, x, scree_glsl_folded(x, size));
    gradient.y = scree_select_less(zero, height, y, scree_glsl_folded(y, size));
    gradient.z = z;
    gradient.norm = 1.79284286f -
                    (gradient.x * gradient.x + gradient.y * gradient.y + gradient.z * gradient.z) * 0.0174231566f;
    return gradient;
}

/* The two lowest digits of a hash in base seven, and the rounded fractions of a seventh and a 49th of the hash. */
SCREE_STRUCT(scree_glsl_sevenths)
{
    scree_f32 first;
    scree_f32 second;
    scree_f32 first_fraction;
    scree_f32 second_fraction;
};

SCREE_FN scree_glsl_sevenths scree_glsl_digits(const scree_f32 hash)
{
    scree_glsl_sevenths digits;
    scree_f32 seventh = hash * 0.142857149f;
    scree_f32 sevens = scree_f32_from_u24(scree_u32_from_f32(seventh));
    scree_f32 seventh_of_sevens = sevens * 0.142857149f;
    scree_f32 more = scree_f32_from_u24(scree_u32_from_f32(seventh_of_sevens));
    digits.first = hash - sevens * 7.0f;
    digits.second = sevens - more * 7.0f;
    digits.first_fraction = seventh - sevens;
    digits.second_fraction = seventh_of_sevens - more;
    return digits;
}

/*
 * In three axes gradients lie on an octahedron of |x| + |y| + |z| = 3.5. As published, x counts from 0 to 6 rather than
 * from -3.5, so that the set leans to the lower half.
 */
SCREE_FN scree_glsl_gradient scree_glsl_perlin_gradient(const scree_f32 hash)
{
    scree_glsl_sevenths digits = scree_glsl_digits(hash);
    scree_f32 y = digits.second - 3.5f;
    scree_f32 z = 3.5f - digits.first - scree_magnitude(y);
    scree_f32 height = 0.5f - digits.first_fraction - scree_magnitude(digits.second_fraction - 0.5f);
    return scree_glsl_octahedron(digits.first, y, z, height, 3.5f);
}

/*
 * Gradients of simplex noise: 49 points of a square, on an octahedron of |x| + |y| + |z| = 7. Shaders find a height of
 * 1e-7 for the four on the fold whose x and y are negative, with fused operations and without, and below zero for the
 * other three.
 */
SCREE_FN scree_glsl_gradient scree_glsl_simplex_gradient(const scree_f32 hash)
{
    scree_glsl_sevenths digits = scree_glsl_digits(hash);
    scree_f32 x = digits.second * 2.0f - 6.5f;
    scree_f32 y = digits.first * 2.0f - 6.5f;
    scree_f32 z = 7.0f - scree_magnitude(x) - scree_magnitude(y);
    scree_f32 raised = scree_select_less(x, scree_f32_in_all(0.0f), z + 0.5f, z);
    return scree_glsl_octahedron(x, y, z, raised, 7.0f);
}

SCREE_FN scree_f32 scree_glsl_dot_3d(const scree_glsl_gradient gradient, const scree_f32 x, const scree_f32 y,
                                     const scree_f32 z)
{
    return (gradient.x * x + gradient.y * y + gradient.z * z) * gradient.norm;
}

/* A fade weight, and its slope. */
SCREE_STRUCT(scree_glsl_weight)
{
    scree_f32 value;
    scree_f32 slope;
};

SCREE_FN scree_glsl_weight scree_glsl_fade(const scree_f32 t)
{
    scree_f32 smallest = scree_f32_in_all(SCREE_GLSL_TRACE);
    scree_f32 rest = t * (t - 1.0f);
    scree_glsl_weight weight;
    weight.value = scree_glsl_from(smallest, t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f));
    weight.slope = scree_glsl_from(smallest, rest * rest * 30.0f);
    return weight;
}

/* Two products of gradients, or what has become of them, faded along an axis. */
SCREE_FN scree_dual scree_glsl_lerp(const scree_dual a, const scree_dual b, const scree_glsl_weight fade,
                                    const scree_index axis)
{
    scree_dual faded;
    faded.value = scree_lerp(a.value, b.value, fade.value);
    faded.slope[0] = scree_lerp(a.slope[0], b.slope[0], fade.value);
    faded.slope[1] = scree_lerp(a.slope[1], b.slope[1], fade.value);
    faded.slope[2] = scree_lerp(a.slope[2], b.slope[2], fade.value);
    faded.slope[axis] = faded.slope[axis] + fade.slope * (b.value - a.value);
    faded.slope[3] = faded.slope[2];
    return faded;
}

/* The addition of a node of Perlin's noise, at an offset from it. */
SCREE_FN scree_dual scree_glsl_node_2d(const scree_f32 hash, const scree_f32 x, const scree_f32 y)
{
    scree_glsl_gradient gradient = scree_glsl_gradient_2d(scree_glsl_permute(hash));
    return scree_glsl_sloped(scree_glsl_dot_2d(gradient, x, y), gradient, gradient.norm);
}

SCREE_FN scree_dual scree_glsl_node_3d(const scree_f32 hash, const scree_f32 x, const scree_f32 y, const scree_f32 z)
{
    scree_glsl_gradient gradient = scree_glsl_perlin_gradient(scree_glsl_permute(hash));
    return scree_glsl_sloped(scree_glsl_dot_3d(gradient, x, y, z), gradient, gradient.norm);
}

/* Perlin's noise along x, between two nodes whose hashes are given. */
SCREE_FN scree_dual scree_glsl_row_2d(const scree_f32 hash0, const scree_f32 hash1, const scree_f32 x,
                                      const scree_f32 y, const scree_glsl_weight fade)
{
    return scree_glsl_lerp(scree_glsl_node_2d(hash0, x, y), scree_glsl_node_2d(hash1, x - 1.0f, y), fade, 0u);
}

/* The same times a factor. */
SCREE_FN scree_dual scree_glsl_scaled(const scree_dual dual, const float factor)
{
    return scree_dual_scaled(dual, dual.value * factor, scree_f32_in_all(factor));
}

SCREE_FN scree_dual scree_glsl_perlin_2d(const scree_site site, const scree_site_source source)
{
    scree_f32 x = site.fraction[0];
    scree_f32 y = site.fraction[1];
    scree_f32 hash0 = scree_glsl_permute(scree_glsl_node(site.cell[0], source.axis[0], 0u));
    scree_f32 hash1 = scree_glsl_permute(scree_glsl_node(site.cell[0], source.axis[0], 1u));
    scree_f32 y0 = scree_glsl_node(site.cell[1], source.axis[1], 0u);
    scree_f32 y1 = scree_glsl_node(site.cell[1], source.axis[1], 1u);
    scree_glsl_weight fade = scree_glsl_fade(x);
    scree_dual row0 = scree_glsl_row_2d(hash0 + y0, hash1 + y0, x, y, fade);
    scree_dual row1 = scree_glsl_row_2d(hash0 + y1, hash1 + y1, x, y - 1.0f, fade);
    return scree_glsl_scaled(scree_glsl_lerp(row0, row1, scree_glsl_fade(y), 1u), 0.0560975596f);
}

/* Perlin's noise along z, which folds first in three axes, between two nodes whose hashes are given. */
SCREE_FN scree_dual scree_glsl_column_3d(const scree_f32 hash0, const scree_f32 hash1, const scree_f32 x,
                                         const scree_f32 y, const scree_f32 z, const scree_glsl_weight fade)
{
    return scree_glsl_lerp(scree_glsl_node_3d(hash0, x, y, z), scree_glsl_node_3d(hash1, x, y, z - 1.0f), fade, 2u);
}

/* The same along z and y, between four nodes; `hash` is that of their column and row before y is added. */
SCREE_FN scree_dual scree_glsl_plane_3d(const scree_f32 hash, const scree_site site, const scree_site_source source,
                                        const scree_f32 x, const scree_glsl_weight fade)
{
    scree_f32 y = site.fraction[1];
    scree_f32 z = site.fraction[2];
    scree_f32 hash0 = scree_glsl_permute(hash + scree_glsl_node(site.cell[1], source.axis[1], 0u));
    scree_f32 hash1 = scree_glsl_permute(hash + scree_glsl_node(site.cell[1], source.axis[1], 1u));
    scree_f32 z0 = scree_glsl_node(site.cell[2], source.axis[2], 0u);
    scree_f32 z1 = scree_glsl_node(site.cell[2], source.axis[2], 1u);
    return scree_glsl_lerp(scree_glsl_column_3d(hash0 + z0, hash0 + z1, x, y, z, fade),
                           scree_glsl_column_3d(hash1 + z0, hash1 + z1, x, y - 1.0f, z, fade), scree_glsl_fade(y), 1u);
}

SCREE_FN scree_dual scree_glsl_perlin_3d(const scree_site site, const scree_site_source source)
{
    scree_f32 x = site.fraction[0];
    scree_glsl_weight fade = scree_glsl_fade(site.fraction[2]);
    scree_f32 hash0 = scree_glsl_permute(scree_glsl_node(site.cell[0], source.axis[0], 0u));
    scree_f32 hash1 = scree_glsl_permute(scree_glsl_node(site.cell[0], source.axis[0], 1u));
    scree_dual plane0 = scree_glsl_plane_3d(hash0, site, source, x, fade);
    scree_dual plane1 = scree_glsl_plane_3d(hash1, site, source, x - 1.0f, fade);
    return scree_glsl_scaled(scree_glsl_lerp(plane0, plane1, scree_glsl_fade(x), 0u), 0.214285716f);
}

/* The kernel of a corner of a simplex: the fourth power of what is left of the squared distance. */
SCREE_STRUCT(scree_glsl_kernel)
{
    scree_f32 value;
    scree_f32 cube; /* The third power. */
};

SCREE_FN scree_glsl_kernel scree_glsl_kernel_at(const scree_f32 square)
{
    scree_f32 rest = scree_glsl_from(scree_f32_in_all(SCREE_GLSL_REACH), 0.5f - square);
    scree_f32 rest2 = rest * rest;
    scree_glsl_kernel kernel;
    kernel.value = rest2 * rest2;
    kernel.cube = rest2 * rest;
    return kernel;
}

/* A corner's addition in N axes, and its slopes along the axes of space; `dot` is the product with its gradient. */
SCREE_FN scree_dual scree_glsl_corner(const scree_glsl_kernel kernel, const scree_glsl_gradient gradient,
                                      const scree_f32 dot, const scree_f32 x, const scree_f32 y, const scree_f32 z)
{
    scree_dual corner = scree_glsl_sloped(kernel.value * dot, gradient, kernel.value * gradient.norm);
    scree_f32 pull = scree_dual_trimmed(kernel.cube * dot) * 8.0f;
    corner.slope[0] = corner.slope[0] - pull * x;
    corner.slope[1] = corner.slope[1] - pull * y;
    corner.slope[2] = corner.slope[2] - pull * z;
    return corner;
}

SCREE_FN scree_dual scree_glsl_corner_2d(const scree_f32 hash, const scree_f32 x, const scree_f32 y)
{
    scree_glsl_kernel kernel = scree_glsl_kernel_at(x * x + y * y);
    scree_glsl_gradient gradient = scree_glsl_gradient_2d(hash);
    return scree_glsl_corner(kernel, gradient, scree_glsl_dot_2d(gradient, x, y), x, y, y);
}

/* The sum of what two corners add. */
SCREE_FN scree_dual scree_glsl_join(const scree_dual a, const scree_dual b)
{
    scree_dual sum;
    sum.value = a.value + b.value;
    sum.slope[0] = a.slope[0] + b.slope[0];
    sum.slope[1] = a.slope[1] + b.slope[1];
    sum.slope[2] = a.slope[2] + b.slope[2];
    sum.slope[3] = sum.slope[2];
    return sum;
}

/* The lattice is skewed, so that its triangles are equilateral in space; a hash takes y first. */
SCREE_FN scree_dual scree_glsl_simplex_2d(const scree_site site, const scree_site_source source)
{
    scree_f32 unskew = (site.fraction[0] + site.fraction[1]) * 0.211324871f;
    scree_f32 x = site.fraction[0] - unskew;
    scree_f32 y = site.fraction[1] - unskew;
    scree_f32 one = scree_f32_in_all(1.0f);
    scree_f32 step_x = scree_select_less(site.fraction[1], site.fraction[0], one, scree_f32_in_all(0.0f));
    scree_f32 step_y = one - step_x;
    scree_f32 node_x = scree_glsl_node(site.cell[0], source.axis[0], 0u);
    scree_f32 node_y = scree_glsl_node(site.cell[1], source.axis[1], 0u);
    scree_f32 hash0 = scree_glsl_permute(scree_glsl_permute(node_y) + node_x);
    scree_f32 hash1 = scree_glsl_permute(scree_glsl_permute(node_y + step_y) + (node_x + step_x));
    scree_f32 hash2 = scree_glsl_permute(scree_glsl_permute(node_y + 1.0f) + (node_x + 1.0f));
    scree_dual corner0 = scree_glsl_corner_2d(hash0, x, y);
    scree_dual corner1 = scree_glsl_corner_2d(hash1, x - step_x + 0.211324871f, y - step_y + 0.211324871f);
    scree_dual corner2 = scree_glsl_corner_2d(hash2, x - 0.577350259f, y - 0.577350259f);
    return scree_glsl_scaled(scree_glsl_join(scree_glsl_join(corner0, corner1), corner2), 3.17073178f);
}

/* A corner of a tetrahedron, which lies `step` away from the first one. */
SCREE_STRUCT(scree_glsl_step)
{
    scree_f32 x;
    scree_f32 y;
    scree_f32 z;
};

/* The hash of a corner takes z first, then y. Nodes and steps add up to 289 at most, which stands for 0. */
SCREE_FN scree_f32 scree_glsl_corner_hash(const scree_glsl_step node, const scree_glsl_step step)
{
    scree_f32 hash_z = scree_glsl_permute(node.z + step.z);
    scree_f32 hash_zy = scree_glsl_permute(hash_z + (node.y + step.y));
    return scree_glsl_permute(hash_zy + (node.x + step.x));
}

SCREE_FN scree_dual scree_glsl_corner_3d(const scree_f32 hash, const scree_f32 x, const scree_f32 y, const scree_f32 z)
{
    scree_glsl_kernel kernel = scree_glsl_kernel_at(x * x + y * y + z * z);
    scree_glsl_gradient gradient = scree_glsl_simplex_gradient(hash);
    return scree_glsl_corner(kernel, gradient, scree_glsl_dot_3d(gradient, x, y, z), x, y, z);
}

/* The tetrahedron of a sample goes along the axes in the order of its fractions, the largest first. */
SCREE_FN scree_glsl_step scree_glsl_first_step(const scree_glsl_step is_ahead)
{
    scree_glsl_step step;
    step.x = scree_minimum(is_ahead.x, 1.0f - is_ahead.z);
    step.y = scree_minimum(is_ahead.y, 1.0f - is_ahead.x);
    step.z = scree_minimum(is_ahead.z, 1.0f - is_ahead.y);
    return step;
}

SCREE_FN scree_glsl_step scree_glsl_second_step(const scree_glsl_step is_ahead)
{
    scree_glsl_step step;
    step.x = scree_maximum(is_ahead.x, 1.0f - is_ahead.z);
    step.y = scree_maximum(is_ahead.y, 1.0f - is_ahead.x);
    step.z = scree_maximum(is_ahead.z, 1.0f - is_ahead.y);
    return step;
}

SCREE_FN scree_glsl_step scree_glsl_step_of(const scree_f32 x, const scree_f32 y, const scree_f32 z)
{
    scree_glsl_step step;
    step.x = x;
    step.y = y;
    step.z = z;
    return step;
}

/* A corner that lies a step away along the lattice, which is `unskew` less along each axis of space. */
SCREE_FN scree_dual scree_glsl_stepped_3d(const scree_glsl_step node, const scree_glsl_step offset,
                                          const scree_glsl_step step, const float unskew)
{
    scree_f32 hash = scree_glsl_corner_hash(node, step);
    return scree_glsl_corner_3d(hash, offset.x - step.x + unskew, offset.y - step.y + unskew,
                                offset.z - step.z + unskew);
}

SCREE_FN scree_dual scree_glsl_simplex_3d(const scree_site site, const scree_site_source source)
{
    scree_f32 unskew = (site.fraction[0] + site.fraction[1] + site.fraction[2]) * 0.166666672f;
    scree_f32 one = scree_f32_in_all(1.0f);
    scree_f32 none = scree_f32_in_all(0.0f);
    scree_glsl_step offset =
        scree_glsl_step_of(site.fraction[0] - unskew, site.fraction[1] - unskew, site.fraction[2] - unskew);
    scree_glsl_step node = scree_glsl_step_of(scree_glsl_node(site.cell[0], source.axis[0], 0u),
                                              scree_glsl_node(site.cell[1], source.axis[1], 0u),
                                              scree_glsl_node(site.cell[2], source.axis[2], 0u));
    scree_glsl_step is_ahead = scree_glsl_step_of(scree_select_less(site.fraction[0], site.fraction[1], none, one),
                                                  scree_select_less(site.fraction[1], site.fraction[2], none, one),
                                                  scree_select_less(site.fraction[2], site.fraction[0], none, one));
    scree_dual corner0 = scree_glsl_corner_3d(scree_glsl_corner_hash(node, scree_glsl_step_of(none, none, none)),
                                              offset.x, offset.y, offset.z);
    scree_dual corner1 = scree_glsl_stepped_3d(node, offset, scree_glsl_first_step(is_ahead), 0.166666672f);
    scree_dual corner2 = scree_glsl_stepped_3d(node, offset, scree_glsl_second_step(is_ahead), 0.333333343f);
    scree_dual corner3 = scree_glsl_stepped_3d(node, offset, scree_glsl_step_of(one, one, one), 0.5f);
    return scree_glsl_scaled(scree_glsl_join(scree_glsl_join(corner0, corner1), scree_glsl_join(corner2, corner3)),
                             14.0f);
}

/* Their Perlin noise in two or three axes, before it is scaled by the amplitude. */
SCREE_FN scree_dual scree_glsl_perlin_of(const scree_site site, const scree_index axes, const scree_site_source source)
{
    scree_dual dual;
    if (axes == 2u) {
        dual = scree_glsl_perlin_2d(site, source);
    } else {
        dual = scree_glsl_perlin_3d(site, source);
    }
    return dual;
}

/* Their simplex noise; slopes are along the axes of space. */
SCREE_FN scree_dual scree_glsl_simplex_of(const scree_site site, const scree_index axes, const scree_site_source source)
{
    scree_dual dual;
    if (axes == 2u) {
        dual = scree_glsl_simplex_2d(site, source);
    } else {
        dual = scree_glsl_simplex_3d(site, source);
    }
    return dual;
}

/* One octave of their Perlin noise in two or three axes. */
SCREE_FN scree_f32 scree_glsl_perlin_sample(const scree_site site, const scree_index axes,
                                            const scree_site_source source)
{
    return scree_glsl_perlin_of(site, axes, source).value * source.amplitude;
}

/* One octave of their simplex noise in two or three axes. */
SCREE_FN scree_f32 scree_glsl_simplex_sample(const scree_site site, const scree_index axes,
                                             const scree_site_source source)
{
    return scree_glsl_simplex_of(site, axes, source).value * source.amplitude;
}

#endif
