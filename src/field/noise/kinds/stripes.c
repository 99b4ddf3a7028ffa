/* Stripes: what their axes from the third on mean, and their profile. */
#include "noise/kinds/stripes.h"

#include "noise_kind_definition.h"

static const scree_choice profiles[] = {
    [SCREE_NOISE_PROFILE_WAVE] = {"wave", "a cosine: 1 on the middle of a stripe"},
    [SCREE_NOISE_PROFILE_SAW] = {"saw", "0 in a valley, and 1 and -1 on the two sides of a ridge"},
};

SCREE_DEFINE_CHOICES(scree_noise_profile, profiles)
SCREE_DEFINE_CHOICE(profile, scree_noise_profile)

_Static_assert(SCREE_NOISE_PROFILE_WAVE == SCREE_STRIPES_WAVE && SCREE_NOISE_PROFILE_SAW == SCREE_STRIPES_SAW,
               "kernels and users number the profiles alike");

static bool is_striped(const scree_noise_params *params, uint32_t axes)
{
    (void)axes;
    return params->kind == SCREE_NOISE_STRIPES;
}

static const scree_noise_parameter_row parameters[] = {
    {{.name = "profile",
      SCREE_PARAMETER_NAMED(stripes.profile, profile),
      .scope = "kind stripes",
      .description = "Stripes: the shape of their waves."},
     is_striped},
};

static void make_options(const scree_noise_params *params, uint32_t axes, scree_site_options *options)
{
    (void)axes;
    options->word[SCREE_STRIPES_PROFILE] = (uint32_t)params->stripes.profile;
}

const scree_noise_kind_definition scree_kind_stripes = {
    .info = SCREE_KIND_INFO(stripes, "stripes", SCREE_MAX_SITE_PERIOD,
                            "waves across a direction, which the axes from the third on give"),
    .lattice_axes = 2,
    .parameters = SCREE_PARAMETER_GROUP(parameters, stripes),
    .make_options = make_options,
};
