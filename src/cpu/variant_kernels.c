/*
 * The kernels of kernels/lessons/variant.h on the CPU, compiled once for each instruction set. A group is as wide as a
 * register and eight rows of eight planes large. Along x every lane has keys of its own, so that gradients are shared
 * along y and z wherever x lies: a vector of hashes costs what one hash costs.
 */
#include "kernel_files.h"

#include "direct_evaluate.h"
#include "noise/fractal.h"
#include "lane_memory.h"
#include "lessons/variant.h"

#define SIDE SCREE_GROUP_SIDE
#define NODES SCREE_GROUP_NODES

_Static_assert(SCREE_GROUP_SIDE == SCREE_VARIANT_SIDE && SCREE_GROUP_NODES == SCREE_VARIANT_NODES, "as elsewhere");

/* An octave's samples along x. */
typedef struct line {
    scree_f32 displacement[2]; /* From the lower and from the upper node. */
    scree_f32 fade;
    scree_u32 key[2];
} line;

SCREE_FN line load_line(const scree_variant_octave *octave, size_t i)
{
    line loaded;
    loaded.displacement[0] = scree_load(octave->fraction + i);
    loaded.displacement[1] = scree_load(octave->fraction1 + i);
    loaded.fade = scree_load(octave->fade + i);
    loaded.key[0] = scree_load_u32(octave->key0 + i);
    loaded.key[1] = scree_load_u32(octave->key1 + i);
    return loaded;
}

/* The displacement to a row or plane from its lower (0) or upper (1) node. */
SCREE_FN scree_f32 displacement_to(const scree_group_side *side, uint32_t index, uint32_t upper)
{
    return scree_broadcast(upper != 0 ? side->fraction1[index] : side->fraction[index]);
}

static __attribute__((noinline)) void add_in_any_fractal(const scree_variant_band *band, scree_f32 value,
                                                         scree_f32 weight, scree_fractal_state *state)
{
    *state = scree_fractal_add(*state, band->fractal, value, weight, band->options);
}

/* Adds a vector of one octave's values to the octaves before, the same way in all kernels. */
SCREE_FN void add_value(const scree_variant_band *band, const scree_variant_octave *octave, scree_f32 value,
                        scree_fractal_state *state)
{
    const scree_f32 weight = scree_broadcast(octave->weight);
    if (scree_fractal_is_simple(band->fractal)) {
        state->sum = scree_add_octave(state->sum, scree_fractal_bend(band->fractal, value, weight));
    } else {
        add_in_any_fractal(band, value, weight, state);
    }
}

SCREE_FN void place_side(scree_cell *cell, uint32_t axis, const scree_group_side *side, uint32_t index)
{
    cell->fraction[axis] = scree_broadcast(side->fraction[index]);
    cell->fraction1[axis] = scree_broadcast(side->fraction1[index]);
    cell->fade[axis] = scree_broadcast(side->fade[index]);
    cell->key0[axis] = scree_broadcast_u32(side->key0[index]);
    cell->key1[axis] = scree_broadcast_u32(side->key1[index]);
}

/* Every sample hashes its own eight gradients. */
SCREE_FN void add_unshared(const scree_variant_band *band, const scree_variant_octave *octave, scree_noise_hash hash,
                           uint32_t gradient_count, const line *x, scree_fractal_state *sum)
{
    const scree_cpu_octave *own_octave = octave->octave;
    scree_cell cell;
    cell.fraction[0] = x->displacement[0];
    cell.fraction1[0] = x->displacement[1];
    cell.fade[0] = x->fade;
    cell.key0[0] = x->key[0];
    cell.key1[0] = x->key[1];
    for (uint32_t plane = 0; plane < band->planes; plane++) {
        place_side(&cell, 2, &octave->z, plane);
        for (uint32_t row = 0; row < band->rows; row++) {
            place_side(&cell, 1, &octave->y, row);
            add_value(band, octave,
                      scree_variant_value(cell, hash, own_octave->gradients, gradient_count, own_octave->permutation),
                      &sum[plane * SIDE + row]);
        }
    }
}

/* The gradients of a group: for each node along z and y those on the lower and the upper side of every lane. */
typedef struct group_gradients {
    scree_variant_gradient at[NODES][NODES][2];
} group_gradients;

SCREE_FN void share_gradients(const scree_variant_octave *octave, scree_noise_hash hash, uint32_t gradient_count,
                              const line *x, group_gradients *shared)
{
    const scree_cpu_octave *own_octave = octave->octave;
    for (uint32_t z = 0; z < octave->z.nodes; z++) {
        for (uint32_t y = 0; y < octave->y.nodes; y++) {
            SCREE_UNROLL
            for (uint32_t upper = 0; upper < 2; upper++) {
                shared->at[z][y][upper] =
                    scree_variant_hash(hash, x->key[upper], scree_broadcast_u32(octave->y.node_key[y]),
                                       scree_broadcast_u32(octave->z.node_key[z]), own_octave->gradients,
                                       gradient_count, own_octave->permutation);
            }
        }
    }
}

/* The dot products of a vector, its parts made anew. */
SCREE_FN scree_variant_dots dots_of_gradients(const scree_variant_octave *octave, const group_gradients *shared,
                                              const line *x, uint32_t plane, uint32_t row)
{
    scree_variant_dots dots;
    scree_cell cell;
    cell.fraction[0] = x->displacement[0];
    cell.fraction1[0] = x->displacement[1];
    place_side(&cell, 1, &octave->y, row);
    place_side(&cell, 2, &octave->z, plane);
    SCREE_UNROLL
    for (uint32_t corner = 0; corner < 8; corner++) {
        uint32_t y = octave->y.node[row] + (corner >> 1 & 1u);
        uint32_t z = octave->z.node[plane] + (corner >> 2);
        dots.corner[corner] = scree_variant_corner(cell, shared->at[z][y][corner & 1u], corner);
    }
    return dots;
}

SCREE_FN void add_half_shared(const scree_variant_band *band, const scree_variant_octave *octave, scree_noise_hash hash,
                              uint32_t gradient_count, const line *x, scree_fractal_state *sum)
{
    group_gradients shared;
    share_gradients(octave, hash, gradient_count, x, &shared);
    for (uint32_t plane = 0; plane < band->planes; plane++) {
        scree_f32 fade_z = scree_broadcast(octave->z.fade[plane]);
        for (uint32_t row = 0; row < band->rows; row++) {
            scree_variant_dots dots = dots_of_gradients(octave, &shared, x, plane, row);
            scree_f32 fade_y = scree_broadcast(octave->y.fade[row]);
            add_value(band, octave, scree_variant_interpolate(dots, x->fade, fade_y, fade_z), &sum[plane * SIDE + row]);
        }
    }
}

/* The parts of a group's dot products: along x for each node across, along y and z for each row and plane too. */
typedef struct group_parts {
    scree_f32 x[NODES][NODES][2];   /* Node of z, node of y, side of x. */
    scree_f32 y[SIDE][2][NODES][2]; /* Row, side of y, node of z, side of x. */
    scree_f32 z[SIDE][2][NODES][2]; /* Plane, side of z, node of y, side of x. */
} group_parts;

SCREE_FN void share_parts_x(const scree_variant_octave *octave, const group_gradients *gradients, const line *x,
                            group_parts *parts)
{
    for (uint32_t z = 0; z < octave->z.nodes; z++) {
        for (uint32_t y = 0; y < octave->y.nodes; y++) {
            SCREE_UNROLL
            for (uint32_t upper = 0; upper < 2; upper++) {
                parts->x[z][y][upper] = scree_variant_part(x->displacement[upper], gradients->at[z][y][upper].x);
            }
        }
    }
}

SCREE_FN void share_parts_y(const scree_variant_band *band, const scree_variant_octave *octave,
                            const group_gradients *gradients, group_parts *parts)
{
    for (uint32_t row = 0; row < band->rows; row++) {
        for (uint32_t side = 0; side < 2; side++) {
            scree_f32 displacement = displacement_to(&octave->y, row, side);
            for (uint32_t z = 0; z < octave->z.nodes; z++) {
                const scree_variant_gradient *pair = gradients->at[z][octave->y.node[row] + side];
                parts->y[row][side][z][0] = scree_variant_part(displacement, pair[0].y);
                parts->y[row][side][z][1] = scree_variant_part(displacement, pair[1].y);
            }
        }
    }
}

SCREE_FN void share_parts_z(const scree_variant_band *band, const scree_variant_octave *octave,
                            const group_gradients *gradients, group_parts *parts)
{
    for (uint32_t plane = 0; plane < band->planes; plane++) {
        for (uint32_t side = 0; side < 2; side++) {
            scree_f32 displacement = displacement_to(&octave->z, plane, side);
            for (uint32_t y = 0; y < octave->y.nodes; y++) {
                const scree_variant_gradient *pair = gradients->at[octave->z.node[plane] + side][y];
                parts->z[plane][side][y][0] = scree_variant_part(displacement, pair[0].z);
                parts->z[plane][side][y][1] = scree_variant_part(displacement, pair[1].z);
            }
        }
    }
}

SCREE_FN scree_variant_dots dots_of_parts(const scree_variant_octave *octave, const group_parts *parts, uint32_t plane,
                                          uint32_t row)
{
    scree_variant_dots dots;
    SCREE_UNROLL
    for (uint32_t corner = 0; corner < 8; corner++) {
        uint32_t side_x = corner & 1u;
        uint32_t side_y = corner >> 1 & 1u;
        uint32_t side_z = corner >> 2;
        uint32_t y = octave->y.node[row] + side_y;
        uint32_t z = octave->z.node[plane] + side_z;
        dots.corner[corner] = scree_variant_dot(parts->x[z][y][side_x], parts->y[row][side_y][z][side_x],
                                                parts->z[plane][side_z][y][side_x]);
    }
    return dots;
}

SCREE_FN void add_shared(const scree_variant_band *band, const scree_variant_octave *octave, scree_noise_hash hash,
                         uint32_t gradient_count, const line *x, scree_fractal_state *sum)
{
    group_gradients gradients;
    group_parts parts;
    share_gradients(octave, hash, gradient_count, x, &gradients);
    share_parts_x(octave, &gradients, x, &parts);
    share_parts_y(band, octave, &gradients, &parts);
    share_parts_z(band, octave, &gradients, &parts);
    for (uint32_t plane = 0; plane < band->planes; plane++) {
        scree_f32 fade_z = scree_broadcast(octave->z.fade[plane]);
        for (uint32_t row = 0; row < band->rows; row++) {
            scree_variant_dots dots = dots_of_parts(octave, &parts, plane, row);
            scree_f32 fade_y = scree_broadcast(octave->y.fade[row]);
            add_value(band, octave, scree_variant_interpolate(dots, x->fade, fade_y, fade_z), &sum[plane * SIDE + row]);
        }
    }
}

SCREE_FN void add_octave(const scree_variant_band *band, const scree_variant_octave *octave,
                         scree_noise_variant variant, scree_noise_hash hash, uint32_t gradient_count, size_t i,
                         scree_fractal_state *sum)
{
    line x = load_line(octave, i);
    bool shares = octave->y.nodes != 0 && octave->z.nodes != 0;
    if (variant == SCREE_NOISE_VARIANT_UNOPTIMISED || !shares) {
        add_unshared(band, octave, hash, gradient_count, &x, sum);
    } else if (variant == SCREE_NOISE_VARIANT_HALF_OPTIMISED) {
        add_half_shared(band, octave, hash, gradient_count, &x, sum);
    } else {
        add_shared(band, octave, hash, gradient_count, &x, sum);
    }
}

/* Functions of their own, one for each kernel, so that each has the registers to itself. */
#define DEFINE_ADD(name, variant)                                                                                   \
    static void name(const scree_variant_band *band, const scree_variant_octave *octave, size_t i,                  \
                     scree_fractal_state *sum)                                                                      \
    {                                                                                                               \
        if (octave->octave->hash == SCREE_NOISE_HASH_PERLIN2002) {                                                  \
            add_octave(band, octave, variant, SCREE_NOISE_HASH_PERLIN2002, octave->octave->gradient_count, i, sum); \
        } else if (octave->octave->gradient_count == 16) {                                                          \
            add_octave(band, octave, variant, SCREE_NOISE_HASH_SCREE, 16, i, sum);                                  \
        } else {                                                                                                    \
            add_octave(band, octave, variant, SCREE_NOISE_HASH_SCREE, 256, i, sum);                                 \
        }                                                                                                           \
    }

DEFINE_ADD(add_unoptimised, SCREE_NOISE_VARIANT_UNOPTIMISED)
DEFINE_ADD(add_half_optimised, SCREE_NOISE_VARIANT_HALF_OPTIMISED)
DEFINE_ADD(add_optimised, SCREE_NOISE_VARIANT_OPTIMISED)

/* Stores a group's vectors, and widens the range by them. */
SCREE_FN void store_group(const scree_variant_band *band, size_t i, const scree_fractal_state *sum)
{
    scree_f32 minimum = scree_load(band->minimum);
    scree_f32 maximum = scree_load(band->maximum);
    for (uint32_t plane = 0; plane < band->planes; plane++) {
        float *out = band->out + plane * band->plane_stride + i;
        for (uint32_t row = 0; row < band->rows; row++) {
            scree_f32 value = sum[plane * SIDE + row].sum;
            minimum = scree_minimum(value, minimum);
            maximum = scree_maximum(value, maximum);
            scree_store_some(out + row * band->row_stride, value, band->count - i);
        }
    }
    scree_store(band->minimum, minimum);
    scree_store(band->maximum, maximum);
}

static void sum_variant(const scree_variant_band *band)
{
    for (size_t i = 0; i < band->count; i += SCREE_LANES) {
        scree_fractal_state sum[SIDE * SIDE];
        for (uint32_t s = 0; s < SIDE * SIDE; s++) {
            sum[s] = scree_fractal_start();
        }
        for (uint32_t o = 0; o < band->octave_count; o++) {
            if (band->variant == SCREE_NOISE_VARIANT_UNOPTIMISED) {
                add_unoptimised(band, &band->octaves[o], i, sum);
            } else if (band->variant == SCREE_NOISE_VARIANT_HALF_OPTIMISED) {
                add_half_optimised(band, &band->octaves[o], i, sum);
            } else {
                add_optimised(band, &band->octaves[o], i, sum);
            }
        }
        store_group(band, i, sum);
    }
}

SCREE_FN void evaluate_points(const scree_cpu_octave *octave, scree_noise_hash hash, uint32_t gradient_count,
                              const scree_direct_axis *axes, size_t count, float *out)
{
    for (size_t i = 0; i < count; i += SCREE_LANES) {
        scree_cell cell;
        for (uint32_t axis = 0; axis < 3; axis++) {
            load_cell_axis(&cell, axes, axis, true, i);
        }
        scree_f32 value = scree_variant_value(cell, hash, octave->gradients, gradient_count, octave->permutation);
        scree_store_some(out + i, value, count - i);
    }
}

static void evaluate_variant(const scree_cpu_octave *octave, const scree_direct_axis *axes, size_t count, float *out)
{
    if (octave->hash == SCREE_NOISE_HASH_PERLIN2002) {
        evaluate_points(octave, SCREE_NOISE_HASH_PERLIN2002, octave->gradient_count, axes, count, out);
    } else if (octave->gradient_count == 16) {
        evaluate_points(octave, SCREE_NOISE_HASH_SCREE, 16, axes, count, out);
    } else {
        evaluate_points(octave, SCREE_NOISE_HASH_SCREE, 256, axes, count, out);
    }
}

void SCREE_CPU_SYMBOL(scree_variant_kernels)(scree_cpu_kernels *kernels)
{
    kernels->noise.sum_variant = sum_variant;
    kernels->noise.evaluate_variant = evaluate_variant;
}
