// Distances to a surface of triangles. A thread makes some layers of a column: the cell that was nearest in one is near
// in the next.
#include "launch.h"
#include "distance/mesh_search.h"

using mesh_launch = scree_launch<scree_gpu_mesh_box>;

static __device__ __forceinline__ scree_mesh_map map_of(const mesh_launch &p)
{
    scree_mesh_map map;
    map.sides.x = p.sides[0];
    map.sides.y = p.sides[1];
    map.sides.inverse_x = p.sides[2];
    map.sides.inverse_y = p.sides[3];
    map.sides.inverse_diagonal = p.sides[4];
    map.sides.diagonal_x = p.sides[5];
    map.sides.diagonal_y = p.sides[6];
    map.sides.across = p.sides[7];
    map.columns = p.columns;
    map.rows = p.rows;
    map.levels = p.levels;
    map.heights = p.span[BINDING_TABLES] + MESH_HEIGHTS;
    map.inverses = p.span[BINDING_ENTRIES];
    map.spans = p.span[BINDING_NODES];
    map.first = p.span[BINDING_TABLES] + MESH_FIRST;
    return map;
}

SCREE_KERNEL(mesh_distances, scree_gpu_mesh_box, MESH_GROUP_SIDE *MESH_GROUP_SIDE, 1)
{
    const uint32_t across = (p.columns + MESH_GROUP_SIDE - 1) / MESH_GROUP_SIDE;
    const uint32_t column = blockIdx.x % across * MESH_GROUP_SIDE + threadIdx.x;
    const uint32_t row = blockIdx.x / across * MESH_GROUP_SIDE + threadIdx.y;
    if (column >= p.columns || row >= p.rows) {
        return;
    }
    const uint32_t first = blockIdx.z * MESH_GROUP_LAYERS;
    const uint32_t end = first + MESH_GROUP_LAYERS < p.layers ? first + MESH_GROUP_LAYERS : p.layers;
    const scree_mesh_map map = map_of(p);
    const uint64_t plane = static_cast<uint64_t>(p.columns) * p.rows;
    float *distances = p.at<float>(BINDING_VALUES);
    const uint64_t index = static_cast<uint64_t>(row) * p.columns + column;
    const float height = scree_f32_from_bits(map.heights[index]);
    scree_mesh_voxel voxel;
    voxel.column = column;
    voxel.row = row;
    scree_mesh_found found;
    found.column = column;
    found.row = row;
    for (uint32_t layer = first; layer < end; layer++) {
        voxel.level = p.at<const float>(BINDING_DATA)[p.first_layer + layer];
        const bool is_inside = voxel.level < height;
        found.square = scree_mesh_start((p.measures >> is_inside & 1) != 0);
        found = scree_mesh_search_from(map, voxel, found);
        const float distance = scree_distance_from_square(scree_mesh_kept(found.square), p.unit, p.margin, p.clip);
        distances[layer * plane + index] =
            scree_distance_signed(distance, is_inside && p.measures >> 2 != 0 ? 0x80000000u : 0u);
    }
}
