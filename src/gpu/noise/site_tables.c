#include "site_tables.h"

#include <string.h>

#include "noise_kind_definition.h"
#include "point_rules.h"
#include "noise/site_table.h"

_Static_assert(sizeof(scree_site_axis) == 4 * sizeof(uint32_t) &&
                   sizeof(scree_site_share) == SCREE_SITE_SHARE_WORDS * sizeof(uint32_t) &&
                   sizeof(scree_warp_axis) == SCREE_SITE_WARP_WORDS * sizeof(uint32_t) &&
                   sizeof(scree_site_options) == SCREE_SITE_OPTIONS * sizeof(uint32_t) &&
                   SCREE_SITE_TABLE_OPTIONS + SCREE_SITE_OPTIONS <= SCREE_SITE_TABLE_FRACTAL &&
                   SCREE_SITE_TABLE_FRACTAL + sizeof(scree_fractal_options) / sizeof(uint32_t) <=
                       SCREE_SITE_TABLE_OCTAVES,
               "programs count these words");

static uint32_t *record_of(uint32_t *words, uint32_t octave)
{
    return words + SCREE_SITE_TABLE_OCTAVES + octave * SCREE_SITE_OCTAVE_WORDS;
}

/* Parts have an even number of words, so that float64 numbers at their beginnings can be read as such. */
static uint64_t even(uint64_t words)
{
    return words + words % 2;
}

static uint64_t gradient_words(const scree_plan *plan)
{
    return plan->octave[0].gradients != NULL ? even((uint64_t)plan->gradient_count * plan->axes) : 0;
}

static uint64_t factor_words(const scree_plan *plan)
{
    return SCREE_SITE_FAST_WORDS(plan->axes) + even((uint64_t)plan->axes * plan->axes * SCREE_SITE_SHARE_WORDS);
}

static uint64_t slope_words(const scree_plan *plan)
{
    return plan->has_duals ? even((uint64_t)plan->axes * plan->axes) : 0;
}

/* An entry has a position along each axis of the lattice. */
static uint64_t entry_words(const scree_plan *plan)
{
    return (uint64_t)plan->axes * SCREE_SITE_POSITION_WORDS;
}

static uint64_t warp_words(const scree_plan *plan)
{
    return plan->is_displaced ? even((uint64_t)plan->axes * (SCREE_SITE_WARP_WORDS + plan->axes)) : 0;
}

/* Words of a plan's own tables, without entries. */
static uint64_t plan_words(const scree_plan *plan)
{
    return SCREE_SITE_TABLE_OCTAVES + plan->octaves * (SCREE_SITE_OCTAVE_WORDS + gradient_words(plan) +
                                                       factor_words(plan) + warp_words(plan) + slope_words(plan));
}

scree_site_table_part scree_site_tables_part(const scree_plan *plan, uint32_t warp)
{
    scree_site_table_part part = {.first = plan_words(plan)};
    for (uint32_t i = 0; i <= warp; i++) {
        const scree_plan *component = i < scree_plan_warps(plan) ? plan->warp.displaced[i][0] : NULL;
        part.first += plan->axes * part.words;
        part.words = component != NULL ? plan_words(component) : 0;
    }
    return part;
}

uint32_t scree_site_tables_entry_octaves(const scree_plan *plan)
{
    uint32_t octaves = plan->octaves;
    for (uint32_t i = 0; i < scree_plan_warps(plan); i++) {
        octaves += plan->warp.displaced[i][0] != NULL ? plan->warp.displaced[i][0]->octaves : 0;
    }
    return octaves;
}

uint64_t scree_site_tables_octave_words(const scree_plan *plan)
{
    return scree_site_tables_part(plan, scree_plan_warps(plan)).first + scree_gpu_value_map_words(plan);
}

/* Programs for warped fields read rows several at a time, and those behind the last one, too. */
static uint64_t entries_along(const scree_submission_tables *submission, uint32_t axis)
{
    const uint64_t padding = axis == 1 && submission->plan->is_displaced ? WARP_ROWS(submission->plan->axes) - 1 : 0;
    return axis < 2 ? submission->count[axis] + padding : submission->outer[axis].entries;
}

uint64_t scree_site_tables_words(const scree_submission_tables *submission)
{
    uint64_t entries = 0;
    for (uint32_t axis = 0; axis < submission->plan->axes; axis++) {
        entries += entries_along(submission, axis);
    }
    return scree_site_tables_octave_words(submission->plan) +
           scree_site_tables_entry_octaves(submission->plan) * entries * entry_words(submission->plan);
}

static uint32_t *write_f64(double value, uint32_t *words)
{
    memcpy(words, &value, sizeof value);
    return words + sizeof value / sizeof *words;
}

static uint32_t *write_fast_factors(const scree_site_octave *site, uint32_t axes, uint32_t *words)
{
    for (uint32_t row = 0; row < axes; row++) {
        words = write_f64(scree_f64_from_bits(SCREE_SITE_FAST_MIDDLE, 0) + site->shift[row] * 0x1p32, words);
        for (uint32_t axis = 0; axis < axes; axis++) {
            words = write_f64(site->factor[row][axis] * 0x1p32, words);
        }
    }
    return words;
}

static void write_factors(const scree_site_octave *site, uint32_t axes, uint32_t *words)
{
    words = write_fast_factors(site, axes, words);
    for (uint32_t row = 0; row < axes; row++) {
        for (uint32_t axis = 0; axis < axes; axis++, words += SCREE_SITE_SHARE_WORDS) {
            const scree_site_share share = {
                .factor = scree_location_factor(site->factor[row][axis]),
                .shift = (uint32_t)((uint64_t)scree_site_shift(site, row, axis) >> 32),
            };
            memcpy(words, &share, sizeof share);
        }
    }
}

static void write_warp(const scree_site_octave *site, uint32_t axes, uint32_t *words)
{
    for (uint32_t row = 0; row < axes; row++, words += SCREE_SITE_WARP_WORDS + axes) {
        memcpy(words, &site->warp_axis[row], sizeof site->warp_axis[row]);
        memcpy(words + SCREE_SITE_WARP_WORDS, site->warp_factor[row], axes * sizeof site->warp_factor[row][0]);
    }
}

/* The tables of a plan without entries. */
static void write_plan(const scree_plan *plan, uint32_t *words)
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
            memcpy(words + next, octave->gradients, (size_t)plan->gradient_count * plan->axes * sizeof *words);
        }
        next += gradient_words(plan);
        record[SCREE_SITE_OCTAVE_FAST] =
            scree_location_factor(scree_site_limit(SCREE_SITE_FAST_CELLS, octave->site->norm, 0.0)).frequency_high;
        record[SCREE_SITE_OCTAVE_STRAIGHT] = octave->site->is_diagonal;
        record[SCREE_SITE_OCTAVE_FACTORS] = (uint32_t)next;
        write_factors(octave->site, plan->axes, words + next);
        next += factor_words(plan);
        if (plan->is_displaced) {
            record[SCREE_SITE_OCTAVE_WARPS] = (uint32_t)next;
            write_warp(octave->site, plan->axes, words + next);
            next += warp_words(plan);
        }
        record[SCREE_SITE_OCTAVE_SLOPES] = (uint32_t)next;
        memcpy(words + next, octave->site->slope, (size_t)slope_words(plan) * sizeof *words);
        next += slope_words(plan);
    }
}

void scree_site_tables_write_octaves(const scree_plan *plan, uint32_t *words)
{
    write_plan(plan, words);
    for (uint32_t i = 0; i < scree_plan_warps(plan); i++) {
        const scree_site_table_part part = scree_site_tables_part(plan, i);
        for (uint32_t axis = 0; axis < plan->axes && part.words > 0; axis++) {
            write_plan(plan->warp.displaced[i][axis], words + part.first + axis * part.words);
        }
    }
    if (plan->value_map != NULL) {
        memcpy(words + scree_site_tables_part(plan, scree_plan_warps(plan)).first, plan->value_map,
               SCREE_DISTRIBUTION_WORDS * sizeof *words);
    }
}

static bool has_period(const scree_plan *plan)
{
    bool has = false;
    for (uint32_t o = 0; o < plan->octaves; o++) {
        for (uint32_t axis = 0; axis < plan->axes; axis++) {
            has = has || plan->octave[o].site->axis[axis].last != UINT32_MAX;
        }
    }
    return has;
}

/* Whether a displaced field is what nearly all are: kernels/warp/warp_table.h says what is known of those. */
static bool is_usual(const scree_plan *plan)
{
    const scree_noise_kind_info *kind = scree_noise_kind_describe(plan->params.kind);
    const bool is_cell = !kind->has_sites;
    return (is_cell || kind->has_gradients) && !plan->has_duals && plan->fractal == SCREE_KERNEL_FRACTAL_FBM &&
           (!is_cell || !scree_noise_has_sites(&plan->params)) &&
           (!is_cell || plan->site_options->word[SCREE_SITE_OPTION_FADE] == SCREE_KERNEL_FADE_QUINTIC) &&
           (!kind->has_gradients || plan->gradient_count == SCREE_EDGE_COUNT(plan->axes)) && !has_period(plan);
}

void scree_site_tables_choose_constants(const scree_plan *plan, uint32_t specialisation[CONSTANT_COUNT])
{
    scree_plan_choose_site_method(plan, &specialisation[CONSTANT_SITE_METHOD], &specialisation[CONSTANT_SITE_CHOICE]);
    if (plan->is_displaced) {
        specialisation[CONSTANT_KEEPS_KEYS] = !scree_noise_has_sites(&plan->params);
        specialisation[CONSTANT_IS_USUAL] = is_usual(plan);
    }
}

/* Writes the contributions of samples along an axis, from index `first` on, each for some entries; an axis that ends
   starts anew. */
static void write_entries(const scree_plan *plan, uint32_t octave, uint32_t axis, uint64_t first, uint64_t repeats,
                          uint64_t count, uint32_t *words)
{
    const scree_site_octave *site = plan->octave[octave].site;
    const uint64_t whole = plan->grid.count[axis];
    for (uint32_t row = 0; row < plan->axes; row++) {
        const scree_site_walk start = scree_site_walk_start(&plan->grid, site, row, axis, 0);
        for (uint64_t i = 0; i < count; i++) {
            scree_fixed along = start.position + (scree_fixed)((first + i / repeats) % whole) * start.step;
            scree_site_position position = scree_site_position_of(site, row, along);
            uint32_t *entry = words + i * entry_words(plan) + row * SCREE_SITE_POSITION_WORDS;
            entry[0] = position.part;
            entry[1] = position.cell;
        }
    }
}

/*
 * The entries of a plan, whose tables begin at word `tables`, from word `next` on; returns the word behind them.
 * Offsets count from the beginning of the plan's tables.
 */
static uint64_t write_plan_entries(const scree_submission_tables *submission, const scree_plan *plan, uint64_t tables,
                                   uint64_t next, uint32_t *words)
{
    for (uint32_t axis = 2; axis < plan->axes; axis++) {
        words[tables + SCREE_SITE_TABLE_OUTER_COUNT + axis - 2] = (uint32_t)submission->outer[axis].count;
        words[tables + SCREE_SITE_TABLE_OUTER_START + axis - 2] = (uint32_t)submission->outer[axis].start;
    }
    for (uint32_t o = 0; o < plan->octaves; o++) {
        for (uint32_t axis = 0; axis < plan->axes; axis++) {
            const uint64_t first = axis < 2 ? submission->first[axis] : submission->outer[axis].first;
            const uint64_t count = entries_along(submission, axis);
            const uint64_t repeats = axis == 1 && submission->row_repeats > 1 ? submission->row_repeats : 1;
            record_of(words + tables, o)[SCREE_SITE_OCTAVE_SHARES + axis] = (uint32_t)(next - tables);
            write_entries(plan, o, axis, first, repeats, count, words + next);
            next += count * entry_words(plan);
        }
    }
    return next;
}

/* Components of a displacement are displaced by the tables of the first, which alone have entries. */
void scree_site_tables_write(const scree_submission_tables *submission, uint32_t *words)
{
    const scree_plan *plan = submission->plan;
    scree_site_tables_write_octaves(plan, words);
    uint64_t next = write_plan_entries(submission, plan, 0, scree_site_tables_octave_words(plan), words);
    for (uint32_t i = 0; i < scree_plan_warps(plan); i++) {
        const scree_plan *component = plan->warp.displaced[i][0];
        if (component != NULL) {
            next = write_plan_entries(submission, component, scree_site_tables_part(plan, i).first, next, words);
        }
    }
}
