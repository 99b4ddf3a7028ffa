/*
 * Coordinates become axis data by loops over plain arrays, a step each, which the compiler makes vectors of. The steps
 * follow fixed_position.h and axis_table.h bit for bit. For locate_kernels.c alone.
 */
#ifndef SCREE_CPU_LOCATE_LOOPS_H
#define SCREE_CPU_LOCATE_LOOPS_H

#include <math.h>

#include "axis_key.h"
#include "fade.h"
#include "noise_kernels.h"

/* Coordinates that are worked on at a time: what lies between the steps stays in the first cache. */
#define LONG_BATCH 64
/* Cells beyond this are left to the general way: a cell and its neighbour must fit a 32-bit number. */
#define FARTHEST 0x1p30

/* `batch` and `varies` are constants wherever these are called, so that the compiler unrolls, and makes vectors. */
SCREE_FN bool are_near(const scree_cpu_location_rule *how, bool varies, int batch, const double *coordinates)
{
    int64_t far = 0;
    for (int i = 0; i < batch; i++) {
        double magnitude = fabs(coordinates[i] * how->frequency[varies ? i : 0]);
        bool is_near = magnitude < FARTHEST; /* False for a NaN. */
        far |= (is_near ? 0 : 1) | ((magnitude < NEAREST) & (coordinates[i] != 0.0));
    }
    return far == 0;
}

/*
 * Splits coordinates into cells and fractions, the latter in 2^-53 cells and rounded down: what scree_fixed_fraction()
 * keeps. Every step is exact. A shift is a multiple of 2^-24 cells, so rounding down may come before it. Truth values
 * are numbers here, because compilers make no vectors of branches.
 */
SCREE_FN void split(const scree_cpu_location_rule *how, bool varies, int batch, const double *restrict coordinates,
                    int32_t *restrict cell, double *restrict fraction)
{
    for (int i = 0; i < batch; i++) {
        const double shift = how->shift[varies ? i : 0] * 0x1p53;
        double position = coordinates[i] * how->frequency[varies ? i : 0];
        double whole = trunc(position);
        double steps = floor((position - whole) * 0x1p53);
        double below = steps < 0.0 ? 1.0 : 0.0;
        double beyond = steps + below * 0x1p53 - (0x1p53 - shift);
        double next = beyond < 0.0 ? 0.0 : 1.0;
        fraction[i] = beyond < 0.0 ? steps + below * 0x1p53 + shift : beyond;
        cell[i] = (int32_t)(whole - below + next);
    }
}

SCREE_FN void weigh(scree_noise_fade fade, int batch, const double *restrict steps, float *restrict fraction,
                    float *restrict fraction1, float *restrict weight)
{
    for (int i = 0; i < batch; i++) {
        double exact = scree_without_traces(steps[i] * 0x1p-53);
        fraction[i] = (float)exact;
        fraction1[i] = (float)exact - 1.0f;
        weight[i] = (float)scree_fade_weight(fade, exact);
    }
}

SCREE_FN uint32_t key_of(uint64_t upper, uint64_t upper_below, int32_t cell)
{
    return scree_axis_key_lower(cell < 0 ? upper_below : upper, (uint32_t)cell);
}

SCREE_FN void find_keys(const scree_cpu_location_rule *how, bool varies, int batch, const int32_t *restrict cell,
                        uint32_t *restrict key0, uint32_t *restrict key1)
{
    if (how->hash == SCREE_NOISE_HASH_PERLIN2002) {
        for (int i = 0; i < batch; i++) {
            uint32_t added = (uint32_t)how->upper[0][varies ? i : 0];
            key0[i] = ((uint32_t)cell[i] + added) & 255u;
            key1[i] = ((uint32_t)cell[i] + added + 1u) & 255u;
        }
        return;
    }
    for (int i = 0; i < batch; i++) {
        const uint64_t upper = how->upper[0][varies ? i : 0];
        const uint64_t upper_below = how->upper[1][varies ? i : 0];
        key0[i] = key_of(upper, upper_below, cell[i]);
        key1[i] = key_of(upper, upper_below, cell[i] + 1);
    }
}

SCREE_FN bool locate_batch(const scree_cpu_location_rule *how, bool varies, scree_noise_fade fade, int batch,
                           const double *coordinates, const scree_cpu_located *out, size_t first)
{
    int32_t cell[LONG_BATCH];
    double steps[LONG_BATCH];
    if (!are_near(how, varies, batch, coordinates + first)) {
        return false;
    }
    split(how, varies, batch, coordinates + first, cell, steps);
    weigh(fade, batch, steps, out->fraction + first, out->fraction1 + first, out->fade + first);
    find_keys(how, varies, batch, cell, out->key0 + first, out->key1 + first);
    return true;
}

/* Many coordinates by one rule. */
SCREE_FN bool locate_alike(const scree_cpu_location_rule *how, scree_noise_fade fade, const double *coordinates,
                           size_t count, const scree_cpu_located *out)
{
    size_t first = 0;
    for (; first + LONG_BATCH <= count; first += LONG_BATCH) {
        if (!locate_batch(how, false, fade, LONG_BATCH, coordinates, out, first)) {
            return false;
        }
    }
    for (; first < count; first += SCREE_LOCATED_BATCH) {
        if (!locate_batch(how, false, fade, SCREE_LOCATED_BATCH, coordinates, out, first)) {
            return false;
        }
    }
    return true;
}

/* Every coordinate by its own rule. */
SCREE_FN bool locate_each(const scree_cpu_location_rule *how, scree_noise_fade fade, const double *coordinates,
                          size_t count, const scree_cpu_located *out)
{
    scree_cpu_location_rule here = *how;
    for (size_t first = 0; first < count; first += SCREE_LOCATED_BATCH) {
        here.frequency = how->frequency + first;
        here.shift = how->shift + first;
        here.upper[0] = how->upper[0] + first;
        here.upper[1] = how->upper[1] + first;
        if (!locate_batch(&here, true, fade, SCREE_LOCATED_BATCH, coordinates, out, first)) {
            return false;
        }
    }
    return true;
}

#endif
