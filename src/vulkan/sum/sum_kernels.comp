// Sums of blocks of numbers (kernels/sum/sum.h): a group for each block, a thread for four columns.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "float_controls.glsl"
#include "table_layout.h"
#include "sum/sum.h"

layout(local_size_x = SUM_GROUP) in;

layout(constant_id = CONSTANT_SUM_KIND) const uint KIND = 0u;

layout(std430, binding = BINDING_DATA) readonly buffer number_words { float numbers[]; };
layout(std430, binding = BINDING_NODES) readonly buffer factor_words { float factors[]; };
// The same buffers, read four numbers at a time.
layout(std430, binding = BINDING_DATA) readonly buffer number_quads { vec4 fours_of_numbers[]; };
layout(std430, binding = BINDING_NODES) readonly buffer factor_quads { vec4 fours_of_factors[]; };
layout(std430, binding = BINDING_VALUES) buffer sum_words { float sums[]; };

layout(push_constant) uniform sum_push {
    uint first;
    uint first_factor;
    uint first_sum;
    uint count;
} push;

shared vec4 folded[SUM_GROUP];

// A number as it is added.
float term_of(const float number, const float factor)
{
    float term = number;
    if (KIND == SUM_TERMS) {
        term = scree_sum_term(number);
    } else if (KIND == SUM_PRODUCTS) {
        term = scree_sum_product(number, factor);
    }
    return term;
}

vec4 terms_of(const vec4 number, const vec4 factor)
{
    return vec4(term_of(number.x, factor.x), term_of(number.y, factor.y), term_of(number.z, factor.z),
                term_of(number.w, factor.w));
}

vec4 add_four(const vec4 a, const vec4 b)
{
    return vec4(scree_sum_add(a.x, b.x), scree_sum_add(a.y, b.y), scree_sum_add(a.z, b.z), scree_sum_add(a.w, b.w));
}

// The term of number `i`, or zero behind the last. What is read depends on no condition, so that many reads are under
// way at once.
float term_at(const uint i)
{
    uint at = min(i, push.count - 1u);
    float number = numbers[push.first + at];
    float factor = number;
    if (KIND == SUM_PRODUCTS) {
        factor = factors[push.first_factor + at];
    }
    float term = term_of(number, factor);
    return i < push.count ? term : scree_f32_from_bits(0u);
}

// The sums of four columns of a block, from number `i` on.
vec4 sum_columns(const uint i)
{
    vec4 sum = vec4(scree_f32_from_bits(0u));
    [[unroll]]
    for (uint row = 0u; row < SCREE_SUM_ROWS; row++) {
        uint at = i + row * SCREE_SUM_COLUMNS;
        sum = add_four(sum, vec4(term_at(at), term_at(at + 1u), term_at(at + 2u), term_at(at + 3u)));
    }
    return sum;
}

// The same of a whole block of numbers that lie at multiples of 16 bytes.
vec4 sum_columns_by_fours(const uint i)
{
    vec4 sum = vec4(scree_f32_from_bits(0u));
    [[unroll]]
    for (uint row = 0u; row < SCREE_SUM_ROWS; row++) {
        uint at = i + row * SCREE_SUM_COLUMNS;
        vec4 number = fours_of_numbers[(push.first + at) / 4u];
        vec4 factor = number;
        if (KIND == SUM_PRODUCTS) {
            factor = fours_of_factors[(push.first_factor + at) / 4u];
        }
        sum = add_four(sum, terms_of(number, factor));
    }
    return sum;
}

void main()
{
    uint block = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint first = block * SCREE_SUM_BLOCK;
    uint thread = gl_LocalInvocationID.x;
    if (first >= push.count) {
        return; // All threads of the group do.
    }
    bool is_aligned = (push.first | (KIND == SUM_PRODUCTS ? push.first_factor : 0u)) % 4u == 0u;
    if (KIND != SUM_SUMS && is_aligned && push.count - first >= SCREE_SUM_BLOCK) {
        folded[thread] = sum_columns_by_fours(first + 4u * thread);
    } else {
        folded[thread] = sum_columns(first + 4u * thread);
    }
    [[unroll]]
    for (uint stride = SUM_GROUP / 2u; stride > 0u; stride /= 2u) {
        barrier();
        if (thread < stride) {
            folded[thread] = add_four(folded[thread], folded[thread + stride]);
        }
    }
    if (thread == 0u) {
        vec4 four = folded[0];
        sums[push.first_sum + block] = scree_sum_add(scree_sum_add(four.x, four.z), scree_sum_add(four.y, four.w));
    }
}
