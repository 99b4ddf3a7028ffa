#include "gpu_tables.h"

#include <string.h>

#include "gpu_calls.h"
#include "noise_programs.h"
#include "site_tables.h"

#define VECTOR_WORDS 4u
#define MOST_VECTOR_AXES 3u

_Static_assert(SCREE_GPU_AXES == SCREE_MAX_AXES && SCREE_GPU_OCTAVES == SCREE_MAX_OCTAVES, "axes and octaves");
_Static_assert(sizeof(scree_fractal_options) == TABLE_FRACTAL_WORDS * sizeof(uint32_t), "shaders count these words");

/* Rounds up to a multiple of four, for arrays that are read four words at a time. */
static uint64_t round_up(uint64_t words)
{
    return (words + 3) / 4 * 4;
}

void scree_gpu_table_memory_free(scree_gpu *gpu, scree_gpu_table_memory *memory)
{
    scree_gpu_free(gpu, &memory->upload);
    scree_gpu_free(gpu, &memory->device);
}

void scree_gpu_source_memory_free(scree_gpu *gpu, scree_gpu_source_memory *memory)
{
    scree_gpu_table_memory_free(gpu, &memory->tables);
    for (uint32_t axis = 0; axis < SCREE_SITE_AXES; axis++) {
        scree_gpu_table_memory_free(gpu, &memory->components[axis]);
    }
}

void scree_gpu_tables_init(scree_gpu_tables *tables, const scree_gpu *gpu, const scree_plan *plan)
{
    const scree_gpu_noise_programs *programs = scree_gpu_noise_programs_of(gpu);
    const bool has_program = gpu->limits.has_float64 || programs->has_whole_programs;
    *tables = (scree_gpu_tables){.gpu = gpu,
                                 .submission = {.plan = plan, .leaves_long_to_device = has_program},
                                 .is_fused = programs->contract != NULL};
}

scree_result scree_gpu_tables_fill(scree_gpu_tables *tables, const scree_box *submission)
{
    const scree_plan *plan = tables->submission.plan;
    const scree_axis_tables *axis = tables->submission.axis;
    scree_result result = scree_submission_tables_fill(&tables->submission, submission);
    for (uint32_t o = 0; o < plan->octaves && result == SCREE_OK; o++) {
        tables->nodes[o].stride = axis[0].octave[o].node_count;
        tables->nodes[o].rows = plan->axes > 1 ? axis[1].octave[o].node_count : 0;
    }
    tables->x_stride = (uint32_t)round_up(submission->width);
    return result;
}

static uint64_t gradient_words(const scree_plan *plan)
{
    return scree_noise_kind_describe(plan->params.kind)->has_gradients ? (uint64_t)plan->gradient_count * plan->axes
                                                                       : 0;
}

/* Words of an octave's gradients as vectors. */
static uint64_t vector_words(const scree_gpu_tables *tables)
{
    const scree_plan *plan = tables->submission.plan;
    bool has_vectors = tables->is_fused && scree_noise_kind_describe(plan->params.kind)->has_gradients &&
                       plan->axes <= MOST_VECTOR_AXES;
    return has_vectors ? VECTOR_WORDS * (uint64_t)plan->gradient_count : 0;
}

/* First word behind the records of octaves. */
static uint64_t fixed_words(const scree_plan *plan)
{
    return TABLE_OCTAVES + (uint64_t)plan->octaves * OCTAVE_WORDS;
}

uint64_t scree_gpu_tables_octave_words(const scree_gpu_tables *tables)
{
    const scree_plan *plan = tables->submission.plan;
    if (scree_plan_has_sites(plan)) {
        return scree_site_tables_octave_words(plan);
    }
    return fixed_words(plan) + plan->octaves * (round_up(gradient_words(plan)) + vector_words(tables)) +
           scree_gpu_value_map_words(plan);
}

uint32_t scree_gpu_tables_value_map(const scree_gpu_tables *tables)
{
    return (uint32_t)(scree_gpu_tables_octave_words(tables) - scree_gpu_value_map_words(tables->submission.plan));
}

/* Words of the tables of an axis in all octaves. */
static uint64_t axis_words(const scree_gpu_tables *tables, uint32_t axis)
{
    uint64_t words = 0;
    for (uint32_t o = 0; o < tables->submission.plan->octaves; o++) {
        const scree_axis_table *table = &tables->submission.axis[axis].octave[o];
        if (axis > 1) {
            words += SCREE_GPU_OUTER_WORDS * table->count;
        } else {
            bool has_arrays = axis == 0 && tables->is_fused;
            words += (has_arrays ? 3 * round_up(table->count) : 4 * table->count) + round_up(table->node_count);
        }
    }
    return words;
}

uint64_t scree_gpu_tables_shared_words(const scree_gpu_tables *tables)
{
    if (scree_plan_has_sites(tables->submission.plan)) {
        return 0;
    }
    return scree_gpu_tables_octave_words(tables) +
           (tables->submission.is_made_by_device[0] ? 0 : axis_words(tables, 0));
}

uint64_t scree_gpu_tables_host_words(const scree_gpu_tables *tables)
{
    const scree_plan *plan = tables->submission.plan;
    if (scree_plan_has_sites(plan)) {
        return round_up(scree_site_tables_words(&tables->submission));
    }
    uint64_t words = scree_gpu_tables_shared_words(tables);
    for (uint32_t axis = 1; axis < plan->axes; axis++) {
        words += axis == 1 && tables->submission.is_made_by_device[1] ? 0 : axis_words(tables, axis);
    }
    return words + round_up((uint64_t)scree_submission_tables_made_by_device(&tables->submission) * TABLE_RULE_WORDS);
}

uint64_t scree_gpu_tables_words(const scree_gpu_tables *tables)
{
    uint64_t words = scree_gpu_tables_host_words(tables);
    for (uint32_t axis = 0; axis < 2; axis++) {
        words += tables->submission.is_made_by_device[axis] ? axis_words(tables, axis) : 0;
    }
    return words;
}

static void write_vectors(const scree_plan *plan, const uint32_t *gradients, uint32_t *words)
{
    memset(words, 0, VECTOR_WORDS * (size_t)plan->gradient_count * sizeof *words);
    for (uint32_t i = 0; i < plan->gradient_count; i++) {
        for (uint32_t axis = 0; axis < plan->axes; axis++) {
            words[VECTOR_WORDS * i + axis] = gradients[axis * plan->gradient_count + i];
        }
    }
}

/*
 * Without `words` the following functions only compute offsets. They return the word behind the data that they write.
 */
static uint32_t write_octaves(scree_gpu_tables *tables, uint32_t *words)
{
    const scree_plan *plan = tables->submission.plan;
    uint64_t entries = gradient_words(plan);
    uint64_t next = fixed_words(plan);
    if (words != NULL) {
        memcpy(words + TABLE_PERMUTATION, scree_perlin2002_permutation, sizeof scree_perlin2002_permutation);
    }
    for (uint32_t o = 0; o < plan->octaves; o++) {
        const scree_plan_octave *octave = &plan->octave[o];
        scree_gpu_octave *new_octave = &tables->octave[o];
        new_octave->amplitude = octave->amplitude;
        new_octave->weight = octave->weight;
        new_octave->frequency = (float)octave->frequency;
        new_octave->gradients = (uint32_t)next;
        new_octave->vectors = (uint32_t)(next + round_up(entries));
        if (words != NULL && entries > 0) {
            memcpy(words + new_octave->gradients, octave->gradients, (size_t)entries * sizeof *words);
        }
        if (words != NULL && vector_words(tables) > 0) {
            write_vectors(plan, octave->gradients, words + new_octave->vectors);
        }
        next = new_octave->vectors + vector_words(tables);
    }
    if (words != NULL && plan->value_map != NULL) {
        memcpy(words + next, plan->value_map, SCREE_DISTRIBUTION_WORDS * sizeof *words);
    }
    return (uint32_t)(next + scree_gpu_value_map_words(plan));
}

static uint32_t write_keys(const scree_axis_table *table, uint32_t *words, uint32_t next)
{
    if (words != NULL) {
        memcpy(words + next, table->key, table->node_count * sizeof *words);
    }
    return next + (uint32_t)round_up(table->node_count);
}

/* Fraction, fraction - 1, fade weight and lower node of a sample. */
static void write_entry(const scree_axis_table *table, uint64_t index, uint32_t *entry)
{
    memcpy(&entry[0], &table->fraction[index], sizeof entry[0]);
    memcpy(&entry[1], &table->fraction1[index], sizeof entry[1]);
    memcpy(&entry[2], &table->fade[index], sizeof entry[2]);
    entry[3] = table->node[index];
}

static uint32_t write_entries(const scree_axis_table *table, uint32_t *words, uint32_t next, uint32_t *entries,
                              uint32_t *keys)
{
    for (uint64_t i = 0; words != NULL && i < table->count; i++) {
        write_entry(table, i, words + next + 4 * i);
    }
    *entries = next;
    *keys = next + 4 * (uint32_t)table->count;
    return write_keys(table, words, *keys);
}

/* Writes arrays, and repeats the last column behind their ends, as far as threads read. */
static uint32_t write_arrays(const scree_axis_table *table, uint32_t stride, uint32_t *words, uint32_t next,
                             scree_gpu_octave *octave)
{
    size_t bytes = stride * sizeof *words;
    octave->x_entries = next;
    octave->x_keys = next + 3 * stride;
    if (words != NULL) {
        memcpy(words + next, table->fraction, bytes);
        memcpy(words + next + stride, table->fade, bytes);
        memcpy(words + next + 2 * stride, table->node, bytes);
    }
    return write_keys(table, words, octave->x_keys);
}

static uint32_t write_outer(const scree_gpu_tables *tables, uint32_t o, uint32_t axis, uint32_t *words, uint32_t next)
{
    const scree_axis_table *table = &tables->submission.axis[axis].octave[o];
    uint32_t *entry = words + next;
    for (uint64_t i = 0; i < table->count; i++, entry += SCREE_GPU_OUTER_WORDS) {
        uint64_t index = scree_submission_tables_outer_index(&tables->submission, axis, i);
        write_entry(table, index, entry);
        entry[4] = table->key[table->node[index]];
        entry[5] = table->key[table->node[index] + 1];
        entry[6] = 0;
        entry[7] = 0;
    }
    return next + SCREE_GPU_OUTER_WORDS * (uint32_t)table->count;
}

/* The header and the records. Shaders count entries by four words. */
static void write_records(const scree_gpu_tables *tables, uint32_t *words)
{
    const scree_plan *plan = tables->submission.plan;
    memset(words, 0, TABLE_PERMUTATION * sizeof *words);
    words[TABLE_GRADIENT_COUNT] = plan->gradient_count;
    memcpy(words + TABLE_FRACTAL, &plan->options, sizeof plan->options);
    for (uint32_t i = 0; i + 2 < plan->axes; i++) {
        words[TABLE_OUTER_COUNT + i] = (uint32_t)tables->submission.outer[2 + i].count;
        words[TABLE_OUTER_START + i] = (uint32_t)tables->submission.outer[2 + i].start;
    }
    for (uint32_t o = 0; o < plan->octaves; o++) {
        const scree_gpu_octave *octave = &tables->octave[o];
        uint32_t *record = words + TABLE_OCTAVES + o * OCTAVE_WORDS;
        memset(record, 0, OCTAVE_WORDS * sizeof *record);
        memcpy(&record[OCTAVE_AMPLITUDE], &octave->amplitude, sizeof octave->amplitude);
        memcpy(&record[OCTAVE_WEIGHT], &octave->weight, sizeof octave->weight);
        memcpy(&record[OCTAVE_FREQUENCY], &octave->frequency, sizeof octave->frequency);
        record[OCTAVE_GRADIENTS] = octave->gradients;
        record[OCTAVE_X_ENTRIES] = octave->x_entries / 4;
        record[OCTAVE_Y_ENTRIES] = octave->y_entries / 4;
        record[OCTAVE_X_KEYS] = octave->x_keys;
        record[OCTAVE_Y_KEYS] = octave->y_keys;
        record[OCTAVE_NODES] = tables->nodes[o].first;
        record[OCTAVE_NODE_STRIDE] = tables->nodes[o].stride;
        record[OCTAVE_NODE_ROWS] = tables->nodes[o].rows;
        for (uint32_t i = 0; i + 2 < plan->axes; i++) {
            record[OCTAVE_OUTER + i] = octave->outer[i] / 4;
        }
    }
}

void scree_gpu_tables_choose_constants(const scree_plan *plan, uint32_t specialisation[CONSTANT_COUNT])
{
    specialisation[CONSTANT_AXES] = plan->axes;
    specialisation[CONSTANT_KIND] = (uint32_t)plan->params.kind;
    specialisation[CONSTANT_HASH] = scree_plan_has_sites(plan) ? 0 : (uint32_t)plan->params.hash;
    specialisation[CONSTANT_FRACTAL] = plan->fractal != SCREE_KERNEL_FRACTAL_FBM;
    if (plan->has_duals) {
        specialisation[CONSTANT_FADE] = (uint32_t)plan->params.fade;
        specialisation[CONSTANT_CURL_OCTAVES] = scree_plan_curl_octaves(plan);
    }
    scree_site_tables_choose_constants(plan, specialisation);
}

void scree_gpu_tables_write_octaves(scree_gpu_tables *tables, uint32_t *words)
{
    if (scree_plan_has_sites(tables->submission.plan)) {
        scree_site_tables_write_octaves(tables->submission.plan, words);
        return;
    }
    write_octaves(tables, words);
    write_records(tables, words);
}

/* The tables of an axis in all octaves, x or y; returns the word behind them. */
static uint32_t write_axis(scree_gpu_tables *tables, uint32_t axis, uint32_t *words, uint32_t next)
{
    for (uint32_t o = 0; o < tables->submission.plan->octaves; o++) {
        const scree_axis_table *table = &tables->submission.axis[axis].octave[o];
        scree_gpu_octave *octave = &tables->octave[o];
        if (axis == 0 && tables->is_fused) {
            next = write_arrays(table, tables->x_stride, words, next, octave);
        } else if (axis == 0) {
            next = write_entries(table, words, next, &octave->x_entries, &octave->x_keys);
        } else {
            next = write_entries(table, words, next, &octave->y_entries, &octave->y_keys);
        }
    }
    return next;
}

void scree_gpu_tables_write(scree_gpu_tables *tables, bool holds_shared, uint32_t *words)
{
    const scree_plan *plan = tables->submission.plan;
    const bool *is_made_by_device = tables->submission.is_made_by_device;
    uint32_t *shared = holds_shared ? NULL : words;
    if (scree_plan_has_sites(plan)) {
        scree_site_tables_write(&tables->submission, words);
        return;
    }
    uint32_t next = write_octaves(tables, shared);
    next = is_made_by_device[0] ? next : write_axis(tables, 0, shared, next);
    next = is_made_by_device[1] || plan->axes < 2 ? next : write_axis(tables, 1, words, next);
    for (uint32_t o = 0; o < plan->octaves; o++) {
        for (uint32_t outer = 2; outer < plan->axes; outer++) {
            tables->octave[o].outer[outer - 2] = next;
            next = write_outer(tables, o, outer, words, next);
        }
    }
    tables->rules = next;
    next +=
        (uint32_t)round_up((uint64_t)scree_submission_tables_made_by_device(&tables->submission) * TABLE_RULE_WORDS);
    for (uint32_t axis = 0; axis < 2; axis++) {
        next = is_made_by_device[axis] ? write_axis(tables, axis, NULL, next) : next;
    }
    write_records(tables, words);
}
