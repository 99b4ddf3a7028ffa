// Tables of x and y.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "table_kernels.glsl"
