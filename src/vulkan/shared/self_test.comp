// The self-test: trials whose roundings distinguish an exact device from one that fuses operations or rounds otherwise.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "float_controls.glsl"
#include "table_layout.h"
#include "self_test/trial.h"

layout(local_size_x = DIRECT_GROUP) in;

layout(std430, binding = BINDING_DATA) readonly buffer trial_operands { float operands[]; };
layout(std430, binding = BINDING_VALUES) writeonly buffer trial_results { float results[]; };

layout(push_constant) uniform self_test_push { uint count; } push;

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i < push.count) {
        scree_trial trial;
        [[unroll]]
        for (uint k = 0u; k < SCREE_TRIAL_OPERANDS; k++) {
            trial.operand[k] = operands[SCREE_TRIAL_OPERANDS * i + k];
        }
        scree_trial_outcome outcome = scree_trial_evaluate(trial);
        [[unroll]]
        for (uint k = 0u; k < SCREE_TRIAL_RESULTS; k++) {
            results[SCREE_TRIAL_RESULTS * i + k] = outcome.result[k];
        }
    }
}
