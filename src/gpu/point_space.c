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
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, opened->table_bytes, &opened->tables, purpose, &result);
    for (uint32_t i = 0; i < SCREE_GPU_POINT_SLOTS && result == SCREE_OK; i++) {
        if (opened->slot[i].commands == NULL) {
            result = scree_gpu_commands_create(gpu, SCREE_MAX_OCTAVES, &opened->slot[i].commands);
        }
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
        scree_gpu_reserve(gpu, SCREE_GPU_DOWNLOAD, bytes->host_values, &slot->host_values, purpose, &result);
        scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, SCREE_GPU_WORD, &slot->found, purpose, &result);
        scree_gpu_reserve(gpu, SCREE_GPU_DOWNLOAD, SCREE_GPU_WORD, &slot->host_found, purpose, &result);
    }
    return result;
}

void scree_gpu_point_space_send_tables(const scree_gpu_point_space *space, scree_gpu_commands *commands)
{
    scree_gpu_copy(commands, SCREE_GPU_COMPUTE, (scree_gpu_span){&space->tables, 0, space->table_bytes},
                   (scree_gpu_span){&space->table_upload, 0, space->table_bytes});
}

void scree_gpu_point_space_destroy(scree_gpu *gpu)
{
    scree_gpu_point_space *space = gpu->points;
    for (uint32_t i = 0; i < SCREE_GPU_POINT_SLOTS && space != NULL; i++) {
        scree_gpu_point_slot *slot = &space->slot[i];
        scree_gpu_memory *all[] = {&slot->upload, &slot->coordinates, &slot->values, &slot->host_values,
                                   &slot->found,  &slot->host_found,  NULL};
        scree_gpu_commands_destroy(slot->commands);
        scree_gpu_free_all(gpu, all);
    }
    if (space != NULL) {
        scree_gpu_memory *tables[] = {&space->table_upload, &space->tables, NULL};
        scree_gpu_free_all(gpu, tables);
    }
    free(space);
    gpu->points = NULL;
}
