/* Checks that definitions of kinds make of their parameters. */
#include <inttypes.h>

#include "context_internal.h"
#include "scene_limits.h"

scree_result scree_scene_check_numbers(scree_context *context, const scree_scene_limited *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const scree_scene_limited *number = &numbers[i];
        const bool is_free = number->is_free_at_zero && number->value == 0.0;
        if (!is_free && !(number->value >= number->minimum && number->value <= number->maximum)) {
            return scree_fail(context, SCREE_ERROR_INVALID, "%s is %g; it must be %s%g to %g", number->name,
                              number->value, number->is_free_at_zero ? "0, or " : "", number->minimum, number->maximum);
        }
    }
    return SCREE_OK;
}

scree_result scree_scene_check_volume(scree_context *context, const scree_scene_params *params)
{
    const double far = SCREE_MAX_SCENE_DISTANCE;
    if (params->slice_axis > 3) {
        return scree_fail(context, SCREE_ERROR_INVALID, "slice_axis is %" PRIu32 "; it must be 0 to 3",
                          params->slice_axis);
    }
    return CHECK_ALL(context, THRESHOLD_LIMITS(params), LIMITS_OR_ZERO("interval", params->interval, 1e-20, 1e20),
                     LIMITS("slice", params->slice_axis != 0 ? params->slice : 0.0, -far, far));
}
