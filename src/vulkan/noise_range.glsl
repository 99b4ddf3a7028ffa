// Least and greatest of a work group's samples, into one of the pairs that the host puts together.
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require

layout(std430, binding = BINDING_RANGE) buffer range_pairs { uint pairs[]; };

shared uvec2 subgroup_range[gl_WorkGroupSize.x];

// Integers in the order of the floats that they stand for.
uint ordered(float value)
{
    uint bits = floatBitsToUint(value);
    return bits ^ ((bits >> 31u) != 0u ? 0xffffffffu : 0x80000000u);
}

void widen_range(float least, float greatest)
{
    uint low = subgroupMin(ordered(least));
    uint high = subgroupMax(ordered(greatest));
    if (subgroupElect()) {
        subgroup_range[gl_SubgroupID] = uvec2(low, high);
    }
    barrier();
    if (gl_LocalInvocationIndex == 0u) {
        for (uint i = 1u; i < gl_NumSubgroups; i++) {
            low = min(low, subgroup_range[i].x);
            high = max(high, subgroup_range[i].y);
        }
        uint group = (gl_WorkGroupID.z * gl_NumWorkGroups.y + gl_WorkGroupID.y) * gl_NumWorkGroups.x + gl_WorkGroupID.x;
        uint pair = group % RANGE_PAIRS * RANGE_PAIR_WORDS;
        atomicMin(pairs[pair], low);
        atomicMax(pairs[pair + 1u], high);
    }
}
