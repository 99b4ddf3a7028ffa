// Makes tables of x and y from rules: one row of blocks for each rule, one thread for each entry and each node.
#include "noise_device.cuh"

SCREE_KERNEL(make_tables, scree_cuda_tabulation, SCREE_CUDA_DIRECT_THREADS, 1)
{
    const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    const scree_table_rule rule = reinterpret_cast<const scree_table_rule *>(p.tables + p.rules)[blockIdx.y];
    if (i < rule.nodes) {
        p.tables[rule.keys + i] = scree_grid_key(rule.grid, p.hash, i);
    }
    const scree_wide position = scree_grid_position(rule.grid, min(i, rule.count - 1));
    const scree_place place = scree_place_at(position, p.fade);
    const uint32_t node = position.word2 - rule.grid.origin.word2;
    if (i < rule.stride) {
        uint32_t *entry = p.tables + rule.entries + i;
        entry[0] = scree_bits_from_f32(place.fraction);
        entry[rule.stride] = scree_bits_from_f32(place.fade);
        entry[2 * rule.stride] = node;
    }
    if (rule.stride == 0 && i < rule.count) {
        *reinterpret_cast<uint4 *>(p.tables + rule.entries + 4 * i) = make_uint4(scree_bits_from_f32(place.fraction),
                                                                                 scree_bits_from_f32(place.fraction1),
                                                                                 scree_bits_from_f32(place.fade), node);
    }
}
