/* Jump flooding on a Vulkan device. */
#include "context_internal.h"
#include "distance_state.h"

scree_result scree_vulkan_flood_prepare(scree_distance_state *state)
{
    return scree_fail(state->device->base.context, SCREE_ERROR_UNSUPPORTED,
                      "%s: jump flooding is not among what Vulkan devices do; use the exact method",
                      state->device->base.info.name);
}

scree_result scree_vulkan_flood_layers(scree_distance_state *state, scree_vulkan_commands *commands, uint64_t first,
                                       uint64_t layers, scree_vulkan_span distance, scree_vulkan_span nearest)
{
    (void)state, (void)commands, (void)first, (void)layers, (void)distance, (void)nearest;
    return SCREE_ERROR_INTERNAL;
}

void scree_vulkan_flood_destroy(scree_distance_state *state)
{
    (void)state;
}
