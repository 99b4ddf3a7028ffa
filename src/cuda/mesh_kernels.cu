// Distances to a surface of triangles. A thread makes some layers of a column: the cell that was nearest in one is near
// in the next.
#include "kernel_parameters.h"
#include "mesh_search.h"

#ifndef SCREE_KERNEL
#define SCREE_KERNEL(name, parameters, threads, blocks) \
    extern "C" __global__ void __launch_bounds__(threads, blocks) name(const __grid_constant__ parameters p)
#endif

static __device__ __forceinline__ scree_mesh_map map_of(const scree_cuda_mesh_box &p)
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
    map.levels = p.block_levels;
    map.heights = p.heights;
    map.inverses = p.inverses;
    map.spans = p.spans;
    map.first = p.first_blocks;
    return map;
}

SCREE_KERNEL(mesh_distances, scree_cuda_mesh_box, SCREE_CUDA_MESH_SIDE *SCREE_CUDA_MESH_SIDE, 1)
{
    const uint32_t across = (p.columns + SCREE_CUDA_MESH_SIDE - 1) / SCREE_CUDA_MESH_SIDE;
    const uint32_t column = blockIdx.x % across * SCREE_CUDA_MESH_SIDE + threadIdx.x;
    const uint32_t row = blockIdx.x / across * SCREE_CUDA_MESH_SIDE + threadIdx.y;
    if (column >= p.columns || row >= p.rows) {
        return;
    }
    const uint32_t first = blockIdx.y * SCREE_CUDA_MESH_LAYERS;
    const uint32_t end = first + SCREE_CUDA_MESH_LAYERS < p.layers ? first + SCREE_CUDA_MESH_LAYERS : p.layers;
    const scree_mesh_map map = map_of(p);
    const uint64_t place = static_cast<uint64_t>(row) * p.columns + column;
    const float height = scree_f32_from_bits(p.heights[place]);
    scree_mesh_voxel voxel;
    voxel.column = column;
    voxel.row = row;
    scree_mesh_found found;
    found.column = column;
    found.row = row;
    for (uint32_t layer = first; layer < end; layer++) {
        voxel.level = p.levels[p.first_layer + layer];
        const bool is_inside = voxel.level < height;
        found.square = scree_mesh_start((p.measures >> is_inside & 1) != 0);
        found = scree_mesh_search_from(map, voxel, found);
        const float distance = scree_distance_from_square(scree_mesh_kept(found.square), p.unit, p.margin, p.clip);
        p.distance[layer * p.plane + place] =
            scree_distance_signed(distance, is_inside && p.is_negated != 0 ? 0x80000000u : 0u);
    }
}
