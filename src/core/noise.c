/* The public noise calls: checks, plans and jobs; devices do the rest. */
#include <scree/buffer.h>
#include <scree/noise.h>

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "context_internal.h"
#include "device_lock.h"
#include "float_environment.h"
#include "job.h"
#include "number_text.h"
#include "stream.h"

/* Of a given range: narrower ones have scales beyond float32. */
#define SCREE_LEAST_INTERVAL 1e-30

/* A job's copy of everything that it was asked. */
typedef struct noise_work {
    scree_device *device;
    scree_plan *plan;
    float *out; /* Fill of host memory only. */
    scree_delivery delivery;
    scree_output output;
    scree_sink sink;
} noise_work;

static void destroy_work(void *argument)
{
    noise_work *work = argument;
    scree_plan_destroy(&work->plan);
    free(work);
}

/* A zero has one sign in a range: which of two zeros was met first must not show. */
static scree_range without_signed_zero(scree_range range)
{
    range.minimum = range.minimum == 0.0f ? 0.0f : range.minimum;
    range.maximum = range.maximum == 0.0f ? 0.0f : range.maximum;
    return range;
}

static scree_result run_fill(void *argument, scree_progress *progress, scree_range *range)
{
    noise_work *work = argument;
    scree_session *session = NULL;
    scree_result result = work->device->functions->session_create(work->device, work->plan, &work->delivery, &session);
    if (result == SCREE_OK) {
        *range = scree_range_empty();
        result = scree_stream_fill(session, work->device, work->plan, work->out, progress, range);
        *range = without_signed_zero(*range);
    }
    work->device->functions->session_destroy(&session);
    return result;
}

static scree_mapping mapping_of(const scree_output *output, double low, double high)
{
    static const float top[] = {1.0f, 65535.0f, 255.0f};
    scree_mapping mapping = {.type = output->type, .top = top[output->type]};
    if (output->type == SCREE_TYPE_F32 && output->range_mode == SCREE_RANGE_FIXED) {
        return mapping;
    }
    mapping.low = (float)low;
    double scale = high > low ? (double)mapping.top / (high - low) : 1.0;
    mapping.scale = scale < (double)FLT_MAX ? (float)scale : FLT_MAX;
    return mapping;
}

static scree_result run_stream(void *argument, scree_progress *progress, scree_range *range)
{
    noise_work *work = argument;
    scree_session *session = NULL;
    scree_range mapped = work->plan->bound;
    scree_result result = work->device->functions->session_create(work->device, work->plan, &work->delivery, &session);
    if (result == SCREE_OK && work->output.range_mode == SCREE_RANGE_MEASURED) {
        *range = scree_range_empty();
        result = scree_stream_measure(session, work->device, work->plan, progress, range);
        mapped = without_signed_zero(*range);
    }
    if (result == SCREE_OK) {
        double low = (double)mapped.minimum;
        double high = (double)mapped.maximum;
        if (work->output.range_mode == SCREE_RANGE_GIVEN) {
            low = work->output.low;
            high = work->output.high;
            mapped = (scree_range){.minimum = (float)low, .maximum = (float)high};
        }
        scree_mapping mapping = mapping_of(&work->output, low, high);
        *range = scree_range_empty();
        result = scree_stream_run(session, work->device, work->plan, &mapping, mapped, &work->sink, progress, range);
        *range = without_signed_zero(*range);
    }
    work->device->functions->session_destroy(&session);
    return result;
}

static scree_result start_work(scree_device *device, scree_plan *plan, const noise_work *prepared,
                               scree_result (*run)(void *, scree_progress *, scree_range *), uint64_t total,
                               scree_job **job)
{
    noise_work *work = malloc(sizeof *work);
    if (work == NULL) {
        scree_plan_destroy(&plan);
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a job");
    }
    *work = *prepared;
    work->device = device;
    work->plan = plan;
    scree_job_work job_work = {.run = run, .destroy = destroy_work, .work = work, .total = total};
    return scree_job_start(device, &job_work, job);
}

/* The plan of a request that this device can carry out. */
static scree_result plan_for_device(const scree_device *device, const scree_noise_params *params,
                                    const scree_grid *grid, uint32_t axes, scree_plan **plan)
{
    scree_result result = scree_plan_create(device->context, params, grid, axes, plan);
    if (result == SCREE_OK && params->variant != SCREE_VARIANT_CONTRACTION && !device->functions->has_variants) {
        scree_plan_destroy(plan);
        return scree_fail(device->context, SCREE_ERROR_UNSUPPORTED, "%s has no kernel of the variant %s", device->label,
                          scree_variant_name(params->variant));
    }
    return result;
}

scree_result scree_noise_fill(scree_device *device, const scree_noise_params *params, const scree_grid *grid,
                              float *out, scree_job **job)
{
    if (device == NULL || job == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *job = NULL;
    if (out == NULL || grid == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is NULL", out == NULL ? "out" : "grid");
    }
    scree_plan *plan = NULL;
    scree_result result = plan_for_device(device, params, grid, 0, &plan);
    if (result != SCREE_OK) {
        return result;
    }
    noise_work work = {.out = out, .delivery = {.keeps_values = true}};
    return start_work(device, plan, &work, run_fill, plan->samples, job);
}

scree_result scree_noise_range(scree_device *device, const scree_noise_params *params, const scree_grid *grid,
                               scree_job **job)
{
    if (device == NULL || job == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *job = NULL;
    if (grid == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "grid is NULL");
    }
    scree_plan *plan = NULL;
    scree_result result = scree_plan_create(device->context, params, grid, 0, &plan);
    if (result != SCREE_OK) {
        return result;
    }
    /* A fill without a place to go. */
    noise_work work = {.out = NULL};
    return start_work(device, plan, &work, run_fill, plan->samples, job);
}

/* Whether a grid lies within a buffer. */
static scree_result check_buffer(const scree_device *device, const scree_plan *plan, const scree_buffer *buffer,
                                 uint64_t offset)
{
    const scree_grid *grid = &plan->grid;
    uint64_t rows = plan->axes > 1 ? grid->count[1] : 1;
    uint64_t extent = (plan->planes - 1) * grid->plane_stride + (rows - 1) * grid->row_stride + grid->count[0];
    if (device->info.members > 1) {
        return scree_fail(device->context, SCREE_ERROR_UNSUPPORTED,
                          "a buffer lies on one device, and %s is a group; open that device alone", device->label);
    }
    if (buffer->device != device) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "the buffer is another device's");
    }
    if (offset % 4 != 0 || offset > buffer->bytes || extent > (buffer->bytes - offset) / 4) {
        return scree_fail(device->context, SCREE_ERROR_INVALID,
                          "%" PRIu64 " bytes from %" PRIu64 " on: the start must be a multiple of 4, and all must lie "
                          "within the buffer's %" PRIu64 " bytes",
                          extent * 4, offset, buffer->bytes);
    }
    return SCREE_OK;
}

scree_result scree_noise_fill_buffer(scree_device *device, const scree_noise_params *params, const scree_grid *grid,
                                     scree_buffer *buffer, uint64_t offset, scree_job **job)
{
    if (device == NULL || job == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *job = NULL;
    if (buffer == NULL || grid == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is NULL", buffer == NULL ? "buffer" : "grid");
    }
    scree_plan *plan = NULL;
    scree_result result = plan_for_device(device, params, grid, 0, &plan);
    if (result == SCREE_OK) {
        result = check_buffer(device, plan, buffer, offset);
    }
    if (result != SCREE_OK) {
        scree_plan_destroy(&plan);
        return result;
    }
    noise_work work = {.delivery = {.buffer = buffer, .offset = offset}};
    return start_work(device, plan, &work, run_fill, plan->samples, job);
}

static scree_result check_output(scree_context *context, const scree_output *output)
{
    if ((unsigned)output->type > SCREE_TYPE_U8) {
        return scree_fail(context, SCREE_ERROR_INVALID, "type is %d; it must be 0 to %d", (int)output->type,
                          SCREE_TYPE_U8);
    }
    if ((unsigned)output->range_mode > SCREE_RANGE_GIVEN) {
        return scree_fail(context, SCREE_ERROR_INVALID, "range_mode is %d; it must be 0 to %d", (int)output->range_mode,
                          SCREE_RANGE_GIVEN);
    }
    bool is_given = output->range_mode == SCREE_RANGE_GIVEN;
    bool is_finite = isfinite((float)output->low) && isfinite((float)output->high);
    if (is_given && is_finite && output->high > output->low && output->high - output->low < SCREE_LEAST_INTERVAL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "the range is %s to %s; its ends must be at least %s apart",
                          scree_show_double(output->low).text, scree_show_double(output->high).text,
                          scree_show_double(SCREE_LEAST_INTERVAL).text);
    }
    if (is_given && !(is_finite && (float)output->low < (float)output->high)) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "the range is %s to %s; both ends must be finite float32 numbers and the first the lesser",
                          scree_show_double(output->low).text, scree_show_double(output->high).text);
    }
    return SCREE_OK;
}

scree_result scree_noise_stream(scree_device *device, const scree_noise_params *params, const scree_grid *grid,
                                const scree_output *output, const scree_sink *sink, scree_job **job)
{
    if (device == NULL || job == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *job = NULL;
    scree_output chosen = output != NULL ? *output : (scree_output){0};
    if (sink == NULL || sink->write == NULL || grid == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is NULL", grid == NULL ? "grid" : "sink");
    }
    if (grid->row_stride != 0 || grid->plane_stride != 0) {
        return scree_fail(device->context, SCREE_ERROR_INVALID,
                          "a stream has no strides; row_stride is %zu, plane_stride %zu; both must be 0",
                          grid->row_stride, grid->plane_stride);
    }
    fenv_t saved;
    scree_float_environment_enter(&saved);
    scree_result result = check_output(device->context, &chosen);
    scree_float_environment_leave(&saved);
    scree_plan *plan = NULL;
    if (result == SCREE_OK) {
        result = plan_for_device(device, params, grid, 0, &plan);
    }
    if (result != SCREE_OK) {
        return result;
    }
    bool converts = chosen.type != SCREE_TYPE_F32 || chosen.range_mode != SCREE_RANGE_FIXED;
    noise_work work = {.output = chosen,
                       .sink = *sink,
                       .delivery = {.keeps_values = !converts || sink->wants_values,
                                    .lends_memory = true,
                                    .converts = converts,
                                    .type = chosen.type}};
    uint64_t passes = chosen.range_mode == SCREE_RANGE_MEASURED ? 2 : 1;
    return start_work(device, plan, &work, run_stream, passes * plan->samples, job);
}

/* Whether no magnitude comes near a limit; a loop that the compiler makes vectors of, for it sees every coordinate. */
static bool are_far_from_limits(const double *coordinates, size_t count, double safe)
{
    int64_t is_beyond = 0;
    for (size_t i = 0; i < count; i++) {
        is_beyond |= !(fabs(coordinates[i]) <= safe);
    }
    return is_beyond == 0;
}

static scree_result check_positions(scree_context *context, const scree_plan *plan, const double *positions,
                                    size_t count)
{
    double highest = 1.0;
    for (uint32_t i = 0; i < plan->octaves; i++) {
        highest = plan->octave[i].frequency > highest ? plan->octave[i].frequency : highest;
    }
    if (are_far_from_limits(positions, count * plan->axes, 0x1p59 / highest)) {
        return SCREE_OK;
    }
    for (size_t i = 0; i < count * plan->axes; i++) {
        if (!(fabs(positions[i]) <= 0x1p60) || fabs(positions[i]) * highest >= SCREE_FIXED_LIMIT) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "coordinate %zu of point %zu is %s; its magnitude must be at most 2^60, and below 2^62 "
                              "in cells of every octave",
                              i % plan->axes, i / plan->axes, scree_show_double(positions[i]).text);
        }
    }
    return SCREE_OK;
}

scree_result scree_noise_points(scree_device *device, const scree_noise_params *params, uint32_t axes,
                                const double *positions, size_t count, float *out)
{
    if (device == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (count > 0 && (positions == NULL || out == NULL)) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is NULL", out == NULL ? "out" : "positions");
    }
    scree_plan *plan = NULL;
    scree_result result = plan_for_device(device, params, NULL, axes, &plan);
    if (result == SCREE_OK && count > SIZE_MAX / sizeof(double) / SCREE_MAX_AXES) {
        result =
            scree_fail(device->context, SCREE_ERROR_INVALID, "count is %zu; so many points cannot be addressed", count);
    }
    fenv_t saved;
    scree_float_environment_enter(&saved);
    if (result == SCREE_OK) {
        result = check_positions(device->context, plan, positions, count);
    }
    if (result == SCREE_OK && count > 0) {
        scree_device_lock lock;
        result = scree_device_lock_take(device, &lock);
        if (result == SCREE_OK) {
            result = device->functions->points(device, plan, positions, count, out);
            scree_device_lock_release(&lock);
        }
    }
    scree_float_environment_leave(&saved);
    scree_plan_destroy(&plan);
    return result;
}

scree_result scree_noise_bound(scree_context *context, const scree_noise_params *params, const scree_grid *grid,
                               scree_range *bound, uint32_t *octaves)
{
    if (grid == NULL || bound == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL", grid == NULL ? "grid" : "bound");
    }
    scree_plan *plan = NULL;
    scree_result result = scree_plan_create(context, params, grid, 0, &plan);
    if (result != SCREE_OK) {
        return result;
    }
    *bound = plan->bound;
    if (octaves != NULL) {
        *octaves = plan->octaves;
    }
    scree_plan_destroy(&plan);
    return SCREE_OK;
}
