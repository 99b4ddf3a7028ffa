#include "point_space.h"

#include <stdlib.h>

#include "context_internal.h"
#include "gpu_calls.h"

static const char purpose[] = "points";

static scree_result get_space(scree_gpu *gpu, scree_gpu_point_space **space)
{
    if (gpu->points == NULL) {
        gpu->points = calloc(1, sizeof *gpu->points);
    }
    *space = gpu->points;
    return *space != NULL ? SCREE_OK : scree_fail(gpu->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for points");
}

/* The commands of a slot run beside those of others, where the device can do that. */
static scree_result open_slot(scree_gpu *gpu, scree_gpu_point_slot *slot, uint64_t table_bytes)
{
    scree_result result = SCREE_OK;
    slot->has_tables = false;
    if (slot->commands == NULL) {
        result = scree_gpu_commands_create(gpu, SCREE_MAX_OCTAVES, &slot->commands);
        if (result == SCREE_OK && gpu->functions->detach != NULL) {
            result = gpu->functions->detach(slot->commands);
        }
        if (result != SCREE_OK) {
            scree_gpu_commands_destroy(slot->commands);
            slot->commands = NULL;
        }
    }
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, table_bytes, &slot->tables, purpose, &result);
    return result;
}

scree_result scree_gpu_point_space_open(scree_gpu_point_field *field, scree_gpu_point_space **space)
{
    scree_gpu *gpu = field->gpu;
    scree_result result = get_space(gpu, space);
    if (result != SCREE_OK) {
        return result;
    }
    scree_gpu_point_space *opened = *space;
    opened->table_bytes = scree_gpu_point_table_bytes(field);
    scree_gpu_reserve(gpu, SCREE_GPU_UPLOAD, opened->table_bytes, &opened->table_upload, purpose, &result);
    for (uint32_t i = 0; i < SCREE_GPU_POINT_SLOTS && result == SCREE_OK; i++) {
        result = open_slot(gpu, &opened->slot[i], opened->table_bytes);
    }
    if (result == SCREE_OK) {
        scree_gpu_point_tables_write(field, opened->table_upload.mapped);
    }
    return result;
}

scree_result scree_gpu_point_space_reserve(scree_gpu *gpu, scree_gpu_point_space *space,
                                           const scree_gpu_point_bytes *bytes)
{
    scree_result result = SCREE_OK;
    for (uint32_t i = 0; i < SCREE_GPU_POINT_SLOTS; i++) {
        scree_gpu_point_slot *slot = &space->slot[i];
        scree_gpu_reserve(gpu, SCREE_GPU_UPLOAD, bytes->upload, &slot->upload, purpose, &result);
        scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, bytes->coordinates, &slot->coordinates, purpose, &result);
        scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, bytes->values, &slot->values, purpose, &result);
        scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, bytes->factors, &slot->factors, purpose, &result);
        scree_gpu_reserve(gpu, SCREE_GPU_DOWNLOAD, bytes->host_values, &slot->host_values, purpose, &result);
        scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, SCREE_GPU_WORD, &slot->found, purpose, &result);
        scree_gpu_reserve(gpu, SCREE_GPU_DOWNLOAD, SCREE_GPU_WORD, &slot->host_found, purpose, &result);
    }
    return result;
}

void scree_gpu_point_space_send_tables(const scree_gpu_point_space *space, scree_gpu_point_slot *slot)
{
    if (!slot->has_tables) {
        scree_gpu_copy(slot->commands, SCREE_GPU_COMPUTE, (scree_gpu_span){&slot->tables, 0, space->table_bytes},
                       (scree_gpu_span){&space->table_upload, 0, space->table_bytes});
        slot->has_tables = true;
    }
}

bool scree_gpu_point_slot_has_found(const scree_gpu_point_slot *slot, uint64_t *point, uint32_t *axis)
{
    uint32_t found = *(const uint32_t *)slot->host_found.mapped;
    *point = slot->first + found / SCREE_GPU_POINT_AXES;
    *axis = found % SCREE_GPU_POINT_AXES;
    return found != SCREE_GPU_NOTHING_FOUND;
}

void scree_gpu_point_space_destroy(scree_gpu *gpu)
{
    scree_gpu_point_space *space = gpu->points;
    for (uint32_t i = 0; i < SCREE_GPU_POINT_SLOTS && space != NULL; i++) {
        scree_gpu_point_slot *slot = &space->slot[i];
        scree_gpu_memory *all[] = {&slot->tables,      &slot->upload, &slot->coordinates, &slot->values, &slot->factors,
                                   &slot->host_values, &slot->found,  &slot->host_found,  NULL};
        scree_gpu_commands_destroy(slot->commands);
        scree_gpu_free_all(gpu, all);
    }
    if (space != NULL) {
        gpu->functions->memory_destroy(gpu, &space->table_upload);
    }
    free(space);
    gpu->points = NULL;
}
