/* The memory that a distance field takes beside its map. */
#include <stdbool.h>
#include <stdio.h>

#include "report.h"
#include "sdf_field.h"

/* A column has a height, and the library keeps another number of it. */
#define HEIGHT_BYTES 4.0
#define KEPT_BYTES 4.0
/* Where layers flow through, at least two planes are worked in and two are handed over, of 4 bytes a column each. */
#define FLOW_BYTES 16.0
#define FIELD_BYTES UINT64_C(4)
#define INDEX_BYTES UINT64_C(4)
/* Memory of jump flooding for a voxel: two fields of seeds (distance.h). */
#define SEED_BYTES UINT64_C(8)

static bool flows(const struct sdf_request *request, const struct sdf_source *source)
{
    return request->recipe.params.method == SCREE_DISTANCE_EXACT && source->map.kind == SCREE_MAP_TERRAIN;
}

/* Bytes of a voxel on the host; 0 where layers flow through. A GPU has memory of its own for the field. */
static uint64_t voxel_bytes(const struct sdf_request *request, const struct sdf_source *source,
                            const scree_device_info *device)
{
    const bool is_exact = request->recipe.params.method == SCREE_DISTANCE_EXACT;
    uint64_t bytes = request->compares ? FIELD_BYTES : 0;
    if (device->backend == SCREE_BACKEND_CPU && !flows(request, source)) {
        bytes += FIELD_BYTES + (request->nearest != NULL ? INDEX_BYTES : 0) + (is_exact ? 0 : SEED_BYTES);
    }
    return bytes;
}

/* Bytes for a map that is not there yet (one from a file is), and for the work beside it. */
static double map_bytes(const struct sdf_request *request, const struct sdf_source *source,
                        const scree_device_info *device)
{
    const double plane = (double)source->map.count[0] * (double)source->map.count[1];
    if (source->map.kind != SCREE_MAP_TERRAIN) {
        return request->recipe.is_made ? plane * (double)source->map.count[2] : 0;
    }
    double bytes = KEPT_BYTES + (request->recipe.is_made ? HEIGHT_BYTES : 0);
    if (device->backend == SCREE_BACKEND_CPU && flows(request, source)) {
        bytes += FLOW_BYTES * (request->nearest != NULL ? 2 : 1);
    }
    return bytes * plane;
}

double sdf_map_bytes(const struct sdf_source *source)
{
    const scree_distance_map *map = &source->map;
    const double plane = (double)map->count[0] * (double)map->count[1];
    return map->kind == SCREE_MAP_TERRAIN ? plane * (HEIGHT_BYTES + KEPT_BYTES) : plane * (double)map->count[2];
}

void sdf_memory(const struct field_request *field, struct field_memory *memory)
{
    const scree_device_info *device = &field->outcome->device;
    const struct sdf_field *sdf = field->part;
    const struct sdf_request *request = &sdf->request;
    const struct sdf_source *source = &sdf->source;
    const bool could_flow = source->map.kind == SCREE_MAP_TERRAIN &&
                            request->recipe.params.method != SCREE_DISTANCE_EXACT;
    char size[80];
    report_size(size, sizeof size, field->count, field->axes);
    memory->bytes = (double)voxel_bytes(request, source, device) * (double)field->samples +
                    map_bytes(request, source, device);
    memory->name = source->map.name;
    snprintf(memory->purpose, sizeof memory->purpose, "%s voxels by the method %s%s", size,
             scree_distance_method_name(request->recipe.params.method), request->compares ? " and a comparison" : "");
    memory->hint = could_flow ? "; --method exact makes a terrain's field layer by layer" : "";
}
