/*
 * Keys of lattice cells: the first half of the hash, done once for each cell of each axis on the host, so that kernels
 * need 32-bit integers only (kernels/noise/hash.h is the second half).
 */
#ifndef SCREE_AXIS_KEY_H
#define SCREE_AXIS_KEY_H

#include <stdint.h>

#include <scree/noise.h>

/* The published permutation of Perlin's "Improving Noise" (2002): 256 words. */
extern const uint32_t scree_perlin2002_permutation[256];

/* A bijection of 64 bits with full avalanche (the finaliser of D. Stafford that SplitMix64 uses, variant 13). */
uint64_t scree_mix64(uint64_t value);

/* The values that all keys of one octave and axis share. */
typedef struct scree_axis_stream {
    scree_noise_hash hash;
    uint64_t stream; /* Seed, octave and axis, mixed. */
    uint64_t period; /* Cells after which keys repeat; 0 = never. */
} scree_axis_stream;

scree_axis_stream scree_axis_stream_make(scree_noise_hash hash, uint64_t seed, uint32_t octave, uint32_t axis,
                                         uint64_t period);

/*
 * The key of a cell. Two cells of one axis share a key only by the period, or when they lie in different runs of 2^32
 * cells; with SCREE_NOISE_HASH_PERLIN2002 a key has 8 bits.
 */
uint32_t scree_axis_key(const scree_axis_stream *stream, int64_t cell);

/*
 * The key in two steps, for many cells whose upper 32 bits are the same: the first step takes those, the second the
 * lower ones. For SCREE_NOISE_HASH_SCREE without a period.
 */
uint64_t scree_axis_key_upper(const scree_axis_stream *stream, uint32_t upper_bits);

static inline uint32_t scree_axis_key_lower(uint64_t upper, uint32_t lower_bits)
{
    /* A bijection of 32 bits with full avalanche (C. Wellons' "lowbias32", 2018). */
    uint32_t value = lower_bits ^ (uint32_t)upper;
    value = (value ^ (value >> 16)) * 0x7feb352du;
    value = (value ^ (value >> 15)) * 0x846ca68bu;
    return value ^ (value >> 16) ^ (uint32_t)(upper >> 32);
}

/*
 * The shift of an octave along an axis, in [0, 1) cells. Without it octaves of doubling frequencies would all be zero
 * at the nodes of the first. The first octave is not shifted.
 */
double scree_octave_shift(uint64_t seed, uint32_t octave, uint32_t axis);

#endif
