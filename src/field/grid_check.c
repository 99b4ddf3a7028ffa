#include "grid_check.h"

#include <inttypes.h>
#include <math.h>

#include "context_internal.h"
#include "field_limits.h"
#include "number_text.h"

static scree_result check_axis(scree_context *context, scree_grid *grid, uint32_t axis)
{
    grid->count[axis] = grid->count[axis] == 0 ? 1 : grid->count[axis];
    if (axis > 0 && grid->step[axis] == 0.0) {
        grid->step[axis] = grid->step[0];
    }
    if (!(grid->step[axis] >= SCREE_MIN_STEP && grid->step[axis] <= SCREE_MAX_STEP)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "step of axis %u is %s; it must be from 2^-48 to %s", axis,
                          scree_show_double(grid->step[axis]).text, scree_show_double(SCREE_MAX_STEP).text);
    }
    if (!(fabs(grid->origin[axis]) <= SCREE_MAX_ORIGIN)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "origin of axis %u is %s; its magnitude must be at most 2^60",
                          axis, scree_show_double(grid->origin[axis]).text);
    }
    if (grid->first[axis] > SCREE_MAX_FIRST || grid->first[axis] < -SCREE_MAX_FIRST) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "first of axis %u is %" PRId64 "; its magnitude must be at most 2^40", axis,
                          grid->first[axis]);
    }
    return SCREE_OK;
}

/* Counts samples and planes of a grid that can be addressed. */
static scree_result count_samples(scree_context *context, uint64_t limit, const scree_grid *grid, uint64_t *samples,
                                  uint64_t *planes)
{
    *samples = 1;
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        if (grid->count[axis] > limit / *samples) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "the grid has more than %" PRIu64 " samples, the most that can be addressed", limit);
        }
        *samples *= grid->count[axis];
    }
    *planes = *samples / grid->count[0] / (grid->axes > 1 ? grid->count[1] : 1);
    return SCREE_OK;
}

/* Fills in strides, and checks that they keep rows and planes apart. */
static scree_result check_strides(scree_context *context, uint64_t limit, uint64_t planes, scree_grid *grid)
{
    uint64_t rows = grid->axes > 1 ? grid->count[1] : 1;
    grid->row_stride = grid->row_stride == 0 ? grid->count[0] : grid->row_stride;
    if (grid->row_stride < grid->count[0] || grid->row_stride > limit / rows) {
        return scree_fail(context, SCREE_ERROR_INVALID, "row_stride is %zu; it must be at least count[0], %" PRIu64,
                          grid->row_stride, grid->count[0]);
    }
    uint64_t extent = (rows - 1) * grid->row_stride + grid->count[0];
    grid->plane_stride = grid->plane_stride == 0 ? grid->row_stride * rows : grid->plane_stride;
    if (grid->plane_stride < extent || grid->plane_stride > limit / planes) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "plane_stride is %zu; it must be at least %" PRIu64 ", the extent of the rows",
                          grid->plane_stride, extent);
    }
    return SCREE_OK;
}

scree_result scree_grid_complete(scree_context *context, uint32_t channels, scree_grid *grid, uint64_t *samples,
                                 uint64_t *planes)
{
    const uint64_t limit = (uint64_t)PTRDIFF_MAX / sizeof(float) / channels;
    scree_result result = SCREE_OK;
    if (grid->axes < 1 || grid->axes > SCREE_MAX_AXES) {
        return scree_fail(context, SCREE_ERROR_INVALID, "axes is %u; it must be 1 to %d", grid->axes, SCREE_MAX_AXES);
    }
    for (uint32_t axis = 0; axis < grid->axes && result == SCREE_OK; axis++) {
        result = check_axis(context, grid, axis);
    }
    result = result == SCREE_OK ? count_samples(context, limit, grid, samples, planes) : result;
    return result == SCREE_OK ? check_strides(context, limit, *planes, grid) : result;
}
