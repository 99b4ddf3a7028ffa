#include "table_rules.h"

#include <string.h>

#include "gpu_calls.h"
#include "gpu_constants.h"
#include "point_rules.h"

_Static_assert(sizeof(scree_table_rule) == TABLE_RULE_WORDS * sizeof(uint32_t), "programs count these words");

static scree_wide wide_of(scree_fixed number)
{
    return (scree_wide){.word0 = (uint32_t)number,
                        .word1 = (uint32_t)(number >> 32),
                        .word2 = (uint32_t)(number >> 64),
                        .word3 = (uint32_t)(number >> 96)};
}

static scree_table_rule make_rule(const scree_gpu_tables *tables, uint32_t axis, uint32_t o)
{
    const scree_plan *plan = tables->submission.plan;
    const scree_plan_axis *planned = &plan->octave[o].axis[axis];
    const scree_axis_table *table = &tables->submission.axis[axis].octave[o];
    const scree_gpu_octave *octave = &tables->octave[o];
    return (scree_table_rule){
        .grid = {.origin = wide_of(
                     scree_plan_position(planned, plan->grid.first[axis] + (int64_t)tables->submission.first[axis])),
                 .step = wide_of(planned->step),
                 .axis = scree_location_axis_rule(&planned->stream, 0.0)},
        .count = (uint32_t)table->count,
        .nodes = table->node_count,
        .entries = axis == 0 ? octave->x_entries : octave->y_entries,
        .keys = axis == 0 ? octave->x_keys : octave->y_keys,
        .stride = axis == 0 && tables->is_fused ? tables->x_stride : 0,
    };
}

void scree_gpu_table_rules_write(const scree_gpu_tables *tables, uint32_t *words)
{
    uint32_t *next = words + tables->rules;
    for (uint32_t axis = 0; axis < 2; axis++) {
        for (uint32_t o = 0; tables->submission.is_made_by_device[axis] && o < tables->submission.plan->octaves; o++) {
            const scree_table_rule rule = make_rule(tables, axis, o);
            memcpy(next, &rule, sizeof rule);
            next += TABLE_RULE_WORDS;
        }
    }
}

/* Threads that the longest table needs: one for each entry and for each node. */
static uint64_t most_threads(const scree_gpu_tables *tables)
{
    uint64_t most = 0;
    for (uint32_t axis = 0; axis < 2; axis++) {
        for (uint32_t o = 0; tables->submission.is_made_by_device[axis] && o < tables->submission.plan->octaves; o++) {
            const scree_axis_table *table = &tables->submission.axis[axis].octave[o];
            uint64_t threads = table->count > table->node_count ? table->count : table->node_count;
            most = threads > most ? threads : most;
        }
    }
    return most;
}

void scree_gpu_tables_make(const scree_gpu_tables *tables, scree_gpu_commands *commands, const scree_gpu_memory *memory)
{
    const scree_noise_params *params = &tables->submission.plan->params;
    const scree_gpu_tabulation tabulation = {
        .rules = tables->rules, .hash = (uint32_t)params->hash, .fade = (uint32_t)params->fade};
    const scree_gpu_span whole = scree_gpu_whole(memory);
    const scree_gpu_dispatch dispatch = {
        .program = tables->gpu->limits.has_float64 ? SCREE_GPU_TABLES : SCREE_GPU_TABLES_WHOLE,
        .specialisation = {[CONSTANT_AXES] = 1},
        .constants = &tabulation,
        .constants_bytes = sizeof tabulation,
        .spans = {[BINDING_TABLES] = whole, [BINDING_DATA] = whole},
        .groups = {(uint32_t)scree_div_round_up(most_threads(tables), DIRECT_GROUP),
                   scree_submission_tables_made_by_device(&tables->submission), 1},
    };
    if (dispatch.groups[1] > 0) {
        scree_gpu_run(commands, &dispatch);
        scree_gpu_barrier(commands, false);
    }
}
