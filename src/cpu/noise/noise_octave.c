#include "noise_octave.h"

scree_cpu_octave scree_cpu_octave_of(const scree_plan *plan, uint32_t octave)
{
    const scree_plan_octave *planned = &plan->octave[octave];
    scree_cpu_octave made = {
        .kind = plan->params.kind,
        .hash = plan->params.hash,
        .axes = plan->axes,
        .gradient_count = plan->gradient_count,
        .gradients = planned->gradients,
        .coded_gradients = planned->coded_gradients,
        .permutation = scree_perlin2002_permutation,
        .amplitude = planned->amplitude,
        .site_options = plan->site_options,
        .fade = plan->params.fade,
        .frequency = (float)planned->frequency,
    };
    if (planned->site != NULL) {
        made.site_axes = planned->site->axis;
        made.site_slopes = planned->site->slope;
        made.warp_axes = planned->site->warp_axis;
        made.warp_factor = planned->site->warp_factor;
    }
    scree_plan_choose_site_method(plan, &made.site_method, &made.site_choice);
    return made;
}
