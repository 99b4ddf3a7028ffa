/*
 * Particles start at a position of the box that a hash of the particle's number gives. The first 2^30 particles
 * of seed 0 start at one of 1024 positions along each axis, by the hash of Thomas Wang (2007) of the number times
 * 1847483629. All others start at one of 2^24 positions along each axis, by scree's own hash of seed and number.
 */
#ifndef SCREE_KERNELS_PARTICLE_START_H
#define SCREE_KERNELS_PARTICLE_START_H

#include "particles/attractor.h"
#include "noise/hash.h"

/* The number of a start along each axis, in coarse or fine parts of the box. */
SCREE_STRUCT(scree_particle_start)
{
    scree_index x;
    scree_index y;
    scree_index z;
    scree_index is_fine;
};

SCREE_FN scree_index scree_wang_hash(const scree_index value)
{
    scree_index hash = (value ^ 61u) ^ (value >> 16u);
    hash = hash * 9u;
    hash = hash ^ (hash >> 4u);
    hash = hash * 0x27d4eb2du;
    return hash ^ (hash >> 15u);
}

/* Two rounds of the mix of hash.h, of one number. */
SCREE_FN scree_index scree_particle_mix(const scree_index key)
{
    scree_index h = key * 0x9e3779b1u;
    h = (h ^ (h >> 15u)) * 0x846ca68bu;
    h = (h ^ (h >> 16u)) * 0x9e3779b1u;
    h = (h ^ (h >> 15u)) * 0x846ca68bu;
    return h ^ (h >> 16u);
}

SCREE_FN scree_particle_start scree_particle_start_of(const scree_table table, const scree_index high,
                                                      const scree_index low)
{
    scree_particle_start start;
    scree_index seed_high = scree_table_word(table, SCREE_PARTICLE_SEED);
    scree_index seed_low = scree_table_word(table, SCREE_PARTICLE_SEED + 1u);
    start.is_fine = (seed_high | seed_low | high | (low >> 30u)) != 0u ? 1u : 0u;
    if (start.is_fine != 0u) {
        scree_index key = scree_particle_mix(scree_particle_mix(scree_particle_mix(seed_high) ^ seed_low) ^ high);
        key = scree_particle_mix(key + low);
        start.x = scree_particle_mix(key + 0x3c6ef372u) >> 8u;
        start.y = scree_particle_mix(key + 0x78dde6e4u) >> 8u;
        start.z = scree_particle_mix(key + 0xb54cda56u) >> 8u;
    } else {
        scree_index hash = scree_wang_hash(low * 1847483629u);
        start.x = hash & 1023u;
        start.y = (hash >> 10u) & 1023u;
        start.z = (hash >> 20u) & 1023u;
    }
    return start;
}

/* A coordinate of the box: along axis 0 to 2, N coarse or fine parts from its origin. */
SCREE_FN scree_real_one scree_box_coordinate(const scree_table table, const scree_index axis, const scree_index part,
                                             const scree_index number)
{
    return scree_table_real_one(table, SCREE_PARTICLE_ORIGIN + 2u * axis) +
           scree_table_real_one(table, part + 2u * axis) * scree_real_from_u24(number);
}

#endif
