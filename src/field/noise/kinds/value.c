#include "noise_kind_definition.h"

const scree_noise_kind_definition scree_kind_value = {
    .info = SCREE_KIND_INFO(value, "value", SCREE_MAX_SITE_PERIOD,
                            "values at the lattice points: rounder, blockier, and cheaper"),
};
