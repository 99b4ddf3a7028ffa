#include "estimate.h"

#include <stdlib.h>

#include "../../src/base/os.h"

/* The part of a grid that is tried: as many samples as take well below a millisecond with few axes. */
#define TRIAL_WIDTH 128
#define TRIAL_ROWS 32
#define TRIAL_LAYERS 4
/* The first makes tables of the field, and finds cold caches. */
#define TRIALS 3
/* A voxel of an exact distance field takes so long on a thread with AVX-512 (docs/performance.md). */
#define VOXEL_SECONDS 6e-9

/* In a grid 0 stands for 1. */
static uint64_t samples_along(uint64_t count)
{
    return count > 0 ? count : 1;
}

static uint64_t trial_count(uint32_t axis, uint64_t count)
{
    const uint64_t most = axis == 0 ? TRIAL_WIDTH : axis == 1 ? TRIAL_ROWS : axis == 2 ? TRIAL_LAYERS : 1;
    return count < most ? samples_along(count) : most;
}

/* Seconds of one thread for a sample; 0 where the trial fails, as the field itself will. */
static double sample_seconds(const scree_field *field, const scree_grid *whole)
{
    scree_grid grid = *whole;
    size_t samples = 1;
    double least = 0;
    grid.row_stride = 0;
    grid.plane_stride = 0;
    for (uint32_t axis = 0; axis < grid.axes; axis++) {
        grid.count[axis] = trial_count(axis, grid.count[axis]);
        samples *= (size_t)grid.count[axis];
    }
    float *values = malloc(samples * scree_field_channels(field, grid.axes) * sizeof *values);
    for (int i = 0; i < TRIALS && values != NULL; i++) {
        const double start = scree_os_clock_seconds();
        if (scree_field_fill(field, &grid, values) != SCREE_OK) {
            break;
        }
        const double seconds = scree_os_clock_seconds() - start;
        least = i == 0 || seconds < least ? seconds : least;
    }
    free(values);
    return least / (double)samples;
}

double estimate_cpu_seconds(const struct work *work, uint32_t threads)
{
    double seconds = work->voxels * VOXEL_SECONDS;
    if (work->field != NULL) {
        seconds = sample_seconds(work->field, work->grid);
        for (uint32_t axis = 0; axis < work->grid->axes; axis++) {
            seconds *= (double)samples_along(work->grid->count[axis]);
        }
    }
    return seconds / (double)(threads != 0 ? threads : scree_os_processor_count());
}
