/* The methods by which octaves are summed, and the evaluation sample by sample. */
#include "gpu_calls.h"
#include "gpu_noise.h"
#include "warp_pass.h"

void scree_gpu_one_by_one_prepare(const scree_gpu_field *field)
{
    scree_gpu_dispatch dispatch = {.program = field->one_by_one->program};
    scree_gpu_tables_choose_constants(field->plan, dispatch.specialisation);
    scree_gpu_prepare(field->gpu, &dispatch);
}

static void record_one_by_one(const scree_gpu_submission_work *work)
{
    scree_gpu_dispatch dispatch = scree_gpu_submission_dispatch(work, work->field->one_by_one->program);
    scree_gpu_tables_choose_constants(work->field->plan, dispatch.specialisation);
    if (work->target->range != NULL) {
        dispatch.spans[BINDING_RANGE] = scree_gpu_whole(work->target->range);
    }
    if (work->field->plan->is_displaced) {
        const bool is_by_fields = scree_plan_is_displaced_by_fields(work->field->plan);
        dispatch.spans[BINDING_DATA] =
            scree_gpu_whole(is_by_fields ? work->target->displacing.memory : work->target->displacements);
    }
    for (uint64_t plane = 0; plane < work->submission->planes;) {
        scree_gpu_plane_window window = scree_gpu_submission_window(work, plane);
        scree_gpu_samples samples = scree_gpu_submission_samples(work, &window, plane);
        dispatch.constants = &samples;
        dispatch.constants_bytes = sizeof samples;
        dispatch.spans[BINDING_VALUES] = window.values;
        dispatch.groups[0] = (uint32_t)scree_div_round_up(samples.width, DIRECT_GROUP);
        dispatch.groups[1] = (uint32_t)scree_div_round_up(samples.rows, scree_gpu_rows_of(&dispatch));
        dispatch.groups[2] = samples.planes;
        scree_gpu_run(work->target->commands, &dispatch);
        plane += window.planes;
    }
}

static void record_fused(const scree_gpu_submission_work *work)
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
    [SCREE_GPU_BY_CORNERS] = {record_one_by_one, .program = SCREE_GPU_DIRECT},
    [SCREE_GPU_BY_SITES] = {record_one_by_one, .program = SCREE_GPU_SITES},
    [SCREE_GPU_BY_WARP] = {record_one_by_one, .program = SCREE_GPU_WARPS},
    [SCREE_GPU_BY_CORNER_DUALS] = {record_one_by_one, .most_octaves = SCREE_MAX_OCTAVES,
                                   .program = SCREE_GPU_DIRECT_DUALS},
    [SCREE_GPU_BY_SITE_DUALS] = {record_one_by_one, .most_octaves = SCREE_MAX_OCTAVES, .program = SCREE_GPU_SITE_DUALS},
    [SCREE_GPU_BY_WARP_DUALS] = {record_one_by_one, .most_octaves = SCREE_MAX_OCTAVES, .program = SCREE_GPU_WARP_DUALS},
};
