#include "point_pass.h"

#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "gpu_calls.h"
#include "warp_pass.h"

/* Maximum bytes that passes keep of the points of a batch. */
#define STATE_BYTES ((uint64_t)32 << 20)

/* Tables begin where four words can be read at a time. */
#define VECTOR_BYTES ((uint64_t)16)

_Static_assert(sizeof(scree_location_octave) == POINT_OCTAVE_WORDS * sizeof(uint32_t) &&
                   sizeof(scree_location_axis) == POINT_AXIS_WORDS * sizeof(uint32_t),
               "shaders count these words");
_Static_assert(SCREE_GPU_POINT_AXES == SCREE_MAX_AXES, "what is found has a number for every axis");

static scree_result init_components(scree_gpu_point_field *field)
{
    const scree_plan *plan = field->plan;
    field->first = scree_gpu_components_allocate(field->gpu, plan, sizeof *field->first);
    scree_result result = field->first != NULL ? SCREE_OK : SCREE_ERROR_OUT_OF_MEMORY;
    for (uint32_t axis = 0; axis < plan->axes && result == SCREE_OK; axis++) {
        result = scree_gpu_point_field_init(&field->first[axis], field->gpu, plan->warp.first[axis], field->type);
    }
    return result;
}

scree_result scree_gpu_point_field_init(scree_gpu_point_field *field, scree_gpu *gpu, const scree_plan *plan,
                                        scree_type type)
{
    field->gpu = gpu;
    field->plan = plan;
    field->type = type;
    field->first = NULL;
    scree_gpu_tables_init(&field->tables, gpu, plan);
    scree_point_rules_make(&field->rules, plan);
    return plan->is_warped ? init_components(field) : SCREE_OK;
}

void scree_gpu_point_field_clear(scree_gpu_point_field *field)
{
    free(field->first);
    field->first = NULL;
}

/*
 * Octaves of a pass. Where they depend on one another, or have derivatives, they are not divided for the sake of a
 * watchdog, and those of a displaced field not at all, for its programs read them from tables.
 */
static uint32_t most_octaves(const scree_gpu_point_field *field)
{
    const bool is_divided = !scree_fractal_has_state(field->plan->fractal) && !field->plan->has_duals;
    if (is_divided) {
        return scree_gpu_direct_octaves(field->gpu, field->plan->axes);
    }
    return field->plan->is_displaced ? SCREE_MAX_OCTAVES : scree_gpu_noise_programs_of(field->gpu)->direct_octaves;
}

/* The program of a field. */
static scree_gpu_program choose_program(const scree_gpu_point_field *field)
{
    const scree_plan *plan = field->plan;
    const bool has_sites = scree_plan_has_sites(plan);
    if (plan->is_displaced) {
        return plan->has_duals ? SCREE_GPU_WARP_POINT_DUALS : SCREE_GPU_WARP_POINTS;
    }
    if (has_sites) {
        return plan->has_duals ? SCREE_GPU_SITE_POINT_DUALS : SCREE_GPU_SITE_POINTS;
    }
    if (field->gpu->limits.has_float64) {
        return plan->has_duals ? SCREE_GPU_POINT_DUALS : SCREE_GPU_POINTS;
    }
    return plan->has_duals ? SCREE_GPU_POINT_DUALS_WHOLE : SCREE_GPU_POINTS_WHOLE;
}

uint64_t scree_gpu_point_state_bytes(const scree_gpu_point_field *field)
{
    const bool has_state = scree_fractal_has_state(field->plan->fractal);
    return has_state && field->plan->octaves > most_octaves(field) ? sizeof(float) : 0;
}

uint64_t scree_gpu_most_points(const scree_gpu_point_field *field)
{
    const uint64_t bytes = scree_gpu_point_state_bytes(field) + scree_gpu_displacement_bytes(field->plan);
    return bytes != 0 ? STATE_BYTES / bytes : SCREE_GPU_MOST_POINTS;
}

/* Bytes of a field's own tables, so many that those of the next may follow. */
static uint64_t own_table_bytes(const scree_gpu_point_field *field)
{
    const uint64_t alignment = field->gpu->limits.span_alignment > VECTOR_BYTES ? field->gpu->limits.span_alignment
                                                                                : VECTOR_BYTES;
    const uint64_t rule_words = (uint64_t)field->plan->octaves * SCREE_POINT_RULE_WORDS(field->plan->axes);
    const uint64_t bytes = (scree_gpu_tables_octave_words(&field->tables) + rule_words) * SCREE_GPU_WORD;
    return scree_div_round_up(bytes, alignment) * alignment;
}

/* The tables of components lie behind those of the field itself. */
static uint64_t component_offset(const scree_gpu_point_field *field, uint32_t axis)
{
    return own_table_bytes(field) + axis * own_table_bytes(&field->first[0]);
}

uint64_t scree_gpu_point_table_bytes(const scree_gpu_point_field *field)
{
    return field->first != NULL ? component_offset(field, field->plan->axes) : own_table_bytes(field);
}

void scree_gpu_point_tables_write(scree_gpu_point_field *field, uint32_t *words)
{
    scree_gpu_tables_write_octaves(&field->tables, words);
    scree_point_rules_write(&field->rules, field->plan, words + scree_gpu_tables_octave_words(&field->tables));
    for (uint32_t axis = 0; field->first != NULL && axis < field->plan->axes; axis++) {
        scree_gpu_point_tables_write(&field->first[axis], words + component_offset(field, axis) / SCREE_GPU_WORD);
    }
}

static scree_gpu_dispatch make_dispatch(const scree_gpu_point_field *field)
{
    const bool has_sites = scree_plan_has_sites(field->plan);
    scree_gpu_dispatch dispatch = {.program = choose_program(field)};
    scree_gpu_tables_choose_constants(field->plan, dispatch.specialisation);
    if (!has_sites) {
        dispatch.specialisation[CONSTANT_FADE] = (uint32_t)field->plan->params.fade;
    }
    dispatch.specialisation[CONSTANT_IS_WIDE] = field->type == SCREE_TYPE_F64;
    return dispatch;
}

static scree_gpu_points_pass make_pass(const scree_gpu_point_field *field, const scree_gpu_point_batch *batch)
{
    const scree_plan *plan = field->plan;
    const scree_gpu_point_layout *layout = batch->layout;
    scree_gpu_points_pass pass = {
        .points = (uint32_t)batch->count,
        .fractal = plan->fractal,
        .first_value = batch->first_value,
        .rules = (uint32_t)scree_gpu_tables_octave_words(&field->tables),
        .fast_limit = field->rules.fast_limit,
        .limit = field->rules.limit,
        .options = plan->options,
        .axes = plan->axes,
        .hash = (uint32_t)plan->params.hash,
        .fade = (uint32_t)plan->params.fade,
        .gradient_count = plan->gradient_count,
        .permutation = TABLE_PERMUTATION,
    };
    uint64_t all = 0;
    if (plan->is_displaced) {
        scree_gpu_displacement_set(plan, batch->count, &batch->displacing, &pass.warp);
    }
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

/* A dispatch over a batch, by tables from a byte on. */
static scree_gpu_dispatch make_batch_dispatch(const scree_gpu_point_field *field, const scree_gpu_point_batch *batch,
                                              uint64_t first_table, const scree_gpu_points_pass *pass)
{
    const scree_gpu_span tables = {batch->tables.memory, batch->tables.offset + first_table,
                                   batch->tables.bytes - first_table};
    scree_gpu_dispatch dispatch = make_dispatch(field);
    dispatch.constants = pass;
    dispatch.constants_bytes = sizeof *pass;
    dispatch.spans[BINDING_TABLES] = tables;
    dispatch.spans[BINDING_ENTRIES] = tables;
    dispatch.spans[BINDING_NODES] = batch->layout->span;
    dispatch.spans[BINDING_VALUES] = batch->values;
    dispatch.spans[BINDING_RANGE] = scree_gpu_whole(batch->found);
    if (field->plan->is_displaced) {
        const bool is_by_fields = scree_plan_is_displaced_by_fields(field->plan);
        dispatch.spans[BINDING_DATA] = scree_gpu_whole(is_by_fields ? batch->displacing.memory : batch->displacements);
    } else if (scree_gpu_point_state_bytes(field) != 0) {
        dispatch.spans[BINDING_DATA] = scree_gpu_whole(batch->factors);
    }
    scree_gpu_number_groups(field->gpu, scree_div_round_up(batch->count, DIRECT_GROUP), 1, &dispatch);
    return dispatch;
}

/* Records all octaves of a field, whose tables begin at a byte. */
static void record_passes(const scree_gpu_point_field *field, const scree_gpu_point_batch *batch, uint64_t first_table)
{
    const uint32_t octaves = field->plan->octaves;
    scree_gpu_points_pass pass = make_pass(field, batch);
    const scree_gpu_dispatch dispatch = make_batch_dispatch(field, batch, first_table, &pass);
    for (pass.first_octave = 0; pass.first_octave < octaves; pass.first_octave += pass.octaves) {
        pass.octaves = (uint32_t)scree_min(octaves - pass.first_octave, most_octaves(field));
        pass.adds = pass.first_octave > 0;
        copy_octaves(field, &pass);
        scree_gpu_run(batch->commands, &dispatch);
        scree_gpu_barrier(batch->commands, false);
    }
}

/* Records all displacements of a warped field. */
static void record_displacements(const scree_gpu_point_field *field, const scree_gpu_point_batch *batch)
{
    const scree_plan *plan = field->plan;
    const uint64_t stride = scree_gpu_displacement_stride(plan, batch->count);
    for (uint32_t axis = 0; axis < plan->axes; axis++) {
        scree_gpu_point_batch component = *batch;
        component.values = scree_gpu_window(field->gpu, scree_gpu_whole(batch->displacements), axis * stride, stride,
                                            &component.first_value);
        record_passes(&field->first[axis], &component, component_offset(field, axis));
    }
    for (uint32_t warp = 0; warp < plan->params.warp.times; warp++) {
        const scree_gpu_displacement displacement = scree_gpu_displacement_of(plan, warp, batch->count);
        scree_gpu_points_pass pass = make_pass(field, batch);
        scree_gpu_dispatch dispatch = make_batch_dispatch(field, batch, 0, &pass);
        if (displacement.octaves > 0) {
            scree_gpu_tables_choose_constants(displacement.component, dispatch.specialisation);
            pass.first_octave = displacement.first_octave;
            pass.octaves = displacement.octaves;
            pass.warp = displacement.pass;
            scree_gpu_run(batch->commands, &dispatch);
            scree_gpu_barrier(batch->commands, false);
        }
    }
}

void scree_gpu_points_prepare(const scree_gpu_point_field *field)
{
    if (field->plan->is_displaced) {
        const scree_gpu_dispatch displaced = make_dispatch(field);
        scree_gpu_prepare(field->gpu, &displaced);
    }
}

void scree_gpu_points_record(const scree_gpu_point_field *field, const scree_gpu_point_batch *batch)
{
    if (field->first != NULL) {
        scree_gpu_points_prepare(field);
        record_displacements(field, batch);
    }
    record_passes(field, batch, 0);
    scree_gpu_point_value_map_record(field, batch);
}
