#include "noise_kind_definition.h"

const scree_noise_kind_definition scree_kind_value_cubic = {
    .info = SCREE_KIND_INFO(value_cubic, "value-cubic", SCREE_MAX_SITE_PERIOD,
                            "values at the lattice points, interpolated by cubics: smoother than value, and slower"),
};
