/* Comparison of two distance fields. */
#include <scree/distance.h>

#include <math.h>

#include "float_environment.h"

static void compare(const float *values, const float *reference, uint64_t count, scree_distance_comparison *comparison)
{
    double sum = comparison->mean * (double)comparison->voxels;
    for (uint64_t i = 0; i < count; i++) {
        double difference = 0.0;
        if (values[i] != reference[i]) {
            difference = fabs((double)values[i] - (double)reference[i]);
            comparison->wrong++;
            comparison->below += fabsf(values[i]) < fabsf(reference[i]);
        }
        comparison->maximum = difference > comparison->maximum ? difference : comparison->maximum;
        sum += difference;
    }
    comparison->voxels += count;
    comparison->mean = comparison->voxels > 0 ? sum / (double)comparison->voxels : 0.0;
}

void scree_distance_compare(const float *values, const float *reference, uint64_t count,
                            scree_distance_comparison *comparison)
{
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    compare(values, reference, count, comparison);
    scree_float_environment_leave(&saved);
}
