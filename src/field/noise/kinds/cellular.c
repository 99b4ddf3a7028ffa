#include "noise/kinds/cellular.h"

#include "kinds/cellular_options.h"
#include "context_internal.h"
#include "noise_kind_definition.h"

/* Its reciprocal and the products with it stay far from the ends of float32. */
#define MIN_SMOOTHNESS 0x1p-10

static const scree_choice metrics[] = {
    [SCREE_NOISE_METRIC_EUCLIDEAN] = {"euclidean", "the root of the sum of squares"},
    [SCREE_NOISE_METRIC_SQUARED] = {"squared", "the sum of squares"},
    [SCREE_NOISE_METRIC_MANHATTAN] = {"manhattan", "the sum of magnitudes"},
    [SCREE_NOISE_METRIC_CHEBYSHEV] = {"chebyshev", "the greatest magnitude"},
    [SCREE_NOISE_METRIC_HYBRID] = {"hybrid", "the sum of magnitudes and of squares"},
};

static const scree_choice features[] = {
    [SCREE_NOISE_FEATURE_F1] = {"f1", "distance to the nearest point"},
    [SCREE_NOISE_FEATURE_F2] = {"f2", "distance to the second nearest point"},
    [SCREE_NOISE_FEATURE_F3] = {"f3", "distance to the third nearest point"},
    [SCREE_NOISE_FEATURE_F2_MINUS_F1] = {"f2-f1", "the second less the first: -1 where cells meet"},
    [SCREE_NOISE_FEATURE_F1_TIMES_F2] = {"f1*f2", "the product of both"},
    [SCREE_NOISE_FEATURE_VALUE] = {"value", "a value for each point: cells of one colour"},
    [SCREE_NOISE_FEATURE_BORDER] = {"border", "distance to the border of the cell, exactly; Euclidean"},
    [SCREE_NOISE_FEATURE_OFFSET_X] = {"offset-x", "where the nearest point is, seen from the sample along x"},
    [SCREE_NOISE_FEATURE_OFFSET_Y] = {"offset-y", "the same along y"},
    [SCREE_NOISE_FEATURE_OFFSET_Z] = {"offset-z", "the same along z: 3 axes and more"},
    [SCREE_NOISE_FEATURE_OFFSET_W] = {"offset-w", "the same along w: 4 axes"},
};

SCREE_DEFINE_CHOICES(scree_noise_metric, metrics)
SCREE_DEFINE_CHOICES(scree_noise_feature, features)
SCREE_DEFINE_CHOICE(metric, scree_noise_metric)
SCREE_DEFINE_CHOICE(feature, scree_noise_feature)

static bool is_cellular(const scree_noise_params *params, uint32_t axes)
{
    (void)axes;
    return params->kind == SCREE_NOISE_CELLULAR;
}

static bool shows_f1(const scree_noise_params *params, uint32_t axes)
{
    return is_cellular(params, axes) && params->cellular.feature == SCREE_NOISE_FEATURE_F1;
}

static const scree_noise_parameter_row parameters[] = {
    {{.name = "metric",
      SCREE_PARAMETER_NAMED(cellular.metric, metric),
      .scope = "kind cellular",
      .description = "Cellular noise: how distances are measured."},
     is_cellular},
    {{.name = "feature",
      SCREE_PARAMETER_NAMED(cellular.feature, feature),
      .scope = "kind cellular",
      .description = "Cellular noise: what it shows of its points."},
     is_cellular},
    {{.name = "jitter",
      .scope = "kind cellular",
      .type = SCREE_PARAMETER_REAL,
      SCREE_PARAMETER_AT(cellular.jitter),
      .maximum = 1,
      .default_value = 1,
      .zero = SCREE_ZERO,
      .syntax = "F",
      .description = "Cellular noise: how far points may lie from the centres of their cells."},
     is_cellular},
    {{.name = "smoothness",
      .scope = "kind cellular with feature f1",
      .type = SCREE_PARAMETER_REAL,
      SCREE_PARAMETER_AT(cellular.smoothness),
      .maximum = 1,
      .min_magnitude = MIN_SMOOTHNESS,
      .syntax = "F",
      .description = "Cellular noise, feature f1: rounds the creases where cells meet."},
     shows_f1},
};

/* Borders are planes halfway between two points, as only the Euclidean distance has them. */
static scree_result check(scree_context *context, const scree_noise_params *params)
{
    if (params->cellular.feature == SCREE_NOISE_FEATURE_BORDER &&
        params->cellular.metric != SCREE_NOISE_METRIC_EUCLIDEAN) {
        return scree_fail(context, SCREE_ERROR_INVALID, "feature is %s and metric is %s; it needs metric %s",
                          scree_noise_feature_name(params->cellular.feature),
                          scree_noise_metric_name(params->cellular.metric),
                          scree_noise_metric_name(SCREE_NOISE_METRIC_EUCLIDEAN));
    }
    return SCREE_OK;
}

static scree_result check_axes(scree_context *context, const scree_noise_params *params, uint32_t axes)
{
    if (params->cellular.feature >= SCREE_NOISE_FEATURE_OFFSET_X + axes) {
        return scree_fail(context, SCREE_ERROR_INVALID, "feature is %s and axes is %u; it needs at least %u axes",
                          scree_noise_feature_name(params->cellular.feature), axes,
                          params->cellular.feature - SCREE_NOISE_FEATURE_OFFSET_X + 1u);
    }
    return SCREE_OK;
}

static void make_options(const scree_noise_params *params, uint32_t axes, scree_site_options *options)
{
    *options = scree_cellular_options_make((uint32_t)params->cellular.metric, (uint32_t)params->cellular.feature,
                                           params->cellular.jitter, params->cellular.smoothness, axes);
}

#define METHOD_IS_SEARCH(method, name, kind, number, search, choices) \
    _Static_assert((number) == (search) && (kind) == SCREE_NOISE_CELLULAR, "a method for each search");
SCREE_CELLULAR_SEARCHES(METHOD_IS_SEARCH)

/* There is one for each search; they get the metric to search by. */
static void choose_method(const scree_site_options *options, uint32_t *method, uint32_t *choice)
{
    *method = scree_cellular_search_for(scree_cellular_options_of(*options));
    *choice = scree_cellular_searched(scree_cellular_options_of(*options).metric);
}

const scree_noise_kind_definition scree_kind_cellular = {
    .info = SCREE_KIND_INFO(cellular, "cellular", SCREE_MAX_SITE_PERIOD,
                            "a point in every cell, and distances to the nearest ones: cells, stones, cracks"),
    .parameters = SCREE_PARAMETER_GROUP(parameters, cellular),
    .check = check,
    .check_axes = check_axes,
    .make_options = make_options,
    .choose_method = choose_method,
};
