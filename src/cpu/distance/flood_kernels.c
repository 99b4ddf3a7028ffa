/* Jump flooding, compiled once for each instruction set. */
#include "kernel_files.h"

#include <math.h>

#include "distance/jump_flood.h"
#include "lane_memory.h"

#define ALL_LANES (UINT32_MAX >> (32 - SCREE_LANES))

/* Indices of voxels along x, from `first` on. */
SCREE_FN scree_u32 counted_from(uint32_t first)
{
    uint32_t lane[SCREE_LANES];
    SCREE_UNROLL
    for (uint32_t i = 0; i < SCREE_LANES; i++) {
        lane[i] = i;
    }
    return scree_load_u32(lane) + scree_u32_from_index(first);
}

/* A word for each lane, chosen by its bit. */
SCREE_FN scree_u32 select_by_bits(uint32_t bits, scree_u32 yes, scree_u32 no)
{
#if SCREE_LANES == 16
    return (scree_u32)_mm512_mask_mov_epi32((__m512i)no, (__mmask16)bits, (__m512i)yes);
#elif SCREE_LANES > 1
    scree_u32 bit = scree_u32_from_index(1u) << counted_from(0);
    return scree_select_equal_u32(scree_u32_from_index(bits) & bit, bit, yes, no);
#else
    return (bits & 1u) != 0 ? yes : no;
#endif
}

/* The lanes whose voxels, from `first` on, lie within the row. */
SCREE_FN uint32_t lanes_within(int64_t first, uint32_t columns)
{
    uint32_t bits = ALL_LANES;
    if (first < 0) {
        bits = first > -SCREE_LANES ? bits << -first : 0;
    }
    int64_t left = (int64_t)columns - first;
    if (left < SCREE_LANES) {
        bits &= left > 0 ? ALL_LANES >> (SCREE_LANES - left) : 0;
    }
    return bits & ALL_LANES;
}

/* The bits of a row's voxels from `first` on; those before the row are 0. */
SCREE_FN uint32_t bits_from(const uint32_t *bits, int64_t first)
{
    if (first < 0) {
        return bits[0] << -first;
    }
    uint64_t at = (uint64_t)first;
    return (uint32_t)((bits[at / 32] | (uint64_t)bits[at / 32 + 1] << 32) >> (at % 32));
}

/* The words of the lanes in `within`, whose others may not be read; those become SCREE_NO_SEED. */
SCREE_FN scree_u32 load_within(const uint32_t *row, int64_t first, uint32_t within)
{
#if SCREE_LANES == 16
    return (scree_u32)_mm512_mask_loadu_epi32(_mm512_set1_epi32(-1), (__mmask16)within, row + first);
#else
    uint32_t words[SCREE_LANES];
    for (int64_t i = 0; i < SCREE_LANES; i++) {
        words[i] = (within >> i & 1u) != 0 ? row[first + i] : SCREE_NO_SEED;
    }
    return scree_load_u32(words);
#endif
}

/* Stores the lanes of a row's voxels from x on. */
SCREE_FN void store_words(uint32_t *to, scree_u32 words, size_t count)
{
    memcpy(to, &words, (count < SCREE_LANES ? count : SCREE_LANES) * sizeof(uint32_t));
}

SCREE_FN scree_flood_shape shape_of(const scree_distance_plan *plan)
{
    return scree_flood_shape_of(plan->x_shift, plan->y_shift, scree_broadcast(plan->side[0]),
                                scree_broadcast(plan->side[1]), scree_broadcast(plan->side[2]));
}

SCREE_FN scree_flood_position position_of(uint32_t x, uint32_t y, uint32_t z)
{
    return scree_flood_position_at(counted_from(x), scree_u32_from_index(y), scree_u32_from_index(z));
}

/* Properties of a pass that are known at compile time. */
typedef struct pass_kind {
    bool is_whole;
    bool is_signed; /* Both sides are measured. */
} pass_kind;

/* The voxels of a row that a vector of lanes works on. */
typedef struct lane_group {
    scree_flood_position position;
    scree_u32 number;
    uint32_t x;
    uint32_t bits;
    scree_flood_seed best;
} lane_group;

/* Reads the neighbours in all rows that are `side` jumps away along x, in those lanes that lie within the row. */
SCREE_FN scree_flood_seed look_aside(const scree_flood_row *row, const lane_group *group, scree_flood_shape shape,
                                     int64_t aside, uint32_t within, pass_kind kind)
{
    scree_flood_seed best = group->best;
    int64_t first = (int64_t)group->x + aside;
    uint32_t x_step = (uint32_t)aside << shape.x_shift;
    for (uint32_t i = 0; i < row->line_count; i++) {
        const scree_flood_line *line = &row->lines[i];
        scree_u32 number = within == ALL_LANES ? scree_load_u32(line->seeds + first)
                                               : load_within(line->seeds, first, within);
        if (kind.is_signed) {
            uint32_t is_other = (bits_from(line->bits, first) ^ group->bits) & within;
            number = select_by_bits(is_other, group->number + scree_u32_from_index(line->step + x_step), number);
        }
        best = scree_flood_nearer(best, scree_flood_measure(number, group->position, shape, kind.is_whole));
    }
    return best;
}

SCREE_FN scree_flood_seed look_around(const scree_flood_row *row, lane_group *group, scree_flood_shape shape,
                                      pass_kind kind)
{
    uint32_t columns = row->plan->columns;
    group->best = scree_flood_no_seed();
    SCREE_ROLLED
    for (int64_t aside = -(int64_t)row->jump; aside <= row->jump; aside += row->jump) {
        uint32_t within = lanes_within((int64_t)group->x + aside, columns);
        if (within == ALL_LANES) {
            group->best = look_aside(row, group, shape, aside, ALL_LANES, kind);
        } else if (within != 0) {
            group->best = look_aside(row, group, shape, aside, within, kind);
        }
    }
    return group->best;
}

SCREE_FN void flood_row(const scree_flood_row *row, pass_kind kind)
{
    uint32_t columns = row->plan->columns;
    scree_flood_shape shape = shape_of(row->plan);
    for (uint32_t x = 0; x < columns; x += SCREE_LANES) {
        lane_group group;
        group.bits = bits_from(row->bits, x);
        if (!kind.is_signed && (~group.bits & lanes_within(x, columns)) == 0) {
            continue;
        }
        group.x = x;
        group.position = position_of(x, row->y, row->z);
        group.number = scree_flood_pack(group.position, shape);
        store_words(row->to + x, look_around(row, &group, shape, kind).number, columns - x);
    }
}

static void pass(const scree_flood_row *row)
{
    bool is_signed = row->plan->params.sign == SCREE_DISTANCE_SIGN_BOTH;
    if (row->plan->is_whole && is_signed) {
        flood_row(row, (pass_kind){.is_whole = true, .is_signed = true});
    } else if (row->plan->is_whole) {
        flood_row(row, (pass_kind){.is_whole = true, .is_signed = false});
    } else if (is_signed) {
        flood_row(row, (pass_kind){.is_whole = false, .is_signed = true});
    } else {
        flood_row(row, (pass_kind){.is_whole = false, .is_signed = false});
    }
}

/* The nearest voxels at set bits and at clear ones. */
typedef struct nearest_sides {
    scree_flood_seed set;
    scree_flood_seed clear;
} nearest_sides;

SCREE_FN nearest_sides look_everywhere(const scree_flood_search *search, scree_flood_position from,
                                       scree_flood_shape shape, pass_kind kind)
{
    const scree_distance_plan *plan = search->plan;
    nearest_sides nearest = {.set = scree_flood_no_seed(), .clear = scree_flood_no_seed()};
    for (uint64_t line = 0; line < (uint64_t)plan->rows * plan->layers; line++) {
        const uint32_t *bits = search->bits + line * search->bit_words;
        uint32_t y = (uint32_t)(line % plan->rows);
        uint32_t z = (uint32_t)(line / plan->rows);
        for (uint32_t x = 0; x < plan->columns; x++) {
            bool is_set = (bits[x / 32] >> (x % 32) & 1u) != 0;
            scree_flood_position position =
                scree_flood_position_at(scree_u32_from_index(x), scree_u32_from_index(y), scree_u32_from_index(z));
            scree_u32 number = scree_u32_from_index(x << plan->x_shift | y << plan->y_shift | z);
            if (is_set) {
                nearest.set =
                    scree_flood_nearer(nearest.set, scree_flood_seed_at(position, number, from, shape, kind.is_whole));
            } else if (kind.is_signed) {
                nearest.clear = scree_flood_nearer(nearest.clear,
                                                   scree_flood_seed_at(position, number, from, shape, kind.is_whole));
            }
        }
    }
    return nearest;
}

SCREE_FN void search_row(const scree_flood_search *search, pass_kind kind)
{
    const scree_distance_plan *plan = search->plan;
    const uint32_t *own = search->bits + ((uint64_t)search->z * plan->rows + search->y) * search->bit_words;
    scree_flood_shape shape = shape_of(plan);
    for (uint32_t x = search->first; x < search->end; x += SCREE_LANES) {
        scree_flood_position position = position_of(x, search->y, search->z);
        nearest_sides nearest = look_everywhere(search, position, shape, kind);
        /* If one side is measured, voxels at set bits are seeds, and the nearest to themselves. */
        scree_u32 at_set = kind.is_signed ? nearest.clear.number : scree_flood_pack(position, shape);
        store_words(search->to + x, select_by_bits(bits_from(own, x), at_set, nearest.set.number), search->end - x);
    }
}

static void search_some(const scree_flood_search *search)
{
    bool is_signed = search->plan->params.sign == SCREE_DISTANCE_SIGN_BOTH;
    if (search->plan->is_whole && is_signed) {
        search_row(search, (pass_kind){.is_whole = true, .is_signed = true});
    } else if (search->plan->is_whole) {
        search_row(search, (pass_kind){.is_whole = true, .is_signed = false});
    } else if (is_signed) {
        search_row(search, (pass_kind){.is_whole = false, .is_signed = true});
    } else {
        search_row(search, (pass_kind){.is_whole = false, .is_signed = false});
    }
}

static void begin(const scree_distance_plan *plan, uint32_t y, uint32_t z, const uint32_t *bits, uint32_t *to)
{
    bool is_signed = plan->params.sign == SCREE_DISTANCE_SIGN_BOTH;
    scree_flood_shape shape = shape_of(plan);
    for (uint32_t x = 0; x < plan->columns; x += SCREE_LANES) {
        uint32_t seeds = is_signed ? 0 : bits_from(bits, x);
        scree_u32 number =
            select_by_bits(seeds, scree_flood_pack(position_of(x, y, z), shape), scree_u32_from_index(SCREE_NO_SEED));
        store_words(to + x, number, plan->columns - x);
    }
}

/* Distances of a vector of lanes, negative inside if both sides are measured. */
SCREE_FN scree_f32 distances_of(const scree_distance_plan *plan, scree_flood_seed seed, uint32_t bits, bool is_whole)
{
    scree_u32 sign = scree_u32_from_index(0u);
    if (plan->params.sign == SCREE_DISTANCE_SIGN_BOTH) {
        sign = select_by_bits(bits, scree_u32_from_index(0x80000000u), sign);
    }
    return scree_flood_distance(seed, scree_broadcast(INFINITY), is_whole, scree_broadcast(plan->unit),
                                scree_broadcast(plan->margin), scree_broadcast(plan->clip), sign);
}

SCREE_FN void widen(const scree_flood_values *values, scree_f32 distance, uint32_t within)
{
    scree_u32 words = scree_bits_from_f32(distance);
    scree_u32 low = select_by_bits(within, words, scree_bits_from_f32(scree_broadcast(INFINITY)));
    scree_u32 high = select_by_bits(within, words, scree_bits_from_f32(scree_broadcast(-INFINITY)));
    scree_store(values->minimum, scree_minimum(scree_load(values->minimum), scree_f32_from_bits(low)));
    scree_store(values->maximum, scree_maximum(scree_load(values->maximum), scree_f32_from_bits(high)));
}

SCREE_FN void finish_row(const scree_flood_values *values, bool is_whole)
{
    const scree_distance_plan *plan = values->plan;
    scree_flood_shape shape = shape_of(plan);
    for (uint32_t x = 0; x < plan->columns; x += SCREE_LANES) {
        uint32_t within = lanes_within(x, plan->columns);
        scree_u32 number = within == ALL_LANES ? scree_load_u32(values->seeds + x)
                                               : load_within(values->seeds, x, within);
        scree_flood_seed seed = scree_flood_measure(number, position_of(x, values->y, values->z), shape, is_whole);
        scree_f32 distance = distances_of(plan, seed, bits_from(values->bits, x), is_whole);
        scree_store_some(values->distance + x, distance, plan->columns - x);
        widen(values, distance, within);
        if (values->nearest != NULL) {
            store_words(values->nearest + x, scree_flood_index(number, shape, plan->columns, plan->rows),
                        plan->columns - x);
        }
    }
}

static void finish(const scree_flood_values *values)
{
    if (values->plan->is_whole) {
        finish_row(values, true);
    } else {
        finish_row(values, false);
    }
}

void SCREE_CPU_SYMBOL(scree_flood_kernels)(scree_cpu_kernels *kernels)
{
    kernels->flood = (scree_flood_kernels){.begin = begin, .pass = pass, .search = search_some, .finish = finish};
}
