/* Passes of a frame: windows, constants and dispatches of all methods, and the evaluation sample by sample. */
#include <string.h>

#include "gpu_calls.h"
#include "gpu_noise.h"

scree_gpu_plane_window scree_gpu_frame_window(const scree_gpu_frame_work *work, uint64_t first)
{
    const scree_gpu_frame_target *target = work->target;
    const scree_gpu_limits *limits = &work->field->gpu->limits;
    const scree_box *frame = work->frame;
    uint64_t start = target->first + first * target->plane_stride;
    uint64_t extent = (frame->rows - 1) * target->row_stride + frame->width;
    scree_gpu_plane_window window = {.first = first};
    const scree_gpu_span whole = {.memory = target->values};
    scree_gpu_span plane = scree_gpu_window(work->field->gpu, whole, start, extent, &window.first_value);
    uint64_t room = (limits->span_bytes - plane.bytes) / SCREE_GPU_WORD;
    window.planes = scree_min(scree_min(frame->planes - first, SCREE_GPU_MOST_GROUPS), room / target->plane_stride + 1);
    window.values = plane;
    window.values.bytes += (window.planes - 1) * target->plane_stride * SCREE_GPU_WORD;
    return window;
}

scree_gpu_samples scree_gpu_frame_samples(const scree_gpu_frame_work *work, const scree_gpu_plane_window *window,
                                          uint64_t plane)
{
    const scree_gpu_frame_target *target = work->target;
    const scree_gpu_tables *tables = &work->field->tables;
    const scree_plan *plan = work->field->plan;
    scree_gpu_samples samples = {
        .first_octave = work->first_octave,
        .width = (uint32_t)work->frame->width,
        .rows = (uint32_t)work->frame->rows,
        .row_stride = (uint32_t)target->row_stride,
        .plane_stride = (uint32_t)target->plane_stride,
        .first_value = window->first_value + (uint32_t)((plane - window->first) * target->plane_stride),
        .adds = work->first_octave > 0,
        .finds_range = work->is_whole && target->range != NULL,
        .octaves = work->octaves,
        .first_plane = (uint32_t)plane,
        .planes = (uint32_t)window->planes,
        .fractal = plan->fractal,
        .wide_row_stride = target->row_stride,
        .wide_plane_stride = target->plane_stride,
        .options = plan->options,
        .axes = plan->axes,
        .hash = (uint32_t)plan->params.hash,
        .gradient_count = plan->gradient_count,
        .permutation = TABLE_PERMUTATION,
        .x_stride = tables->x_stride,
    };
    for (uint32_t axis = 2; axis < plan->axes; axis++) {
        samples.outer_count[axis - 2] = (uint32_t)tables->frame.outer[axis].count;
        samples.outer_start[axis - 2] = (uint32_t)tables->frame.outer[axis].start;
    }
    memcpy(samples.octave, tables->octave + work->first_octave, work->octaves * sizeof samples.octave[0]);
    return samples;
}

scree_gpu_dispatch scree_gpu_frame_dispatch(const scree_gpu_frame_work *work, scree_gpu_program program)
{
    const scree_plan *plan = work->field->plan;
    scree_gpu_span tables = scree_gpu_whole(&work->target->tables->device);
    return (scree_gpu_dispatch){
        .program = program,
        .variant = {[CONSTANT_AXES] = plan->axes,
                    [CONSTANT_KIND] = (uint32_t)plan->params.kind,
                    [CONSTANT_HASH] = (uint32_t)plan->params.hash,
                    [CONSTANT_FRACTAL] = plan->fractal},
        .spans = {[BINDING_TABLES] = tables, [BINDING_ENTRIES] = tables},
    };
}

/* All variants have the same bits; the first one sums all fractals, of any number of octaves. */
static void choose_variant(const scree_gpu_field *field, uint32_t variant[CONSTANT_COUNT])
{
    const scree_variant wanted = field->plan->params.variant;
    const bool is_limited = field->gpu->limits.has_simple_variants && !scree_fractal_is_simple(field->plan->fractal);
    scree_gpu_tables_choose_constants(field->plan, variant);
    if (wanted != SCREE_VARIANT_CONTRACTION) {
        variant[CONSTANT_VARIANT] = (uint32_t)(is_limited ? SCREE_VARIANT_UNOPTIMISED : wanted);
        variant[CONSTANT_FRACTAL] = field->plan->fractal;
    }
}

static void record_one_by_one(const scree_gpu_frame_work *work)
{
    const scree_gpu_method *method = work->field->one_by_one;
    scree_gpu_dispatch dispatch = scree_gpu_frame_dispatch(work, method->program);
    choose_variant(work->field, dispatch.variant);
    if (work->target->range != NULL) {
        dispatch.spans[BINDING_RANGE] = scree_gpu_whole(work->target->range);
    }
    for (uint64_t plane = 0; plane < work->frame->planes;) {
        scree_gpu_plane_window window = scree_gpu_frame_window(work, plane);
        scree_gpu_samples samples = scree_gpu_frame_samples(work, &window, plane);
        dispatch.constants = &samples;
        dispatch.constants_bytes = sizeof samples;
        dispatch.spans[BINDING_VALUES] = window.values;
        dispatch.groups[0] = (uint32_t)scree_div_round_up(samples.width, method->group[0]);
        dispatch.groups[1] = (uint32_t)scree_div_round_up(samples.rows, method->group[1]);
        dispatch.groups[2] = (uint32_t)scree_div_round_up(samples.planes, method->group[2]);
        scree_gpu_run(work->target->commands, &dispatch);
        plane += window.planes;
    }
}

static void record_fused(const scree_gpu_frame_work *work)
{
    work->field->gpu->functions->contract(work);
}

const scree_gpu_method scree_gpu_methods[SCREE_GPU_METHODS] = {
    /* This one takes all octaves, in as many launches as it needs. */
    [SCREE_GPU_BY_FUSED_KERNEL] = {.record = record_fused, .most_octaves = SCREE_MAX_OCTAVES},
    [SCREE_GPU_BY_TWO_STAGES] = {.record = scree_gpu_contraction_record,
                                 .most_octaves = SAMPLE_OCTAVES,
                                 .plane_bytes = scree_gpu_contraction_plane_bytes,
                                 .prepare = scree_gpu_contraction_prepare},
    [SCREE_GPU_BY_CORNERS] = {record_one_by_one, .program = SCREE_GPU_DIRECT, .group = {DIRECT_GROUP, 1, 1}},
    [SCREE_GPU_BY_SITES] = {record_one_by_one, .program = SCREE_GPU_SITES, .group = {DIRECT_GROUP, 1, 1}},
    [SCREE_GPU_BY_VARIANT] = {record_one_by_one, .program = SCREE_GPU_VARIANT,
                              .group = {GROUP_SIDE, GROUP_SIDE, GROUP_SIDE}},
};
