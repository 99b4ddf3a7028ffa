// Tables of x and y, for devices without a float64 that is exact.
#version 450
#extension GL_GOOGLE_include_directive : require
#define SCREE_WITHOUT_FLOAT64
#include "table_kernels.glsl"
