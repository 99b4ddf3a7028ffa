// The self-test: cases whose roundings distinguish an exact device from one that fuses operations or rounds otherwise.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "float_controls.glsl"
#include "table_layout.h"
#include "self_test/self_test.h"

layout(local_size_x = DIRECT_GROUP) in;

layout(std430, binding = BINDING_DATA) readonly buffer case_operands { float operands[]; };
layout(std430, binding = BINDING_VALUES) writeonly buffer case_results { float results[]; };

layout(push_constant) uniform self_test_push { uint count; } push;

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i < push.count) {
        scree_self_test_case test_case;
        [[unroll]]
        for (uint k = 0u; k < SCREE_SELF_TEST_OPERANDS; k++) {
            test_case.operand[k] = operands[SCREE_SELF_TEST_OPERANDS * i + k];
        }
        scree_self_test_results outcome = scree_self_test_evaluate(test_case);
        [[unroll]]
        for (uint k = 0u; k < SCREE_SELF_TEST_RESULTS; k++) {
            results[SCREE_SELF_TEST_RESULTS * i + k] = outcome.result[k];
        }
    }
}
