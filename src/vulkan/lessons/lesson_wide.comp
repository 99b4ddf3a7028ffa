// The lesson's dot product of float64. A device that has none takes no module in which it occurs, so this one has
// nothing else.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "float_controls.glsl"
#include "table_layout.h"
#include "lessons/lesson.h"

layout(local_size_x_id = CONSTANT_GROUP) in;

layout(std430, binding = BINDING_DATA) readonly buffer a_reals { double a[]; };
layout(std430, binding = BINDING_NODES) readonly buffer b_reals { double b[]; };
layout(std430, binding = BINDING_VALUES) writeonly buffer c_reals { double c[]; };

#define DOT_REAL double
#define DOT_ZERO packDouble2x32(uvec2(0u))
#define DOT_A(i) a[i]
#define DOT_B(i) b[i]
#define DOT_NEXT scree_lesson_wide_dot
#include "lesson_dot.glsl"

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint thread = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (thread < push.threads) {
        c[thread] = sum_of_products(thread);
    }
}
