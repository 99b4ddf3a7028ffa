/* The methods by which octaves are summed, and the evaluation sample by sample. */
#include "gpu_calls.h"
#include "gpu_noise.h"
#include "warp_pass.h"

/* All variants have the same bits; the first one sums all fractals, of any number of octaves. */
static void choose_variant(const scree_gpu_field *field, uint32_t variant[CONSTANT_COUNT])
{
    const scree_noise_variant wanted = field->plan->params.variant;
    const bool is_limited = field->gpu->limits.has_simple_variants && !scree_fractal_is_simple(field->plan->fractal);
    scree_gpu_tables_choose_constants(field->plan, variant);
    if (wanted != SCREE_NOISE_VARIANT_CONTRACTION) {
        variant[CONSTANT_VARIANT] = (uint32_t)(is_limited ? SCREE_NOISE_VARIANT_UNOPTIMISED : wanted);
        variant[CONSTANT_FRACTAL] = field->plan->fractal;
    }
}

void scree_gpu_one_by_one_prepare(const scree_gpu_field *field)
{
    scree_gpu_dispatch dispatch = {.program = field->one_by_one->program};
    choose_variant(field, dispatch.variant);
    scree_gpu_prepare(field->gpu, &dispatch);
}

static void record_one_by_one(const scree_gpu_frame_work *work)
{
    const scree_gpu_method *method = work->field->one_by_one;
    scree_gpu_dispatch dispatch = scree_gpu_frame_dispatch(work, method->program);
    choose_variant(work->field, dispatch.variant);
    if (work->target->range != NULL) {
        dispatch.spans[BINDING_RANGE] = scree_gpu_whole(work->target->range);
    }
    if (work->field->plan->is_warped) {
        dispatch.spans[BINDING_DATA] = scree_gpu_whole(&work->target->warp->displacements);
    }
    for (uint64_t plane = 0; plane < work->frame->planes;) {
        scree_gpu_plane_window window = scree_gpu_frame_window(work, plane);
        scree_gpu_samples samples = scree_gpu_frame_samples(work, &window, plane);
        dispatch.constants = &samples;
        dispatch.constants_bytes = sizeof samples;
        dispatch.spans[BINDING_VALUES] = window.values;
        dispatch.groups[0] = (uint32_t)scree_div_round_up(samples.width, method->group[0]);
        dispatch.groups[1] =
            (uint32_t)scree_div_round_up(samples.rows, method->group[1] * scree_gpu_rows_of(&dispatch));
        dispatch.groups[2] = (uint32_t)scree_div_round_up(samples.planes, method->group[2]);
        scree_gpu_run(work->target->commands, &dispatch);
        plane += window.planes;
    }
}

static void record_fused(const scree_gpu_frame_work *work)
{
    scree_gpu_noise_programs_of(work->field->gpu)->contract(work);
}

const scree_gpu_method scree_gpu_methods[SCREE_GPU_METHODS] = {
    /* This one takes all octaves, in as many launches as it needs. */
    [SCREE_GPU_BY_FUSED_KERNEL] = {.record = record_fused, .most_octaves = SCREE_MAX_OCTAVES},
    [SCREE_GPU_BY_TWO_STAGES] = {.record = scree_gpu_contraction_record,
                                 .most_octaves = SAMPLE_OCTAVES,
                                 .plane_bytes = scree_gpu_contraction_plane_bytes,
                                 .prepare = scree_gpu_contraction_prepare},
    [SCREE_GPU_BY_TWO_STAGE_DUALS] = {.record = scree_gpu_contraction_record,
                                      .most_octaves = SCREE_MAX_OCTAVES,
                                      .plane_bytes = scree_gpu_contraction_plane_bytes,
                                      .prepare = scree_gpu_contraction_prepare},
    [SCREE_GPU_BY_CORNERS] = {record_one_by_one, .program = SCREE_GPU_DIRECT, .group = {DIRECT_GROUP, 1, 1}},
    [SCREE_GPU_BY_SITES] = {record_one_by_one, .program = SCREE_GPU_SITES, .group = {DIRECT_GROUP, 1, 1}},
    [SCREE_GPU_BY_WARP] = {record_one_by_one, .program = SCREE_GPU_WARPS, .group = {DIRECT_GROUP, 1, 1}},
    [SCREE_GPU_BY_VARIANT] = {record_one_by_one, .program = SCREE_GPU_VARIANT,
                              .group = {GROUP_SIDE, GROUP_SIDE, GROUP_SIDE}},
    [SCREE_GPU_BY_CORNER_DUALS] = {record_one_by_one, .most_octaves = SCREE_MAX_OCTAVES,
                                   .program = SCREE_GPU_DIRECT_DUALS, .group = {DIRECT_GROUP, 1, 1}},
    [SCREE_GPU_BY_SITE_DUALS] = {record_one_by_one, .most_octaves = SCREE_MAX_OCTAVES, .program = SCREE_GPU_SITE_DUALS,
                                 .group = {DIRECT_GROUP, 1, 1}},
    [SCREE_GPU_BY_WARP_DUALS] = {record_one_by_one, .most_octaves = SCREE_MAX_OCTAVES, .program = SCREE_GPU_WARP_DUALS,
                                 .group = {DIRECT_GROUP, 1, 1}},
};
