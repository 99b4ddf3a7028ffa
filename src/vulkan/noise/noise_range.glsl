// Adds the smallest and largest sample to one of the pairs that the host combines. A subgroup reduces its threads'
// values, and touches a pair only if that would widen it.
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require

#include "base/range.h"

layout(std430, binding = BINDING_RANGE) buffer range_pairs { uint pairs[]; };

void widen_range(const float minimum, const float maximum)
{
    uint low = subgroupMin(scree_ordered_from_one(minimum));
    uint high = subgroupMax(scree_ordered_from_one(maximum));
    if (subgroupElect()) {
        uint group = (gl_WorkGroupID.z * gl_NumWorkGroups.y + gl_WorkGroupID.y) * gl_NumWorkGroups.x + gl_WorkGroupID.x;
        uint pair = group % RANGE_PAIRS * RANGE_PAIR_WORDS;
        // A stale value of the pair only makes the atomic unnecessary.
        if (low < pairs[pair]) {
            atomicMin(pairs[pair], low);
        }
        if (high > pairs[pair + 1u]) {
            atomicMax(pairs[pair + 1u], high);
        }
    }
}
