/*
 * From the coordinates of points to axis data, compiled once for each instruction set. Loops over plain arrays, a step
 * each, which the compiler makes vectors of. The steps follow fixed_position.h and axis_table.c bit for bit.
 */
#include <math.h>

#include "axis_key.h"
#include "fade.h"
#include "kernel_files.h"
#include "lane_memory.h"

/* Coordinates that are worked on at a time, so that what lies between the steps stays in the first cache. */
#define RUN 64
/* Cells beyond this are left to the general way: a cell and its neighbour must fit a 32-bit number. */
#define FARTHEST 0x1p30
/* Products below this may be rounded. */
#define NEAREST 0x1p-1000

#define ALWAYS_INLINE static inline __attribute__((always_inline))

ALWAYS_INLINE bool are_near(double frequency, const double *coordinates)
{
    int64_t far = 0;
    for (int i = 0; i < RUN; i++) {
        double magnitude = fabs(coordinates[i] * frequency);
        far |= (magnitude >= FARTHEST) | ((magnitude < NEAREST) & (coordinates[i] != 0.0));
    }
    return far == 0;
}

/*
 * Splits coordinates into cells and fractions, the latter in 2^-53 cells and rounded down: what scree_fixed_fraction()
 * keeps. Every step is exact. A shift is a multiple of 2^-24 cells, so rounding down may come before it. Truth values
 * are numbers here, because compilers make no vectors of branches.
 */
ALWAYS_INLINE void split(const scree_cpu_placement *placement, const double *restrict coordinates,
                         int32_t *restrict cell, double *restrict fraction)
{
    const double frequency = placement->frequency;
    const double shift = placement->shift * 0x1p53;
    for (int i = 0; i < RUN; i++) {
        double position = coordinates[i] * frequency;
        double whole = trunc(position);
        double steps = floor((position - whole) * 0x1p53);
        double below = steps < 0.0 ? 1.0 : 0.0;
        double beyond = steps + below * 0x1p53 - (0x1p53 - shift);
        double next = beyond < 0.0 ? 0.0 : 1.0;
        fraction[i] = beyond < 0.0 ? steps + below * 0x1p53 + shift : beyond;
        cell[i] = (int32_t)(whole - below + next);
    }
}

ALWAYS_INLINE void weigh(scree_fade fade, const double *restrict steps, float *restrict fraction,
                         float *restrict fraction1, float *restrict weight)
{
    for (int i = 0; i < RUN; i++) {
        double exact = scree_without_traces(steps[i] * 0x1p-53);
        fraction[i] = (float)exact;
        fraction1[i] = (float)exact - 1.0f;
        weight[i] = (float)scree_fade_weight(fade, exact);
    }
}

ALWAYS_INLINE uint32_t key_of(const uint64_t *upper, int32_t cell)
{
    return scree_axis_key_lower(cell < 0 ? upper[1] : upper[0], (uint32_t)cell);
}

static void find_keys(const scree_cpu_placement *placement, const int32_t *restrict cell, uint32_t *restrict key0,
                      uint32_t *restrict key1)
{
    const uint64_t upper[2] = {placement->upper[0], placement->upper[1]};
    if (placement->hash == SCREE_HASH_PERLIN2002) {
        uint32_t added = (uint32_t)upper[0];
        for (int i = 0; i < RUN; i++) {
            key0[i] = ((uint32_t)cell[i] + added) & 255u;
            key1[i] = ((uint32_t)cell[i] + added + 1u) & 255u;
        }
        return;
    }
    for (int i = 0; i < RUN; i++) {
        key0[i] = key_of(upper, cell[i]);
        key1[i] = key_of(upper, cell[i] + 1);
    }
}

/* `fade` is a constant wherever this is called, so that each fade has loops of its own. */
ALWAYS_INLINE bool place_run(const scree_cpu_placement *placement, scree_fade fade, const double *coordinates,
                             const scree_cpu_placed *out, size_t first)
{
    int32_t cell[RUN];
    double steps[RUN];
    if (!are_near(placement->frequency, coordinates + first)) {
        return false;
    }
    split(placement, coordinates + first, cell, steps);
    weigh(fade, steps, out->fraction + first, out->fraction1 + first, out->fade + first);
    find_keys(placement, cell, out->key0 + first, out->key1 + first);
    return true;
}

ALWAYS_INLINE bool place_all(const scree_cpu_placement *placement, scree_fade fade, const double *coordinates,
                             size_t count, const scree_cpu_placed *out)
{
    for (size_t first = 0; first < count; first += RUN) {
        if (!place_run(placement, fade, coordinates, out, first)) {
            return false;
        }
    }
    return true;
}

static bool place(const scree_cpu_placement *placement, const double *coordinates, size_t count,
                  const scree_cpu_placed *out)
{
    switch (placement->fade) {
    case SCREE_FADE_CUBIC:
        return place_all(placement, SCREE_FADE_CUBIC, coordinates, count, out);
    case SCREE_FADE_COSINE:
        return place_all(placement, SCREE_FADE_COSINE, coordinates, count, out);
    case SCREE_FADE_LINEAR:
        return place_all(placement, SCREE_FADE_LINEAR, coordinates, count, out);
    default:
        return place_all(placement, SCREE_FADE_QUINTIC, coordinates, count, out);
    }
}

void SCREE_CPU_SYMBOL(scree_place_kernels)(scree_cpu_kernels *kernels)
{
    kernels->place = place;
}
