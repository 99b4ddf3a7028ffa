#include "noise_tables.h"

#include <string.h>

#include "whole_numbers.h"

/* Entries start at multiples of four words. */
static uint64_t round_up(uint64_t words)
{
    return (words + 3) / 4 * 4;
}

/* How the planes of a frame run through an outer axis: see TABLE_OUTER_COUNT. */
typedef struct outer_run {
    uint64_t first;   /* Index of the table's first entry. */
    uint64_t entries; /* At most one for each sample of the axis. */
    uint64_t count;   /* As shaders see them. */
    uint64_t start;
} outer_run;

/* Indices of axes beyond 32 bits: far more than the planes of a frame, so a shorter axis that ends alike will do. */
#define LONG_AXIS ((uint64_t)1 << 30)

static void find_outer_runs(const scree_plan *plan, const scree_box *frame, outer_run *runs)
{
    uint64_t rest = frame->first_plane;
    uint64_t steps = frame->planes;
    for (uint32_t axis = 2; axis < plan->axes; axis++) {
        uint64_t count = plan->grid.count[axis];
        uint64_t start = rest % count;
        outer_run run = {.first = start, .entries = scree_least(steps, count), .count = count, .start = start};
        if (count > LONG_AXIS) {
            run.count = LONG_AXIS;
            run.start = count - start < steps ? LONG_AXIS - (count - start) : 0;
        }
        runs[axis] = run;
        steps = (start + steps - 1) / count + 1;
        rest /= count;
    }
}

scree_result scree_vulkan_tables_fill(scree_vulkan_tables *tables, const scree_box *frame)
{
    outer_run runs[SCREE_MAX_AXES];
    const scree_plan *plan = tables->plan;
    scree_result result = scree_axis_tables_fill(&tables->axis[0], plan, 0, frame->first_x, frame->width);
    if (result == SCREE_OK && plan->axes > 1) {
        result = scree_axis_tables_fill(&tables->axis[1], plan, 1, frame->first_row, frame->rows);
    }
    find_outer_runs(plan, frame, runs);
    for (uint32_t axis = 2; axis < plan->axes && result == SCREE_OK; axis++) {
        /* A run that wraps starts anew at the axis' beginning: then all of the axis is tabled, from its beginning. */
        bool wraps = runs[axis].first + runs[axis].entries > plan->grid.count[axis];
        result = wraps ? scree_axis_tables_fill(&tables->axis[axis], plan, axis, 0, plan->grid.count[axis])
                       : scree_axis_tables_fill(&tables->axis[axis], plan, axis, runs[axis].first, runs[axis].entries);
    }
    for (uint32_t o = 0; o < plan->octaves; o++) {
        tables->nodes[o].stride = tables->axis[0].octave[o].node_count;
        tables->nodes[o].rows = plan->axes > 1 ? tables->axis[1].octave[o].node_count : 0;
    }
    return result;
}

uint64_t scree_vulkan_tables_octave_words(const scree_plan *plan)
{
    uint64_t gradients = plan->params.kind == SCREE_NOISE_PERLIN ? (uint64_t)plan->gradient_count * plan->axes : 0;
    return round_up(TABLE_OCTAVES + plan->octaves * (OCTAVE_WORDS + gradients));
}

uint64_t scree_vulkan_tables_words(const scree_vulkan_tables *tables)
{
    const scree_plan *plan = tables->plan;
    uint64_t words = scree_vulkan_tables_octave_words(plan);
    for (uint32_t o = 0; o < plan->octaves; o++) {
        for (uint32_t axis = 0; axis < plan->axes; axis++) {
            const scree_axis_table *table = &tables->axis[axis].octave[o];
            words += axis < 2 ? 4 * table->count + round_up(table->node_count) : 8 * table->count;
        }
    }
    return words;
}

uint64_t scree_vulkan_tables_place_nodes(scree_vulkan_tables *tables, const bool *is_direct, uint64_t planes)
{
    uint64_t nodes = 0;
    for (uint32_t o = 0; o < tables->plan->octaves; o++) {
        tables->nodes[o].first = (uint32_t)nodes;
        if (!is_direct[o]) {
            nodes += (uint64_t)tables->nodes[o].stride * tables->nodes[o].rows * planes;
        }
    }
    return nodes;
}

uint32_t scree_vulkan_tables_write_octaves(const scree_plan *plan, uint32_t *words)
{
    uint32_t next = TABLE_OCTAVES + plan->octaves * OCTAVE_WORDS;
    uint32_t entries = plan->params.kind == SCREE_NOISE_PERLIN ? plan->gradient_count * plan->axes : 0;
    memset(words, 0, TABLE_PERMUTATION * sizeof *words);
    words[TABLE_GRADIENT_COUNT] = plan->gradient_count;
    memcpy(words + TABLE_PERMUTATION, scree_perlin2002_permutation, sizeof scree_perlin2002_permutation);
    for (uint32_t o = 0; o < plan->octaves; o++) {
        const scree_plan_octave *octave = &plan->octave[o];
        uint32_t *record = words + TABLE_OCTAVES + o * OCTAVE_WORDS;
        memset(record, 0, OCTAVE_WORDS * sizeof *record);
        memcpy(&record[OCTAVE_AMPLITUDE], &octave->amplitude, sizeof octave->amplitude);
        memcpy(&record[OCTAVE_WEIGHT], &octave->weight, sizeof octave->weight);
        record[OCTAVE_GRADIENTS] = next;
        if (entries != 0) {
            memcpy(words + next, octave->gradients, entries * sizeof *words);
        }
        next += entries;
    }
    return (uint32_t)round_up(next);
}

/* Entries of a table, then the keys of its nodes; returns the word behind them. */
static uint32_t write_inner(const scree_axis_table *table, uint32_t *words, uint32_t next, uint32_t *entries,
                            uint32_t *keys)
{
    uint32_t *entry = words + next;
    for (uint64_t i = 0; i < table->count; i++, entry += 4) {
        memcpy(&entry[0], &table->fraction[i], sizeof entry[0]);
        memcpy(&entry[1], &table->fraction1[i], sizeof entry[1]);
        memcpy(&entry[2], &table->fade[i], sizeof entry[2]);
        entry[3] = table->node[i];
    }
    *entries = next / 4;
    *keys = next + 4 * (uint32_t)table->count;
    memcpy(words + *keys, table->key, table->node_count * sizeof *words);
    return *keys + (uint32_t)round_up(table->node_count);
}

/* Entries of an outer axis, each with the keys of its nodes, from the entry of index `first` on and round. */
static uint32_t write_outer(const scree_axis_tables *tables, uint32_t o, uint64_t first, uint32_t *words, uint32_t next,
                            uint32_t *entries)
{
    const scree_axis_table *table = &tables->octave[o];
    uint32_t *entry = words + next;
    for (uint64_t i = 0; i < table->count; i++, entry += 8) {
        uint64_t index = (first - tables->first + i) % table->count;
        memcpy(&entry[0], &table->fraction[index], sizeof entry[0]);
        memcpy(&entry[1], &table->fraction1[index], sizeof entry[1]);
        memcpy(&entry[2], &table->fade[index], sizeof entry[2]);
        entry[3] = table->node[index];
        entry[4] = table->key[table->node[index]];
        entry[5] = table->key[table->node[index] + 1];
        entry[6] = 0;
        entry[7] = 0;
    }
    *entries = next / 4;
    return next + 8 * (uint32_t)table->count;
}

void scree_vulkan_tables_write(const scree_vulkan_tables *tables, const scree_box *frame, uint32_t *words)
{
    outer_run runs[SCREE_MAX_AXES];
    const scree_plan *plan = tables->plan;
    uint32_t next = scree_vulkan_tables_write_octaves(plan, words);
    find_outer_runs(plan, frame, runs);
    for (uint32_t axis = 2; axis < plan->axes; axis++) {
        words[TABLE_OUTER_COUNT + axis - 2] = (uint32_t)runs[axis].count;
        words[TABLE_OUTER_START + axis - 2] = (uint32_t)runs[axis].start;
    }
    for (uint32_t o = 0; o < plan->octaves; o++) {
        uint32_t *record = words + TABLE_OCTAVES + o * OCTAVE_WORDS;
        next = write_inner(&tables->axis[0].octave[o], words, next, &record[OCTAVE_X_ENTRIES], &record[OCTAVE_X_KEYS]);
        if (plan->axes > 1) {
            next =
                write_inner(&tables->axis[1].octave[o], words, next, &record[OCTAVE_Y_ENTRIES], &record[OCTAVE_Y_KEYS]);
        }
        for (uint32_t axis = 2; axis < plan->axes; axis++) {
            next = write_outer(&tables->axis[axis], o, runs[axis].first, words, next, &record[OCTAVE_OUTER + axis - 2]);
        }
        record[OCTAVE_NODES] = tables->nodes[o].first;
        record[OCTAVE_NODE_STRIDE] = tables->nodes[o].stride;
        record[OCTAVE_NODE_ROWS] = tables->nodes[o].rows;
    }
}

void scree_vulkan_tables_clear(scree_vulkan_tables *tables)
{
    for (uint32_t axis = 0; axis < SCREE_MAX_AXES; axis++) {
        scree_axis_tables_clear(&tables->axis[axis]);
    }
}
