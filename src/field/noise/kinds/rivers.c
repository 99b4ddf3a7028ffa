/* Rivers: what they show, and how many sizes they have. */
#include "noise/kinds/rivers.h"

#include "noise_kind_definition.h"
#include "sized_params.h"

#define DEFAULT_LEVELS 3

/* Its parameters are the last ones of all. */
SCREE_ASSERT_NO_TAIL(scree_noise_params, rivers.reserved);

static const scree_choice measures[] = {
    [SCREE_NOISE_MEASURE_HEIGHT] = {"height", "ground that falls to the rivers, and along them"},
    [SCREE_NOISE_MEASURE_DISTANCE] = {"distance", "distance to the nearest bank, negative in water"},
};

SCREE_DEFINE_CHOICES(scree_noise_measure, measures)
SCREE_DEFINE_CHOICE(measure, scree_noise_measure)

_Static_assert(SCREE_NOISE_MEASURE_HEIGHT == SCREE_RIVERS_HEIGHT &&
                   SCREE_NOISE_MEASURE_DISTANCE == SCREE_RIVERS_DISTANCE,
               "kernels and users number the measures alike");

static bool is_river(const scree_noise_params *params, uint32_t axes)
{
    (void)axes;
    return params->kind == SCREE_NOISE_RIVERS;
}

static const scree_noise_parameter_row parameters[] = {
    {{.name = "measure",
      SCREE_PARAMETER_NAMED(rivers.measure, measure),
      .scope = "kind rivers",
      .description = "Rivers: what they show."},
     is_river},
    {{.name = "levels",
      .scope = "kind rivers",
      .type = SCREE_PARAMETER_U32,
      SCREE_PARAMETER_AT(rivers.levels),
      .minimum = 1,
      .maximum = SCREE_RIVERS_MAX_LEVELS,
      .default_value = DEFAULT_LEVELS,
      .syntax = "N",
      .description = "Rivers: sizes of rivers and brooks, each half the one before."},
     is_river},
};

static void make_options(const scree_noise_params *params, uint32_t axes, scree_site_options *options)
{
    (void)axes;
    options->word[SCREE_RIVERS_MEASURE] = (uint32_t)params->rivers.measure;
    options->word[SCREE_RIVERS_LEVELS] = params->rivers.levels;
}

const scree_noise_kind_definition scree_kind_rivers = {
    .info = SCREE_KIND_INFO(rivers, "rivers", SCREE_MAX_SITE_PERIOD, "ground with rivers that meet, and brooks"),
    .parameters = SCREE_PARAMETER_GROUP(parameters, rivers),
    .make_options = make_options,
};
