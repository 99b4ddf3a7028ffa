#include "distance_state.h"

#include "context_internal.h"

scree_result scree_cpu_flood_prepare(scree_distance_state *state)
{
    return scree_fail(state->device->base.context, SCREE_ERROR_UNSUPPORTED, "not here yet");
}

scree_result scree_cpu_flood_layers(scree_distance_state *state, uint64_t first, uint64_t layers, float *distance,
                                    uint32_t *nearest, scree_range *range)
{
    (void)state, (void)first, (void)layers, (void)distance, (void)nearest, (void)range;
    return SCREE_ERROR_INTERNAL;
}

void scree_cpu_flood_destroy(scree_distance_state *state)
{
    (void)state;
}
