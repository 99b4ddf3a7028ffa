/*
 * Hashes of lattice nodes. The host turns every cell index of every axis (64 bits, with seed, octave and axis) into a
 * key of 32 bits (src/field/noise/axis_key.c); here the keys of a node's axes become one number.
 */
#ifndef SCREE_KERNELS_HASH_H
#define SCREE_KERNELS_HASH_H

#include "base/portable.h"

/* Hashes; the numbers are those of the public enum scree_noise_hash. */
#define SCREE_KERNEL_HASH_SCREE 0u
#define SCREE_KERNEL_HASH_PERLIN2002 1u

/*
 * Mixes the combined keys of an axis, so that axes stay independent. Keys come mixed already (every bit of a cell flips
 * every bit of its key with a probability of one half), but combining them by exclusive or is linear: the hashes of the
 * four nodes of a rectangle would cancel. A bijection of two multiplications and a shift breaks this linearity; tests
 * measure that it does. The upper bits of the result are the best mixed, and gradients and values are drawn from them.
 * The constants are odd with well-spread bits: 2^32 over the golden ratio, and one that C. Wellons found by search
 * (2018).
 */
SCREE_FN scree_u32 scree_hash_mix(const scree_u32 keys)
{
    scree_u32 h = keys * 0x9e3779b1u;
    h = h ^ (h >> 15u);
    return h * 0x846ca68bu;
}

/* The number of a gradient: the upper bits of a hash, as many as `count` (16, 32 or 256 gradients) needs. */
SCREE_FN scree_u32 scree_hash_gradient(const scree_u32 hash, const scree_index count)
{
    return hash >> (count == 16u ? 28u : count == 32u ? 27u : 24u);
}

/*
 * One step of Perlin's chain of lookups (2002): the permutation at the sum of the chain so far and the next axis' key.
 */
SCREE_FN scree_u32 scree_hash_permute(const scree_table permutation, const scree_u32 chain, const scree_u32 key)
{
    return scree_table_u32(permutation, (chain + key) & 255u);
}

/*
 * Spreads the final 8 bits of Perlin's chain over 32. Gradients are drawn from the upper four, which are his lower
 * four.
 */
SCREE_FN scree_u32 scree_hash_spread(const scree_u32 chain)
{
    return (((chain & 15u) << 4u) | (chain >> 4u)) * 0x01010101u;
}

/*
 * The end of Perlin's chain, which has at least three steps: noise in one and two dimensions is a slice of that in
 * three.
 */
SCREE_FN scree_u32 scree_hash_chain_end(const scree_table permutation, const scree_u32 chain, const scree_index axes)
{
    scree_u32 end = chain;
    for (scree_index axis = axes; axis < 3u; axis++) {
        end = scree_hash_permute(permutation, end, end & 0u);
    }
    return scree_hash_spread(end);
}

#endif
