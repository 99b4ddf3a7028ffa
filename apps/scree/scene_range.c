#include "scene_range.h"

#include <math.h>

#include <scree/scene.h>

/* Ends that are nearer to each other are taken for one number. */
#define LEAST_LENGTH 1e-20

scree_range scene_range_between(double low, double high)
{
    const scree_range range = {(float)fmax(low, -SCREE_MAX_SCENE_VALUE), (float)fmin(high, SCREE_MAX_SCENE_VALUE)};
    const float half = fmaxf(fabsf(range.minimum) * 0x1p-10f, 0x1p-10f);
    return (double)range.maximum - (double)range.minimum >= LEAST_LENGTH
               ? range
               : (scree_range){range.minimum - half, range.minimum + half};
}
