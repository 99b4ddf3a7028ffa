// The self-test of float64: locations whose roundings distinguish an exact device from one that rounds otherwise.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "float_controls.glsl"
#include "table_layout.h"
layout(std430, binding = BINDING_TABLES) readonly buffer table_words { uint scree_table_words[]; };
#include "self_test/wide_self_test.h"

layout(local_size_x = DIRECT_GROUP) in;

layout(std430, binding = BINDING_DATA) readonly buffer case_operands { uint operands[]; };
layout(std430, binding = BINDING_VALUES) writeonly buffer case_results { float results[]; };

layout(push_constant) uniform self_test_push { uint count; } push;

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i < push.count) {
        scree_wide_test_case test_case;
        test_case.coordinate.low = operands[2u * i];
        test_case.coordinate.high = operands[2u * i + 1u];
        scree_wide_test_results outcome = scree_wide_test_evaluate(test_case);
        [[unroll]]
        for (uint k = 0u; k < SCREE_WIDE_TEST_RESULTS; k++) {
            results[SCREE_WIDE_TEST_RESULTS * i + k] = outcome.result[k];
        }
    }
}
