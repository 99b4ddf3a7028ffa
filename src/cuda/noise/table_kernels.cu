// Makes tables of x and y from rules: one row of blocks for each rule, one thread for each entry and each node.
#include "launch.h"
#include "noise/locate.h"

SCREE_KERNEL(make_tables, scree_gpu_tabulation, DIRECT_GROUP, 1)
{
    uint32_t *tables = p.span[BINDING_DATA];
    const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    const scree_table_rule rule = reinterpret_cast<const scree_table_rule *>(tables + p.rules)[blockIdx.y];
    if (i < rule.nodes) {
        tables[rule.keys + i] = scree_grid_key(rule.grid, p.hash, i);
    }
    const scree_wide position = scree_grid_position(rule.grid, min(i, rule.count - 1));
    const scree_location location = scree_location_at(position, p.fade);
    const uint32_t node = position.word2 - rule.grid.origin.word2;
    if (i < rule.stride) {
        uint32_t *entry = tables + rule.entries + i;
        entry[0] = scree_bits_from_f32(location.fraction);
        entry[rule.stride] = scree_bits_from_f32(location.fade);
        entry[2 * rule.stride] = node;
    }
    if (rule.stride == 0 && i < rule.count) {
        *reinterpret_cast<uint4 *>(tables + rule.entries + 4 * i) =
            make_uint4(scree_bits_from_f32(location.fraction), scree_bits_from_f32(location.fraction1),
                       scree_bits_from_f32(location.fade), node);
    }
}
