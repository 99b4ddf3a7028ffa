/* Jobs that compute fields, for all field types: to memory, to a buffer, or to a sink. */
#include <scree/explain.h>
#include <scree/job.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "context_internal.h"
#include "device_lock.h"
#include "float_environment.h"
#include "job.h"
#include "number_text.h"
#include "stream.h"

/* Parameters of a job. */
typedef struct field_request {
    scree_device *device;
    scree_field_plan plan; /* Owned by the job from start_job() on. */
    scree_delivery delivery;
    float *out;        /* A fill of host memory; NULL otherwise. */
    uint32_t *nearest; /* Optional; like `out`. */
    scree_output output;
    scree_sink sink; /* A stream; without `write` the job is a fill. */
} field_request;

static void destroy_request(void *argument)
{
    field_request *request = argument;
    scree_field_plan_clear(&request->plan);
    free(request);
}

static scree_result create_session(const field_request *request, scree_progress *progress, scree_stream *stream)
{
    *stream = (scree_stream){.device = request->device, .plan = &request->plan, .progress = progress};
    return scree_session_create(request->device, &request->plan, &request->delivery, progress, &stream->session);
}

static void destroy_session(scree_stream *stream)
{
    scree_device_fields(stream->device, stream->plan->type)->destroy(&stream->session);
}

static scree_result run_fill(void *argument, scree_progress *progress, scree_range *range)
{
    const field_request *request = argument;
    scree_stream stream;
    scree_range found = scree_range_empty();
    scree_result result = create_session(request, progress, &stream);
    if (result == SCREE_OK) {
        result = scree_stream_fill(&stream, request->out, request->nearest, &found);
    }
    destroy_session(&stream);
    if (request->delivery.buffer == NULL || request->plan.type->is_measured) {
        *range = scree_range_without_signed_zero(found);
    }
    return result;
}

/* The interval that the output maps: proven, measured by an additional pass, or given. */
static scree_result find_mapping(const field_request *request, const scree_stream *stream, scree_range *mapped,
                                 scree_mapping *mapping)
{
    scree_result result = SCREE_OK;
    *mapped = request->plan.bound;
    if (request->output.range_mode == SCREE_RANGE_MEASURED) {
        scree_range found = scree_range_empty();
        result = scree_stream_fill(stream, NULL, NULL, &found);
        *mapped = scree_range_without_signed_zero(found);
    }
    *mapping = scree_mapping_make(&request->output, mapped);
    return result;
}

static scree_result run_stream(void *argument, scree_progress *progress, scree_range *range)
{
    const field_request *request = argument;
    scree_stream stream;
    scree_range mapped;
    scree_mapping mapping;
    scree_range found = scree_range_empty();
    scree_result result = create_session(request, progress, &stream);
    if (result == SCREE_OK) {
        result = find_mapping(request, &stream, &mapped, &mapping);
    }
    if (result == SCREE_OK) {
        result = scree_stream_run(&stream, &mapping, mapped, &request->sink, &found);
    }
    destroy_session(&stream);
    *range = scree_range_without_signed_zero(found);
    return result;
}

/* Checks whether the device can compute the field. */
static scree_result check_device(const field_request *request)
{
    const scree_device *device = request->device;
    if (scree_device_fields(device, request->plan.type) == NULL) {
        return scree_fail(device->context, SCREE_ERROR_UNSUPPORTED, "%s makes no fields of %s", device->label,
                          request->plan.type->name);
    }
    return SCREE_OK;
}

/* Samples that count for progress when devices compute the field once. */
static uint64_t count_samples(const scree_field_plan *plan, uint32_t devices)
{
    return plan->type->total != NULL ? plan->type->total(plan, devices) : plan->samples;
}

/* A measured range takes a pass of its own. */
static uint32_t count_passes(const scree_output *output)
{
    return output->range_mode == SCREE_RANGE_MEASURED ? 2 : 1;
}

/* Starts the job of a request. On failure the plan is freed. */
static scree_result start_job(const field_request *request, scree_job **job)
{
    scree_device *device = request->device;
    field_request *own_request = malloc(sizeof *own_request);
    scree_field_plan plan = request->plan;
    scree_result result = check_device(request);
    if (result == SCREE_OK && own_request == NULL) {
        result = scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a job");
    }
    if (result != SCREE_OK) {
        scree_field_plan_clear(&plan);
        free(own_request);
        return result;
    }
    *own_request = *request;
    uint32_t passes = count_passes(&own_request->output);
    scree_job_work work = {.run = own_request->sink.write != NULL ? run_stream : run_fill,
                           .destroy = destroy_request,
                           .work = own_request,
                           .total = passes * count_samples(&plan, device->info.members)};
    return scree_job_start(device, &work, job);
}

/* Directs a request to a buffer of its device, from `offset` bytes on, if the grid fits there. */
static scree_result aim_at_buffer(field_request *request, scree_buffer *buffer, uint64_t offset)
{
    const scree_device *device = request->device;
    const scree_field_plan *plan = &request->plan;
    const scree_grid *grid = &plan->grid;
    uint64_t rows = grid->axes > 1 ? grid->count[1] : 1;
    uint64_t extent = ((plan->planes - 1) * grid->plane_stride + (rows - 1) * grid->row_stride + grid->count[0]) *
                      plan->channels;
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
    request->delivery.buffer = buffer;
    request->delivery.offset = offset;
    return SCREE_OK;
}

/* The request's plan. */
static scree_result make_plan(scree_device *device, const scree_field *field, const scree_grid *grid,
                              field_request *request)
{
    if (field == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "field is NULL");
    }
    request->device = device;
    return scree_field_plan_make(device->context, field, grid, request->delivery.wants_nearest, &request->plan);
}

/* The checks that all jobs share, and the request's plan. */
static scree_result prepare(scree_device *device, const scree_field *field, const scree_grid *grid, scree_job **job,
                            field_request *request)
{
    if (device == NULL || job == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *job = NULL;
    return make_plan(device, field, grid, request);
}

static scree_result fail_missing(scree_device *device, scree_job **job, const char *name)
{
    if (device == NULL || job == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *job = NULL;
    return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is NULL", name);
}

scree_result scree_job_fill(scree_device *device, const scree_field *field, const scree_grid *grid, float *out,
                            scree_job **job)
{
    if (out == NULL) {
        return fail_missing(device, job, "out");
    }
    /* Distances have no gaps: the whole field lies at `out`. */
    field_request request = {.delivery = {.keeps_values = true, .whole = out}, .out = out};
    scree_result result = prepare(device, field, grid, job, &request);
    return result == SCREE_OK ? start_job(&request, job) : result;
}

scree_result scree_job_fill_nearest(scree_device *device, const scree_field *field, float *out, uint32_t *nearest,
                                    scree_job **job)
{
    if (out == NULL || nearest == NULL) {
        return fail_missing(device, job, out == NULL ? "out" : "nearest");
    }
    field_request request = {
        .delivery = {.keeps_values = true, .wants_nearest = true, .whole = out}, .out = out, .nearest = nearest};
    scree_result result = prepare(device, field, NULL, job, &request);
    return result == SCREE_OK ? start_job(&request, job) : result;
}

/* A sink that drops slabs, for jobs that only measure the range. */
static scree_result drop_slab(void *user, const scree_slab *slab)
{
    (void)user;
    (void)slab;
    return SCREE_OK;
}

scree_result scree_job_range(scree_device *device, const scree_field *field, const scree_grid *grid, scree_job **job)
{
    field_request request = {.device = NULL};
    scree_result result = prepare(device, field, grid, job, &request);
    if (result == SCREE_OK && !request.plan.type->is_measured) {
        request.delivery = (scree_delivery){.keeps_values = true, .lends_memory = true};
        request.sink.write = drop_slab;
    }
    return result == SCREE_OK ? start_job(&request, job) : result;
}

static scree_result prepare_buffer_fill(scree_device *device, const scree_field *field, const scree_grid *grid,
                                        scree_buffer *buffer, uint64_t offset, field_request *request)
{
    scree_result result = make_plan(device, field, grid, request);
    if (result != SCREE_OK) {
        return result;
    }
    result = aim_at_buffer(request, buffer, offset);
    if (result != SCREE_OK) {
        scree_field_plan_clear(&request->plan);
    }
    return result;
}

scree_result scree_job_fill_buffer(scree_device *device, const scree_field *field, const scree_grid *grid,
                                   scree_buffer *buffer, uint64_t offset, scree_job **job)
{
    if (buffer == NULL) {
        return fail_missing(device, job, "buffer");
    }
    field_request request = {.device = NULL};
    scree_result result = device != NULL && job != NULL ? SCREE_OK : SCREE_ERROR_INVALID;
    if (job != NULL) {
        *job = NULL;
    }
    if (result == SCREE_OK) {
        result = prepare_buffer_fill(device, field, grid, buffer, offset, &request);
    }
    return result == SCREE_OK ? start_job(&request, job) : result;
}

/* Checks the parameters of a stream. */
static scree_result check_stream(scree_device *device, const scree_field *field, const scree_grid *grid,
                                 const scree_output *output)
{
    scree_float_environment saved;
    if (grid != NULL && (grid->row_stride != 0 || grid->plane_stride != 0)) {
        return scree_fail(device->context, SCREE_ERROR_INVALID,
                          "a stream has no strides; row_stride is %zu, plane_stride %zu; both must be 0",
                          grid->row_stride, grid->plane_stride);
    }
    scree_float_environment_enter(&saved);
    scree_result result = scree_output_check(device->context, output);
    scree_float_environment_leave(&saved);
    bool is_plain = output->type == SCREE_TYPE_F32 && output->range_mode == SCREE_RANGE_FIXED;
    if (result == SCREE_OK && !is_plain && !field->type->is_converted) {
        return scree_fail(device->context, SCREE_ERROR_UNSUPPORTED,
                          "a field of %s is streamed as f32 only; convert the slabs", field->type->name);
    }
    return result;
}

static scree_result prepare_stream(scree_device *device, const scree_field *field, const scree_grid *grid,
                                   const scree_output *output, const scree_sink *sink, field_request *request)
{
    *request = (field_request){.output = output != NULL ? *output : (scree_output){0}, .sink = *sink};
    bool converts = request->output.type != SCREE_TYPE_F32 || request->output.range_mode != SCREE_RANGE_FIXED;
    request->delivery = (scree_delivery){.keeps_values = !converts || sink->wants_values,
                                         .lends_memory = true,
                                         .wants_nearest = sink->wants_nearest,
                                         .converts = converts,
                                         .type = request->output.type};
    scree_result result = check_stream(device, field, grid, &request->output);
    if (result == SCREE_OK) {
        result = make_plan(device, field, grid, request);
    }
    if (result == SCREE_OK && converts && request->plan.channels > 1) {
        scree_field_plan_clear(&request->plan);
        return scree_fail(device->context, SCREE_ERROR_UNSUPPORTED,
                          "a field of %u channels is streamed as f32 only; convert the slabs", request->plan.channels);
    }
    return result;
}

scree_result scree_job_stream(scree_device *device, const scree_field *field, const scree_grid *grid,
                              const scree_output *output, const scree_sink *sink, scree_job **job)
{
    if (sink == NULL || sink->write == NULL || field == NULL) {
        return fail_missing(device, job, field == NULL ? "field" : "sink");
    }
    field_request request;
    if (job != NULL) {
        *job = NULL;
    }
    scree_result result = device != NULL && job != NULL ? prepare_stream(device, field, grid, output, sink, &request)
                                                        : SCREE_ERROR_INVALID;
    return result == SCREE_OK ? start_job(&request, job) : result;
}

/* Explains a request, whose plan is freed. */
static scree_result explain(field_request *request, scree_explanation **explanation)
{
    scree_float_environment saved;
    scree_device_lock lock;
    scree_result result = check_device(request);
    if (result == SCREE_OK) {
        result = scree_device_lock_take(request->device, &lock);
    }
    if (result == SCREE_OK) {
        scree_float_environment_enter(&saved);
        result = scree_stream_explain(request->device, &request->plan, &request->delivery, &request->sink,
                                      count_passes(&request->output), explanation);
        scree_float_environment_leave(&saved);
        scree_device_lock_release(&lock);
    }
    scree_field_plan_clear(&request->plan);
    return result;
}

scree_result scree_job_explain_stream(scree_device *device, const scree_field *field, const scree_grid *grid,
                                      const scree_output *output, const scree_sink *sink,
                                      scree_explanation **explanation)
{
    static const scree_sink plain = {.write = NULL};
    field_request request;
    if (device == NULL || explanation == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *explanation = NULL;
    if (field == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "field is NULL");
    }
    scree_result result = prepare_stream(device, field, grid, output, sink != NULL ? sink : &plain, &request);
    return result == SCREE_OK ? explain(&request, explanation) : result;
}

scree_result scree_job_explain_fill_buffer(scree_device *device, const scree_field *field, const scree_grid *grid,
                                           scree_buffer *buffer, uint64_t offset, scree_explanation **explanation)
{
    field_request request = {.device = NULL};
    if (device == NULL || explanation == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *explanation = NULL;
    if (buffer == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "buffer is NULL");
    }
    scree_result result = prepare_buffer_fill(device, field, grid, buffer, offset, &request);
    return result == SCREE_OK ? explain(&request, explanation) : result;
}
