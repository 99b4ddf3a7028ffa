#include "noise_tables.h"

#include <string.h>

#define PERMUTATION_WORDS 256u
#define VECTOR_WORDS 4u
#define MOST_VECTOR_AXES 3u

/* What is read four words at a time starts at a multiple of four. */
static uint64_t round_up(uint64_t words)
{
    return (words + 3) / 4 * 4;
}

static uint64_t gradient_words(const scree_plan *plan)
{
    return plan->params.kind == SCREE_NOISE_PERLIN ? (uint64_t)plan->gradient_count * plan->axes : 0;
}

/* Gradients once more, as vectors of four words. */
static uint64_t vector_words(const scree_plan *plan)
{
    bool has_vectors = plan->params.kind == SCREE_NOISE_PERLIN && plan->axes <= MOST_VECTOR_AXES;
    return has_vectors ? VECTOR_WORDS * (uint64_t)plan->gradient_count : 0;
}

uint64_t scree_cuda_tables_octave_words(const scree_plan *plan)
{
    return PERMUTATION_WORDS + plan->octaves * (round_up(gradient_words(plan)) + vector_words(plan));
}

uint64_t scree_cuda_tables_shared_words(const scree_frame_tables *tables)
{
    const scree_plan *plan = tables->plan;
    uint64_t words = scree_cuda_tables_octave_words(plan);
    for (uint32_t o = 0; o < plan->octaves; o++) {
        const scree_axis_table *x = &tables->axis[0].octave[o];
        words += 3 * round_up(x->count) + round_up(x->node_count);
    }
    return words;
}

uint64_t scree_cuda_tables_words(const scree_frame_tables *tables)
{
    const scree_plan *plan = tables->plan;
    uint64_t words = scree_cuda_tables_shared_words(tables);
    for (uint32_t o = 0; o < plan->octaves; o++) {
        if (plan->axes > 1) {
            const scree_axis_table *y = &tables->axis[1].octave[o];
            words += 4 * y->count + round_up(y->node_count);
        }
        for (uint32_t axis = 2; axis < plan->axes; axis++) {
            words += SCREE_CUDA_OUTER_WORDS * tables->axis[axis].octave[o].count;
        }
    }
    return words;
}

static void write_vectors(const scree_plan *plan, const uint32_t *gradients, uint32_t *words)
{
    memset(words, 0, (size_t)vector_words(plan) * sizeof *words);
    for (uint32_t i = 0; i < plan->gradient_count; i++) {
        for (uint32_t axis = 0; axis < plan->axes; axis++) {
            words[VECTOR_WORDS * i + axis] = gradients[axis * plan->gradient_count + i];
        }
    }
}

uint32_t scree_cuda_tables_write_octaves(const scree_plan *plan, uint32_t *words, scree_cuda_places *places)
{
    uint64_t entries = gradient_words(plan);
    uint64_t next = PERMUTATION_WORDS;
    if (words != NULL) {
        memcpy(words, scree_perlin2002_permutation, sizeof scree_perlin2002_permutation);
    }
    for (uint32_t o = 0; o < plan->octaves; o++) {
        const scree_plan_octave *octave = &plan->octave[o];
        places->octave[o] =
            (scree_cuda_octave){.amplitude = octave->amplitude, .weight = octave->weight, .gradients = (uint32_t)next};
        if (words != NULL && entries > 0) {
            memcpy(words + next, octave->gradients, (size_t)entries * sizeof *words);
        }
        next += round_up(entries);
        places->octave[o].vectors = (uint32_t)next;
        if (words != NULL && vector_words(plan) > 0) {
            write_vectors(plan, octave->gradients, words + next);
        }
        next += vector_words(plan);
    }
    return (uint32_t)next;
}

static uint32_t write_keys(const scree_axis_table *table, uint32_t *words, uint32_t next)
{
    memcpy(words + next, table->key, table->node_count * sizeof *words);
    return next + (uint32_t)round_up(table->node_count);
}

/* Arrays whose ends repeat the last column, as far as a thread reads; without `words` only where they are. */
static uint32_t write_x(const scree_axis_table *table, uint32_t stride, uint32_t *words, uint32_t next,
                        scree_cuda_octave *octave)
{
    size_t bytes = stride * sizeof *words;
    octave->x_entries = next;
    octave->x_keys = next + 3 * stride;
    if (words == NULL) {
        return octave->x_keys + (uint32_t)round_up(table->node_count);
    }
    memcpy(words + next, table->fraction, bytes);
    memcpy(words + next + stride, table->fade, bytes);
    memcpy(words + next + 2 * stride, table->node, bytes);
    return write_keys(table, words, octave->x_keys);
}

static uint32_t write_y(const scree_axis_table *table, uint32_t *words, uint32_t next, scree_cuda_octave *octave)
{
    uint32_t *entry = words + next;
    octave->y_entries = next;
    for (uint64_t i = 0; i < table->count; i++, entry += 4) {
        memcpy(&entry[0], &table->fraction[i], sizeof entry[0]);
        memcpy(&entry[1], &table->fraction1[i], sizeof entry[1]);
        memcpy(&entry[2], &table->fade[i], sizeof entry[2]);
        entry[3] = table->node[i];
    }
    octave->y_keys = next + 4 * (uint32_t)table->count;
    return write_keys(table, words, octave->y_keys);
}

static uint32_t write_outer(const scree_frame_tables *tables, uint32_t o, uint32_t axis, uint32_t *words, uint32_t next,
                            scree_cuda_octave *octave)
{
    const scree_axis_table *table = &tables->axis[axis].octave[o];
    uint32_t *entry = words + next;
    octave->outer[axis - 2] = next;
    for (uint64_t i = 0; i < table->count; i++, entry += SCREE_CUDA_OUTER_WORDS) {
        uint64_t index = scree_frame_tables_outer_index(tables, axis, i);
        memset(entry, 0, SCREE_CUDA_OUTER_WORDS * sizeof *entry);
        memcpy(&entry[0], &table->fraction[index], sizeof entry[0]);
        memcpy(&entry[1], &table->fraction1[index], sizeof entry[1]);
        memcpy(&entry[2], &table->fade[index], sizeof entry[2]);
        entry[3] = table->node[index];
        entry[4] = table->key[table->node[index]];
        entry[5] = table->key[table->node[index] + 1];
    }
    return next + SCREE_CUDA_OUTER_WORDS * (uint32_t)table->count;
}

void scree_cuda_tables_write(const scree_frame_tables *tables, bool holds_shared, uint32_t *words,
                             scree_cuda_places *places)
{
    const scree_plan *plan = tables->plan;
    uint32_t *shared = holds_shared ? NULL : words;
    uint32_t next = scree_cuda_tables_write_octaves(plan, shared, places);
    places->x_stride = (uint32_t)round_up(tables->axis[0].octave[0].count);
    for (uint32_t o = 0; o < plan->octaves; o++) {
        next = write_x(&tables->axis[0].octave[o], places->x_stride, shared, next, &places->octave[o]);
    }
    for (uint32_t o = 0; o < plan->octaves; o++) {
        scree_cuda_octave *octave = &places->octave[o];
        if (plan->axes > 1) {
            next = write_y(&tables->axis[1].octave[o], words, next, octave);
        }
        for (uint32_t axis = 2; axis < plan->axes; axis++) {
            next = write_outer(tables, o, axis, words, next, octave);
        }
    }
}
