#include "point_pass.h"

#include <string.h>

#include "gpu_calls.h"

/* Maximum bytes that passes keep of the points of a batch. */
#define STATE_BYTES ((uint64_t)32 << 20)

_Static_assert(sizeof(scree_place_octave) == POINT_OCTAVE_WORDS * sizeof(uint32_t) &&
                   sizeof(scree_place_axis) == POINT_AXIS_WORDS * sizeof(uint32_t),
               "shaders count these words");
_Static_assert(SCREE_GPU_POINT_AXES == SCREE_MAX_AXES, "what is found has a number for every axis");

void scree_gpu_point_field_init(scree_gpu_point_field *field, scree_gpu *gpu, const scree_plan *plan, scree_type type)
{
    field->gpu = gpu;
    field->plan = plan;
    field->type = type;
    scree_gpu_tables_init(&field->tables, gpu, plan);
    scree_point_rules_make(&field->rules, plan);
}

/* Octaves of a pass. Where they depend on one another, or have derivatives, they are not divided for the sake of a
   watchdog. */
static uint32_t most_octaves(const scree_gpu_point_field *field)
{
    return scree_fractal_has_state(field->plan->fractal) || field->plan->has_duals
               ? field->gpu->limits.direct_octaves
               : scree_gpu_direct_octaves(field->gpu, field->plan->axes);
}

/* The program of a field. */
static scree_gpu_program choose_program(const scree_plan *plan)
{
    if (plan->has_duals) {
        return scree_plan_has_sites(plan) ? SCREE_GPU_SITE_POINT_DUALS : SCREE_GPU_POINT_DUALS;
    }
    return scree_plan_has_sites(plan) ? SCREE_GPU_SITE_POINTS : SCREE_GPU_POINTS;
}

uint64_t scree_gpu_point_state_bytes(const scree_gpu_point_field *field)
{
    const bool has_state = scree_fractal_has_state(field->plan->fractal);
    return has_state && field->plan->octaves > most_octaves(field) ? sizeof(float) : 0;
}

uint64_t scree_gpu_most_points(const scree_gpu_point_field *field)
{
    const uint64_t bytes = scree_gpu_point_state_bytes(field);
    return bytes != 0 ? STATE_BYTES / bytes : SCREE_GPU_MOST_POINTS;
}

uint64_t scree_gpu_point_table_bytes(const scree_gpu_point_field *field)
{
    uint64_t rule_words = (uint64_t)field->plan->octaves * SCREE_POINT_RULE_WORDS(field->plan->axes);
    return (scree_gpu_tables_octave_words(&field->tables) + rule_words) * SCREE_GPU_WORD;
}

void scree_gpu_point_tables_write(scree_gpu_point_field *field, uint32_t *words)
{
    scree_gpu_tables_write_octaves(&field->tables, words);
    scree_point_rules_write(&field->rules, field->plan, words + scree_gpu_tables_octave_words(&field->tables));
}

static scree_gpu_dispatch make_dispatch(const scree_gpu_point_field *field)
{
    const bool has_sites = scree_plan_has_sites(field->plan);
    scree_gpu_dispatch dispatch = {.program = choose_program(field->plan)};
    scree_gpu_tables_choose_constants(field->plan, dispatch.variant);
    if (!has_sites) {
        dispatch.variant[CONSTANT_FADE] = (uint32_t)field->plan->params.fade;
        /* Points have one variant only, so that one program serves all. */
        dispatch.variant[CONSTANT_VARIANT] = field->plan->params.variant != SCREE_NOISE_VARIANT_CONTRACTION
                                                 ? SCREE_NOISE_VARIANT_UNOPTIMISED
                                                 : SCREE_NOISE_VARIANT_CONTRACTION;
    }
    dispatch.variant[CONSTANT_IS_WIDE] = field->type == SCREE_TYPE_F64;
    return dispatch;
}

static scree_gpu_points_pass make_pass(const scree_gpu_point_field *field, const scree_gpu_point_layout *layout,
                                       uint32_t first_value, uint64_t count)
{
    const scree_plan *plan = field->plan;
    scree_gpu_points_pass pass = {
        .points = (uint32_t)count,
        .fractal = plan->fractal,
        .first_value = first_value,
        .rules = (uint32_t)scree_gpu_tables_octave_words(&field->tables),
        .near_limit = field->rules.near_limit,
        .limit = field->rules.limit,
        .options = plan->options,
        .axes = plan->axes,
        .hash = (uint32_t)plan->params.hash,
        .fade = (uint32_t)plan->params.fade,
        .gradient_count = plan->gradient_count,
        .permutation = TABLE_PERMUTATION,
    };
    uint64_t all = 0;
    for (uint32_t axis = 0; axis < plan->axes; axis++) {
        pass.offset[axis] = (uint32_t)(layout->offset[axis] / SCREE_GPU_WORD);
        pass.stride[axis] = (uint32_t)(layout->stride[axis] / (int64_t)SCREE_GPU_WORD);
        pass.address[axis] = layout->span.memory->handle + layout->span.offset + layout->offset[axis];
        pass.wide_stride[axis] = layout->stride[axis];
        all |= pass.address[axis] | (uint64_t)layout->stride[axis];
    }
    pass.is_aligned = all % scree_type_bytes(field->type) == 0;
    return pass;
}

/* Copies the octaves of a pass, for programs that are given whole structures. */
static void copy_octaves(const scree_gpu_point_field *field, scree_gpu_points_pass *pass)
{
    const uint32_t first = pass->first_octave;
    const size_t octaves = scree_min(pass->octaves, SAMPLE_OCTAVES);
    memcpy(pass->octave, field->tables.octave + first, octaves * sizeof pass->octave[0]);
    memcpy(pass->octave_rule, field->rules.octave + first, octaves * sizeof pass->octave_rule[0]);
    memcpy(pass->axis_rule, field->rules.axis + first, octaves * sizeof pass->axis_rule[0]);
}

/* Records the reset of the word that tells what was found. */
static void clear_found(scree_gpu_commands *commands, const scree_gpu_memory *found)
{
    if (commands->result == SCREE_OK && found->bytes > 0) {
        commands->gpu->functions->fill(commands, scree_gpu_whole(found), SCREE_GPU_NOTHING_FOUND);
    }
    scree_gpu_barrier(commands, false);
}

void scree_gpu_points_record(const scree_gpu_point_field *field, scree_gpu_commands *commands,
                             const scree_gpu_memory *tables, const scree_gpu_point_layout *layout,
                             scree_gpu_span values, uint32_t first_value, const scree_gpu_memory *factors,
                             const scree_gpu_memory *found, uint64_t count)
{
    const uint32_t octaves = field->plan->octaves;
    scree_gpu_dispatch dispatch = make_dispatch(field);
    scree_gpu_points_pass pass = make_pass(field, layout, first_value, count);
    dispatch.constants = &pass;
    dispatch.constants_bytes = sizeof pass;
    dispatch.spans[BINDING_TABLES] = scree_gpu_whole(tables);
    dispatch.spans[BINDING_ENTRIES] = scree_gpu_whole(tables);
    dispatch.spans[BINDING_NODES] = layout->span;
    dispatch.spans[BINDING_VALUES] = values;
    dispatch.spans[BINDING_RANGE] = scree_gpu_whole(found);
    if (scree_gpu_point_state_bytes(field) != 0) {
        dispatch.spans[BINDING_DATA] = scree_gpu_whole(factors);
    }
    scree_gpu_number_groups(field->gpu, scree_div_round_up(count, DIRECT_GROUP), 1, &dispatch);
    clear_found(commands, found);
    for (pass.first_octave = 0; pass.first_octave < octaves; pass.first_octave += pass.octaves) {
        pass.octaves = (uint32_t)scree_min(octaves - pass.first_octave, most_octaves(field));
        pass.adds = pass.first_octave > 0;
        copy_octaves(field, &pass);
        scree_gpu_run(commands, &dispatch);
        scree_gpu_barrier(commands, false);
    }
}
