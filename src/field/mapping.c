#include "mapping.h"

#include <float.h>
#include <math.h>

#include "context_internal.h"
#include "number_text.h"

/* The minimum extent of a given range: scales of narrower ones exceed float32. */
#define SCREE_MIN_INTERVAL 1e-30

scree_result scree_output_check(scree_context *context, const scree_output *output)
{
    if ((unsigned)output->type > SCREE_TYPE_U8) {
        return scree_fail(context, SCREE_ERROR_INVALID, "type is %d; it must be 0 to %d", (int)output->type,
                          SCREE_TYPE_U8);
    }
    if ((unsigned)output->range_mode > SCREE_RANGE_GIVEN) {
        return scree_fail(context, SCREE_ERROR_INVALID, "range_mode is %d; it must be 0 to %d", (int)output->range_mode,
                          SCREE_RANGE_GIVEN);
    }
    bool is_given = output->range_mode == SCREE_RANGE_GIVEN;
    bool is_finite = isfinite((float)output->low) && isfinite((float)output->high);
    if (is_given && is_finite && output->high > output->low && output->high - output->low < SCREE_MIN_INTERVAL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "the range is %s to %s; its ends must be at least %s apart",
                          scree_show_double(output->low).text, scree_show_double(output->high).text,
                          scree_show_double(SCREE_MIN_INTERVAL).text);
    }
    if (is_given && !(is_finite && (float)output->low < (float)output->high)) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "the range is %s to %s; both ends must be finite float32 numbers and the first the lesser",
                          scree_show_double(output->low).text, scree_show_double(output->high).text);
    }
    return SCREE_OK;
}

scree_mapping scree_mapping_make(const scree_output *output, scree_range *mapped)
{
    static const float top[] = {1.0f, 65535.0f, 255.0f};
    const bool is_given = output->range_mode == SCREE_RANGE_GIVEN;
    const double low = is_given ? output->low : (double)mapped->minimum;
    const double high = is_given ? output->high : (double)mapped->maximum;
    scree_mapping mapping = {.type = output->type, .top = top[output->type]};
    *mapped = is_given ? (scree_range){.minimum = (float)low, .maximum = (float)high} : *mapped;
    if (output->type == SCREE_TYPE_F32 && output->range_mode == SCREE_RANGE_FIXED) {
        return mapping;
    }
    mapping.low = (float)low;
    const double scale = high > low ? (double)mapping.top / (high - low) : 1.0;
    mapping.scale = scale < (double)FLT_MAX ? (float)scale : FLT_MAX;
    return mapping;
}
