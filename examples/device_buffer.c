/*
 * A field that stays where it was computed: in the memory of the best GPU, or of the CPU where there is none. A program
 * that draws with Vulkan hands over its own device and buffer instead (scree/vulkan.h) and draws from it.
 *
 *     device_buffer [SIZE]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <scree/scree.h>

/* Makes the field, then fetches its first eight samples only. */
static scree_result make_field(scree_device *device, uint64_t size, scree_buffer *buffer)
{
    const scree_noise_params params = {.seed = 7, .octaves = 8};
    const scree_grid grid = {.axes = 3, .count = {size, size, size}, .step = {4.0 / (double)size}};
    scree_device_info info;
    scree_job *job = NULL;
    float first[8];
    scree_field *field = NULL;
    scree_result result = scree_field_from_noise(NULL, &params, &field);
    result = result == SCREE_OK ? scree_job_fill_buffer(device, field, &grid, buffer, 0, &job) : result;
    scree_field_release(&field);
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
    }
    const scree_job_status status = scree_job_poll(job);
    scree_job_release(&job);
    if (result == SCREE_OK) {
        result = scree_buffer_read(buffer, 0, sizeof first, first);
    }
    if (result == SCREE_OK && scree_device_describe(device, &info) == SCREE_OK) {
        printf("%s: %" PRIu64 "^3 samples, %g to %g, %.3f ms of the device\n", info.name, size, (double)status.minimum,
               (double)status.maximum, 1e3 * status.device_seconds);
        for (int i = 0; i < 8; i++) {
            printf("%.8f%c", (double)first[i], i < 7 ? ' ' : '\n');
        }
    }
    return result;
}

int main(int argc, char **argv)
{
    const uint64_t size = argc > 1 ? strtoull(argv[1], NULL, 10) : 128;
    const scree_context_params messages = {.log = scree_log_to_stderr};
    const scree_device_params best = {.backend = SCREE_BACKEND_AUTO};
    scree_context *context = NULL;
    scree_device *device = NULL;
    scree_buffer *buffer = NULL;
    if (size < 2 || size > 2048) {
        fprintf(stderr, "device_buffer: the size must be 2 to 2048\n");
        return 2;
    }
    scree_result result = scree_context_create(&messages, &context);
    if (result == SCREE_OK) {
        result = scree_device_open(context, &best, &device);
    }
    if (result == SCREE_OK) {
        result = scree_buffer_create(device, 4 * size * size * size, &buffer);
    }
    if (result == SCREE_OK) {
        result = make_field(device, size, buffer);
    }
    scree_buffer_destroy(&buffer);
    scree_device_close(&device);
    scree_context_destroy(&context);
    return result == SCREE_OK ? 0 : 1;
}
