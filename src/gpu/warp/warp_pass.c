#include "warp_pass.h"

#include <stdlib.h>

#include "context_internal.h"
#include "site_tables.h"

scree_gpu_displacement scree_gpu_displacement_of(const scree_plan *plan, uint32_t warp, uint64_t samples)
{
    const scree_site_table_part tables = scree_site_tables_part(plan, warp);
    /* The first octave of a progressive warp is the first displacement. */
    scree_gpu_displacement displacement = {.component = plan->warp.displaced[warp][0],
                                           .first_octave = warp == 0 ? 1 : 0};
    if (displacement.component != NULL) {
        displacement.octaves = displacement.component->octaves - displacement.first_octave;
    }
    const bool is_progressive = plan->params.warp.fractal == SCREE_NOISE_WARP_PROGRESSIVE;
    displacement.pass = (scree_gpu_warp_pass){.tables = (uint32_t)tables.first,
                                              .table_words = (uint32_t)tables.words,
                                              .components = plan->axes | (is_progressive ? WARP_IS_PROGRESSIVE : 0) |
                                                            (displacement.first_octave > 0 ? WARP_CONTINUES : 0)};
    scree_gpu_displacement_set(plan, samples, NULL, &displacement.pass);
    return displacement;
}

void scree_gpu_displacement_set(const scree_plan *plan, uint64_t samples, const scree_gpu_displacing *displacing,
                                scree_gpu_warp_pass *pass)
{
    const bool is_by_fields = scree_plan_is_displaced_by_fields(plan);
    pass->displacement_stride = is_by_fields ? (uint32_t)displacing->stride
                                             : scree_gpu_displacement_stride(plan, samples);
    for (uint32_t axis = 0; axis < plan->axes; axis++) {
        pass->displacement[axis / 2] |= (is_by_fields ? displacing->number[axis] : axis) << axis % 2 * 16;
    }
}

void *scree_gpu_components_allocate(const scree_gpu *gpu, const scree_plan *plan, size_t bytes)
{
    void *components = calloc(plan->axes, bytes);
    if (components == NULL) {
        scree_fail(gpu->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the components of a warp");
    }
    return components;
}
