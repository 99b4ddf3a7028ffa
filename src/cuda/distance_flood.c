/* Jump flooding on a CUDA device. */
#include "context_internal.h"
#include "distance_state.h"

scree_result scree_cuda_flood_prepare(scree_distance_state *state)
{
    return scree_fail(state->device->base.context, SCREE_ERROR_UNSUPPORTED,
                      "%s: jump flooding is not among what CUDA devices do; use the exact method",
                      state->device->base.info.name);
}

scree_result scree_cuda_flood_layers(scree_distance_state *state, uint64_t first, uint64_t layers, CUdeviceptr distance,
                                     CUdeviceptr nearest)
{
    (void)state, (void)first, (void)layers, (void)distance, (void)nearest;
    return SCREE_ERROR_INTERNAL;
}

void scree_cuda_flood_destroy(scree_distance_state *state)
{
    (void)state;
}
