#include "field_job.h"

#include <float.h>
#include <inttypes.h>
#include <stdlib.h>

#include "context_internal.h"
#include "stream.h"

static void destroy_request(void *argument)
{
    scree_field_request *request = argument;
    scree_field_plan_clear(&request->plan);
    free(request);
}

/* A zero has one sign in a range: which of two zeros was met first must not show. */
static scree_range without_signed_zero(scree_range range)
{
    range.minimum = range.minimum == 0.0f ? 0.0f : range.minimum;
    range.maximum = range.maximum == 0.0f ? 0.0f : range.maximum;
    return range;
}

static scree_result create_session(const scree_field_request *request, scree_progress *progress, scree_stream *stream)
{
    *stream = (scree_stream){.device = request->device, .plan = &request->plan, .progress = progress};
    return scree_session_create(request->device, &request->plan, &request->delivery, progress, &stream->session);
}

static void destroy_session(scree_stream *stream)
{
    scree_device_fields(stream->device, stream->plan->nature)->destroy(&stream->session);
}

static scree_result run_fill(void *argument, scree_progress *progress, scree_range *range)
{
    const scree_field_request *request = argument;
    scree_stream stream;
    scree_range found = scree_range_empty();
    scree_result result = create_session(request, progress, &stream);
    if (result == SCREE_OK) {
        result = scree_stream_fill(&stream, request->out, request->nearest, &found);
    }
    destroy_session(&stream);
    if (request->delivery.buffer == NULL || scree_nature_of(request->plan.nature)->measures_buffers) {
        *range = without_signed_zero(found);
    }
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

/* The interval that the output maps: proven, measured by a pass of its own, or given. */
static scree_result find_mapping(const scree_field_request *request, const scree_stream *stream, scree_range *mapped,
                                 scree_mapping *mapping)
{
    const scree_output *output = &request->output;
    scree_result result = SCREE_OK;
    *mapped = request->plan.bound;
    if (output->range_mode == SCREE_RANGE_MEASURED) {
        scree_range found = scree_range_empty();
        result = scree_stream_fill(stream, NULL, NULL, &found);
        *mapped = without_signed_zero(found);
    }
    double low = (double)mapped->minimum;
    double high = (double)mapped->maximum;
    if (output->range_mode == SCREE_RANGE_GIVEN) {
        low = output->low;
        high = output->high;
        *mapped = (scree_range){.minimum = (float)low, .maximum = (float)high};
    }
    *mapping = mapping_of(output, low, high);
    return result;
}

static scree_result run_stream(void *argument, scree_progress *progress, scree_range *range)
{
    const scree_field_request *request = argument;
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
    *range = without_signed_zero(found);
    return result;
}

static scree_result check_device(const scree_field_request *request)
{
    const scree_device *device = request->device;
    if (scree_device_fields(device, request->plan.nature) != NULL) {
        return SCREE_OK;
    }
    return scree_fail(device->context, SCREE_ERROR_UNSUPPORTED, "%s makes no fields of %s", device->label,
                      scree_nature_of(request->plan.nature)->name);
}

scree_result scree_field_job_start(const scree_field_request *request, scree_job **job)
{
    scree_device *device = request->device;
    scree_field_request *own = malloc(sizeof *own);
    scree_field_plan plan = request->plan;
    scree_result result = check_device(request);
    if (result == SCREE_OK && own == NULL) {
        result = scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a job");
    }
    if (result != SCREE_OK) {
        scree_field_plan_clear(&plan);
        free(own);
        return result;
    }
    *own = *request;
    uint64_t passes = own->output.range_mode == SCREE_RANGE_MEASURED ? 2 : 1;
    scree_job_work work = {.run = own->sink.write != NULL ? run_stream : run_fill,
                           .destroy = destroy_request,
                           .work = own,
                           .total = passes * scree_nature_of(plan.nature)->total(&plan, device->info.members)};
    return scree_job_start(device, &work, job);
}

scree_result scree_field_request_buffer(scree_field_request *request, scree_buffer *buffer, uint64_t offset)
{
    const scree_device *device = request->device;
    const scree_field_plan *plan = &request->plan;
    const scree_grid *grid = &plan->grid;
    uint64_t rows = grid->axes > 1 ? grid->count[1] : 1;
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
    request->delivery.buffer = buffer;
    request->delivery.offset = offset;
    return SCREE_OK;
}
