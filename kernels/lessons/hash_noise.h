/*
 * Perlin noise as D. Cejchan made it on a GPU (2018), for rows of `scree bench variants`: nodes are numbered by a hash
 * of 32 bits without a seed, and gradients are read from a table or made of the hash's bits. No field has this noise,
 * because it comes back after 2^32 nodes and is the same in every octave.
 *
 * A sample has whole numbers as its position. Cells of octave `o` are 8 << o samples wide, and groups begin at
 * multiples of 8, so that the 8 samples of a group along an axis lie in one cell; hash_noise_group.h makes use of it.
 */
#ifndef SCREE_KERNELS_HASH_NOISE_H
#define SCREE_KERNELS_HASH_NOISE_H

#include "noise/fold.h"
#include "lessons/lesson.h"

/* Programs of noise, numbered behind those of lesson.h. The first two are of three axes, and no sample shares its work:
   the second is his unoptimised kernel. */
#define SCREE_HASH_NOISE_TABLE (SCREE_LESSON_PROGRAMS + 0u)
#define SCREE_HASH_NOISE_BITS (SCREE_LESSON_PROGRAMS + 1u)
/* Groups share gradients and parts of dot products, as his optimised kernel does. Time is one more axis, along which a
   field has one position. */
#define SCREE_HASH_NOISE_2D (SCREE_LESSON_PROGRAMS + 2u)
#define SCREE_HASH_NOISE_2D_TIME (SCREE_LESSON_PROGRAMS + 3u)
#define SCREE_HASH_NOISE_3D (SCREE_LESSON_PROGRAMS + 4u)
#define SCREE_HASH_NOISE_3D_TIME (SCREE_LESSON_PROGRAMS + 5u)
/* His half-optimised kernel: groups share gradients, and each sample makes its own dot products. It has the bits of
   SCREE_HASH_NOISE_BITS and SCREE_HASH_NOISE_3D. */
#define SCREE_HASH_NOISE_3D_HALF (SCREE_LESSON_PROGRAMS + 6u)
#define SCREE_LESSON_ALL_PROGRAMS (SCREE_LESSON_PROGRAMS + 7u)

/* Samples of a group along each axis, and the logarithm of that; axes with time, and octaves. */
#define SCREE_HASH_NOISE_SIDE 8u
#define SCREE_HASH_NOISE_SIDE_LOG 3u
#define SCREE_HASH_NOISE_AXES 4u
#define SCREE_HASH_NOISE_OCTAVES 8u
/* Gradients of the table, of three floats each: every edge of a cube twice. */
#define SCREE_HASH_NOISE_GRADIENTS 24u

/* Numbers that a group shares at most: components of gradients, and parts of dot products. */
#define SCREE_HASH_NOISE_GROUP_GRADIENTS 512u
#define SCREE_HASH_NOISE_GROUP_PARTS 3072u

/* Axes of the space that samples fill. */
SCREE_FN scree_index scree_hash_noise_space(const scree_index program)
{
    return program == SCREE_HASH_NOISE_2D || program == SCREE_HASH_NOISE_2D_TIME ? 2u : 3u;
}

/* Axes of space, and time as the last one where a program has it. */
SCREE_FN scree_index scree_hash_noise_axes(const scree_index program)
{
    return scree_hash_noise_space(program) +
           (program == SCREE_HASH_NOISE_2D_TIME || program == SCREE_HASH_NOISE_3D_TIME ? 1u : 0u);
}

/* Whole numbers, one for each axis. */
SCREE_STRUCT(scree_hash_noise_position)
{
    scree_index at[4];
};

/*
 * The indices of the sample of a thread, counted from the field's first. Groups follow each other along x, then y, then
 * z, and so do the threads of a group; a field has 2^side_log samples along x, and in space along y.
 */
SCREE_FN scree_hash_noise_position scree_hash_noise_indices(const scree_index program, const scree_index group,
                                                            const scree_index thread, const scree_index side_log)
{
    scree_index log = side_log - SCREE_HASH_NOISE_SIDE_LOG;
    scree_index mask = (1u << log) - 1u;
    scree_index row = group >> log;
    bool is_flat = scree_hash_noise_space(program) == 2u;
    scree_hash_noise_position indices;
    indices.at[0] = SCREE_HASH_NOISE_SIDE * (group & mask) + (thread & 7u);
    indices.at[1] = SCREE_HASH_NOISE_SIDE * (is_flat ? row : row & mask) + ((thread >> 3u) & 7u);
    indices.at[2] = is_flat ? 0u : SCREE_HASH_NOISE_SIDE * (row >> log) + (thread >> 6u);
    indices.at[3] = 0u;
    return indices;
}

/* The index of a sample in memory, where rows and planes follow each other. */
SCREE_FN scree_index scree_hash_noise_index(const scree_hash_noise_position indices, const scree_index side_log)
{
    return (((indices.at[2] << side_log) + indices.at[1]) << side_log) + indices.at[0];
}

/*
 * The position of a sample in a field that begins at `shift` along every axis, and lies at `shift` in time: at a
 * multiple of SCREE_HASH_NOISE_SIDE.
 */
SCREE_FN scree_hash_noise_position scree_hash_noise_position_of(const scree_index program,
                                                                const scree_hash_noise_position indices,
                                                                const scree_index shift)
{
    scree_hash_noise_position position;
    scree_index space = scree_hash_noise_space(program);
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < SCREE_HASH_NOISE_AXES; axis++) {
        position.at[axis] = (axis < space ? indices.at[axis] : 0u) + shift;
    }
    return position;
}

/* The hash of T. Mueller (2012): two multiplications between three exclusive ors. */
SCREE_FN scree_u32 scree_hash_noise_mix(const scree_u32 word)
{
    scree_u32 h = ((word >> 16u) ^ word) * 0x45d9f3bu;
    h = ((h >> 16u) ^ h) * 0x45d9f3bu;
    return (h >> 16u) ^ h;
}

/* The lower node of a cell, and a sample's distances from it in parts of the cell. */
SCREE_STRUCT(scree_hash_noise_cell)
{
    scree_u32 node[4];
    scree_f32 fraction[4];
};

/* The distance is exact: it has fewer than 24 bits. */
SCREE_FN scree_f32 scree_hash_noise_fraction(const scree_index at, const scree_index octave)
{
    scree_index log = SCREE_HASH_NOISE_SIDE_LOG + octave;
    scree_f32 scale = scree_f32_from_bits(scree_u32_from_index((127u - log) << 23u));
    return scree_f32_from_u24(scree_u32_from_index(at & ((1u << log) - 1u))) * scale;
}

SCREE_FN scree_hash_noise_cell scree_hash_noise_cell_of(const scree_hash_noise_position position,
                                                        const scree_index octave)
{
    scree_hash_noise_cell cell;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < SCREE_HASH_NOISE_AXES; axis++) {
        cell.node[axis] = scree_u32_from_index(position.at[axis] >> (SCREE_HASH_NOISE_SIDE_LOG + octave));
        cell.fraction[axis] = scree_hash_noise_fraction(position.at[axis], octave);
    }
    return cell;
}

/* The hash of a corner, of whose number bit `axis` is set on the upper side of that axis. */
SCREE_FN scree_u32 scree_hash_noise_corner_hash(const scree_index axes, const scree_hash_noise_cell cell,
                                                const scree_index corner)
{
    scree_u32 hash = scree_hash_noise_mix(cell.node[0] + scree_u32_from_index(corner & 1u));
    SCREE_UNROLL
    for (scree_index axis = 1u; axis < axes; axis++) {
        hash = scree_hash_noise_mix(hash ^ (cell.node[axis] + scree_u32_from_index((corner >> axis) & 1u)));
    }
    return hash;
}

/* The length of a gradient along an axis, as bits: of 8 unit vectors at odd multiples of 22.5 degrees, or of edges. */
SCREE_FN scree_u32 scree_hash_noise_gradient_length(const scree_index axes, const scree_u32 hash,
                                                    const scree_index axis)
{
    scree_u32 length = scree_u32_from_index(0x3f800000u);
    if (axes == 2u) {
        length = scree_u32_from_index(((hash >> 2u) & 1u) == axis ? 0x3f6c835eu : 0x3ec3ef15u);
    } else if ((axes == 3u ? (hash >> 3u) % 3u : (hash >> 4u) & 3u) == axis) {
        length = scree_u32_from_index(0u);
    }
    return length;
}

/*
 * A component of a gradient, of the hash's bits: bit `axis` is its sign, and those behind the signs select the axis
 * along which an edge's middle has 0.
 */
SCREE_FN scree_f32 scree_hash_noise_gradient_of_bits(const scree_index axes, const scree_u32 hash,
                                                     const scree_index axis)
{
    scree_u32 length = scree_hash_noise_gradient_length(axes, hash, axis);
    return scree_f32_from_bits(length != 0u ? length | ((hash >> axis) & 1u) << 31u : length);
}

/* The component for an edge in three axes, read from the table: (hash >> 3) % 3 and the three signs select its row. */
SCREE_FN scree_f32 scree_hash_noise_gradient_of_table(const scree_table gradients, const scree_u32 hash,
                                                      const scree_index axis)
{
    return scree_table_f32(gradients, 3u * (hash % SCREE_HASH_NOISE_GRADIENTS) + axis);
}

/* The part of a dot product along an axis. */
SCREE_FN scree_f32 scree_hash_noise_part(const scree_f32 fraction, const bool is_upper, const scree_f32 component)
{
    return (is_upper ? scree_fraction1(fraction) : fraction) * component;
}

/* The dot products of a cell's corners. */
SCREE_STRUCT(scree_hash_noise_dots)
{
    scree_f32 corner[16];
};

/* The value between the corners: interpolated along x, then y, then the others. */
SCREE_FN scree_f32 scree_hash_noise_interpolate(const scree_index axes, const scree_hash_noise_dots dots,
                                                const scree_hash_noise_cell cell)
{
    scree_hash_noise_dots folded = dots;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < axes; axis++) {
        scree_f32 fade = scree_quintic_fade(cell.fraction[axis]);
        SCREE_UNROLL
        for (scree_index i = 0u; i < 8u; i++) {
            if (i < 1u << (axes - 1u - axis)) {
                folded.corner[i] = scree_lerp(folded.corner[2u * i], folded.corner[2u * i + 1u], fade);
            }
        }
    }
    return folded.corner[0];
}

/* An octave at a sample that shares nothing: it hashes eight corners. */
SCREE_FN scree_f32 scree_hash_noise_alone(const scree_index program, const scree_table gradients,
                                          const scree_hash_noise_cell cell)
{
    scree_hash_noise_dots dots;
    SCREE_UNROLL
    for (scree_index corner = 0u; corner < 8u; corner++) {
        scree_u32 hash = scree_hash_noise_corner_hash(3u, cell, corner);
        scree_f32 part[3];
        SCREE_UNROLL
        for (scree_index axis = 0u; axis < 3u; axis++) {
            scree_f32 component = program == SCREE_HASH_NOISE_TABLE
                                      ? scree_hash_noise_gradient_of_table(gradients, hash, axis)
                                      : scree_hash_noise_gradient_of_bits(3u, hash, axis);
            part[axis] = scree_hash_noise_part(cell.fraction[axis], ((corner >> axis) & 1u) != 0u, component);
        }
        dots.corner[corner] = (part[0] + part[1]) + part[2];
    }
    return scree_hash_noise_interpolate(3u, dots, cell);
}

/* A sum of octaves, continued by one, whose weight is half that of the one before. */
SCREE_FN scree_f32 scree_hash_noise_add_octave(const scree_f32 sum, const scree_f32 value, const scree_index octave)
{
    return sum + value * scree_f32_from_bits(scree_u32_from_index((127u - octave) << 23u));
}

#endif
