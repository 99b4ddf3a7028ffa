/* Maps of values, which follow the last pass of a submission or of a batch of points. */
#include "gpu_calls.h"
#include "gpu_noise.h"
#include "point_pass.h"

/* A dispatch over rows of a plane, and over planes. */
static void run_rows(scree_gpu_commands *commands, scree_gpu_span tables, scree_gpu_span values, uint64_t planes,
                     scree_gpu_value_map_pass *pass)
{
    scree_gpu_dispatch dispatch = {
        .program = SCREE_GPU_VALUE_MAP,
        .constants = pass,
        .constants_bytes = sizeof *pass,
        .spans = {[BINDING_TABLES] = tables, [BINDING_VALUES] = values},
    };
    pass->row_groups = (uint32_t)scree_div_round_up(pass->width, DIRECT_GROUP);
    pass->row_stride = (uint32_t)pass->wide_row_stride;
    pass->plane_stride = (uint32_t)pass->wide_plane_stride;
    scree_gpu_number_groups(commands->gpu, (uint64_t)pass->row_groups * pass->rows, planes, &dispatch);
    scree_gpu_run(commands, &dispatch);
}

void scree_gpu_value_map_record(const scree_gpu_submission_work *work)
{
    const scree_gpu_submission_target *target = work->target;
    const scree_plan *plan = work->field->plan;
    for (uint64_t plane = 0; plan->value_map != NULL && plane < work->submission->planes;) {
        const scree_gpu_plane_window window = scree_gpu_submission_window(work, plane);
        scree_gpu_value_map_pass pass = {.width = (uint32_t)work->submission->width,
                                         .rows = (uint32_t)work->submission->rows,
                                         .first_value = window.first_value,
                                         .channels = plan->channels,
                                         .value_map = scree_gpu_tables_value_map(&work->field->tables),
                                         .wide_row_stride = target->row_stride,
                                         .wide_plane_stride = target->plane_stride};
        if (plane == 0) {
            scree_gpu_barrier(target->commands, false);
        }
        run_rows(target->commands, scree_gpu_whole(&target->tables->device), window.values, window.planes, &pass);
        plane += window.planes;
    }
}

void scree_gpu_point_value_map_record(const scree_gpu_point_field *field, const scree_gpu_point_batch *batch)
{
    const scree_plan *plan = field->plan;
    scree_gpu_value_map_pass pass = {
        .width = (uint32_t)batch->count, .rows = 1, .first_value = batch->first_value, .channels = plan->channels};
    if (plan->value_map != NULL) {
        pass.value_map = scree_gpu_tables_value_map(&field->tables);
        run_rows(batch->commands, batch->tables, batch->values, 1, &pass);
        scree_gpu_barrier(batch->commands, false);
    }
}
