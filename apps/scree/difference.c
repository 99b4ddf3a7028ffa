#include "difference.h"

#include <math.h>
#include <stdlib.h>

#include "../../src/formats/picture_colours.h"
#include "scene_range.h"

/* So many samples are compared at a time. */
#define CHUNK (UINT64_C(1) << 18)
/* There are so many colours above zero. The one more that is below it is that of its neighbour. */
#define SIDE (DIFFERENCE_ZERO - 1)

struct sums {
    struct difference found;
    double sum;
    double squares;
};

static void add(const float *first, const float *second, uint64_t count, struct sums *sums)
{
    for (uint64_t i = 0; i < count; i++) {
        if (!isfinite(first[i]) || !isfinite(second[i])) {
            continue;
        }
        const double magnitude = fabs((double)first[i] - (double)second[i]);
        sums->found.samples++;
        sums->found.different += magnitude > 0.0 ? 1 : 0;
        sums->found.greatest = fmax(sums->found.greatest, magnitude);
        sums->sum += magnitude;
        sums->squares += magnitude * magnitude;
    }
}

scree_result difference_measure(scree_buffer *first, scree_buffer *second, uint64_t count, struct difference *found)
{
    struct sums sums = {.sum = 0.0};
    float *values = malloc(2 * CHUNK * sizeof *values);
    scree_result result = values != NULL ? SCREE_OK : SCREE_ERROR_OUT_OF_MEMORY;
    for (uint64_t done = 0; done < count && result == SCREE_OK; done += CHUNK) {
        const uint64_t chunk = count - done < CHUNK ? count - done : CHUNK;
        result = scree_buffer_read(first, done * sizeof *values, chunk * sizeof *values, values);
        if (result == SCREE_OK) {
            result = scree_buffer_read(second, done * sizeof *values, chunk * sizeof *values, values + CHUNK);
        }
        if (result == SCREE_OK) {
            add(values, values + CHUNK, chunk, &sums);
        }
    }
    free(values);
    *found = sums.found;
    if (found->samples > 0) {
        found->mean = sums.sum / (double)found->samples;
        found->root_mean_square = sqrt(sums.squares / (double)found->samples);
    }
    return result;
}

static uint8_t round_channel(float channel)
{
    return (uint8_t)(channel + 0.5f);
}

void difference_colours(uint8_t ramp[DIFFERENCE_RAMP_BYTES])
{
    scree_picture_colours colours;
    scree_picture_colours_make(&colours);
    for (int i = 0; i < SCREE_SCENE_RAMP_COUNT; i++) {
        const int away = i < DIFFERENCE_ZERO ? DIFFERENCE_ZERO - i : i - DIFFERENCE_ZERO;
        const int step = (away < SIDE ? away : SIDE) * (SCREE_PICTURE_STEPS - 1) / SIDE;
        const scree_colour *colour = i > DIFFERENCE_ZERO ? &colours.outside[step] : &colours.inside[step];
        ramp[3 * i] = round_channel(colour->red);
        ramp[3 * i + 1] = round_channel(colour->green);
        ramp[3 * i + 2] = round_channel(colour->blue);
    }
}

scree_range difference_range(double greatest)
{
    const double end = greatest > 0.0 ? greatest : 1.0;
    return scene_range_between(-end * DIFFERENCE_ZERO / SIDE, end);
}
