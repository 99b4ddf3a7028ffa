#include "site_tables.h"

#include <string.h>

#include "noise_kind_definition.h"
#include "point_rules.h"
#include "site_table.h"

_Static_assert(sizeof(scree_site_axis) == 4 * sizeof(uint32_t) &&
                   sizeof(scree_site_share) == SCREE_SITE_SHARE_WORDS * sizeof(uint32_t) &&
                   sizeof(scree_site_options) == SCREE_SITE_OPTIONS * sizeof(uint32_t) &&
                   SCREE_SITE_TABLE_OPTIONS + SCREE_SITE_OPTIONS <= SCREE_SITE_TABLE_FRACTAL &&
                   SCREE_SITE_TABLE_FRACTAL + sizeof(scree_fractal_options) / sizeof(uint32_t) <=
                       SCREE_SITE_TABLE_OCTAVES,
               "programs count these words");

static uint32_t *record_of(uint32_t *words, uint32_t octave)
{
    return words + SCREE_SITE_TABLE_OCTAVES + octave * SCREE_SITE_OCTAVE_WORDS;
}

static uint64_t gradient_words(const scree_plan *plan)
{
    return plan->octave[0].gradients != NULL ? (uint64_t)plan->gradient_count * plan->axes : 0;
}

static uint64_t factor_words(const scree_plan *plan)
{
    return (uint64_t)plan->axes * plan->axes * SCREE_SITE_SHARE_WORDS;
}

static uint64_t slope_words(const scree_plan *plan)
{
    return plan->has_duals ? (uint64_t)plan->axes * plan->axes : 0;
}

/* An entry has a position along each axis of the lattice. */
static uint64_t entry_words(const scree_plan *plan)
{
    return (uint64_t)plan->axes * SCREE_SITE_POSITION_WORDS;
}

uint64_t scree_site_tables_octave_words(const scree_plan *plan)
{
    return SCREE_SITE_TABLE_OCTAVES +
           plan->octaves * (SCREE_SITE_OCTAVE_WORDS + gradient_words(plan) + factor_words(plan) + slope_words(plan));
}

static uint64_t entries_along(const scree_frame_tables *frame, uint32_t axis)
{
    return axis < 2 ? frame->count[axis] : frame->outer[axis].entries;
}

uint64_t scree_site_tables_words(const scree_frame_tables *frame)
{
    uint64_t entries = 0;
    for (uint32_t axis = 0; axis < frame->plan->axes; axis++) {
        entries += entries_along(frame, axis);
    }
    return scree_site_tables_octave_words(frame->plan) + frame->plan->octaves * entries * entry_words(frame->plan);
}

static void write_factors(const scree_site_octave *site, uint32_t axes, uint32_t *words)
{
    for (uint32_t row = 0; row < axes; row++) {
        for (uint32_t axis = 0; axis < axes; axis++, words += SCREE_SITE_SHARE_WORDS) {
            const scree_site_share share = {
                .factor = scree_place_factor(site->factor[row][axis]),
                .shift = (uint32_t)((uint64_t)scree_site_shift(site, row, axis) >> 32),
            };
            memcpy(words, &share, sizeof share);
        }
    }
}

void scree_site_tables_write_octaves(const scree_plan *plan, uint32_t *words)
{
    uint64_t next = SCREE_SITE_TABLE_OCTAVES + (uint64_t)plan->octaves * SCREE_SITE_OCTAVE_WORDS;
    memset(words, 0, (size_t)next * sizeof *words);
    words[SCREE_SITE_TABLE_GRADIENT_COUNT] = plan->gradient_count;
    memcpy(words + SCREE_SITE_TABLE_OPTIONS, plan->site_options, sizeof *plan->site_options);
    memcpy(words + SCREE_SITE_TABLE_FRACTAL, &plan->options, sizeof plan->options);
    for (uint32_t o = 0; o < plan->octaves; o++) {
        const scree_plan_octave *octave = &plan->octave[o];
        uint32_t *record = record_of(words, o);
        memcpy(&record[SCREE_SITE_OCTAVE_AMPLITUDE], &octave->amplitude, sizeof octave->amplitude);
        memcpy(&record[SCREE_SITE_OCTAVE_WEIGHT], &octave->weight, sizeof octave->weight);
        memcpy(&record[SCREE_SITE_OCTAVE_AXES], octave->site->axis, plan->axes * sizeof octave->site->axis[0]);
        record[SCREE_SITE_OCTAVE_GRADIENTS] = (uint32_t)next;
        if (octave->gradients != NULL) {
            memcpy(words + next, octave->gradients, (size_t)gradient_words(plan) * sizeof *words);
        }
        next += gradient_words(plan);
        record[SCREE_SITE_OCTAVE_NEAR] = scree_place_factor(SCREE_SITE_NEAR_CELLS / octave->site->norm).frequency_high;
        record[SCREE_SITE_OCTAVE_FACTORS] = (uint32_t)next;
        write_factors(octave->site, plan->axes, words + next);
        next += factor_words(plan);
        record[SCREE_SITE_OCTAVE_SLOPES] = (uint32_t)next;
        memcpy(words + next, octave->site->slope, (size_t)slope_words(plan) * sizeof *words);
        next += slope_words(plan);
    }
}

void scree_site_tables_choose_constants(const scree_plan *plan, uint32_t variant[CONSTANT_COUNT])
{
    const scree_noise_kind_definition *kind = scree_noise_kind_definition_of(plan->params.kind);
    if (kind->choose_method != NULL) {
        kind->choose_method(plan->site_options, &variant[CONSTANT_SITE_METHOD], &variant[CONSTANT_SITE_CHOICE]);
    }
}

/* What the samples along an axis contribute, from index `first` on; an axis that ends starts anew. */
static void write_entries(const scree_plan *plan, uint32_t octave, uint32_t axis, uint64_t first, uint64_t count,
                          uint32_t *words)
{
    const scree_site_octave *site = plan->octave[octave].site;
    const uint64_t whole = plan->grid.count[axis];
    for (uint32_t row = 0; row < plan->axes; row++) {
        const scree_site_walk start = scree_site_walk_start(&plan->grid, site, row, axis, 0);
        for (uint64_t i = 0; i < count; i++) {
            scree_fixed along = start.position + (scree_fixed)((first + i) % whole) * start.step;
            scree_site_position position = scree_site_position_of(site, row, along);
            uint32_t *entry = words + i * entry_words(plan) + row * SCREE_SITE_POSITION_WORDS;
            entry[0] = position.part;
            entry[1] = position.cell;
        }
    }
}

void scree_site_tables_write(const scree_frame_tables *frame, uint32_t *words)
{
    const scree_plan *plan = frame->plan;
    uint64_t next = scree_site_tables_octave_words(plan);
    scree_site_tables_write_octaves(plan, words);
    for (uint32_t axis = 2; axis < plan->axes; axis++) {
        words[SCREE_SITE_TABLE_OUTER_COUNT + axis - 2] = (uint32_t)frame->outer[axis].count;
        words[SCREE_SITE_TABLE_OUTER_START + axis - 2] = (uint32_t)frame->outer[axis].start;
    }
    for (uint32_t o = 0; o < plan->octaves; o++) {
        for (uint32_t axis = 0; axis < plan->axes; axis++) {
            const uint64_t first = axis < 2 ? frame->first[axis] : frame->outer[axis].first;
            const uint64_t count = entries_along(frame, axis);
            record_of(words, o)[SCREE_SITE_OCTAVE_SHARES + axis] = (uint32_t)next;
            write_entries(plan, o, axis, first, count, words + next);
            next += count * entry_words(plan);
        }
    }
}
