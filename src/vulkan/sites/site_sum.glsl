// The sum of octaves at sites.
#include "noise/site_table.h"
#include "noise_sum.glsl"
#include "site_value.glsl"

SCREE_FN octave_sum add_site(const octave_sum sum, const uint fractal, const scree_site site, const uint octave,
                             const scree_fractal_options options)
{
    return add_value(sum, fractal, site_value(site, scree_site_table_source(0u, octave, AXES)),
                     scree_site_weight(0u, octave), options, octave);
}
