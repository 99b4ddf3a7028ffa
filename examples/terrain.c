/* Fills a height map and prints its range: the smallest whole use of the library. */
#include <stdio.h>
#include <stdlib.h>

#include <scree/scree.h>

int main(void)
{
    scree_context *context = NULL;
    scree_device *device = NULL;
    scree_job *job = NULL;
    scree_noise_params params = {.seed = 7, .octaves = 8};
    scree_grid grid = {.axes = 2, .count = {1024, 1024}, .step = {6.0 / 1024}};
    float *heights = malloc(sizeof(float) * 1024 * 1024);

    scree_result result = heights == NULL ? SCREE_ERROR_OUT_OF_MEMORY : scree_context_create(NULL, &context);
    if (result == SCREE_OK) {
        result = scree_device_open(context, NULL, &device);
    }
    if (result == SCREE_OK) {
        result = scree_noise_fill(device, &params, &grid, heights, &job);
    }
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
    }
    if (result == SCREE_OK) {
        scree_job_status status = scree_job_poll(job);
        printf("heights from %.6f to %.6f\n", (double)status.minimum, (double)status.maximum);
    } else {
        fprintf(stderr, "terrain: %s\n", scree_result_name(result));
    }
    scree_job_release(&job);
    scree_device_close(&device);
    scree_context_destroy(&context);
    free(heights);
    return result == SCREE_OK ? 0 : 1;
}
