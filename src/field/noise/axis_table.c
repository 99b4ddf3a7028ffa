#include "axis_table.h"

#include "fade.h"
#include "os.h"

/* Bytes of a number of each array. */
#define ENTRY_BYTES (4 * sizeof(float) + 2 * sizeof(uint32_t))

/* Entries for the worst case, in which every sample has two nodes of its own. */
static size_t entries_for(uint64_t samples)
{
    return ((size_t)samples + 2 * SCREE_TABLE_PADDING - 1) / SCREE_TABLE_PADDING * SCREE_TABLE_PADDING;
}

scree_result scree_axis_table_reserve(scree_axis_table *table, uint64_t samples)
{
    if (samples <= table->capacity) {
        return SCREE_OK;
    }
    scree_axis_table_clear(table);
    size_t entries = entries_for(samples);
    char *memory = scree_os_aligned_alloc(64, entries * ENTRY_BYTES);
    if (memory == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    size_t bytes = entries * sizeof(float);
    table->memory = memory;
    table->node = (uint32_t *)(void *)memory;
    table->fraction = (float *)(void *)(memory + bytes);
    table->fraction1 = (float *)(void *)(memory + 2 * bytes);
    table->fade = (float *)(void *)(memory + 3 * bytes);
    table->key = (uint32_t *)(void *)(memory + 4 * bytes);
    table->capacity = (size_t)samples;
    return SCREE_OK;
}

void scree_axis_table_clear(scree_axis_table *table)
{
    scree_os_aligned_free(table->memory);
    *table = (scree_axis_table){0};
}

/*
 * Always inlined with a constant fade, so that the choice is made once for a run and not for every sample. The step and
 * the arrays are read once, because the compiler cannot know that entries do not overwrite them.
 */
__attribute__((always_inline)) static inline void fill_run(scree_axis_table *table, const scree_plan_axis *axis,
                                                           scree_noise_fade fade, scree_fixed position)
{
    const scree_fixed step = axis->step;
    const size_t count = table->count;
    uint32_t *restrict const key = table->key;
    uint32_t *restrict const node = table->node;
    float *restrict const fractions = table->fraction;
    float *restrict const fractions1 = table->fraction1;
    float *restrict const fades = table->fade;
    uint32_t nodes = 0;
    int64_t last_cell = 0;
    for (size_t i = 0; i < count; i++, position += step) {
        const int64_t cell = scree_fixed_cell(position);
        if (i == 0 || cell != last_cell) {
            if (i == 0 || cell != last_cell + 1) {
                key[nodes++] = scree_axis_key(&axis->stream, cell);
            }
            key[nodes++] = scree_axis_key(&axis->stream, cell + 1);
            last_cell = cell;
        }
        const double fraction = scree_without_traces(scree_fixed_fraction(position));
        node[i] = nodes - 2;
        fractions[i] = (float)fraction;
        fractions1[i] = (float)fraction - 1.0f;
        fades[i] = (float)scree_fade_weight(fade, fraction);
    }
    table->node_count = nodes;
}

void scree_axis_table_fill(scree_axis_table *table, const scree_plan *plan, uint32_t octave, uint32_t axis,
                           uint64_t first, uint64_t count)
{
    const scree_plan_axis *planned = &plan->octave[octave].axis[axis];
    scree_fixed position = scree_plan_position(planned, plan->grid.first[axis] + (int64_t)first);
    table->count = count;
    switch (plan->params.fade) {
    case SCREE_NOISE_FADE_CUBIC:
        fill_run(table, planned, SCREE_NOISE_FADE_CUBIC, position);
        break;
    case SCREE_NOISE_FADE_COSINE:
        fill_run(table, planned, SCREE_NOISE_FADE_COSINE, position);
        break;
    case SCREE_NOISE_FADE_LINEAR:
        fill_run(table, planned, SCREE_NOISE_FADE_LINEAR, position);
        break;
    default:
        fill_run(table, planned, SCREE_NOISE_FADE_QUINTIC, position);
    }
    for (size_t i = 0; i < SCREE_TABLE_PADDING; i++) {
        table->node[count + i] = table->node[count - 1];
        table->fraction[count + i] = table->fraction[count - 1];
        table->fraction1[count + i] = table->fraction1[count - 1];
        table->fade[count + i] = table->fade[count - 1];
        table->key[table->node_count + i] = table->key[table->node_count - 1];
    }
}

scree_result scree_axis_tables_fill(scree_axis_tables *tables, const scree_plan *plan, uint32_t axis, uint64_t first,
                                    uint64_t count)
{
    if (tables->is_filled && tables->first == first && tables->count == count) {
        return SCREE_OK;
    }
    tables->is_filled = false;
    for (uint32_t o = 0; o < plan->octaves; o++) {
        scree_result result = scree_axis_table_reserve(&tables->octave[o], count);
        if (result != SCREE_OK) {
            return result;
        }
        scree_axis_table_fill(&tables->octave[o], plan, o, axis, first, count);
    }
    tables->is_filled = true;
    tables->first = first;
    tables->count = count;
    return SCREE_OK;
}

void scree_axis_tables_count(scree_axis_tables *tables, const scree_plan *plan, uint32_t axis, uint64_t first,
                             uint64_t count)
{
    tables->is_filled = false;
    for (uint32_t o = 0; o < plan->octaves; o++) {
        tables->octave[o].count = count;
        tables->octave[o].node_count = (uint32_t)scree_plan_nodes(plan, o, axis, first, first + count - 1);
    }
}

uint64_t scree_axis_tables_bytes(const scree_axis_tables *tables)
{
    uint64_t bytes = 0;
    for (uint32_t o = 0; o < SCREE_MAX_OCTAVES; o++) {
        const scree_axis_table *table = &tables->octave[o];
        bytes += table->memory != NULL ? entries_for(table->capacity) * ENTRY_BYTES : 0;
    }
    return bytes;
}

void scree_axis_tables_clear(scree_axis_tables *tables)
{
    for (uint32_t o = 0; o < SCREE_MAX_OCTAVES; o++) {
        scree_axis_table_clear(&tables->octave[o]);
    }
    tables->is_filled = false;
}

scree_axis_entry scree_axis_entry_make(const scree_plan *plan, uint32_t octave, uint32_t axis, scree_fixed position)
{
    const scree_axis_stream *stream = &plan->octave[octave].axis[axis].stream;
    int64_t cell = scree_fixed_cell(position);
    double fraction = scree_without_traces(scree_fixed_fraction(position));
    return (scree_axis_entry){
        .fraction = (float)fraction,
        .fraction1 = (float)fraction - 1.0f,
        .fade = (float)scree_fade_weight(plan->params.fade, fraction),
        .key = {scree_axis_key(stream, cell), scree_axis_key(stream, cell + 1)},
    };
}
