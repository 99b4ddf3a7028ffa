#include "noise_tables.h"

#include <string.h>

#include "whole_numbers.h"

/* Entries start at multiples of four words. */
static uint64_t round_up(uint64_t words)
{
    return (words + 3) / 4 * 4;
}

scree_result scree_vulkan_tables_fill(scree_vulkan_tables *tables, const scree_box *frame)
{
    const scree_plan *plan = tables->frame.plan;
    const scree_axis_tables *axis = tables->frame.axis;
    scree_result result = scree_frame_tables_fill(&tables->frame, frame);
    for (uint32_t o = 0; o < plan->octaves && result == SCREE_OK; o++) {
        tables->nodes[o].stride = axis[0].octave[o].node_count;
        tables->nodes[o].rows = plan->axes > 1 ? axis[1].octave[o].node_count : 0;
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
    const scree_plan *plan = tables->frame.plan;
    uint64_t words = scree_vulkan_tables_octave_words(plan);
    for (uint32_t o = 0; o < plan->octaves; o++) {
        for (uint32_t axis = 0; axis < plan->axes; axis++) {
            const scree_axis_table *table = &tables->frame.axis[axis].octave[o];
            words += axis < 2 ? 4 * table->count + round_up(table->node_count) : 8 * table->count;
        }
    }
    return words;
}

uint64_t scree_vulkan_tables_place_nodes(scree_vulkan_tables *tables, const bool *is_direct, uint64_t planes)
{
    uint64_t nodes = 0;
    for (uint32_t o = 0; o < tables->frame.plan->octaves; o++) {
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

/* Entries of an outer axis, each with the keys of its nodes. */
static uint32_t write_outer(const scree_frame_tables *tables, uint32_t o, uint32_t axis, uint32_t *words, uint32_t next,
                            uint32_t *entries)
{
    const scree_axis_table *table = &tables->axis[axis].octave[o];
    uint32_t *entry = words + next;
    for (uint64_t i = 0; i < table->count; i++, entry += 8) {
        uint64_t index = scree_frame_tables_outer_index(tables, axis, i);
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

void scree_vulkan_tables_write(const scree_vulkan_tables *tables, uint32_t *words)
{
    const scree_plan *plan = tables->frame.plan;
    uint32_t next = scree_vulkan_tables_write_octaves(plan, words);
    for (uint32_t axis = 2; axis < plan->axes; axis++) {
        words[TABLE_OUTER_COUNT + axis - 2] = (uint32_t)tables->frame.outer[axis].count;
        words[TABLE_OUTER_START + axis - 2] = (uint32_t)tables->frame.outer[axis].start;
    }
    for (uint32_t o = 0; o < plan->octaves; o++) {
        uint32_t *record = words + TABLE_OCTAVES + o * OCTAVE_WORDS;
        next = write_inner(&tables->frame.axis[0].octave[o], words, next, &record[OCTAVE_X_ENTRIES],
                           &record[OCTAVE_X_KEYS]);
        if (plan->axes > 1) {
            next = write_inner(&tables->frame.axis[1].octave[o], words, next, &record[OCTAVE_Y_ENTRIES],
                               &record[OCTAVE_Y_KEYS]);
        }
        for (uint32_t axis = 2; axis < plan->axes; axis++) {
            next = write_outer(&tables->frame, o, axis, words, next, &record[OCTAVE_OUTER + axis - 2]);
        }
        record[OCTAVE_NODES] = tables->nodes[o].first;
        record[OCTAVE_NODE_STRIDE] = tables->nodes[o].stride;
        record[OCTAVE_NODE_ROWS] = tables->nodes[o].rows;
    }
}
