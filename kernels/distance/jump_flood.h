/*
 * Jump flooding (Rong and Tan 2006). A volume holds for each voxel the nearest seed that is known so far, and passes
 * spread the seeds.
 *
 * The rule, which makes the result the same on every device: in a pass of jump k, a voxel p reads itself and the 26
 * voxels p + (i, j, l) * k with i, j, l of -1, 0, 1 that lie within the volume, all as they were before the pass. Of
 * their seeds it takes the one with the smallest squared distance to p, and among equal ones the one with the smallest
 * number, x first, then y, then z. So the order in which the 27 are read does not matter. The naive method has one
 * pass, in which p reads all voxels of the volume.
 *
 * A seed is one number, x << x_shift | y << y_shift | z; "no seed" is the largest number. Squared distances are
 * represented by words of the same order: the integer itself, or the bits of a float32 that is not negative.
 */
#ifndef SCREE_KERNELS_JUMP_FLOOD_H
#define SCREE_KERNELS_JUMP_FLOOD_H

#include "distance/distance.h"
#include "base/portable.h"

#define SCREE_FLOOD_NO_SEED 0xffffffffu
/* The measure of the distance to no seed: more than any other, infinite ones too. */
#define SCREE_FLOOD_FARTHEST 0xffffffffu

/* How seeds are packed, and the sides of a voxel where squared distances are sums of float32. */
SCREE_STRUCT(scree_flood_shape)
{
    scree_index x_shift;
    scree_index y_shift;
    scree_index y_mask; /* Mask of y after the shift. */
    scree_index z_mask;
    scree_f32 side_x;
    scree_f32 side_y;
    scree_f32 side_z;
};

/* The shape of a volume whose seeds are packed by these shifts. Whole squared distances do not look at the sides. */
SCREE_FN scree_flood_shape scree_flood_shape_of(const scree_index x_shift, const scree_index y_shift,
                                                const scree_f32 side_x, const scree_f32 side_y, const scree_f32 side_z)
{
    scree_flood_shape shape;
    shape.x_shift = x_shift;
    shape.y_shift = y_shift;
    shape.y_mask = (1u << (x_shift - y_shift)) - 1u;
    shape.z_mask = (1u << y_shift) - 1u;
    shape.side_x = side_x;
    shape.side_y = side_y;
    shape.side_z = side_z;
    return shape;
}

/* A position in the volume. */
SCREE_STRUCT(scree_flood_position)
{
    scree_u32 x;
    scree_u32 y;
    scree_u32 z;
};

SCREE_FN scree_flood_position scree_flood_position_at(const scree_u32 x, const scree_u32 y, const scree_u32 z)
{
    scree_flood_position position;
    position.x = x;
    position.y = y;
    position.z = z;
    return position;
}

/* A seed and the measure of its distance. */
SCREE_STRUCT(scree_flood_seed)
{
    scree_u32 measure;
    scree_u32 number;
};

/* A pass starts with no seed. */
SCREE_FN scree_flood_seed scree_flood_no_seed(void)
{
    scree_flood_seed none;
    none.measure = scree_u32_from_index(SCREE_FLOOD_FARTHEST);
    none.number = scree_u32_from_index(SCREE_FLOOD_NO_SEED);
    return none;
}

/*
 * The neighbours of a position along one axis, a jump before and behind it. A neighbour beyond the volume is replaced
 * by the position itself, which is a candidate in any case.
 */
SCREE_FN scree_index scree_flood_before(const scree_index position, const scree_index jump)
{
    return position >= jump ? position - jump : position;
}

SCREE_FN scree_index scree_flood_behind(const scree_index position, const scree_index jump, const scree_index count)
{
    return jump < count - position ? position + jump : position;
}

SCREE_FN scree_u32 scree_flood_pack(const scree_flood_position position, const scree_flood_shape shape)
{
    return (position.x << shape.x_shift) | (position.y << shape.y_shift) | position.z;
}

SCREE_FN scree_flood_position scree_flood_unpack(const scree_u32 number, const scree_flood_shape shape)
{
    scree_flood_position position;
    position.x = number >> shape.x_shift;
    position.y = (number >> shape.y_shift) & shape.y_mask;
    position.z = number & shape.z_mask;
    return position;
}

/* Squared distances in voxels, which are integers below 2^30. Differences are taken modulo 2^32. */
SCREE_FN scree_u32 scree_flood_whole_square(const scree_flood_position a, const scree_flood_position b)
{
    scree_u32 x = a.x - b.x;
    scree_u32 y = a.y - b.y;
    scree_u32 z = a.z - b.z;
    return x * x + y * y + z * z;
}

/* Squared distances in float32; coordinates are below 2^24, so their differences are exact. */
SCREE_FN scree_f32 scree_flood_real_square(const scree_flood_position a, const scree_flood_position b,
                                           const scree_flood_shape shape)
{
    scree_f32 x = scree_axis_square(scree_f32_from_u24(a.x) - scree_f32_from_u24(b.x), shape.side_x);
    scree_f32 y = scree_axis_square(scree_f32_from_u24(a.y) - scree_f32_from_u24(b.y), shape.side_y);
    scree_f32 z = scree_axis_square(scree_f32_from_u24(a.z) - scree_f32_from_u24(b.z), shape.side_z);
    return (z + y) + x;
}

/* The seed at a position, with its distance from another one. `is_whole` selects integer squares. */
SCREE_FN scree_flood_seed scree_flood_seed_at(const scree_flood_position position, const scree_u32 number,
                                              const scree_flood_position from, const scree_flood_shape shape,
                                              const bool is_whole)
{
    scree_flood_seed seed;
    seed.number = number;
    if (is_whole) {
        seed.measure = scree_flood_whole_square(position, from);
    } else {
        seed.measure = scree_bits_from_f32(scree_flood_real_square(position, from, shape));
    }
    return seed;
}

/* The seed with this number, or none, with its distance from a position. */
SCREE_FN scree_flood_seed scree_flood_measure(const scree_u32 number, const scree_flood_position from,
                                              const scree_flood_shape shape, const bool is_whole)
{
    scree_flood_seed seed = scree_flood_seed_at(scree_flood_unpack(number, shape), number, from, shape, is_whole);
    seed.measure = scree_select_equal_u32(number, scree_u32_from_index(SCREE_FLOOD_NO_SEED),
                                          scree_u32_from_index(SCREE_FLOOD_FARTHEST), seed.measure);
    return seed;
}

/* The nearer of two seeds; of equally near ones that with the lesser number. */
SCREE_FN scree_flood_seed scree_flood_nearer(const scree_flood_seed a, const scree_flood_seed b)
{
    scree_flood_seed nearer;
    scree_u32 minimum = scree_minimum_u32(a.number, b.number);
    nearer.number = scree_select_equal_u32(a.measure, b.measure, minimum, a.number);
    nearer.number = scree_select_less_u32(b.measure, a.measure, b.number, nearer.number);
    nearer.measure = scree_minimum_u32(a.measure, b.measure);
    return nearer;
}

/* The squared distance as scree_distance_from_square() takes it; `infinity` where there is no seed. */
SCREE_FN scree_f32 scree_flood_square(const scree_flood_seed seed, const scree_f32 infinity, const bool is_whole)
{
    scree_u32 bits = seed.measure;
    if (is_whole) {
        bits = scree_bits_from_f32(scree_f32_from_u24(seed.measure));
    }
    return scree_f32_from_bits(scree_select_equal_u32(seed.number, scree_u32_from_index(SCREE_FLOOD_NO_SEED),
                                                      scree_bits_from_f32(infinity), bits));
}

/* The distance; negative if `sign` is 0x80000000, not if it is 0. */
SCREE_FN scree_f32 scree_flood_distance(const scree_flood_seed seed, const scree_f32 infinity, const bool is_whole,
                                        const scree_f32 unit, const scree_f32 margin, const scree_f32 clip,
                                        const scree_u32 sign)
{
    scree_f32 square = scree_flood_square(seed, infinity, is_whole);
    return scree_distance_signed(scree_distance_from_square(square, unit, margin, clip), sign);
}

/* The index of a seed's voxel, or SCREE_FLOOD_NO_SEED where there is no seed. */
SCREE_FN scree_u32 scree_flood_index(const scree_u32 number, const scree_flood_shape shape, const scree_index columns,
                                     const scree_index rows)
{
    scree_flood_position position = scree_flood_unpack(number, shape);
    scree_u32 row = position.z * scree_u32_from_index(rows) + position.y;
    scree_u32 index = row * scree_u32_from_index(columns) + position.x;
    return scree_select_equal_u32(number, scree_u32_from_index(SCREE_FLOOD_NO_SEED), number, index);
}

#endif
