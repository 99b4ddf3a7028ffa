#include "noise_kind_definition.h"

const scree_noise_kind_definition scree_kind_perlin = {
    .info = SCREE_KIND_INFO(perlin, "perlin", SCREE_MAX_SITE_PERIOD,
                            "gradients at the lattice points: the field is zero there, and smooth"),
};
