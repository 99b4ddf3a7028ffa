/* Batches of work on a distance field: submitting, waiting, counting, and cancelling. */
#include "gpu_distance.h"

scree_result scree_gpu_distance_await(const scree_distance_state *state, scree_gpu_commands *commands, uint64_t voxels)
{
    scree_result result = scree_gpu_wait(commands);
    if (result == SCREE_OK) {
        atomic_fetch_add(&state->progress->device_nanoseconds, commands->nanoseconds);
        atomic_fetch_add(&state->progress->done, voxels);
    }
    return result;
}

scree_result scree_gpu_distance_check_cancelled(const scree_distance_state *state)
{
    return atomic_load(&state->progress->is_cancelled) ? SCREE_ERROR_CANCELLED : SCREE_OK;
}

scree_result scree_gpu_distance_begin(scree_distance_state *state)
{
    return scree_gpu_begin(state->commands);
}

scree_result scree_gpu_distance_end(scree_distance_state *state, uint64_t voxels)
{
    scree_result result = scree_gpu_submit(state->commands);
    if (result == SCREE_OK) {
        result = scree_gpu_distance_await(state, state->commands, voxels);
    }
    return result == SCREE_OK ? scree_gpu_distance_check_cancelled(state) : result;
}
