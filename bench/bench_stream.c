/* Streams into a sink that does no more than look: the same in every benchmark. */
#include "bench_internal.h"

/* Page size: a sink reads one word in each page, so that all of its memory is touched. */
#define PAGE_BYTES 4096

/* Reads a byte of every page: to read all would measure this thread instead of the stream. */
static scree_result touch(void *user, const scree_slab *slab)
{
    struct bench_touching *touching = user;
    const unsigned char *data = slab->data;
    const size_t bytes = (size_t)slab->count * touching->sample_bytes;
    for (size_t i = 0; i < bytes; i += PAGE_BYTES) {
        touching->sum += data[i];
    }
    return SCREE_OK;
}

scree_result bench_stream_start(scree_device *device, const struct bench_case *subject, const scree_grid *grid,
                                scree_type type, struct bench_touching *touching, scree_job **job)
{
    const scree_noise_params params = {.kind = subject->kind, .octaves = subject->octaves};
    const scree_output output = {.type = type, .range_mode = SCREE_RANGE_FIXED};
    const scree_sink sink = {.write = touch, .user = touching};
    *touching = (struct bench_touching){.sample_bytes = scree_type_bytes(type)};
    scree_field *field = NULL;
    scree_result result = scree_field_from_noise(NULL, &params, &field);
    result = result == SCREE_OK ? scree_job_stream(device, field, grid, &output, &sink, job) : result;
    scree_field_release(&field);
    return result;
}
