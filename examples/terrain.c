/* Fills a height map and prints its range: a field, a device, and a job. */
#include <stdio.h>
#include <stdlib.h>

#include <scree/scree.h>

int main(void)
{
    scree_field *land = NULL;
    scree_device *device = NULL;
    scree_job *job = NULL;
    const scree_noise_params params = {.seed = 7, .octaves = 8};
    const scree_grid grid = {.axes = 2, .count = {1024, 1024}, .step = {6.0 / 1024}};
    float *heights = (float *)malloc(sizeof(float) * 1024 * 1024);

    scree_result result = heights == NULL ? SCREE_ERROR_OUT_OF_MEMORY : scree_field_from_noise(NULL, &params, &land);
    if (result == SCREE_OK) {
        result = scree_device_open(NULL, NULL, &device);
    }
    if (result == SCREE_OK) {
        result = scree_job_fill(device, land, &grid, heights, &job);
    }
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
    }
    if (result == SCREE_OK) {
        const scree_job_status status = scree_job_poll(job);
        printf("heights from %.6f to %.6f\n", (double)status.minimum, (double)status.maximum);
    } else {
        fprintf(stderr, "terrain: %s\n", scree_last_error());
    }
    scree_job_release(&job);
    scree_device_close(&device);
    scree_field_release(&land);
    free(heights);
    return result == SCREE_OK ? 0 : 1;
}
