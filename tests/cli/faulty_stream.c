/*
 * For a build of the command that must find a difference: the linker sends scree_job_stream() here, and at the scalar
 * level one bit of the first sample is turned over before the sink sees it. The same becomes of what is read from
 * buffers, but only every other time, so that two reads of equal numbers differ.
 */
#include <stdlib.h>
#include <string.h>

#include <scree/scree.h>

/* The command's own sink. One job at a time is all that the command runs; the job outlives the call that starts it. */
static scree_sink inner;

scree_result __real_scree_job_stream(scree_device *device, const scree_field *field, const scree_grid *grid,
                                     const scree_output *output, const scree_sink *sink, scree_job **job);
scree_result __wrap_scree_job_stream(scree_device *device, const scree_field *field, const scree_grid *grid,
                                     const scree_output *output, const scree_sink *sink, scree_job **job);

static scree_result write_with_fault(void *user, const scree_slab *slab)
{
    const scree_sink *sink = user;
    scree_slab changed = *slab;
    if (slab->first != 0 || slab->count == 0) {
        return sink->write(sink->user, slab);
    }
    float *values = malloc((size_t)slab->count * sizeof *values);
    if (values == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    memcpy(values, slab->values, (size_t)slab->count * sizeof *values);
    uint32_t bits = 0;
    memcpy(&bits, values, sizeof bits);
    bits ^= 1u;
    memcpy(values, &bits, sizeof bits);
    changed.values = values;
    const scree_result result = sink->write(sink->user, &changed);
    free(values);
    return result;
}

scree_result __wrap_scree_job_stream(scree_device *device, const scree_field *field, const scree_grid *grid,
                                     const scree_output *output, const scree_sink *sink, scree_job **job)
{
    scree_device_info info;
    if (scree_device_describe(device, &info) != SCREE_OK || info.cpu_level != SCREE_CPU_LEVEL_SCALAR) {
        return __real_scree_job_stream(device, field, grid, output, sink, job);
    }
    inner = *sink;
    const scree_sink faulty = {.write = write_with_fault, .user = &inner, .wants_values = true};
    return __real_scree_job_stream(device, field, grid, output, &faulty, job);
}

scree_result __real_scree_buffer_read(scree_buffer *buffer, uint64_t offset, uint64_t bytes, void *out);
scree_result __wrap_scree_buffer_read(scree_buffer *buffer, uint64_t offset, uint64_t bytes, void *out);

scree_result __wrap_scree_buffer_read(scree_buffer *buffer, uint64_t offset, uint64_t bytes, void *out)
{
    static unsigned reads;
    const scree_result result = __real_scree_buffer_read(buffer, offset, bytes, out);
    *(uint8_t *)out ^= ++reads & 1u;
    return result;
}
