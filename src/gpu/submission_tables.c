#include "submission_tables.h"

#include "gpu_calls.h"

/*
 * Limit of an axis on the device, whose indices have 32 bits. It far exceeds the planes of a submission, so a shorter
 * axis with the same end gives the same result.
 */
#define LONG_AXIS ((uint64_t)1 << 30)

/* Entries of an axis in all octaves from which on the device makes them. The host takes 2 microseconds for as many. */
#define LONG_TABLES ((uint64_t)1 << 10)

static void find_outer_runs(const scree_plan *plan, const scree_box *submission, scree_outer_run *runs)
{
    uint64_t rest = submission->first_plane;
    uint64_t steps = submission->planes;
    for (uint32_t axis = 2; axis < plan->axes; axis++) {
        uint64_t count = plan->grid.count[axis];
        uint64_t start = rest % count;
        scree_outer_run run = {.first = start, .entries = scree_min(steps, count), .count = count, .start = start};
        if (count > LONG_AXIS) {
            run.count = LONG_AXIS;
            run.start = count - start < steps ? LONG_AXIS - (count - start) : 0;
        }
        runs[axis] = run;
        steps = (start + steps - 1) / count + 1;
        rest /= count;
    }
}

/* Whether neighbouring samples lie in one cell or in neighbouring ones, in all octaves. */
static bool has_short_steps(const scree_plan *plan, uint32_t axis)
{
    bool is_short = true;
    for (uint32_t o = 0; o < plan->octaves; o++) {
        is_short = is_short && plan->octave[o].axis[axis].step <= (scree_fixed)1 << 64;
    }
    return is_short;
}

static scree_result fill_or_leave(scree_submission_tables *tables, uint32_t axis, uint64_t first, uint64_t count)
{
    const scree_plan *plan = tables->plan;
    tables->is_made_by_device[axis] = tables->leaves_long_to_device && count * plan->octaves >= LONG_TABLES &&
                                      has_short_steps(plan, axis);
    if (!tables->is_made_by_device[axis]) {
        return scree_axis_tables_fill(&tables->axis[axis], plan, axis, first, count);
    }
    scree_axis_tables_count(&tables->axis[axis], plan, axis, first, count);
    return SCREE_OK;
}

scree_result scree_submission_tables_fill(scree_submission_tables *tables, const scree_box *submission)
{
    const scree_plan *plan = tables->plan;
    tables->first[0] = submission->first_x;
    tables->first[1] = submission->first_row;
    tables->count[0] = submission->width;
    tables->count[1] = submission->rows;
    find_outer_runs(plan, submission, tables->outer);
    if (scree_plan_has_sites(plan)) {
        return SCREE_OK; /* Entries are made where they are written (site_tables.h). */
    }
    scree_result result = fill_or_leave(tables, 0, submission->first_x, submission->width);
    if (result == SCREE_OK && plan->axes > 1) {
        result = fill_or_leave(tables, 1, submission->first_row, submission->rows);
    }
    for (uint32_t axis = 2; axis < plan->axes && result == SCREE_OK; axis++) {
        const scree_outer_run *run = &tables->outer[axis];
        /* A run that wraps continues at the axis' beginning: then the whole axis is tabulated. */
        bool wraps = run->first + run->entries > plan->grid.count[axis];
        result = wraps ? scree_axis_tables_fill(&tables->axis[axis], plan, axis, 0, plan->grid.count[axis])
                       : scree_axis_tables_fill(&tables->axis[axis], plan, axis, run->first, run->entries);
    }
    return result;
}

/* Counting needs no tables: runs are visited by additions alone, and no further once one has as many nodes as any can
 * have. */
static uint64_t most_counted_nodes(const scree_submission_tables *tables, uint32_t octave, uint32_t axis,
                                   uint64_t samples)
{
    const scree_plan *plan = tables->plan;
    const scree_plan_axis *planned = &plan->octave[octave].axis[axis];
    const uint64_t count = tables->axis[axis].octave[octave].count;
    const scree_fixed length = planned->step * (scree_fixed)(samples - 1);
    const uint64_t limit = (uint64_t)scree_fixed_cell(length) + 3;
    scree_fixed start = scree_plan_position(planned, plan->grid.first[axis] + (int64_t)tables->first[axis]);
    uint64_t most = 0;
    for (uint64_t first = 0; first < count && most < limit; first += samples) {
        bool is_whole = count - first >= samples;
        scree_fixed end = start + (is_whole ? length : planned->step * (scree_fixed)(count - first - 1));
        uint64_t nodes = (uint64_t)(scree_fixed_cell(end) - scree_fixed_cell(start)) + 2;
        most = nodes > most ? nodes : most;
        start += length + planned->step;
    }
    return most;
}

uint64_t scree_submission_tables_most_nodes(const scree_submission_tables *tables, uint32_t octave, uint32_t axis,
                                            uint64_t samples)
{
    const scree_axis_table *table = &tables->axis[axis].octave[octave];
    uint64_t most = 0;
    if (tables->is_made_by_device[axis]) {
        return most_counted_nodes(tables, octave, axis, samples);
    }
    for (uint64_t first = 0; first < table->count; first += samples) {
        uint64_t last = scree_min(first + samples, table->count) - 1;
        uint64_t nodes = (uint64_t)table->node[last] - table->node[first] + 2;
        most = nodes > most ? nodes : most;
    }
    return most;
}

uint32_t scree_submission_tables_made_by_device(const scree_submission_tables *tables)
{
    return ((tables->is_made_by_device[0] ? 1u : 0u) + (tables->is_made_by_device[1] ? 1u : 0u)) *
           tables->plan->octaves;
}

uint64_t scree_submission_tables_outer_index(const scree_submission_tables *tables, uint32_t axis, uint64_t i)
{
    return (tables->outer[axis].first - tables->axis[axis].first + i) % tables->axis[axis].count;
}

/* Planes from `first` on before a submission must end: it must not wrap on an axis that is longer than it is, because
   such an axis is not tabulated as a whole; nor on axis 2 where it ends with that. */
static uint64_t planes_before_wrap(const scree_grid *grid, uint64_t first, bool ends_with_axis)
{
    uint64_t planes = SCREE_GPU_MOST_GROUPS;
    uint64_t stride = 1;
    for (uint32_t axis = 2; axis < grid->axes; axis++) {
        uint64_t count = grid->count[axis];
        uint64_t index = first / stride % count;
        if (count > SCREE_GPU_MOST_GROUPS || (ends_with_axis && axis == 2)) {
            planes = scree_min(planes, (count - index) * stride - first % stride);
        }
        stride *= count;
    }
    return planes;
}

void scree_submission_walk_limit(scree_submission_walk *walk, uint64_t samples)
{
    uint64_t *const sizes[] = {&walk->width, &walk->rows, &walk->planes};
    for (uint32_t i = 0; i < 3; i++) {
        *sizes[i] = scree_min(*sizes[i], samples > 0 ? samples : 1);
        samples /= *sizes[i];
    }
}

bool scree_submission_next(scree_submission_walk *walk)
{
    const scree_box *box = walk->box;
    scree_box *submission = &walk->submission;
    walk->is_first = submission->planes == 0;
    if (walk->is_last) {
        return false;
    }
    if (walk->is_first) {
        *submission = *box;
    } else {
        submission->first_x += submission->width;
        if (submission->first_x == box->first_x + box->width) {
            submission->first_x = box->first_x;
            submission->first_row += submission->rows;
        }
        if (submission->first_row == box->first_row + box->rows) {
            submission->first_row = box->first_row;
            submission->first_plane += submission->planes;
        }
    }
    bool is_next_slice = submission->first_x == box->first_x && submission->first_row == box->first_row;
    submission->width = scree_min(walk->width, box->first_x + box->width - submission->first_x);
    submission->rows = scree_min(walk->rows, box->first_row + box->rows - submission->first_row);
    if (is_next_slice) {
        submission->planes =
            scree_min(scree_min(walk->planes, box->first_plane + box->planes - submission->first_plane),
                      planes_before_wrap(walk->grid, submission->first_plane, walk->ends_with_axis));
    }
    walk->is_last = submission->first_x + submission->width == box->first_x + box->width &&
                    submission->first_row + submission->rows == box->first_row + box->rows &&
                    submission->first_plane + submission->planes == box->first_plane + box->planes;
    return true;
}

void scree_submission_tables_clear(scree_submission_tables *tables)
{
    for (uint32_t axis = 0; axis < SCREE_MAX_AXES; axis++) {
        scree_axis_tables_clear(&tables->axis[axis]);
    }
}
