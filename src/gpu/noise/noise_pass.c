/* Passes of a submission: windows, constants and dispatches of all methods. */
#include <string.h>

#include "gpu_calls.h"
#include "gpu_noise.h"
#include "warp_pass.h"

scree_gpu_plane_window scree_gpu_window_of_planes(const scree_gpu_submission_target *target,
                                                  const scree_box *submission, uint32_t channels, uint64_t first)
{
    const scree_gpu *gpu = target->commands->gpu;
    uint64_t start = target->first + first * target->plane_stride;
    uint64_t extent = (submission->rows - 1) * target->row_stride + submission->width * channels;
    scree_gpu_plane_window window = {.first = first};
    const scree_gpu_span whole = {.memory = target->values};
    scree_gpu_span plane = scree_gpu_window(gpu, whole, start, extent, &window.first_value);
    uint64_t room = (gpu->limits.span_bytes - plane.bytes) / SCREE_GPU_WORD;
    window.planes =
        scree_min(scree_min(submission->planes - first, SCREE_GPU_MOST_GROUPS), room / target->plane_stride + 1);
    window.values = plane;
    window.values.bytes += (window.planes - 1) * target->plane_stride * SCREE_GPU_WORD;
    return window;
}

scree_gpu_plane_window scree_gpu_submission_window(const scree_gpu_submission_work *work, uint64_t first)
{
    return scree_gpu_window_of_planes(work->target, work->submission, work->field->plan->channels, first);
}

scree_gpu_samples scree_gpu_submission_samples(const scree_gpu_submission_work *work,
                                               const scree_gpu_plane_window *window, uint64_t plane)
{
    const scree_gpu_submission_target *target = work->target;
    const scree_gpu_tables *tables = &work->field->tables;
    const scree_plan *plan = work->field->plan;
    scree_gpu_samples samples = {
        .first_octave = work->first_octave,
        .width = (uint32_t)work->submission->width,
        .rows = (uint32_t)work->submission->rows,
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
        samples.outer_count[axis - 2] = (uint32_t)tables->submission.outer[axis].count;
        samples.outer_start[axis - 2] = (uint32_t)tables->submission.outer[axis].start;
    }
    if (plan->is_displaced) {
        scree_gpu_displacement_set(plan, work->submission->width * work->submission->rows * work->submission->planes,
                                   &target->displacing, &samples.warp);
    }
    memcpy(samples.octave, tables->octave + work->first_octave, work->octaves * sizeof samples.octave[0]);
    return samples;
}

scree_gpu_dispatch scree_gpu_submission_dispatch(const scree_gpu_submission_work *work, scree_gpu_program program)
{
    const scree_plan *plan = work->field->plan;
    scree_gpu_span tables = scree_gpu_whole(&work->target->tables->device);
    return (scree_gpu_dispatch){
        .program = program,
        .specialisation = {[CONSTANT_AXES] = plan->axes,
                           [CONSTANT_KIND] = (uint32_t)plan->params.kind,
                           [CONSTANT_HASH] = (uint32_t)plan->params.hash,
                           [CONSTANT_FRACTAL] = plan->fractal},
        .spans = {[BINDING_TABLES] = tables, [BINDING_ENTRIES] = tables},
    };
}
