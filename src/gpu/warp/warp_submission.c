#include "warp_submission.h"

#include "gpu_calls.h"
#include "noise/site_table.h"
#include "site_tables.h"
#include "warp_pass.h"

/* Bytes of the displacements of a submission at most and at least, and the part of free memory that they take. */
#define MOST_BYTES ((uint64_t)512 << 20)
#define MIN_BYTES ((uint64_t)64 << 10)
#define MEMORY_SHARE 16u
/* Words by which tables are rounded up at most. */
#define TABLE_PADDING 4u

uint64_t scree_gpu_displaced_samples(const scree_gpu_field *field, uint64_t available)
{
    const uint64_t free_bytes = available / MEMORY_SHARE > MIN_BYTES ? available / MEMORY_SHARE : MIN_BYTES;
    const uint64_t bytes = scree_min(scree_min(MOST_BYTES, field->gpu->limits.span_bytes), free_bytes);
    return bytes / scree_gpu_displacement_bytes(field->plan);
}

/* Samples along an axis whose entries, beside as many along all others, one span holds. */
static uint64_t most_along_axis(const scree_gpu_field *field)
{
    const scree_plan *plan = field->plan;
    const uint64_t words = field->gpu->limits.span_bytes / SCREE_GPU_WORD;
    const uint64_t sample_words = (uint64_t)scree_site_tables_entry_octaves(plan) * plan->axes *
                                  SCREE_SITE_POSITION_WORDS;
    const uint64_t fixed_words = scree_gpu_tables_octave_words(&field->tables) + TABLE_PADDING +
                                 WARP_ROWS(plan->axes) * sample_words;
    const uint64_t most = words > fixed_words ? (words - fixed_words) / sample_words / plan->axes : 0;
    return most > 0 ? most : 1;
}

void scree_gpu_limit_to_displacements(const scree_gpu_field *field, scree_submission_walk *walk)
{
    const uint64_t most = most_along_axis(field);
    walk->width = scree_min(walk->width, most);
    walk->rows = scree_min(walk->rows, most);
    walk->planes = scree_min(walk->planes, most);
    scree_submission_walk_limit(walk, field->displaced_samples);
}

static uint64_t samples_of(const scree_box *submission)
{
    return submission->width * submission->rows * submission->planes;
}

scree_result scree_gpu_displacements_reserve(const scree_gpu_submission_work *work)
{
    scree_result result = SCREE_OK;
    scree_gpu_reserve(work->field->gpu, SCREE_GPU_ON_DEVICE,
                      samples_of(work->submission) * scree_gpu_displacement_bytes(work->field->plan),
                      work->target->displacements, "displacements", &result);
    return result;
}

scree_gpu_submission_target scree_gpu_component_target(const scree_gpu_submission_work *work, uint32_t axis)
{
    const scree_box *submission = work->submission;
    const scree_plan *plan = work->field->plan;
    const uint64_t row_stride = submission->width * scree_gpu_component_floats(plan);
    return (scree_gpu_submission_target){.commands = work->target->commands,
                                         .tables = &work->target->component_tables[axis],
                                         .values = work->target->displacements,
                                         .first = axis *
                                                  (uint64_t)scree_gpu_displacement_stride(plan, samples_of(submission)),
                                         .row_stride = row_stride,
                                         .plane_stride = row_stride * submission->rows};
}

static scree_gpu_dispatch start_displacement(const scree_gpu_displacement *displacement)
{
    scree_gpu_dispatch dispatch = {.program = displacement->component->has_duals ? SCREE_GPU_WARP_DUALS
                                                                                 : SCREE_GPU_WARPS};
    scree_gpu_tables_choose_constants(displacement->component, dispatch.specialisation);
    return dispatch;
}

void scree_gpu_displaced_prepare(const scree_gpu_field *field)
{
    scree_gpu_one_by_one_prepare(field);
    for (uint32_t warp = 0; warp < field->plan->params.warp.times; warp++) {
        const scree_gpu_displacement displacement = scree_gpu_displacement_of(field->plan, warp, 1);
        if (displacement.octaves > 0) {
            const scree_gpu_dispatch dispatch = start_displacement(&displacement);
            scree_gpu_prepare(field->gpu, &dispatch);
        }
    }
}

/* Dispatches a displacement over all samples of the submission. */
static void dispatch_displacement(const scree_gpu_submission_work *work, const scree_gpu_displacement *displacement)
{
    const scree_box *submission = work->submission;
    const scree_gpu_span displacements = scree_gpu_whole(work->target->displacements);
    const scree_gpu_span tables = scree_gpu_whole(&work->target->tables->device);
    const scree_gpu_samples samples = {.first_octave = displacement->first_octave,
                                       .octaves = displacement->octaves,
                                       .width = (uint32_t)submission->width,
                                       .rows = (uint32_t)submission->rows,
                                       .planes = (uint32_t)submission->planes,
                                       .warp = displacement->pass};
    scree_gpu_dispatch dispatch = start_displacement(displacement);
    dispatch.constants = &samples;
    dispatch.constants_bytes = sizeof samples;
    dispatch.spans[BINDING_TABLES] = tables;
    dispatch.spans[BINDING_ENTRIES] = tables;
    dispatch.spans[BINDING_VALUES] = displacements;
    dispatch.spans[BINDING_DATA] = displacements;
    dispatch.groups[0] = (uint32_t)scree_div_round_up(submission->width, DIRECT_GROUP);
    dispatch.groups[2] = (uint32_t)submission->planes;
    dispatch.groups[1] = (uint32_t)scree_div_round_up(submission->rows, scree_gpu_rows_of(&dispatch));
    scree_gpu_run(work->target->commands, &dispatch);
    scree_gpu_barrier(work->target->commands, false);
}

void scree_gpu_displacements_record(const scree_gpu_submission_work *work)
{
    const scree_plan *plan = work->field->plan;
    for (uint32_t warp = 0; warp < plan->params.warp.times; warp++) {
        const scree_gpu_displacement displacement = scree_gpu_displacement_of(plan, warp, samples_of(work->submission));
        if (displacement.octaves > 0) {
            dispatch_displacement(work, &displacement);
        }
    }
}
