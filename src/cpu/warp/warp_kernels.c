/*
 * Samples of warped fields: where displacements take them, and kinds of cells there. A batch of a row is located along
 * one axis after another and then evaluated, because work in steps of its own needs fewer registers at a time.
 */
#include "warp/warp.h"

#include "kernel_files.h"
#include "lane_memory.h"
#include "noise/noise_kinds.h"
#include "warp_locate.h"

/* Samples of a row that are located at a time, at most. */
#define BATCH 256

/*
 * Keys are looked up where the samples of a batch lie in few cells along an axis, if a register can be searched, or a
 * number is no vector; elsewhere every sample makes its own. Those of few cells are looked up when they are needed.
 */
#define FEW_CELLS 32u
#define MOST_CELLS 64u
#define LOOKS_UP_KEYS (SCREE_LANES == 1 || SCREE_LANES == 16)

/*
 * An axis of a kind of cells, whose lattice is that of the field. Samples along it have arrays of their own or, where
 * `step` is 0, one vector for all.
 */
typedef struct displaced_axis {
    const float *fraction;
    const uint32_t *cell;
    size_t step;
    const float *displacement;
    scree_f32 factor;
    scree_index last;
} displaced_axis;

/* The fractions of a batch along all axes, and one vector of those and of cells. */
typedef struct displaced_batch {
    float fraction[SCREE_SITE_AXES][BATCH];
    uint32_t cell[SCREE_SITE_AXES][SCREE_LANES];
} displaced_batch;

/* The locations of the samples of a batch along an axis. */
typedef struct located_axis {
    float fraction[BATCH];
    float fade[BATCH];
    uint32_t cell[BATCH];
    uint32_t key0[BATCH];
    uint32_t key1[BATCH];
    uint32_t keys[MOST_CELLS + 2 * SCREE_LANES]; /* The keys of cells from the first on. */
    uint32_t first;                              /* The lowest cell, */
    uint32_t spread;                             /* and how far the highest lies behind it. */
} located_axis;

SCREE_FN void start_batch(const scree_cpu_octave *octave, const scree_cpu_sites *sites, size_t first, size_t count,
                          uint32_t axes, displaced_batch *batch, displaced_axis *axis)
{
    SCREE_UNROLL
    for (uint32_t number = 0; number < axes; number++) {
        const bool varies = sites->part[number] != NULL;
        axis[number] = (displaced_axis){.fraction = batch->fraction[number],
                                        .cell = varies ? sites->cell[number] + first : batch->cell[number],
                                        .step = varies ? 1 : 0,
                                        .factor = scree_broadcast(octave->warp_factor[number][number]),
                                        .last = octave->site_axes[number].last};
        for (size_t i = 0; varies && i < count; i += SCREE_LANES) {
            const scree_u32 part = scree_load_u32(sites->part[number] + first + i);
            scree_store(batch->fraction[number] + i, scree_site_fraction(part));
        }
    }
}

/* An axis along which samples vary has their positions alone, and rows contribute nothing to it. */
SCREE_FN void start_row(const scree_cpu_sites *sites, const scree_cpu_displacement *displacement, uint32_t row,
                        size_t first, uint32_t axes, displaced_batch *batch, displaced_axis *axis)
{
    SCREE_UNROLL
    for (uint32_t number = 0; number < axes; number++) {
        axis[number].displacement = displacement->along[number] + row * displacement->row_stride + first;
        if (axis[number].step == 0) {
            const scree_u32 part = scree_broadcast_u32(sites->row_part[number][row]);
            scree_store(batch->fraction[number], scree_site_fraction(part));
            scree_store_u32(batch->cell[number], scree_broadcast_u32(sites->row_cell[number][row]));
        }
    }
}

/* The least of all lanes. */
SCREE_FN uint32_t least_lane(scree_u32 value)
{
#if SCREE_LANES == 16
    return _mm512_reduce_min_epu32((__m512i)value);
#else
    uint32_t lane[SCREE_LANES];
    scree_store_u32(lane, value);
    uint32_t least = lane[0];
    for (uint32_t i = 1; i < SCREE_LANES; i++) {
        least = lane[i] < least ? lane[i] : least;
    }
    return least;
#endif
}

/* Cells count modulo 2^32: those of a batch lie up to 2^31 before one of them and behind it. */
SCREE_FN void locate_samples(const displaced_axis *axis, scree_index fade, size_t count, located_axis *located)
{
    const uint32_t start = axis->cell[0] - 0x80000000u;
    scree_u32 lowest = scree_broadcast_u32(UINT32_MAX);
    scree_u32 highest = lowest;
    for (size_t i = 0; i < count; i += SCREE_LANES) {
        const scree_warped_position moved =
            scree_warp_moved(scree_load(axis->fraction + axis->step * i), scree_load_u32(axis->cell + axis->step * i),
                             scree_warp_share(scree_load(axis->displacement + i), axis->factor));
        scree_store(located->fraction + i, moved.fraction);
        scree_store(located->fade + i, scree_site_fade(fade, moved.fraction));
        scree_store_u32(located->cell + i, moved.cell);
        lowest = scree_minimum_u32(lowest, moved.cell - start);
        highest = scree_minimum_u32(highest, ~(moved.cell - start));
    }
    const uint32_t least = least_lane(lowest);
    located->first = start + least;
    located->spread = ~least_lane(highest) - least;
}

/* The usual fade is compiled for itself. */
SCREE_FN void locate_axis(const displaced_axis *axis, scree_index fade, size_t count, located_axis *located)
{
    if (fade == SCREE_KERNEL_FADE_QUINTIC) {
        locate_samples(axis, SCREE_KERNEL_FADE_QUINTIC, count, located);
    } else {
        locate_samples(axis, fade, count, located);
    }
}

static const uint32_t lane_numbers[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/* Makes the keys of N cells of a batch. */
SCREE_FN void tabulate_keys(scree_warp_axis numbers, scree_index last, uint32_t cells, located_axis *located)
{
    for (uint32_t i = 0; i < cells; i += SCREE_LANES) {
        const scree_u32 cell = scree_load_u32(lane_numbers) + (located->first + i);
        scree_store_u32(located->keys + i, scree_warp_keys_of(cell, numbers, last).key0);
    }
}

/* The keys of sample `i`, looked up in a table of N cells. */
SCREE_FN scree_warp_keys look_up_keys(const located_axis *located, uint32_t cells, size_t i)
{
    const scree_u32 index = scree_load_u32(located->cell + i) - located->first;
    scree_warp_keys keys;
    keys.key0 = scree_bits_from_f32(scree_table_f32_small(located->keys, 0, cells, index));
    keys.key1 = scree_bits_from_f32(scree_table_f32_small(located->keys, 0, cells, index + 1u));
    return keys;
}

/* Numbers the cells of a batch along an axis. Where they are few, the table is enough. */
SCREE_FN void number_axis(bool are_few, scree_warp_axis numbers, scree_index last, size_t count, located_axis *located)
{
    const bool looks_up = LOOKS_UP_KEYS && located->spread < MOST_CELLS - 1;
    if (are_few || looks_up) {
        tabulate_keys(numbers, last, are_few ? FEW_CELLS : MOST_CELLS, located);
    }
    for (size_t i = 0; !are_few && i < count; i += SCREE_LANES) {
        const scree_warp_keys keys = looks_up ? look_up_keys(located, MOST_CELLS, i)
                                              : scree_warp_keys_of(scree_load_u32(located->cell + i), numbers, last);
        scree_store_u32(located->key0 + i, keys.key0);
        scree_store_u32(located->key1 + i, keys.key1);
    }
}

/* The cell of sample `i`. */
SCREE_FN scree_cell load_located(const located_axis *located, uint32_t axes, bool are_few, size_t i)
{
    scree_cell cell;
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < axes; axis++) {
        scree_warp_keys keys;
        if (are_few) {
            keys = look_up_keys(&located[axis], FEW_CELLS, i);
        } else {
            keys.key0 = scree_load_u32(located[axis].key0 + i);
            keys.key1 = scree_load_u32(located[axis].key1 + i);
        }
        cell.fraction[axis] = scree_load(located[axis].fraction + i);
        cell.fraction1[axis] = scree_fraction1(cell.fraction[axis]);
        cell.fade[axis] = scree_load(located[axis].fade + i);
        cell.key0[axis] = keys.key0;
        cell.key1[axis] = keys.key1;
    }
    return cell;
}

/* Evaluates a batch of a row whose samples are located. */
SCREE_FN void evaluate_batch(scree_index kind, uint32_t axes, scree_octave_source source, const located_axis *located,
                             bool are_few, size_t count, bool adds, float *out)
{
    for (size_t i = 0; i < count; i += SCREE_LANES) {
        scree_f32 value = scree_kind_sample(kind, load_located(located, axes, are_few, i), axes, source);
        value = adds ? scree_warp_sum(scree_load(out + i), value) : value;
        scree_store_some(out + i, value, count - i);
    }
}

/* Samples of a batch: fewer where all of them would not lie in few cells. */
SCREE_FN size_t batch_samples(const scree_cpu_sites *sites)
{
    size_t samples = BATCH;
    while (LOOKS_UP_KEYS && samples > BATCH / 4 && sites->step * (double)samples > 0.75 * FEW_CELLS) {
        samples /= 2;
    }
    return samples;
}

/* Components differ in the numbers of cells along axis 0 alone. */
SCREE_FN void evaluate_rows(const scree_cpu_octave *octave, scree_index kind, uint32_t axes, uint32_t gradient_count,
                            const scree_cpu_sites *sites, const scree_cpu_displacement *displacement,
                            const scree_cpu_components *components)
{
    const scree_octave_source source = {.hash = SCREE_KERNEL_HASH_SCREE,
                                        .permutation = octave->permutation,
                                        .gradients = octave->gradients,
                                        .gradient_count = gradient_count,
                                        .amplitude = scree_broadcast(octave->amplitude)};
    const scree_index fade = octave->site_options->word[SCREE_SITE_OPTION_FADE];
    displaced_batch batch;
    displaced_axis axis[SCREE_SITE_AXES];
    located_axis located[SCREE_SITE_AXES];
    const size_t most = batch_samples(sites);
    for (size_t first = 0; first < sites->count; first += most) {
        const size_t count = sites->count - first < most ? sites->count - first : most;
        start_batch(octave, sites, first, count, axes, &batch, axis);
        for (uint32_t row = 0; row < sites->rows; row++) {
            start_row(sites, displacement, row, first, axes, &batch, axis);
            bool are_few = LOOKS_UP_KEYS;
            for (uint32_t number = 0; number < axes; number++) {
                locate_axis(&axis[number], fade, count, &located[number]);
                are_few = are_few && located[number].spread < FEW_CELLS - 1;
            }
            for (uint32_t number = 1; number < axes; number++) {
                number_axis(are_few, octave->warp_axes[number], axis[number].last, count, &located[number]);
            }
            for (uint32_t i = 0; i < components->count; i++) {
                float *out = components->out[i] + row * sites->row_stride + first;
                number_axis(are_few, *components->numbers[i], axis[0].last, count, &located[0]);
                if (are_few) {
                    evaluate_batch(kind, axes, source, located, true, count, components->adds, out);
                } else {
                    evaluate_batch(kind, axes, source, located, false, count, components->adds, out);
                }
            }
        }
    }
}

/* A kind that draws gradients is compiled for both numbers of them, the edges' and 256. */
SCREE_FN void evaluate_axes(const scree_cpu_octave *octave, scree_index kind, uint32_t axes,
                            const scree_cpu_sites *sites, const scree_cpu_displacement *displacement,
                            const scree_cpu_components *components)
{
    if (!scree_kind_has(kind, SCREE_KIND_GRADIENTS) || octave->gradient_count == SCREE_EDGE_COUNT(axes)) {
        evaluate_rows(octave, kind, axes, SCREE_EDGE_COUNT(axes), sites, displacement, components);
    } else {
        evaluate_rows(octave, kind, axes, 256, sites, displacement, components);
    }
}

/* Functions of their own: what a compiler does costs more than in proportion to a function's size. */
typedef void evaluate_fn(const scree_cpu_octave *octave, const scree_cpu_sites *sites,
                         const scree_cpu_displacement *displacement, const scree_cpu_components *components);

#define EVALUATE(name, kind, axes)                                                                                \
    static __attribute__((noinline)) void evaluate_##name##_##axes(                                               \
        const scree_cpu_octave *octave, const scree_cpu_sites *sites, const scree_cpu_displacement *displacement, \
        const scree_cpu_components *components)                                                                   \
    {                                                                                                             \
        evaluate_axes(octave, kind, axes, sites, displacement, components);                                       \
    }
#define EVALUATE_KIND(KIND, name, number, traits, sample, min_axes, max_axes) \
    EVALUATE(name, number, 1)                                                 \
    EVALUATE(name, number, 2)                                                 \
    EVALUATE(name, number, 3)                                                 \
    EVALUATE(name, number, 4)
SCREE_CELL_KINDS(EVALUATE_KIND)

#define ROW(KIND, name, number, traits, sample, min_axes, max_axes) \
    [number] = {evaluate_##name##_1, evaluate_##name##_2, evaluate_##name##_3, evaluate_##name##_4},
static evaluate_fn *const evaluators[][SCREE_SITE_AXES] = {SCREE_CELL_KINDS(ROW)};

static void evaluate_displaced(const scree_cpu_octave *octave, const scree_cpu_sites *sites,
                               const scree_cpu_displacement *displacement, const scree_cpu_components *components)
{
    evaluators[octave->kind][octave->axes - 1](octave, sites, displacement, components);
}

static void displace(const scree_cpu_octave *octave, const scree_cpu_sites *sites,
                     const scree_cpu_displacement *displacement, uint32_t row, uint32_t *const *part,
                     uint32_t *const *cell)
{
    const bool has_keys = scree_kind_has((scree_index)octave->kind, SCREE_KIND_KEYS);
    for (uint32_t axis = 0; axis < octave->axes; axis++) {
        const scree_site_axis numbers = octave->site_axes[axis];
        for (size_t i = 0; i < sites->count; i += SCREE_LANES) {
            scree_site_position moved =
                scree_warp_site_position(moved_along(octave, sites, displacement, row, axis, i));
            if (numbers.last != UINT32_MAX) {
                moved.cell = scree_warp_wrapped(moved.cell, numbers.last, octave->warp_axes[axis].offset);
            }
            moved.cell = has_keys ? scree_site_key(moved.cell, numbers) : moved.cell;
            scree_store_u32(part[axis] + i, moved.part);
            scree_store_u32(cell[axis] + i, moved.cell);
        }
    }
}

static void add_displacements(const float *a, const float *b, size_t count, float *sum)
{
    for (size_t i = 0; i < count; i += SCREE_LANES) {
        scree_store(sum + i, scree_warp_sum(scree_load(a + i), scree_load(b + i)));
    }
}

void SCREE_CPU_SYMBOL(scree_warp_kernels)(scree_cpu_kernels *kernels)
{
    kernels->warp.evaluate = evaluate_displaced;
    kernels->warp.displace = displace;
    kernels->warp.add = add_displacements;
}
