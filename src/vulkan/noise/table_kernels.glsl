// Makes tables of x and y from rules: one row of groups for each rule, one thread for each entry and each node.
#include "noise_tables.glsl"
#include "noise/locate.h"

layout(local_size_x = DIRECT_GROUP) in;

// The same buffer as the rules, which are at other words.
layout(std430, binding = BINDING_DATA) buffer table_output { uint made[]; };

layout(push_constant) uniform table_push {
    uint rules;
    uint hash;
    uint fade;
} push;

scree_pair pair_at(const uint word)
{
    return scree_pair(scree_table_words[word], scree_table_words[word + 1u]);
}

scree_wide wide_at(const uint word)
{
    return scree_wide(scree_table_words[word], scree_table_words[word + 1u], scree_table_words[word + 2u],
                      scree_table_words[word + 3u]);
}

scree_table_rule rule_at(const uint word)
{
    scree_table_rule rule;
    rule.grid.origin = wide_at(word);
    rule.grid.step = wide_at(word + 4u);
    rule.grid.axis = scree_location_axis(scree_table_words[word + 8u], pair_at(word + 9u), pair_at(word + 11u),
                                         pair_at(word + 13u), pair_at(word + 15u));
    rule.count = scree_table_words[word + 17u];
    rule.nodes = scree_table_words[word + 18u];
    rule.entries = scree_table_words[word + 19u];
    rule.keys = scree_table_words[word + 20u];
    rule.stride = scree_table_words[word + 21u];
    return rule;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    scree_table_rule rule = rule_at(push.rules + gl_WorkGroupID.y * TABLE_RULE_WORDS);
    if (i < rule.nodes) {
        made[rule.keys + i] = scree_grid_key(rule.grid, push.hash, i);
    }
    scree_wide position = scree_grid_position(rule.grid, min(i, rule.count - 1u));
    scree_location location = scree_location_at(position, push.fade);
    uint node = position.word2 - rule.grid.origin.word2;
    if (i < rule.stride) {
        made[rule.entries + i] = floatBitsToUint(location.fraction);
        made[rule.entries + rule.stride + i] = floatBitsToUint(location.fade);
        made[rule.entries + 2u * rule.stride + i] = node;
    }
    if (rule.stride == 0u && i < rule.count) {
        uint entry = rule.entries + 4u * i;
        made[entry] = floatBitsToUint(location.fraction);
        made[entry + 1u] = floatBitsToUint(location.fraction1);
        made[entry + 2u] = floatBitsToUint(location.fade);
        made[entry + 3u] = node;
    }
}
