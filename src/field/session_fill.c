#include "session_fill.h"

#include <inttypes.h>
#include <stdlib.h>

#include "at_once.h"
#include "context_internal.h"
#include "stream.h"

scree_result scree_fill_by_session(const scree_field *field, const scree_grid *grid, float *out, uint32_t *nearest,
                                   scree_range *range)
{
    scree_device *device = NULL;
    scree_field_plan plan;
    scree_progress progress = {.boxes = 0};
    scree_result result = field->type->plan(field->context, field, grid, &plan);
    if (result == SCREE_OK) {
        result = scree_at_once_device(field->context, &device);
    }
    if (result != SCREE_OK) {
        return result;
    }
    float *scratch = out == NULL ? malloc((size_t)plan.samples * sizeof *scratch) : NULL;
    if (out == NULL && scratch == NULL) {
        return scree_fail(field->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a field of %" PRIu64 " samples",
                          plan.samples);
    }
    out = out != NULL ? out : scratch;
    scree_delivery delivery = {.keeps_values = true, .wants_nearest = nearest != NULL, .whole = out};
    scree_stream stream = {.device = device, .plan = &plan, .progress = &progress};
    result = scree_session_create(device, &plan, &delivery, &progress, &stream.session);
    if (result == SCREE_OK) {
        result = scree_stream_fill(&stream, out, nearest, range);
    }
    scree_device_fields(device, plan.type)->destroy(&stream.session);
    free(scratch);
    return result;
}
